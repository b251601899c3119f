#include "controller.h"

#include <string.h>

enum {
    HELLO_SIZE = 3,
    WELCOME_SIZE = 17,
    STATE_SIZE = 2 + 2 * ROWS,
    /* The longest payload that is sent. */
    SEND_ROOM = STATE_SIZE > WELCOME_SIZE ? STATE_SIZE : WELCOME_SIZE
};

static void send(struct controller *c, uint8_t kind, uint8_t sequence, const uint8_t *payload,
                 uint8_t size)
{
    uint8_t wire[SEND_ROOM + WIRE_OVERHEAD];

    c->send(wire, packet_write(wire, kind, sequence, payload, size));
}

static void put_number(uint8_t *bytes, uint16_t number)
{
    bytes[0] = (uint8_t)number;
    bytes[1] = (uint8_t)(number >> 8);
}

static void send_welcome(struct controller *c, uint8_t sequence, uint8_t features)
{
    uint8_t payload[WELCOME_SIZE] = {PROTOCOL_VERSION, FIRMWARE_MAJOR, FIRMWARE_MINOR,
                                     FIRMWARE_PATCH};

    put_number(payload + 4, MAX_LAMPS);
    put_number(payload + 6, RECEIVE_SIZE - 1);
    payload[8] = MAX_PACKET;
    payload[9] = features;
    payload[10] = BUTTONS;
    payload[11] = COLUMNS;
    payload[12] = ROWS;
    put_number(payload + 13, CAP_MA);
    put_number(payload + 15, DARK_AFTER_MS);
    send(c, KIND_WELCOME, sequence, payload, sizeof payload);
}

static void send_nak(struct controller *c, enum reason reason)
{
    uint8_t payload = reason;

    send(c, KIND_NAK, c->next_sequence, &payload, 1);
}

static void send_ack(struct controller *c, uint8_t sequence)
{
    uint8_t payload[2] = {c->event, 0};

    if (c->factor < 256)
        payload[1] |= STATUS_LIMITED;
    if (c->has_overrun)
        payload[1] |= STATUS_OVERRUN;
    c->has_overrun = false;
    send(c, KIND_ACK, sequence, payload, sizeof payload);
}

static void send_state(struct controller *c, uint8_t sequence)
{
    uint8_t payload[STATE_SIZE] = {c->event, c->inputs.told_buttons};
    uint8_t row;

    for (row = 0; row != ROWS; row++)
        put_number(payload + 2 + 2 * row, c->inputs.told_sites[row]);
    send(c, KIND_STATE, sequence, payload, sizeof payload);
}

static void show(struct controller *c)
{
    c->factor = lamps_factor(&c->lamps);
    c->is_changed = true;
}

static void show_test(struct controller *c)
{
    uint16_t lamp = c->test_step % c->lamps.count, color = c->test_step / c->lamps.count;

    lamps_darken(&c->lamps);
    c->is_testing = color < BYTES_PER_LAMP;
    if (c->is_testing)
        c->lamps.levels[BYTES_PER_LAMP * lamp + color] = 255;
    show(c);
}

static void begin_test(struct controller *c)
{
    c->test_step = 0;
    c->test_ms = 0;
    show_test(c);
}

static void darken(struct controller *c)
{
    lamps_darken(&c->lamps);
    c->is_testing = false;
    show(c);
}

static enum reason accept_lamps(struct controller *c, uint8_t kind, const uint8_t *payload,
                                uint8_t size)
{
    enum reason reason = lamps_check(&c->lamps, kind, payload, size);

    if (reason != REASON_NONE)
        return reason;
    if (c->is_testing)
        lamps_darken(&c->lamps);
    c->is_testing = false;
    lamps_apply(&c->lamps, kind, payload, size);
    if (!(kind & LAMPS_HELD))
        show(c);
    return REASON_NONE;
}

static enum reason accept_test(struct controller *c, const uint8_t *payload, uint8_t size)
{
    if (size != 1)
        return REASON_LENGTH;
    if (payload[0] > 1)
        return REASON_VALUE;
    if (payload[0])
        begin_test(c);
    else
        darken(c);
    return REASON_NONE;
}

static enum reason accept(struct controller *c, uint8_t kind, const uint8_t *payload,
                          uint8_t size)
{
    if (lamps_is_kind(kind))
        return accept_lamps(c, kind, payload, size);
    switch (kind) {
    case KIND_SELF_TEST:
        return accept_test(c, payload, size);
    case KIND_PING:
    case KIND_QUERY:
        return size ? REASON_LENGTH : REASON_NONE;
    default:
        return REASON_KIND;
    }
}

static void greet(struct controller *c, uint8_t sequence, uint16_t lamp_count)
{
    c->lamps.count = lamp_count;
    c->next_sequence = sequence + 1;
    c->last_kind = KIND_HELLO;
    c->last_reason = REASON_NONE;
    c->event = 0;
    c->quiet_ms = 0;
    c->is_greeted = true;
    inputs_all_told(&c->inputs);
}

/* What the controller is gets told even to a host that it cannot serve. */
static void answer_hello(struct controller *c, uint8_t sequence, const uint8_t *payload,
                         uint8_t size)
{
    uint16_t lamp_count = size < HELLO_SIZE ? 0 : (uint16_t)(payload[1] | (uint16_t)payload[2] << 8);

    send_welcome(c, sequence, FEATURE_SELF_TEST);
    if (size < HELLO_SIZE)
        send_nak(c, REASON_LENGTH);
    else if (payload[0] != PROTOCOL_VERSION)
        send_nak(c, REASON_VALUE);
    else if (!lamp_count || lamp_count > MAX_LAMPS)
        send_nak(c, REASON_LAMP);
    else
        greet(c, sequence, lamp_count);
}

/* The packet is the expected one, or the one before once more. */
static void answer(struct controller *c, uint8_t kind, uint8_t sequence)
{
    if (c->last_reason != REASON_NONE) {
        send_nak(c, c->last_reason);
        return;
    }
    c->quiet_ms = 0;
    if (kind == KIND_QUERY)
        send_state(c, sequence);
    else
        send_ack(c, sequence);
}

static void take_packet(struct controller *c)
{
    const uint8_t *payload = c->reader.bytes + HEAD_SIZE;
    uint8_t kind = c->reader.bytes[0], sequence = c->reader.bytes[1];
    uint8_t size = c->reader.size - HEAD_SIZE - CRC_SIZE;

    if (kind == KIND_HELLO) {
        answer_hello(c, sequence, payload, size);
        return;
    }
    if (!c->is_greeted) {
        send_nak(c, REASON_NO_HELLO);
        return;
    }
    if (sequence == c->next_sequence) {
        c->next_sequence++;
        c->last_kind = kind;
        c->last_reason = accept(c, kind, payload, size);
    } else if (sequence != (uint8_t)(c->next_sequence - 1) || kind != c->last_kind) {
        send_nak(c, REASON_ORDER);
        return;
    }
    answer(c, kind, sequence);
}

void controller_start(struct controller *c, void (*send_to)(const uint8_t *wire, uint16_t size))
{
    memset(c, 0, sizeof *c);
    c->send = send_to;
    c->lamps.count = MAX_LAMPS;
    show(c);
    packet_reset(&c->reader);
    send_welcome(c, 0, FEATURE_SELF_TEST | FEATURE_STARTED);
}

uint8_t controller_receive(struct controller *c, const uint8_t *wire, uint8_t size)
{
    enum packet_result result;
    uint8_t taken = packet_take(&c->reader, wire, size, &result);

    switch (result) {
    case PACKET_WHOLE:
        take_packet(c);
        break;
    case PACKET_DAMAGED:
        send_nak(c, REASON_DAMAGED);
        break;
    case PACKET_NONE:
        break;
    }
    return taken;
}

void controller_overrun(struct controller *c)
{
    c->has_overrun = true;
}

static void pass_test(struct controller *c, uint16_t elapsed_ms)
{
    c->test_ms += elapsed_ms;
    if (c->test_ms >= TEST_STEP_MS) {
        c->test_ms = 0;
        c->test_step++;
        show_test(c);
    }
}

static void pass_silence(struct controller *c, uint16_t elapsed_ms)
{
    if (elapsed_ms < DARK_AFTER_MS - c->quiet_ms) {
        c->quiet_ms += elapsed_ms;
        return;
    }
    c->is_greeted = false;
    darken(c);
}

static void tell_event(struct controller *c)
{
    uint8_t payload[5];
    bool is_on;

    if (inputs_next_button(&c->inputs, &payload[0], &is_on)) {
        payload[1] = is_on;
        put_number(payload + 2, c->now_ms);
        send(c, KIND_BUTTON, ++c->event, payload, 4);
    } else if (inputs_next_site(&c->inputs, &payload[0], &payload[1], &is_on)) {
        payload[2] = is_on;
        put_number(payload + 3, c->now_ms);
        send(c, KIND_SENSOR, ++c->event, payload, 5);
    }
}

void controller_tick(struct controller *c, uint16_t now_ms)
{
    uint16_t elapsed_ms = now_ms - c->now_ms;

    c->now_ms = now_ms;
    if (c->is_testing)
        pass_test(c, elapsed_ms);
    if (!c->is_greeted)
        return;
    pass_silence(c, elapsed_ms);
    if (c->is_greeted)
        tell_event(c);
}

bool controller_take_change(struct controller *c)
{
    bool is_changed = c->is_changed;

    c->is_changed = false;
    return is_changed;
}

void controller_test_all(struct controller *c)
{
    c->lamps.count = MAX_LAMPS;
    begin_test(c);
}
