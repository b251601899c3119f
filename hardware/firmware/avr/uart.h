/* The serial port of an ATmega328P: 500,000 baud, 8N1, received bytes kept in a ring. */
#ifndef UART_H
#define UART_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#include "config.h"

/*
 * Written by the interrupt, and by uart_poll while interrupts are off.
 * The ring is full at RECEIVE_SIZE - 1 bytes: the window that HELLO tells.
 */
struct uart_ring {
    volatile uint16_t head, tail;
    volatile bool has_overrun;
    volatile uint8_t bytes[RECEIVE_SIZE];
};

extern struct uart_ring uart_ring;

void uart_start(void);

/* Take the oldest byte that was received; false where there is none. */
bool uart_take(uint8_t *byte);

/* Send bytes; waits while more are under way than fit, which ends by itself. */
void uart_send(const uint8_t *bytes, uint16_t size);

/* Whether bytes were lost since the last call. */
bool uart_take_overrun(void);

/* Keep a received byte, if there is one; about 2 us, interrupts are off. */
static inline __attribute__((always_inline)) void uart_poll(void)
{
    uint8_t status = UCSR0A;
    uint16_t head, next;

    if (!(status & _BV(RXC0)))
        return;
    head = uart_ring.head;
    next = (head + 1) & (RECEIVE_SIZE - 1);
    uart_ring.bytes[head] = UDR0;
    if (next != uart_ring.tail) {
        uart_ring.head = next;
        if (!(status & _BV(DOR0)))
            return;
    }
    uart_ring.has_overrun = true;
}

#endif
