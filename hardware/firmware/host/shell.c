/*
 * The core of the firmware for the tests: commands come in on stdin, what the
 * controller does goes out on stdout.
 *
 *     start                      begin anew, as after a reset
 *     receive HEX                bytes from the host
 *     tick MS                    the clock is at MS
 *     buttons MASK               one sample of the buttons, in hexadecimal
 *     row ROW MASK               one scan of a row, in hexadecimal
 *     overrun                    bytes were lost
 *     test                       the self-test without a host
 *
 * Each command is answered by "sent HEX" for each packet, by "lamps HEX" when the
 * lamps are written, as they are after the current cap, and by "done".
 */
#include <stdio.h>
#include <string.h>

#include "controller.h"

static struct controller controller;

static void print_sent(const uint8_t *wire, uint16_t size)
{
    printf("sent ");
    for (uint16_t i = 0; i < size; i++)
        printf("%02x", wire[i]);
    printf("\n");
}

static void write_lamps(void)
{
    if (!controller_take_change(&controller))
        return;
    printf("lamps ");
    for (uint16_t i = 0; i < BYTES_PER_LAMP * controller.lamps.count; i++)
        printf("%02x", lamps_limited(controller.lamps.levels[i], controller.factor));
    printf("\n");
}

static void receive(const char *hex)
{
    uint8_t wire[64], size = 0, taken;
    unsigned byte;

    while (size < sizeof wire && sscanf(hex, "%2x", &byte) == 1) {
        wire[size++] = (uint8_t)byte;
        hex += 2;
    }
    if (!size)
        return;
    for (taken = 0; taken < size; write_lamps())
        taken += controller_receive(&controller, wire + taken, size - taken);
    receive(hex);
}

static int obey(const char *line)
{
    unsigned a, b;

    if (!strncmp(line, "receive ", 8))
        receive(line + 8);
    else if (sscanf(line, "tick %u", &a) == 1)
        controller_tick(&controller, (uint16_t)a);
    else if (sscanf(line, "buttons %x", &a) == 1)
        inputs_sample_buttons(&controller.inputs, (uint8_t)a);
    else if (sscanf(line, "row %u %x", &a, &b) == 2 && a < ROW_ROOM)
        inputs_scan_row(&controller.inputs, (uint8_t)a, (uint16_t)b);
    else if (!strcmp(line, "overrun\n"))
        controller_overrun(&controller);
    else if (!strcmp(line, "test\n"))
        controller_test_all(&controller);
    else if (!strcmp(line, "start\n"))
        controller_start(&controller, print_sent);
    else
        return 0;
    return 1;
}

int main(void)
{
    static char line[1 << 16];

    controller_start(&controller, print_sent);
    write_lamps();
    printf("done\n");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (!obey(line)) {
            fprintf(stderr, "expected a command, got: %s", line);
            return 2;
        }
        write_lamps();
        printf("done\n");
        fflush(stdout);
    }
    return 0;
}
