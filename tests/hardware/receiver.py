"""What a receiver makes of a wire at another speed than its own."""


def heard_at(wire, baud, is_patient):
    """
    Return what a receiver at *baud* makes of *wire* at 500,000 baud.

    *is_patient*: after a byte without its stop bit it waits for the line to be quiet.
    """
    line = [1] * 20
    for byte in wire:
        line += [0, *(byte >> bit & 1 for bit in range(8)), 1]
    line += [1] * 20
    bit = 500_000 / baud

    def level(at):
        return line[int(at)] if at < len(line) else 1

    at, values = 0.0, []
    while at < len(line):
        if level(at):
            at = int(at) + 1.0
        elif bit > 1 and level(at + bit / 2):
            # Too short for the start of a byte.
            at += bit / 2
        else:
            values.append(sum(level(at + bit * (1.5 + place)) << place for place in range(8)))
            at += 9.5 * bit
            while is_patient and not level(at):
                at = int(at) + 1.0
    return values
