#include "ws2812.h"

#include <util/atomic.h>

#include "uart.h"

#if F_CPU != 16000000
#error "the bits of WS2812 lamps are counted for 16 MHz"
#endif

enum { DATA_PIN = PD6 };

void ws2812_start(void)
{
    PORTD &= (uint8_t)~_BV(DATA_PIN);
    DDRD |= _BV(DATA_PIN);
}

/*
 * Eight bits, the highest first, 20 cycles of 62.5 ns each: high for 6 cycles
 * (375 ns) for a 0 and for 13 (813 ns) for a 1.
 * Source: WS2812B data sheet, Worldsemi: T0H 220-380 ns, T1H 580-1000 ns.
 */
static inline __attribute__((always_inline)) void write_byte(uint8_t byte, uint8_t high,
                                                             uint8_t low)
{
    uint8_t bits;

    __asm__ volatile("        ldi  %[bits], 8   \n"
                     "1:      out  %[port], %[high] \n" /* 0: the line goes high */
                     "        rjmp .+0          \n"     /* 1, 2 */
                     "        rjmp .+0          \n"     /* 3, 4 */
                     "        sbrs %[byte], 7   \n"     /* 5; a 1 skips the next: 5, 6 */
                     "        out  %[port], %[low] \n"  /* 6: a 0 goes low */
                     "        lsl  %[byte]      \n"     /* 7 */
                     "        rjmp .+0          \n"     /* 8, 9 */
                     "        rjmp .+0          \n"     /* 10, 11 */
                     "        nop               \n"     /* 12 */
                     "        out  %[port], %[low] \n"  /* 13: a 1 goes low */
                     "        dec  %[bits]      \n"     /* 14 */
                     "        breq 2f           \n"     /* 15; after the last bit no time is lost */
                     "        rjmp .+0          \n"     /* 16, 17 */
                     "        rjmp 1b           \n"     /* 18, 19 */
                     "2:                        \n"
                     : [byte] "+r"(byte), [bits] "=&d"(bits)
                     : [port] "I"(_SFR_IO_ADDR(PORTD)), [high] "r"(high), [low] "r"(low));
}

void ws2812_write(const struct lamps *lamps, uint16_t factor)
{
    const uint8_t *lamp = lamps->levels, *end = lamp + BYTES_PER_LAMP * lamps->count;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        uint8_t low = PORTD & (uint8_t)~_BV(DATA_PIN), high = low | _BV(DATA_PIN);
        uint16_t head = uart_ring.head, tail = uart_ring.tail;

        /* The lamps take green before red. */
        for (; lamp != end; lamp += BYTES_PER_LAMP) {
            /* A byte comes in each 20 us at most; one goes out in 13 us, the poll included. */
            write_byte(lamps_limited(lamp[1], factor), high, low);
            head = uart_poll(head, tail);
            write_byte(lamps_limited(lamp[0], factor), high, low);
            head = uart_poll(head, tail);
            write_byte(lamps_limited(lamp[2], factor), high, low);
            head = uart_poll(head, tail);
            /* The answer to this frame: until it is there the host may have to wait. */
            uart_poll_send();
        }
        uart_ring.head = head;
    }
}
