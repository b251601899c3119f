/*
 * The real firmware on a simulated ATmega328P: its serial port on a
 * pseudo-terminal, its lamps decoded from the line.
 *
 *     simavr_table FIRMWARE.elf SLOWNESS
 *
 * Says "pty NAME", waits for a line on stdin (opening the port throws away what is in
 * it), and then runs, until stdin ends. Says for each frame that the lamps take
 * "frame LAST_BIT_US LONGEST_PAUSE_CYCLES DEEPEST HEX": simulated time, the longest
 * low time within the frame, the most bytes that have waited in the port so far, and
 * the levels in the order of the line. A bit that is no WS2812 bit is told as "bad
 * bit CYCLES". Simulated time runs SLOWNESS times slower than real time, so that a busy
 * machine does not make the host look slow.  With a SLOWNESS of 0 it stands still
 * except for what it is told.
 *
 * Each further line is an order: "reset" presses the reset button, "cut" pulls the
 * cable, "plug" puts in a new one and says "pty NAME", and a number lets it run until
 * so many microseconds have passed since the start, and says "at US". The chip goes
 * on without a cable, as one does that has its own supply.
 *
 * Bytes of the host arrive at the pace of the wire, 320 cycles each, whether the
 * firmware takes them or not.  The port of simavr holds 64 where the chip holds 2,
 * so DEEPEST tells what would be lost.
 */
#define _XOPEN_SOURCE 600
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <avr_ioport.h>
#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_elf.h>

enum { HZ = 16000000, BYTE_CYCLES = 320, MS_CYCLES = HZ / 1000, LAMP_PIN = 6, PORT_SIZE = 64 };
/* WS2812: a 0 is high for 220-380 ns, a 1 for 580-1000 ns; 50 us of quiet end a frame. */
enum { ZERO_MIN = 4, ZERO_MAX = 6, ONE_MIN = 10, ONE_MAX = 16, QUIET = 50 * 16 };

static avr_t *avr;
static avr_uart_t *uart;
static avr_irq_t *to_firmware;
static int terminal = -1, kept_open;
static bool is_stepped;

static unsigned char frame[4096];
static unsigned bit_count, longest_pause, deepest;
static avr_cycle_count_t rose_at, fell_at;

static void lamp_pin_changed(avr_irq_t *irq, uint32_t value, void *param)
{
    unsigned high;

    (void)irq, (void)param;
    if (value) {
        rose_at = avr->cycle;
        if (bit_count && rose_at - fell_at > longest_pause)
            longest_pause = (unsigned)(rose_at - fell_at);
        return;
    }
    if (!rose_at)
        return;
    fell_at = avr->cycle;
    high = (unsigned)(fell_at - rose_at);
    if ((high < ZERO_MIN || high > ZERO_MAX) && (high < ONE_MIN || high > ONE_MAX))
        printf("bad bit %u\n", high);
    if (bit_count / 8 < sizeof frame) {
        frame[bit_count / 8] = (unsigned char)(frame[bit_count / 8] << 1 | (high >= ONE_MIN));
        bit_count++;
    }
}

static void tell_frame(void)
{
    if (!bit_count || avr->cycle - fell_at < QUIET)
        return;
    printf("frame %llu %u %u ", (unsigned long long)fell_at / 16, longest_pause, deepest);
    for (unsigned i = 0; i < bit_count / 8; i++)
        printf("%02x", frame[i]);
    printf("\n");
    fflush(stdout);
    bit_count = longest_pause = 0;
}

static void firmware_sent(avr_irq_t *irq, uint32_t value, void *param)
{
    unsigned char byte = (unsigned char)value;

    (void)irq, (void)param;
    /* What no host takes is lost, as on a wire. */
    if (terminal < 0 || write(terminal, &byte, 1) < 0)
        return;
}

/* One byte a byte time, as the wire brings them. */
static avr_cycle_count_t wire_moves(avr_t *a, avr_cycle_count_t when, void *param)
{
    static unsigned char bytes[256];
    static ssize_t count, at;
    unsigned waiting;

    (void)a, (void)param;
    if (at == count) {
        count = terminal < 0 ? 0 : read(terminal, bytes, sizeof bytes);
        at = 0;
        if (count <= 0) {
            count = 0;
            return when + MS_CYCLES / 10;
        }
    }
    /* The byte has been on the wire already; simavr would have it wait once more. */
    uart->cycles_per_byte = 1;
    avr_raise_irq(to_firmware, bytes[at++]);
    uart->cycles_per_byte = BYTE_CYCLES;
    waiting = (uart->input.write - uart->input.read) & (PORT_SIZE - 1);
    if (waiting > deepest)
        deepest = waiting;
    return when + BYTE_CYCLES;
}

static void open_terminal(void)
{
    struct termios raw;

    terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
        exit(2);
    /* Kept open, so that reading never fails between two hosts. */
    kept_open = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    tcgetattr(kept_open, &raw);
    cfmakeraw(&raw);
    tcsetattr(kept_open, TCSANOW, &raw);
    printf("pty %s\n", ptsname(terminal));
    fflush(stdout);
}

static void load(const char *path)
{
    static elf_firmware_t firmware;
    uint32_t flags = 0;
    avr_io_t *io;

    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr || elf_read_firmware(path, &firmware))
        exit(2);
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->frequency = HZ;
    for (io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart"))
            uart = (avr_uart_t *)io;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    to_firmware = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            firmware_sent, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), LAMP_PIN),
                            lamp_pin_changed, NULL);
    avr_cycle_timer_register(avr, MS_CYCLES, wire_moves, NULL);
}

/* Returns whether the chip still runs. */
static bool run_until(avr_cycle_count_t cycle)
{
    while (avr->cycle < cycle) {
        int state = avr_run(avr);

        tell_frame();
        if (state == cpu_Done || state == cpu_Crashed) {
            printf("the firmware crashed\n");
            return false;
        }
    }
    return true;
}

static void reset_chip(void)
{
    avr_reset(avr);
    avr_cycle_timer_register(avr, MS_CYCLES, wire_moves, NULL);
    /* The line falls with the pin; what had gone out of a frame was a frame. */
    bit_count = 0;
    rose_at = 0;
}

/* Does what one line of stdin says; returns whether to go on. */
static bool obey(void)
{
    char line[32];

    if (!fgets(line, sizeof line, stdin))
        return false;
    if (!strcmp(line, "reset\n")) {
        reset_chip();
    } else if (!strcmp(line, "cut\n")) {
        close(kept_open);
        close(terminal);
        terminal = -1;
    } else if (!strcmp(line, "plug\n")) {
        open_terminal();
    } else {
        if (!run_until(strtoull(line, NULL, 10) * (HZ / 1000000)))
            return false;
        printf("at %llu\n", (unsigned long long)avr->cycle / (HZ / 1000000));
        fflush(stdout);
    }
    return true;
}

static void keep_pace(const struct timespec *start, int slowness)
{
    struct timespec now;
    long long ahead_ns;

    clock_gettime(CLOCK_MONOTONIC, &now);
    ahead_ns = (long long)(avr->cycle * 125 / 2) * slowness -
               (now.tv_sec - start->tv_sec) * 1000000000ll -
               (now.tv_nsec - start->tv_nsec);
    if (ahead_ns > 0)
        usleep((useconds_t)(ahead_ns / 1000));
}

int main(int argc, char **argv)
{
    struct pollfd input = {0, POLLIN, 0};
    struct timespec start;
    char go;

    if (argc != 3)
        return 2;
    /* What waits must be seen by poll. */
    setvbuf(stdin, NULL, _IONBF, 0);
    load(argv[1]);
    is_stepped = !atoi(argv[2]);
    open_terminal();
    if (read(0, &go, 1) != 1)
        return 0;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (is_stepped || run_until(avr->cycle + MS_CYCLES)) {
        if ((is_stepped || poll(&input, 1, 0) > 0) && !obey())
            return 0;
        if (!is_stepped)
            keep_pace(&start, atoi(argv[2]));
    }
    return 1;
}
