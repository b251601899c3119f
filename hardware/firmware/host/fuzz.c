/*
 * Fuzzes the core of the firmware.  With clang's -fsanitize=fuzzer the input is
 * guided by coverage; without it, main below makes inputs by itself: fuzz COUNT SEED.
 *
 * An input is a row of commands: a byte that says what, and what belongs to it.
 * So that the fuzzer gets behind the CRC, whole packets can be made from it as well.
 */
#include <string.h>

#include "invariants.h"

static struct controller controller;
static struct packet_reader answers;

/* Everything that the controller says is a packet that a host can read. */
static void check_sent(const uint8_t *wire, uint16_t size)
{
    enum packet_result result;

    HOLDS(size >= WIRE_OVERHEAD && size <= MAX_PAYLOAD + WIRE_OVERHEAD);
    HOLDS(packet_take(&answers, wire, (uint8_t)size, &result) == size);
    HOLDS(result == PACKET_WHOLE && !wire[size - 1]);
    HOLDS(answers.size + 2 == size);
}

static void write_lamps(void)
{
    if (controller_take_change(&controller))
        check_lamps(&controller);
}

/* The bytes come in pieces of all lengths. */
static void receive(const uint8_t *wire, uint16_t size)
{
    while (size) {
        uint8_t piece = *wire, taken;

        if (!piece || piece > size)
            piece = size < UINT8_MAX ? (uint8_t)size : UINT8_MAX;
        taken = controller_receive(&controller, wire, piece);
        HOLDS(taken && taken <= piece);
        HOLDS(controller.reader.size <= MAX_PACKET);
        write_lamps();
        wire += taken;
        size -= taken;
    }
}

/* A packet as a host makes it; its kind is drawn towards those that exist. */
static void receive_packet(const uint8_t *data, uint8_t size)
{
    static const uint8_t kinds[8] = {KIND_HELLO, KIND_PING, KIND_QUERY, KIND_SELF_TEST,
                                     LAMPS_FULL, LAMPS_PALETTE, LAMPS_SPARSE, 0x7f};
    uint8_t wire[MAX_PAYLOAD + WIRE_OVERHEAD];
    uint8_t kind, sequence = controller.next_sequence;

    if (!size)
        return;
    kind = kinds[data[0] & 7] | (data[0] & LAMPS_HELD);
    if (data[0] & 0x40)
        sequence += data[0] >> 3 & 7;
    size = size - 1 > MAX_PAYLOAD ? MAX_PAYLOAD : size - 1;
    receive(wire, packet_write(wire, kind, sequence, data + 1, size));
}

static void greet(uint8_t lamp_count)
{
    const uint8_t payload[4] = {KIND_HELLO, PROTOCOL_VERSION, lamp_count, 0};

    receive_packet((const uint8_t[]){0, payload[1], payload[2], 0}, 4);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t at = 0;

    packet_reset(&answers);
    controller_start(&controller, check_sent);
    write_lamps();
    while (size - at >= 2) {
        uint8_t what = data[at] & 7, rest = data[at] >> 3, value = data[at + 1];
        size_t length = value < size - at - 2 ? value : size - at - 2;

        at += 2;
        switch (what) {
        case 0:
        case 1:
            receive_packet(data + at, (uint8_t)length);
            at += length;
            break;
        case 2:
            receive(data + at, (uint16_t)length);
            at += length;
            break;
        case 3:
            controller_tick(&controller, (uint16_t)(controller.now_ms + rest * 8 * value));
            break;
        case 4:
            inputs_sample_buttons(&controller.inputs, value);
            break;
        case 5:
            inputs_scan_row(&controller.inputs, rest % ROW_ROOM, (uint16_t)(value * 257));
            break;
        case 6:
            greet(value);
            break;
        default:
            if (rest & 1)
                controller_overrun(&controller);
            else
                controller_test_all(&controller);
        }
        write_lamps();
    }
    return 0;
}

#ifndef GUIDED
int main(int argc, char **argv)
{
    uint8_t data[512];
    unsigned long count = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;

    if (!count) {
        fprintf(stderr, "usage: fuzz COUNT SEED\n");
        return 2;
    }
    random_state = strtoull(argv[2], NULL, 10) + 1;
    for (unsigned long i = 0; i < count; i++) {
        size_t size = next_random() % sizeof data;

        for (size_t k = 0; k < size; k++)
            data[k] = (uint8_t)(next_random() >> (next_random() & 7));
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("%lu inputs\n", count);
    return 0;
}
#endif
