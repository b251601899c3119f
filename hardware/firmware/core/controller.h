/*
 * The controller itself: packets in, answers and events out, lamps in memory.
 * It knows no pin, port or clock; time and levels are handed to it.
 * Source: hardware/PROTOCOL.md, "The checked protocol".
 */
#ifndef CONTROLLER_H
#define CONTROLLER_H

#include "inputs.h"
#include "lamps.h"
#include "packet.h"

enum { PROTOCOL_VERSION = 1, TEST_STEP_MS = 100 };

enum kind {
    KIND_HELLO = 0x01,
    KIND_PING = 0x02,
    KIND_QUERY = 0x03,
    KIND_SELF_TEST = 0x04,
    KIND_WELCOME = 0x41,
    KIND_ACK = 0x42,
    KIND_NAK = 0x43,
    KIND_STATE = 0x44,
    KIND_BUTTON = 0x50,
    KIND_SENSOR = 0x51
};

enum { FEATURE_SELF_TEST = 0x01, FEATURE_STARTED = 0x80 };
enum { STATUS_LIMITED = 0x01, STATUS_OVERRUN = 0x02 };

struct controller {
    struct packet_reader reader;
    struct lamps lamps;
    struct inputs inputs;
    void (*send)(const uint8_t *wire, uint16_t size);
    uint16_t factor; /* by which lamps_limited keeps what is shown within the cap */
    uint16_t now_ms;
    uint16_t quiet_ms;     /* since the last accepted packet */
    uint16_t test_step;    /* of the self-test */
    uint16_t test_ms;      /* since that step began */
    uint8_t next_sequence; /* that is expected from the host */
    uint8_t last_kind;     /* of the packet before, which may come again */
    uint8_t last_reason;   /* with which that was refused, or REASON_NONE */
    uint8_t event;         /* number of the newest event */
    bool is_greeted;       /* there was a HELLO, and no silence since */
    bool is_testing;
    bool is_changed; /* the lamps do not show yet what is in memory */
    bool has_overrun;
};

/* Make the controller ready and send its HELLO. */
void controller_start(struct controller *controller,
                      void (*send)(const uint8_t *wire, uint16_t size));

/*
 * Take bytes from the host until one ends a packet, and return how many were
 * taken: all, or those up to that end.
 */
uint8_t controller_receive(struct controller *controller, const uint8_t *wire, uint8_t size);

/* Bytes from the host were lost: the next ACK tells it. */
void controller_overrun(struct controller *controller);

/* Let time pass; at least every 60 s, and each millisecond for the events to leave. */
void controller_tick(struct controller *controller, uint16_t now_ms);

/*
 * Whether the lamps are to be written now; each change is told once.  Ask after
 * every call of the others: the next packet may change what is to be seen.
 */
bool controller_take_change(struct controller *controller);

/* Begin the self-test without a host, over all lamps that can be driven. */
void controller_test_all(struct controller *controller);

#endif
