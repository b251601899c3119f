import random

import pytest

from companion.engine.reasons import reasons_of
from companion.games.quincy.kernel.rules import pile_count
from companion.plugins import find_game
from tests.amounts import few_and_many
from tests.engine.reasoning import at, check_all, names, random_cases, reasons

GAME = "quincy"
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
DOMINOES = [f"{low}{high}" for low in range(10) for high in range(low, 10)]
HAND, OTHER_HAND = "16.25.26.35.57", "11.33.66.77.99"
WITH_BLANK = "05.16.25.26.57"
"""A hand with the one blank that is left; 3|5, which names 53 and 35 too, is in the pile."""


def quincy(blue="", yellow="", hand=HAND, other=OTHER_HAND, pile=None):
    """Blue to move with stones on the squares named; the pile holds no blank."""
    stones = {**dict.fromkeys(blue.split(), "b"), **dict.fromkeys(yellow.split(), "y")}
    rows = "/".join(
        "".join(stones.get(f"{row}{column}", ".") for column in range(1, 10))
        for row in range(1, 10)
    )
    if pile is None:
        held = f"{hand}.{other}".split(".")
        pile = ".".join(name for name in DOMINOES if name not in held and "0" not in name)
    return at(GAME, f"{rows} 1 hands={hand}/{other}" + (f" pile={pile}" if pile else ""))


# What is true, in rows and columns


def square(name):
    return int(name[0]), int(name[1])


def stones(position, side):
    return {square(position.board.name_of(site)) for site, (stone,) in position.pieces().items()
            if stone.side == side}  # fmt: skip


def line_count(own):
    """Runs of four or more, as long as they can be."""
    count = 0
    for rows, columns in WAYS:
        for row, column in own:
            if (row - rows, column - columns) not in own:
                length = 1
                while (row + length * rows, column + length * columns) in own:
                    length += 1
                count += length >= 4
    return count


def fours_around(cells):
    """Every row of four squares of the grid that holds all of *cells*."""
    for row in range(1, 10):
        for column in range(1, 10):
            for rows, columns in WAYS:
                four = [(row + n * rows, column + n * columns) for n in range(4)]
                if set(cells) <= set(four) and all(1 <= n <= 9 for cell in four for n in cell):
                    yield four


def named(domino):
    """The squares that *domino*, a touch, names; a blank stands for any number."""
    low, high = domino.values
    rows = range(1, 10) if low == 0 else [low]
    columns = range(1, 10) if high == 0 else [high]
    return {cell for r in rows for c in columns for cell in ((r, c), (c, r))}


class Truth:
    """A move as its player sees it: own hand and the table."""

    def __init__(self, position, move):
        self.before, self.after = position, position.public().play(move)
        side = position.side
        self.own, self.enemy = stones(position, side), stones(position, 1 - side)
        self.own_then = stones(self.after, side)
        self.enemy_then = stones(self.after, 1 - side)
        is_dealt = position.options["dominoes"] == "dealt"
        self.hand = set(position.hand_of(position.seat)) - {move.touches[0]} if is_dealt else set()
        sizes, seat = self.after.state.sizes, self.after.seat
        seats = (seat,) if sizes[seat] else range(len(sizes))
        self.left = {domino for seat in seats for domino in self.after.hand_of(seat)}
        name = position.board.name_of(move.touches[1]) if len(move.touches) > 1 else "00"
        self.cell = square(name)

    def open_cells(self, then=True):
        """The empty squares that a domino not discarded names."""
        taken = self.own_then | self.enemy_then if then else self.own | self.enemy
        return {cell for domino in self.left for cell in named(domino)} - taken

    def gaps(self, three, own, then):
        """The squares that complete *three* to a new line."""
        cells = self.open_cells(then)
        candidates = {cell for four in fours_around(three) for cell in four} - set(three)
        return {g for g in candidates & cells if any(g in f for f in fours_around([*three, g]))
                and line_count(own | {g}) > line_count(own)}  # fmt: skip

    def can_lose(self, then):
        """Whether the next seat may win, holding any domino that the player cannot see."""
        own = self.enemy_then if then else self.enemy
        reached = {cell for domino in self.left - self.hand for cell in named(domino)}
        cells = self.open_cells(then) & reached
        sizes = self.before.state.sizes
        return sizes[(self.before.seat + 1) % len(sizes)] > 0 and any(
            line_count(own | {cell}) >= 2 for cell in cells
        )


def holds(reason, position, move):
    """Whether *reason* is true of *move*, by what its player knows."""
    truth = Truth(position, move)
    cells = [square(name) for name in names(position, reason)]
    lines = line_count(truth.own), line_count(truth.own_then)
    if reason.code in ("swap-draws", "swap-drops", "all-dead"):
        moves = position.legal_moves()
        swaps = len(move.touches) == 1 and move in moves
        if reason.code == "all-dead":
            return swaps and all(len(other.touches) == 1 for other in moves)
        return swaps and (pile_count(position.state) > 0) == (reason.code == "swap-draws")
    if reason.code == "pass":
        return move.text == "pass"
    if reason.code == "win-two-lines":
        return truth.after.outcome() == (position.side, "two-lines")
    if reason.code == "makes-line":
        return lines[1] == lines[0] + 1 and truth.after.outcome() is None
    if reason.code == "lengthens-line":
        long = [line for side, line in truth.after.lines() if side == position.side]
        return lines[1] <= lines[0] and any(move.touches[1] in line for line in long)
    if reason.code == "stops-win":
        return truth.can_lose(then=False) and not truth.can_lose(then=True)
    if reason.code == "one-from-win":
        winning = {c for c in truth.open_cells() if line_count(truth.own_then | {c}) >= 2}
        assert set(cells) <= winning
        return not any(line_count(truth.own | {c}) >= 2 for c in cells)
    if reason.code in ("blocks-three", "blocks-end", "breaks-three"):
        return holds_of_enemy_three(reason, truth, cells)
    if reason.code in ("open-three", "makes-three"):
        assert truth.cell in cells and set(cells) <= truth.own_then and len(cells) == 3
        gaps = truth.gaps(cells, truth.own_then, then=True)
        return len(gaps) == 2 if reason.code == "open-three" else bool(gaps)
    if reason.code == "can-complete":
        domino = next(d for d in truth.hand if d.values == reason.numbers)
        (gap,) = cells
        own = truth.own_then
        made = line_count(own | {gap}) > line_count(own)
        return made and gap in named(domino) & truth.open_cells()
    if reason.code == "makes-pair":
        usable = truth.own_then | truth.open_cells()
        fours = [four for four in fours_around(cells) if set(four) <= usable]
        return truth.cell in cells and any(len(truth.own_then & set(f)) == 2 for f in fours)
    if reason.code == "open-rows":
        usable = truth.own_then | truth.open_cells()
        fours = [four for four in fours_around([truth.cell]) if set(four) <= usable]
        return reason.numbers == (len(fours),)
    return "no such reason of Quincy"


def holds_of_enemy_three(reason, truth, cells):
    assert len(cells) == 3 and set(cells) <= truth.enemy
    before = truth.gaps(cells, truth.enemy, then=False)
    if reason.code == "breaks-three":
        return truth.cell in cells and truth.cell not in truth.enemy_then and bool(before)
    left = truth.gaps(cells, truth.enemy_then, then=True)
    return truth.cell in before and bool(left) == (reason.code == "blocks-end")


VARIANTS = [{}, {"players": 4}, {"dominoes": "physical"}]


@few_and_many("number", 30, 60)
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options) or "base")
def test_every_reason_of_random_moves_holds(options, number):
    codes = check_all(random_cases(GAME, options, number, moves=6, plies=46), holds)
    assert {"makes-three", "makes-pair", "open-rows"} <= codes


def test_every_reason_late_in_a_game_holds():
    codes = check_all(random_cases(GAME, {}, 40, moves=5, plies=60), holds)
    assert "makes-line" in codes


def test_hidden_dominoes_never_change_the_reasons():
    for seed in range(12):
        chance = random.Random(seed)
        position = find_game(GAME).initial({"players": chance.choice((2, 4))}, seed)
        for _ in range(chance.randrange(40)):
            if position.outcome() is None:
                position = position.play(chance.choice(position.legal_moves()))
        if position.outcome() is not None:
            continue
        other = dealt_anew(position, chance)
        assert other.public_text(other.seat) == position.public_text(position.seat)
        for move in position.legal_moves():
            assert reasons_of(position, move) == reasons_of(other, move), move.text


def dealt_anew(position, chance):
    """The position with other dominoes in the other hands and in the pile."""
    words = dict(word.split("=") for word in position.to_text().split(" ")[2:])
    hands = [[] if hand == "-" else hand.split(".") for hand in words["hands"].split("/")]
    pile = words["pile"].split(".") if "pile" in words else []
    unseen = [name for seat, hand in enumerate(hands) if seat != position.seat for name in hand]
    unseen += pile
    chance.shuffle(unseen)
    for seat, hand in enumerate(hands):
        if seat != position.seat:
            hands[seat] = [unseen.pop() for _ in hand]
    words["hands"] = "/".join(".".join(sorted(hand)) or "-" for hand in hands)
    if pile:
        words["pile"] = ".".join(unseen)
    rows, seat = position.to_text().split(" ")[:2]
    fields = " ".join(f"{key}={value}" for key, value in words.items())
    return at(GAME, f"{rows} {seat} {fields}")


# One by one


def test_a_line_is_told_and_the_second_wins():
    position = quincy("52 54 55")
    assert "makes-line" in reasons(position, "3|5@53")
    assert "makes-line" not in reasons(position, "3|5@35")
    assert list(reasons(quincy("52 54 55 91 92 93 94"), "3|5@53")) == ["win-two-lines"]
    by_code = reasons(quincy("54 55 56 57"), "3|5@53")
    assert "lengthens-line" in by_code and "makes-line" not in by_code


def test_a_row_of_three_has_two_open_ends_or_one():
    position = quincy("54 55")
    assert names(position, reasons(position, "3|5@53")["open-three"]) == ["53", "54", "55"]
    closed = reasons(quincy("54 55", "56"), "3|5@53")
    assert "open-three" not in closed and "makes-three" in closed
    assert "makes-three" not in reasons(quincy("54 55", "56 52"), "3|5@53")
    # A gap within the three can be filled, and is no end.
    assert "makes-three" in reasons(quincy("54 56"), "3|5@53")


def test_a_square_whose_dominoes_are_all_discarded_is_no_open_end():
    pile = ".".join(n for n in DOMINOES if n not in f"{HAND}.{OTHER_HAND}" and "0" not in n)
    # 5|6 names 56, and is neither in a hand nor in the pile.
    position = quincy("54 55", pile=pile.replace("56.", ""))
    by_code = reasons(position, "3|5@53")
    assert "open-three" not in by_code and "makes-three" in by_code


def test_the_domino_that_completes_a_row_is_told_to_its_owner():
    position = quincy("54 55")
    reason = reasons(position, "3|5@53")["can-complete"]
    assert reason.numbers == (2, 5) and names(position, reason) == ["52"]
    assert "can-complete" not in reasons(quincy("54 55", hand="16.26.27.35.37"), "3|5@53")


@pytest.mark.parametrize(
    ("yellow", "move", "code"),
    [
        ("54 55 56", "0|5@53", "blocks-end"),
        ("54 55 56", "0|5@35", None),
        ("52 54 55", "0|5@53", "blocks-three"),
        ("52 54 57", "0|5@53", None),
    ],
)
def test_a_three_of_the_other_team_is_blocked(yellow, move, code):
    codes = set(reasons(quincy("", yellow, hand=WITH_BLANK), move)) & {
        "blocks-end",
        "blocks-three",
    }
    assert codes == ({code} if code else set())


def test_a_stone_is_taken_out_of_a_three():
    position = quincy("", "54 55 56 19", hand=WITH_BLANK)
    assert "breaks-three" in reasons(position, "0|5x55")
    position = quincy("", "54 55 19", hand=WITH_BLANK)
    assert "breaks-three" not in reasons(position, "0|5x55")


def test_the_second_line_of_the_other_team_is_stopped():
    yellow = "91 92 93 94 52 54 55"
    position = quincy("", yellow, hand=WITH_BLANK)
    assert "stops-win" in reasons(position, "0|5@53")
    assert "stops-win" not in reasons(position, "0|5@35")
    # With another open three there is still a way to win.
    both = quincy("", f"{yellow} 17 37 47", hand=WITH_BLANK)
    assert "stops-win" not in reasons(both, "0|5@53")
    # Where blue holds the one domino that names 53, yellow could not have won there.
    assert "stops-win" not in reasons(quincy("", yellow), "3|5@53")


def test_a_square_that_would_win_next_is_told():
    position = quincy("91 92 93 94 54 55")
    assert names(position, reasons(position, "3|5@53")["one-from-win"]) == ["52", "56"]
    assert "one-from-win" not in reasons(quincy("54 55"), "3|5@53")


def test_a_swap_tells_whether_something_else_fits_and_something_is_drawn():
    position = quincy("35 53")
    assert list(reasons(position, "3|5~")) == ["swap-draws"]
    dead = quincy("35 53", hand="35", other="11", pile="")
    assert list(reasons(dead, "3|5~")) == ["all-dead", "swap-drops"]
    alive = quincy("35 53", hand="35.16", other="11", pile="")
    assert list(reasons(alive, "3|5~")) == ["swap-drops"]
