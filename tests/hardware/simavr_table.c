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
 * cable, "plug" puts in a new one and says "pty NAME", and "US BYTES" lets it run, once
 * the pseudo-terminal has brought so many bytes of the host since the start, until so many
 * microseconds have passed since then, and says "at US BYTES" with how many the chip has
 * sent. The chip goes on without a cable, as one does that has its own supply.
 *
 * "button N 1" presses a button and "button N 0" lets it go; "site COLUMN ROW 1" puts
 * something on a sensor of the matrix and "site COLUMN ROW 0" takes it off. The two
 * 74HC595 of the rows and the two 74HC165 of the columns are simulated at the pins, as
 * hardware/firmware/README.md wires them.
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
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <avr_ioport.h>
#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_elf.h>

enum { HZ = 16000000, BYTE_CYCLES = 320, MS_CYCLES = HZ / 1000, LAMP_PIN = 6, PORT_SIZE = 64 };
/* WS2812: a 0 is high for 220-380 ns, a 1 for 580-1000 ns; 50 us of quiet end a frame. */
enum { LATCH = 1 << 2, ROWS_OUT = 1 << 3, COLUMNS_IN = 4, CLOCK = 1 << 5, LINES = 16 };
enum { ZERO_MIN = 4, ZERO_MAX = 6, ONE_MIN = 10, ONE_MAX = 16, QUIET = 50 * 16 };

static avr_t *avr;
static avr_uart_t *uart;
static avr_irq_t *to_firmware;
static int terminal = -1, kept_open;
static bool is_stepped;
static unsigned long long sent_bytes, taken_bytes;

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

static unsigned occupied[LINES], port_b, rows_shifted, rows_driven = 0xffff, columns_loaded;

/* A column is low where a contact is closed in a row that is driven low. */
static unsigned columns_now(void)
{
    unsigned low = 0;

    for (unsigned row = 0; row < LINES; row++)
        if (!(rows_driven >> row & 1))
            low |= occupied[row];
    return ~low & 0xffff;
}

/*
 * What drives a pin from outside.  simavr gives an input its own pull-up back with each
 * write to the port, unless it knows of another one.
 */
static void drive(char port, unsigned pin, bool is_high)
{
    static unsigned char values[3];
    unsigned at = (unsigned)(port - 'B');
    avr_ioport_external_t external = {.name = port};

    values[at] = (unsigned char)((values[at] & ~(1u << pin)) | (unsigned)is_high << pin);
    external.mask = port == 'D' ? 0xbc : port == 'B' ? 0x13 : 0x01;
    external.value = values[at];
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), is_high);
}

static void show_column(void)
{
    drive('B', COLUMNS_IN, columns_loaded >> (LINES - 1) & 1);
}

static void port_b_changed(avr_irq_t *irq, uint32_t value, void *param)
{
    unsigned rose = value & ~port_b, fell = port_b & ~value;

    (void)irq, (void)param;
    port_b = value;
    if (rose & CLOCK) {
        rows_shifted = (rows_shifted << 1 | !!(value & ROWS_OUT)) & 0xffff;
        /* A 74HC165 that is being loaded does not shift. */
        if (value & LATCH)
            columns_loaded = columns_loaded << 1 & 0xffff;
    }
    if (rose & LATCH)
        rows_driven = rows_shifted;
    if (fell & LATCH)
        columns_loaded = columns_now();
    show_column();
}

static unsigned buttons_down;

/* Buttons 0 to 3 on D2 to D5, 4 on D7, 5 on D8, 6 on D9, 7 on A0; a closed one is low. */
static void set_button(unsigned button, bool is_down)
{
    static const char ports[] = "DDDDDBBC";
    static const int pins[] = {2, 3, 4, 5, 7, 0, 1, 0};

    buttons_down = (buttons_down & ~(1u << button)) | (unsigned)is_down << button;
    drive(ports[button], (unsigned)pins[button], !is_down);
}

static void wire_inputs(void)
{
    for (unsigned button = 0; button < 8; button++)
        set_button(button, false);
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_REG_PORT),
        port_b_changed, NULL);
    show_column();
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
    sent_bytes++;
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
        taken_bytes += (unsigned long long)count;
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
    wire_inputs();
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
    unsigned down = buttons_down;

    avr_reset(avr);
    /* Its pins are forgotten, and a level that stays as it is would not be told again. */
    for (unsigned button = 0; button < 8; button++) {
        set_button(button, !(down >> button & 1));
        set_button(button, down >> button & 1);
    }
    avr_cycle_timer_register(avr, MS_CYCLES, wire_moves, NULL);
    /* The line falls with the pin; what had gone out of a frame was a frame. */
    bit_count = 0;
    rose_at = 0;
}

/* The kernel hands bytes from one end to the other in its own time, later on a busy machine. */
static void wait_for_host(unsigned long long bytes)
{
    int waiting = 0;

    while (terminal >= 0 && !ioctl(terminal, FIONREAD, &waiting) &&
           taken_bytes + (unsigned long long)waiting < bytes)
        usleep(50);
}

/* Does what one line of stdin says; returns whether to go on. */
static bool obey(void)
{
    char line[64];
    unsigned long long until_us, host_bytes;
    unsigned at, row, is_on;

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
    } else if (sscanf(line, "button %u %u", &at, &is_on) == 2 && at < 8) {
        set_button(at, is_on);
    } else if (sscanf(line, "site %u %u %u", &at, &row, &is_on) == 3 && at < LINES &&
               row < LINES) {
        occupied[row] = (occupied[row] & ~(1u << at)) | is_on << at;
    } else if (sscanf(line, "%llu %llu", &until_us, &host_bytes) == 2) {
        wait_for_host(host_bytes);
        if (!run_until(until_us * (HZ / 1000000)))
            return false;
        printf("at %llu %llu\n", (unsigned long long)avr->cycle / (HZ / 1000000), sent_bytes);
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
