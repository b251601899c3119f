/* What is true of the controller whatever comes in, and chance; used by fuzz.c and damage.c. */
#ifndef INVARIANTS_H
#define INVARIANTS_H

#include <stdio.h>
#include <stdlib.h>

#include "controller.h"

#define HOLDS(claim)                                                               \
    do {                                                                           \
        if (!(claim)) {                                                            \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #claim); \
            abort();                                                               \
        }                                                                          \
    } while (0)

static uint64_t random_state;

/* xorshift64*, Vigna 2016. */
static inline uint32_t next_random(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)(random_state * 0x2545f4914f6cdd1du >> 32);
}

/* What the lamps draw after the cap, in 1/255 mA. */
static inline uint64_t drawn(const struct controller *c)
{
    uint64_t levels = 0;

    for (uint16_t i = 0; i < BYTES_PER_LAMP * c->lamps.count; i++)
        levels += lamps_limited(c->lamps.levels[i], c->factor);
    return levels * COLOR_MA + (uint64_t)c->lamps.count * CHIP_MA * 255;
}

/* To be called when the lamps are written. */
static inline void check_lamps(const struct controller *c)
{
    HOLDS(c->lamps.count >= 1 && c->lamps.count <= MAX_LAMPS);
    HOLDS(c->factor <= 256);
    HOLDS(drawn(c) <= (uint64_t)CAP_MA * 255);
}

#endif
