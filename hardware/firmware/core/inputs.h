/* Buttons and the matrix of sensors, debounced; and which changes are still to be told. */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

enum {
    MAX_BUTTONS = 8,
    /* Samples in a row; the same times as hardware/debounce.py at one sample a millisecond. */
    DOWN_SAMPLES = 5,
    UP_SAMPLES = 25,
    SITE_SCANS = 4,
    /* C has no arrays of no elements. */
    ROW_ROOM = ROWS ? ROWS : 1
};

struct inputs {
    uint8_t buttons;       /* that are down, bit 0 is button 0 */
    uint8_t told_buttons;  /* as the host knows them */
    uint8_t runs[MAX_BUTTONS]; /* samples in a row that say otherwise */
    uint16_t sites[ROW_ROOM];      /* occupied ones of each row, bit 0 is column 0 */
    uint16_t told_sites[ROW_ROOM]; /* as the host knows them */
    /* Scans in a row that say otherwise, a number of two bits for each site. */
    uint16_t low[ROW_ROOM], high[ROW_ROOM];
};

/* Take one sample of all buttons, at most one a millisecond; a set bit is a closed contact. */
void inputs_sample_buttons(struct inputs *inputs, uint8_t closed);

/* Take one scan of a row below ROWS; a set bit is an occupied site. */
void inputs_scan_row(struct inputs *inputs, uint8_t row, uint16_t occupied);

/* Find a button that the host knows otherwise, and take it as told. */
bool inputs_next_button(struct inputs *inputs, uint8_t *button, bool *is_down);

/* Find a site that the host knows otherwise, and take it as told. */
bool inputs_next_site(struct inputs *inputs, uint8_t *column, uint8_t *row, bool *is_occupied);

/* Take all as told. */
void inputs_all_told(struct inputs *inputs);

#endif
