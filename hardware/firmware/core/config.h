/* What is wired to the controller; each value can be given to make. */
#ifndef CONFIG_H
#define CONFIG_H

/* The most lamps that the host may drive: three bytes of RAM each. */
#ifndef MAX_LAMPS
#define MAX_LAMPS 256
#endif

/* What all lamps may draw together, in mA: what the power supply gives, less a reserve. */
#ifndef CAP_MA
#define CAP_MA 2000
#endif

/* Buttons to ground, 0 to 8. */
#ifndef BUTTONS
#define BUTTONS 4
#endif

/* The matrix of reed or hall sensors, 0 to 16 each; 0 without one. */
#ifndef COLUMNS
#define COLUMNS 0
#endif
#ifndef ROWS
#define ROWS 0
#endif

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0
#define FIRMWARE_PATCH 0

/* How long without an accepted packet until the lamps go dark. */
#define DARK_AFTER_MS 3000

/* Bytes that are kept while the lamps are written; a power of two. */
#define RECEIVE_SIZE 512

#if MAX_LAMPS < 1 || CAP_MA < MAX_LAMPS || CAP_MA > 65535
#error "expected MAX_LAMPS of 1 or more, and CAP_MA of at least 1 mA a lamp and at most 65535"
#endif
#if BUTTONS < 0 || BUTTONS > 8 || COLUMNS < 0 || COLUMNS > 16 || ROWS < 0 || ROWS > 16
#error "expected at most 8 BUTTONS, 16 COLUMNS and 16 ROWS"
#endif
#if (COLUMNS == 0) != (ROWS == 0)
#error "expected both COLUMNS and ROWS, or neither"
#endif

#endif
