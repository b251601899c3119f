#include "inputs.h"

#include <string.h>

void inputs_sample_buttons(struct inputs *inputs, uint8_t closed)
{
    uint8_t differs = inputs->buttons ^ closed;
    uint8_t button;

    for (button = 0; button != BUTTONS; button++) {
        uint8_t bit = (uint8_t)(1u << button);

        if (!(differs & bit)) {
            inputs->runs[button] = 0;
        } else if (++inputs->runs[button] >= (closed & bit ? DOWN_SAMPLES : UP_SAMPLES)) {
            inputs->buttons ^= bit;
            inputs->runs[button] = 0;
        }
    }
}

/* All sites of a row at once: bit by bit, high:low counts 0 1 2 3 and a site changes at 4. */
void inputs_scan_row(struct inputs *inputs, uint8_t row, uint16_t occupied)
{
    uint16_t differs = inputs->sites[row] ^ occupied;
    uint16_t carry = differs & inputs->low[row];
    uint16_t changes = carry & inputs->high[row];

    inputs->low[row] = differs & (uint16_t)~inputs->low[row];
    inputs->high[row] = differs & (inputs->high[row] ^ carry);
    inputs->sites[row] ^= changes;
}

/* The lowest bit of what is not zero. */
static uint8_t lowest_of(uint16_t bits)
{
    uint8_t at = 0;

    while (!(bits & 1)) {
        bits >>= 1;
        at++;
    }
    return at;
}

bool inputs_next_button(struct inputs *inputs, uint8_t *button, bool *is_down)
{
    uint8_t differs = inputs->buttons ^ inputs->told_buttons;

    if (!differs)
        return false;
    *button = lowest_of(differs);
    *is_down = inputs->buttons >> *button & 1;
    inputs->told_buttons ^= (uint8_t)(1u << *button);
    return true;
}

bool inputs_next_site(struct inputs *inputs, uint8_t *column, uint8_t *row, bool *is_occupied)
{
    for (*row = 0; *row < ROW_ROOM; ++*row) {
        uint16_t differs = inputs->sites[*row] ^ inputs->told_sites[*row];

        if (differs) {
            *column = lowest_of(differs);
            *is_occupied = inputs->sites[*row] >> *column & 1;
            inputs->told_sites[*row] ^= (uint16_t)(1u << *column);
            return true;
        }
    }
    return false;
}

void inputs_all_told(struct inputs *inputs)
{
    inputs->told_buttons = inputs->buttons;
    memcpy(inputs->told_sites, inputs->sites, sizeof inputs->sites);
}
