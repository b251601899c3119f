/*
 * Damages packets and counts those that are accepted all the same: damage COUNT SEED.
 * One that came through whole, since the damage only added to it, is none of them.
 */
#include <string.h>

#include "invariants.h"

static uint32_t random_below(uint32_t limit)
{
    return next_random() % limit;
}

static void fill(uint8_t *bytes, uint16_t size)
{
    while (size--)
        *bytes++ = (uint8_t)random_below(256);
}

/* Room for more bytes from at on. */
static uint16_t open_gap(uint8_t *wire, uint16_t size, uint16_t at, uint16_t gap)
{
    memmove(wire + at + gap, wire + at, size - at);
    return size + gap;
}

static uint16_t spoil(uint8_t *wire, uint16_t size)
{
    uint16_t at = (uint16_t)random_below(size), some = (uint16_t)(1 + random_below(8));
    uint16_t there = some < size - at ? some : size - at;

    switch (random_below(6)) {
    case 0:
        wire[at] ^= (uint8_t)(1 << random_below(8));
        return size;
    case 1:
        wire[at] = (uint8_t)random_below(256);
        return size;
    case 2:
        fill(wire + at, there);
        return size;
    case 3:
        memmove(wire + at, wire + at + there, size - at - there);
        return size - there ? size - there : 1;
    case 4:
        size = open_gap(wire, size, at, some);
        fill(wire + at, some);
        return size;
    default:
        size = open_gap(wire, size, at, there);
        memcpy(wire + at, wire + at + there, there);
        return size;
    }
}

/* Return whether a packet came out that was not sent. */
static bool is_fooled(struct packet_reader *reader, const uint8_t *wire, uint16_t size,
                      const uint8_t *sent, uint8_t sent_size)
{
    enum packet_result result;
    bool fooled = false;

    while (size) {
        uint8_t piece = (uint8_t)(1 + random_below(size < UINT8_MAX ? size : UINT8_MAX));
        uint8_t taken = packet_take(reader, wire, piece, &result);

        if (result == PACKET_WHOLE)
            fooled |= reader->size != sent_size + CRC_SIZE ||
                      memcmp(reader->bytes, sent, sent_size) != 0;
        HOLDS(reader->size <= MAX_PACKET);
        wire += taken;
        size -= taken;
    }
    return fooled;
}

int main(int argc, char **argv)
{
    static const uint8_t sizes[5] = {0, 5, 32, 70, 245};
    unsigned long count = argc == 3 ? strtoul(argv[1], NULL, 10) : 0, fooled = 0;
    struct packet_reader reader;

    if (!count) {
        fprintf(stderr, "usage: damage COUNT SEED\n");
        return 2;
    }
    random_state = strtoull(argv[2], NULL, 10) + 1;
    packet_reset(&reader);
    for (unsigned long i = 0; i < count; i++) {
        uint8_t sent[HEAD_SIZE + MAX_PAYLOAD], wire[MAX_PAYLOAD + WIRE_OVERHEAD + 32];
        uint8_t payload = sizes[random_below(5)];
        uint16_t size;

        fill(sent, HEAD_SIZE + payload);
        size = packet_write(wire, sent[0], sent[1], sent + HEAD_SIZE, payload) - 1;
        for (uint32_t times = 1 + random_below(3); times; times--)
            size = spoil(wire, size);
        wire[size++] = 0;
        fooled += is_fooled(&reader, wire, size, sent, HEAD_SIZE + payload);
    }
    printf("%lu of %lu accepted\n", fooled, count);
    return fooled ? 1 : 0;
}
