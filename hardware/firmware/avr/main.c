/* The controller on an ATmega328P at 16 MHz: Arduino Uno and Nano. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

#include "controller.h"
#include "uart.h"
#include "wiring.h"
#include "ws2812.h"

/* Timer 1 counts 4 us without an interrupt, so that no time is lost while lamps are written. */
enum { TICKS_PER_MS = 250 };

/* Newer WS2812 show what they got after 280 us of quiet, and must not be written before. */
enum { LATCH_TICKS = 300 / 4 };

/* Bytes that are taken between two looks at the clock: a quarter of a millisecond. */
enum { BYTES_AT_ONCE = 64 };

enum { STACK_ROOM = 256, SMALL_THINGS = 80 };

/* Where this is refused, MAX_LAMPS is too high: the build ends with the name of this type. */
typedef char max_lamps_leaves_room_for_the_stack
    [sizeof(struct controller) + sizeof(struct uart_ring) + SMALL_THINGS <=
             RAMEND + 1 - RAMSTART - STACK_ROOM ? 1 : -1];

static struct controller controller;
static uint16_t written_at;

static void send(const uint8_t *wire, uint16_t size)
{
    uart_send(wire, size);
}

static void write_lamps(void)
{
    if (!controller_take_change(&controller))
        return;
    while ((uint16_t)(TCNT1 - written_at) < LATCH_TICKS)
        continue;
    ws2812_write(&controller.lamps, controller.factor);
    written_at = TCNT1;
}

static void scan(void)
{
    static uint8_t row;

    inputs_sample_buttons(&controller.inputs, wiring_buttons());
    if (ROWS) {
        uint8_t next = row + 1 == ROWS ? 0 : row + 1;

        inputs_scan_row(&controller.inputs, row, wiring_scan(next) & (uint16_t)((1ul << COLUMNS) - 1));
        row = next;
    }
}

/* Pass the milliseconds since the last call; at most one sample, however many they are. */
static void pass_time(void)
{
    static uint16_t last_tick, now_ms;
    uint16_t ticks = TCNT1 - last_tick;

    /* A division takes longer than this loop, which hardly ever runs twice. */
    if (ticks < TICKS_PER_MS)
        return;
    while (ticks >= TICKS_PER_MS) {
        ticks -= TICKS_PER_MS;
        last_tick += TICKS_PER_MS;
        now_ms++;
    }
    scan();
    controller_tick(&controller, now_ms);
    write_lamps();
}

static void start(void)
{
    wdt_enable(WDTO_250MS);
    TCCR1B = _BV(CS11) | _BV(CS10);
    wiring_start();
    ws2812_start();
    uart_start();
    sei();
    controller_start(&controller, send);
    /* A maker without a host holds the first button while the power comes. */
    if (BUTTONS && wiring_buttons() & 1)
        controller_test_all(&controller);
    write_lamps();
}

static void take_received(void)
{
    const uint8_t *bytes;
    uint8_t count = uart_received(&bytes);

    if (!count)
        return;
    if (count > BYTES_AT_ONCE)
        count = BYTES_AT_ONCE;
    uart_release(controller_receive(&controller, bytes, count));
    write_lamps();
}

int main(void)
{
    start();
    for (;;) {
        wdt_reset();
        pass_time();
        if (uart_take_overrun())
            controller_overrun(&controller);
        take_received();
    }
}
