/* Tables stay in flash on an AVR, which would otherwise copy them into its RAM. */
#ifndef TABLE_H
#define TABLE_H

#ifdef __AVR__
#include <avr/pgmspace.h>
#define IN_FLASH PROGMEM
#define READ_32(place) pgm_read_dword(place)
#else
#define IN_FLASH
#define READ_32(place) (*(place))
#endif

#endif
