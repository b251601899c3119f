/* The serial port of an ATmega328P: 500,000 baud, 8N1, received bytes kept in a ring. */
#ifndef UART_H
#define UART_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#include "config.h"

/*
 * Written by the interrupt, and by ws2812_write while interrupts are off.
 * The ring is full at RECEIVE_SIZE - 1 bytes: the window that HELLO tells.
 */
struct uart_ring {
    volatile uint16_t head, tail;
    volatile bool has_overrun;
    uint8_t bytes[RECEIVE_SIZE];
};

extern struct uart_ring uart_ring;

void uart_start(void);

/*
 * Return how many received bytes lie in a row, the oldest first, and where;
 * they stay there until they are released.
 */
uint8_t uart_received(const uint8_t **bytes);

/* Make room of the oldest count bytes. */
void uart_release(uint8_t count);

/* Send bytes; waits while more are under way than fit, which ends by itself. */
void uart_send(const uint8_t *bytes, uint16_t size);

/* Let the next byte that waits go out, if there is one and the port is free; interrupts are off. */
void uart_poll_send(void);

/* Whether bytes were lost since the last call. */
bool uart_take_overrun(void);

/*
 * Keep a received byte, if there is one, at head of the ring, and return where
 * the next one goes; interrupts are off.
 */
static inline __attribute__((always_inline)) uint16_t uart_poll(uint16_t head, uint16_t tail)
{
    uint8_t status = UCSR0A;
    uint16_t next;

    if (!(status & _BV(RXC0)))
        return head;
    next = (head + 1) & (RECEIVE_SIZE - 1);
    uart_ring.bytes[head] = UDR0;
    if (status & _BV(DOR0) || next == tail)
        uart_ring.has_overrun = true;
    return next == tail ? head : next;
}

#endif
