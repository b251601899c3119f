/* Why a packet is not accepted.  Source: hardware/PROTOCOL.md, the table of reasons. */
#ifndef REASON_H
#define REASON_H

enum reason {
    REASON_NONE = 0,
    REASON_DAMAGED = 1,
    REASON_ORDER = 2,
    REASON_NO_HELLO = 3,
    REASON_KIND = 4,
    REASON_LENGTH = 5,
    REASON_LAMP = 6,
    REASON_COLOR = 7,
    REASON_VALUE = 8
};

#endif
