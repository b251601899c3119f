/* What the lamps show, the messages that change it, and the current that it may draw. */
#ifndef LAMPS_H
#define LAMPS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "reason.h"

enum { LAMPS_FULL = 0x10, LAMPS_PALETTE = 0x11, LAMPS_SPARSE = 0x12, LAMPS_HELD = 0x80 };

enum { BYTES_PER_LAMP = 3, MAX_COLORS = 16, SPARSE_SKIP = 0xff };

/* The chip in a lamp takes this much, lit or dark, and each color at 255 so much more. */
enum { CHIP_MA = 1, COLOR_MA = 20 };

struct lamps {
    uint8_t levels[BYTES_PER_LAMP * MAX_LAMPS]; /* red, green, blue */
    uint16_t count;                             /* lamps that are driven */
};

/* Whether kind, held or not, changes lamps. */
bool lamps_is_kind(uint8_t kind);

/* Return why the payload of a kind that changes lamps cannot be applied, or REASON_NONE. */
enum reason lamps_check(const struct lamps *lamps, uint8_t kind, const uint8_t *payload,
                        uint8_t size);

/* Apply a payload that lamps_check has accepted. */
void lamps_apply(struct lamps *lamps, uint8_t kind, const uint8_t *payload, uint8_t size);

void lamps_darken(struct lamps *lamps);

/*
 * Return the factor, 0 to 256 for 1, that keeps the lamps within CAP_MA; to be
 * applied to each level by lamps_limited.
 */
uint16_t lamps_factor(const struct lamps *lamps);

static inline uint8_t lamps_limited(uint8_t level, uint16_t factor)
{
    return (uint8_t)((uint16_t)(level * factor) >> 8);
}

#endif
