/* WS2812 lamps on D6 (PD6), at 16 MHz. */
#ifndef WS2812_H
#define WS2812_H

#include "lamps.h"

void ws2812_start(void);

/*
 * Write all lamps that are driven, each level multiplied by factor; about 37 us
 * a lamp.  Interrupts are off meanwhile, but bytes from the host are kept
 * and answers go out.
 */
void ws2812_write(const struct lamps *lamps, uint16_t factor);

#endif
