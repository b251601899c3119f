#include "wiring.h"

#include <avr/io.h>
#include <stdbool.h>

#include "config.h"

/* Buttons 0 to 3 on D2 to D5, 4 on D7, 5 on D8, 6 on D9, 7 on A0. */
enum { BUTTONS_D = _BV(PD2) | _BV(PD3) | _BV(PD4) | _BV(PD5) | _BV(PD7) };
enum { BUTTONS_B = _BV(PB0) | _BV(PB1), BUTTONS_C = _BV(PC0) };

/* Shift registers on D10, D11, D12 and D13. */
enum { LATCH = _BV(PB2), ROWS_OUT = _BV(PB3), COLUMNS_IN = _BV(PB4), CLOCK = _BV(PB5) };

void wiring_start(void)
{
    PORTD |= BUTTONS_D;
    PORTB |= BUTTONS_B;
    PORTC |= BUTTONS_C;
    if (ROWS) {
        PORTB |= LATCH | COLUMNS_IN;
        DDRB |= LATCH | ROWS_OUT | CLOCK;
        wiring_scan(0);
    }
}

uint8_t wiring_buttons(void)
{
    uint8_t d = (uint8_t)~PIND, b = (uint8_t)~PINB, c = (uint8_t)~PINC;
    uint8_t down = (d >> PD2) & 0x0f;

    if (d & _BV(PD7))
        down |= 0x10;
    if (b & _BV(PB0))
        down |= 0x20;
    if (b & _BV(PB1))
        down |= 0x40;
    if (c & _BV(PC0))
        down |= 0x80;
    return down;
}

static void set(uint8_t pin, bool is_high)
{
    if (is_high)
        PORTB |= pin;
    else
        PORTB &= (uint8_t)~pin;
}

/* Low loads the columns into the 74HC165, the edge to high drives the rows by the 74HC595. */
static void latch(void)
{
    set(LATCH, false);
    __asm__ volatile("nop");
    set(LATCH, true);
}

uint16_t wiring_scan(uint8_t next_row)
{
    uint16_t occupied = 0;
    uint8_t at;

    latch();
    for (at = 16; at--;) {
        /* A closed contact pulls its column down; column 15 comes first. */
        occupied = (uint16_t)(occupied << 1) | !(PINB & COLUMNS_IN);
        set(ROWS_OUT, at != next_row);
        set(CLOCK, true);
        set(CLOCK, false);
    }
    latch();
    return occupied;
}
