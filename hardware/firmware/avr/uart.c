#include "uart.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

#define BAUD 500000

enum { SEND_SIZE = 64 };

struct uart_ring uart_ring;

static volatile uint8_t send_head, send_tail;
static volatile uint8_t send_ring[SEND_SIZE];

void uart_start(void)
{
    UBRR0 = F_CPU / 8 / BAUD - 1;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
    /* A line without a host must not be noise. */
    PORTD |= _BV(PD0);
}

ISR(USART_RX_vect)
{
    uart_ring.head = uart_poll(uart_ring.head, uart_ring.tail);
}

static void send_next(void)
{
    UDR0 = send_ring[send_tail];
    send_tail = (send_tail + 1) % SEND_SIZE;
}

ISR(USART_UDRE_vect)
{
    if (send_head == send_tail)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    else
        send_next();
}

void uart_poll_send(void)
{
    if (send_head != send_tail && UCSR0A & _BV(UDRE0))
        send_next();
}

uint8_t uart_received(const uint8_t **bytes)
{
    uint16_t tail = uart_ring.tail, head, end;

    ATOMIC_BLOCK(ATOMIC_FORCEON)
    {
        head = uart_ring.head;
    }
    end = head < tail ? RECEIVE_SIZE : head;
    *bytes = uart_ring.bytes + tail;
    return end - tail < UINT8_MAX ? (uint8_t)(end - tail) : UINT8_MAX;
}

void uart_release(uint8_t count)
{
    uint16_t tail = (uart_ring.tail + count) & (RECEIVE_SIZE - 1);

    ATOMIC_BLOCK(ATOMIC_FORCEON)
    {
        uart_ring.tail = tail;
    }
}

static void send_byte(uint8_t byte)
{
    uint8_t next = (send_head + 1) % SEND_SIZE;

    while (next == send_tail)
        continue;
    send_ring[send_head] = byte;
    send_head = next;
    ATOMIC_BLOCK(ATOMIC_FORCEON)
    {
        UCSR0B |= _BV(UDRIE0);
    }
}

void uart_send(const uint8_t *bytes, uint16_t size)
{
    while (size--)
        send_byte(*bytes++);
}

bool uart_take_overrun(void)
{
    bool had_overrun = uart_ring.has_overrun;

    if (had_overrun)
        uart_ring.has_overrun = false;
    return had_overrun;
}
