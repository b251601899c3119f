/* Packets out of bytes and back: COBS and CRC-32.  Source: hardware/PROTOCOL.md, "Packets". */
#ifndef PACKET_H
#define PACKET_H

#include <stdbool.h>
#include <stdint.h>

enum {
    HEAD_SIZE = 2,
    CRC_SIZE = 4,
    MAX_PACKET = 252,
    MAX_PAYLOAD = MAX_PACKET - HEAD_SIZE - CRC_SIZE,
    /* Head, CRC, one byte of COBS, the end. */
    WIRE_OVERHEAD = HEAD_SIZE + CRC_SIZE + 2
};

enum packet_result { PACKET_NONE, PACKET_WHOLE, PACKET_DAMAGED };

/* The receiving end.  All zero but crc is a good start; packet_reset makes it. */
struct packet_reader {
    uint8_t bytes[MAX_PACKET]; /* kind, sequence number, payload, CRC */
    uint8_t size;              /* of what has come so far */
    uint8_t run;               /* bytes until the next code */
    bool owes_zero;            /* a zero stands before the next run */
    bool is_damaged;           /* wait for the end and drop all until then */
    uint32_t crc;              /* of what has come so far, its own CRC included */
};

/* Forget a half-received packet. */
void packet_reset(struct packet_reader *reader);

/*
 * Take bytes from the wire until one ends a packet, and return how many were
 * taken: all, or those up to that end.  PACKET_WHOLE: bytes and size of the
 * reader are a checked packet until the next call; PACKET_DAMAGED: something
 * ended that was none.
 */
uint8_t packet_take(struct packet_reader *reader, const uint8_t *wire, uint8_t size,
                    enum packet_result *result);

/* Write a packet to wire, size + WIRE_OVERHEAD bytes, and return how many; size <= MAX_PAYLOAD. */
uint16_t packet_write(uint8_t *wire, uint8_t kind, uint8_t sequence, const uint8_t *payload,
                      uint8_t size);

#endif
