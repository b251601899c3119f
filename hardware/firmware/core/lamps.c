#include "lamps.h"

#include <string.h>

enum { FULL_HEAD = 2, PALETTE_HEAD = 5 };

static uint16_t number_at(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | (uint16_t)bytes[1] << 8);
}

bool lamps_is_kind(uint8_t kind)
{
    uint8_t shown = kind & (uint8_t)~LAMPS_HELD;

    return shown >= LAMPS_FULL && shown <= LAMPS_SPARSE;
}

static bool has(const struct lamps *lamps, uint16_t first, uint16_t count)
{
    return first < lamps->count && count <= lamps->count - first;
}

static enum reason check_full(const struct lamps *lamps, const uint8_t *payload, uint8_t size)
{
    uint8_t levels = size - FULL_HEAD;

    if (size <= FULL_HEAD || levels % BYTES_PER_LAMP)
        return REASON_LENGTH;
    return has(lamps, number_at(payload), levels / BYTES_PER_LAMP) ? REASON_NONE : REASON_LAMP;
}

static void apply_full(struct lamps *lamps, const uint8_t *payload, uint8_t size)
{
    memcpy(&lamps->levels[BYTES_PER_LAMP * number_at(payload)], payload + FULL_HEAD,
           size - FULL_HEAD);
}

static uint8_t half_of(const uint8_t *halves, uint16_t at)
{
    return at % 2 ? halves[at / 2] >> 4 : halves[at / 2] & 0x0f;
}

static enum reason check_palette(const struct lamps *lamps, const uint8_t *payload, uint8_t size)
{
    const uint8_t *halves;
    uint16_t count, at;
    uint8_t colors;

    if (size <= PALETTE_HEAD)
        return REASON_LENGTH;
    count = number_at(payload + 2);
    colors = payload[4];
    if (!count || !colors || colors > MAX_COLORS)
        return REASON_VALUE;
    if (size != PALETTE_HEAD + BYTES_PER_LAMP * colors + count / 2 + count % 2)
        return REASON_LENGTH;
    if (!has(lamps, number_at(payload), count))
        return REASON_LAMP;
    halves = payload + PALETTE_HEAD + BYTES_PER_LAMP * colors;
    for (at = 0; at < count; at++)
        if (half_of(halves, at) >= colors)
            return REASON_COLOR;
    return count % 2 && half_of(halves, count) ? REASON_COLOR : REASON_NONE;
}

static void apply_palette(struct lamps *lamps, const uint8_t *payload)
{
    uint8_t *level = &lamps->levels[BYTES_PER_LAMP * number_at(payload)];
    uint16_t count = number_at(payload + 2), at;
    const uint8_t *colors = payload + PALETTE_HEAD;
    const uint8_t *halves = colors + BYTES_PER_LAMP * payload[4];

    for (at = 0; at < count; at++, level += BYTES_PER_LAMP)
        memcpy(level, colors + BYTES_PER_LAMP * half_of(halves, at), BYTES_PER_LAMP);
}

static enum reason check_sparse(const struct lamps *lamps, const uint8_t *payload, uint8_t size)
{
    uint16_t lamp = 0;
    uint8_t at = 0;
    bool is_complete = false, is_beyond = false;

    while (at < size) {
        uint8_t step = payload[at++];

        lamp += step;
        is_complete = step != SPARSE_SKIP;
        if (!is_complete)
            continue;
        if (size - at < BYTES_PER_LAMP)
            return REASON_LENGTH;
        is_beyond |= lamp >= lamps->count;
        at += BYTES_PER_LAMP;
        lamp++;
    }
    if (!is_complete)
        return REASON_LENGTH;
    return is_beyond ? REASON_LAMP : REASON_NONE;
}

static void apply_sparse(struct lamps *lamps, const uint8_t *payload, uint8_t size)
{
    uint8_t *level = lamps->levels;
    uint8_t at = 0;

    while (at < size) {
        uint8_t step = payload[at++];

        level += BYTES_PER_LAMP * step;
        if (step == SPARSE_SKIP)
            continue;
        memcpy(level, payload + at, BYTES_PER_LAMP);
        at += BYTES_PER_LAMP;
        level += BYTES_PER_LAMP;
    }
}

enum reason lamps_check(const struct lamps *lamps, uint8_t kind, const uint8_t *payload,
                        uint8_t size)
{
    switch (kind & (uint8_t)~LAMPS_HELD) {
    case LAMPS_FULL:
        return check_full(lamps, payload, size);
    case LAMPS_PALETTE:
        return check_palette(lamps, payload, size);
    default:
        return check_sparse(lamps, payload, size);
    }
}

void lamps_apply(struct lamps *lamps, uint8_t kind, const uint8_t *payload, uint8_t size)
{
    switch (kind & (uint8_t)~LAMPS_HELD) {
    case LAMPS_FULL:
        apply_full(lamps, payload, size);
        break;
    case LAMPS_PALETTE:
        apply_palette(lamps, payload);
        break;
    default:
        apply_sparse(lamps, payload, size);
    }
}

void lamps_darken(struct lamps *lamps)
{
    memset(lamps->levels, 0, sizeof lamps->levels);
}

uint16_t lamps_factor(const struct lamps *lamps)
{
    const uint32_t allowed = (uint32_t)(CAP_MA - CHIP_MA * lamps->count) * 255;
    const uint8_t *level = lamps->levels, *end = level + BYTES_PER_LAMP * lamps->count;
    uint32_t wanted = 0;

    while (level < end) {
        /* Three levels fit into 16 bits, which an 8-bit controller adds in half the time. */
        wanted += (uint16_t)(level[0] + level[1] + level[2]);
        level += BYTES_PER_LAMP;
    }
    wanted *= COLOR_MA;
    return wanted <= allowed ? 256 : (uint16_t)(allowed * 256 / wanted);
}
