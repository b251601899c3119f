/*
 * Buttons and sensors of an Uno or Nano; hardware/firmware/README.md shows how
 * they are wired.
 */
#ifndef WIRING_H
#define WIRING_H

#include <stdint.h>

void wiring_start(void);

/* Return which buttons are down, bit 0 is button 0. */
uint8_t wiring_buttons(void);

/*
 * Return which columns of the row that is driven are occupied, bit 0 is column
 * 0, and drive next_row from now on.
 */
uint16_t wiring_scan(uint8_t next_row);

#endif
