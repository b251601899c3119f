"""What the players of Quincy read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.contract import (
    Board,
    Fact,
    HalfMove,
    Move,
    Options,
    OptionValue,
    Position,
    Progress,
    Site,
    Token,
    option_text,
    sites_among,
)
from companion.contract.codes import Cause, Does, member
from companion.engine.reason import Reason, Why
from companion.games.quincy.codes import QuincyCause, QuincyDoes, QuincyEnd, QuincyWhy
from companion.games.quincy.kernel.rules import DECK, HAND_SIZE, pile_count
from companion.games.quincy.rules import QUINCY, QuincyPosition
from companion.words.game_words import GameWords
from companion.words.names import Names, OptionWords, Sentences, SetUpTask, SetUpWords
from companion.words.program import seat_name
from companion.words.translate import Phrase, tr
from companion.words.turn import HintWords, MoveWords, TurnWords


class QuincySentences(Sentences):
    """Dominoes, stones and lines."""

    told_by_move = Sentences.told_by_move | {Does.SWAP, QuincyDoes.DISCARD}

    def refusal(self, code: str) -> str:
        match code:
            case Cause.EMPTY:
                return tr("There is no stone there to remove.")
            case Cause.NOTHING_TOUCHED:
                return tr("Choose a domino first.")
            case Cause.INCOMPLETE:
                return tr("Touch a square for the domino first.")
            case Cause.MUST_PASS:
                return tr("You have no dominoes left: press Confirm to pass.")
            case Cause.MAY_NOT_PASS:
                return tr("You have a domino, so you may not pass.")
            case Cause.COMPLETE:
                return tr("The turn ends here: press Confirm or Back.")
        match member(QuincyCause, code):
            case QuincyCause.CHOOSE_DOMINO:
                return tr("Choose a domino first.")
            case QuincyCause.ONE_DOMINO:
                return tr("One domino a turn: press Back to choose another.")
            case QuincyCause.NOT_IN_HAND:
                return tr("You do not hold that domino.")
            case QuincyCause.CAN_BE_PLAYED:
                return tr("This domino fits on square {sites}, so it may not be swapped.")
            case QuincyCause.DEAD_DOMINO:
                return tr("This domino fits nowhere, but you can swap it.")
            case QuincyCause.WRONG_SQUARE:
                return tr("This domino goes on square {sites}.")
            case QuincyCause.NO_BLANK:
                return tr("Only a domino with a blank can remove a stone.")
            case QuincyCause.OWN_STONE:
                return tr("You cannot remove your own stone.")
            case QuincyCause.PROTECTED:
                return tr("That stone is part of a line and cannot be removed: {sites}.")
            case None:
                return super().refusal(code)

    def hidden(self, facts: Collection[Fact]) -> Collection[Fact]:
        """Return what goes without saying: who swaps a domino does not play it."""
        is_swap = any(fact.code == Does.SWAP for fact in facts)
        return [fact for fact in facts if is_swap and fact.code == QuincyDoes.DISCARD]

    def fact(self, code: str) -> str:
        if code == Does.SWAP:
            return tr("sets aside a domino that fits nowhere")
        match member(QuincyDoes, code):
            case QuincyDoes.DISCARD:
                return tr("plays the {domino}")
            case None:
                return super().fact(code)

    def end(self, code: str) -> str:
        match member(QuincyEnd, code):
            case QuincyEnd.TWO_LINES:
                return tr("{winner} has two lines.")
            case QuincyEnd.WASH:
                return tr("All dominoes have been played, and nobody has two lines.")
            case None:
                return super().end(code)

    def misses(self) -> Mapping[str, str]:
        return {
            "discard": tr("It plays a different domino."),
            "line": tr("It does not make a line."),
            "swap": tr("It does not swap a domino."),
        }

    def reason(self, reason: Reason) -> str:
        is_one = reason.numbers == (1,)
        if reason.code == Why.STOPS_WIN:
            return tr("{other} could have won next turn; now no domino can do it.")
        match member(QuincyWhy, reason.code):
            case QuincyWhy.WIN_TWO_LINES:
                return tr("Makes your second line: you win.")
            case QuincyWhy.MAKES_LINE:
                return tr("Makes a line; its stones can never be removed.")
            case QuincyWhy.LENGTHENS_LINE:
                return tr("Adds a stone to your line.")
            case QuincyWhy.BLOCKS_THREE:
                return tr("Blocks {other}'s three on the squares {sites}.")
            case QuincyWhy.BLOCKS_END:
                return tr("Blocks one end of {other}'s three on the squares {sites}.")
            case QuincyWhy.BREAKS_THREE:
                return tr("Takes a stone out of {other}'s three on the squares {sites}.")
            case QuincyWhy.OPEN_THREE:
                return tr("Both ends of your three in a row on the squares {sites} are open.")
            case QuincyWhy.MAKES_THREE:
                return tr("Makes three of a line of four: squares {sites}; the fourth is free.")
            case QuincyWhy.CAN_COMPLETE:
                return tr("Your {pair} can then complete the line on the squares {sites}.")
            case QuincyWhy.ONE_FROM_WIN:
                return tr("One more stone on square {either} would win.")
            case QuincyWhy.MAKES_PAIR:
                return tr("Makes two of a line of four: squares {sites}.")
            case QuincyWhy.OPEN_ROWS:
                if is_one:
                    return tr("One line of four through this square is still open to you.")
                return tr("{number} lines of four through this square are still open to you.")
            case QuincyWhy.ALL_DEAD:
                return tr("None of your dominoes fits anywhere.")
            case QuincyWhy.SWAP_DRAWS:
                return tr("Swap: {pair} fits nowhere, and you draw another.")
            case QuincyWhy.SWAP_DROPS:
                return tr("{pair} fits nowhere, so you lose nothing by giving it up.")
            case None:
                return super().reason(reason)


def lines_title() -> str:
    """Return the heading over the lines of both teams."""
    return tr("Lines")


def pile_text(position: QuincyPosition) -> str:
    """Return how many dominoes are left to draw, and what the hands hold once there are none."""
    count, sizes = pile_count(position.state), position.state.sizes
    if count:
        return tr("Pile: {count}").format(count=count)
    if len(sizes) == 2:
        # In the order of the lines under it.
        left = [f"{seat_name(position, seat)} {sizes[seat]}" for seat in (1, 0)]
        return tr("Hands: {hands}").format(hands=", ".join(left))
    return tr("No pile; hands: {sizes}").format(sizes="–".join(map(str, sizes)))


class QuincyTurnWords(TurnWords):
    """A domino, then a square."""

    def banner(self, half: HalfMove, turn: str, move: str) -> str:
        named = {}
        for touch in half.touches:
            if isinstance(touch, Token):
                named["domino"] = self.names.token(touch)
            else:
                named["square"] = self.names.place(half.position.board, touch)
        return _expected(half).format(turn=turn, **named)

    def note(self, half: HalfMove) -> str:
        """Return what the chosen domino allows, or why it can be played nowhere."""
        if len(half.touches) != 1:
            return ""
        domino = half.touches[0]
        assert isinstance(domino, Token), "a domino is touched before a square"
        low, high = domino.values
        return _named_note(half, low, high) if low else _blank_note(half, high)

    def confirm(self, half: HalfMove) -> str:
        is_swap = half.move is not None and half.move.text.endswith("~")
        return tr("swap it") if is_swap else super().confirm(half)

    def hides(self, position: Position) -> bool:
        """Return that hands are hidden, real ones too."""
        return True


def _expected(half: HalfMove) -> str:
    """Return what is expected next, with ``{turn}``, ``{domino}`` and ``{square}`` to fill in."""
    position = half.position
    assert isinstance(position, QuincyPosition), "a turn of Quincy"
    if not half.touches:
        if half.move is not None:
            return tr("{turn}: no dominoes left, press Confirm to pass")
        return tr("{turn}: choose a domino")
    if half.progress is Progress.INCOMPLETE:
        if _may_remove(half):
            return tr("{turn}: touch a square or a stone for {domino}")
        return tr("{turn}: touch a square for {domino}")
    if len(half.touches) == 1:
        if pile_count(position.state):
            return tr("{turn}: {domino} fits nowhere, Confirm to swap it")
        return tr("{turn}: {domino} fits nowhere, Confirm to give it up")
    if any(fact.is_harmful for fact in half.facts()):
        return tr("{turn}: take the stone off {square}, then Confirm")
    return tr("{turn}: put a stone on {square}, then Confirm")


def _may_remove(half: HalfMove) -> bool:
    return any(fact.is_harmful for facts in half.next_touches().values() for fact in facts)


def _named_note(half: HalfMove, low: int, high: int) -> str:
    is_dead = half.progress is Progress.COMPLETE
    if low == high:
        text = (
            tr("Its only square, {one}, is taken.")
            if is_dead
            else tr("A double names only one square: {one}.")
        )
    elif is_dead:
        text = tr("Both its squares, {one} and {other}, are taken.")
    else:
        text = tr("It names the squares {one} and {other}.")
    return text.format(one=f"{low}{high}", other=f"{high}{low}")


def _blank_note(half: HalfMove, number: int) -> str:
    where = tr("in row {number} or column {number}") if number else tr("anywhere")
    if half.progress is Progress.COMPLETE:
        text = tr("No square is free {where}, and no stone there can be removed.")
    elif _may_remove(half):
        text = tr("Put a stone {where}, or remove an opposing stone there.")
    else:
        text = tr("Put a stone {where}.")
    return text.format(where=where.format(number=number))


OTHER_HANDS = ("12", "78", "89")
"""What the other seats hold in the pictures of the rules, a domino each."""


class QuincyNames(Names):
    """Seats and dominoes."""

    def line(self) -> str:
        return tr(
            "A domino names the square for your stone; a blank may also remove a "
            "stone. Make two lines of four."
        )

    def seat(self, position: Position, seat: int) -> str:
        return seat_name(position, seat)

    def place(self, board: Board, site: Site) -> str:
        """Return a square with the word for it: its number alone could be a domino."""
        return tr("square {number}").format(number=board.name_of(site))

    def token(self, token: Token) -> str:
        """Return what a domino, or a number that names one, is called."""
        if token.kind in ("domino", "number"):
            return "|".join(map(str, token.values))
        return super().token(token)


class QuincyOptions(OptionWords):
    """How many play, and with whose dominoes."""

    def line(self, option: str) -> str:
        return {
            "players": tr(
                "Two players, or two teams of two with partners sitting opposite each other."
            ),
            "dominoes": tr("The computer deals hidden hands, or you use real dominoes."),
        }.get(option, super().line(option))

    def value_title(self, option: str, value: OptionValue) -> str:
        if option == "players":
            return tr("{count} players").format(count=value)
        titles = {"dealt": tr("dealt by the computer"), "physical": tr("real dominoes")}
        return titles.get(option_text(value)) or super().value_title(option, value)

    def value_line(self, option: str, value: OptionValue) -> str:
        lines = {
            ("players", "2"): tr("One player has the blue stones, the other the yellow ones."),
            ("players", "4"): tr(
                "Two teams: seats 1 and 3 are blue, 2 and 4 yellow. Partners hide their "
                "dominoes from each other, too."
            ),
            ("dominoes", "dealt"): tr(
                "The computer deals and keeps each hand hidden; you need no real dominoes."
            ),
            ("dominoes", "physical"): tr(
                "You name each domino you play. Any domino not yet played counts as possible."
            ),
        }
        return lines.get((option, option_text(value))) or super().value_line(option, value)


class QuincySetUp(SetUpWords):
    """An empty board, stones and dominoes."""

    def line(self, options: Options) -> str:
        if options["dominoes"] == "dealt":
            return tr(
                "The board is empty and the stones are ready. The computer deals the dominoes."
            )
        return tr("The board is empty and the stones are ready. Each player draws five dominoes.")

    def before(self, position: Position) -> tuple[SetUpTask, ...]:
        """Return who takes which stones and dominoes."""
        return (_stones_told(position), _dominoes_told(position))

    def no_program(self) -> str:
        """Return why the program cannot play with real dominoes."""
        return tr("The computer cannot use real dominoes. Choose dealt ones, or play without it.")


def _stones_told(position: Position) -> SetUpTask:
    if position.options["players"] == 4:
        note = tr(
            "The board starts empty. Partners sit opposite each other: seats 1 and 3 are Blue, "
            "2 and 4 Yellow."
        )
    else:
        note = tr("The board starts empty. Blue takes the blue stones, Yellow the yellow ones.")
    return SetUpTask(tr("Take the stones of your color"), note)


def _dominoes_told(position: Position) -> SetUpTask:
    if position.options["dominoes"] == "dealt":
        return SetUpTask(
            tr("Leave the dominoes in their box"),
            tr(
                "The computer deals {count} dominoes to each player and hides every hand from the "
                "others."
            ).format(count=HAND_SIZE),
        )
    return SetUpTask(
        tr("Shuffle the dominoes, take {count} each").format(count=HAND_SIZE),
        tr("Keep the dominoes face down; look only at your own. The rest are the draw pile."),
    )


class QuincyHints(HintWords):
    """Dominoes and where they go."""

    def nudge(self, position: Position, move: Move) -> str:
        """Return which domino to look at."""
        if any(fact.code == Does.SWAP for fact in position.explain(move)):
            return tr("Look for a domino that fits nowhere.")
        text = tr("Look at your domino {domino}.")
        if position.options["dominoes"] == "physical":
            # The program does not know what the player holds.
            text = tr("If you hold the {domino}, look at it.")
        return text.format(domino=self._domino(move))

    def move(self, position: Position, move: Move) -> str:
        """Return which domino is played, and what is done with a stone."""
        codes = {fact.code for fact in position.explain(move)}
        text = tr("Play {domino}: put a stone on {site}.")
        if Does.SWAP in codes:
            text = tr("Swap {domino}: it fits nowhere.")
        elif Does.REMOVE in codes:
            text = tr("Play {domino}: take the stone off {site}.")
        sites = sites_among(move.touches)
        site = self.names.place(position.board, sites[0]) if sites else ""
        return text.format(domino=self._domino(move), site=site)

    def _domino(self, move: Move) -> str:
        domino = move.touches[0]
        assert isinstance(domino, Token), "a domino is touched before a square"
        return self.names.token(domino)

    def line_end(self, position: Position, line: Sequence[Move]) -> str:
        """Return that a line is its first move, unless that wins: the rest is dealt."""
        if any(fact.code == Does.WIN for fact in position.explain(line[0])):
            return ""
        return tr("the rest depends on dominoes you cannot see")


class QuincyMoves(MoveWords):
    """Dominoes, and what they do on the board."""

    def ways(self, half: HalfMove) -> tuple[str, ...]:
        """Return the domino, and the square on which a stone is put or from which it leaves."""
        if not half.touches or not isinstance(half.touches[0], Token):
            return super().ways(half)
        domino = self.names.token(half.touches[0])
        if len(half.touches) == 1:
            text = (tr("{domino}, which fits nowhere"), tr("swap {domino}"))
            return tuple(way.format(domino=domino) for way in text)
        touch = half.touches[1]
        site = self.names.place(half.position.board, touch) if isinstance(touch, int) else ""
        text = (tr("{domino} for a stone on {site}"), tr("{domino} on {site}"))
        if any(fact.is_harmful for fact in half.facts()):
            text = (tr("{domino}, taking the stone off {site}"), tr("{domino}, clearing {site}"))
        return tuple(way.format(domino=domino, site=site) for way in text)


def hand_text(text: str, options: Options) -> str:
    """Return the position of *text*, stones and a hand such as ``35.44``; no pile is left."""
    stones, hand = text.split()
    others = OTHER_HANDS[: int(options["players"]) - 1]
    if options["dominoes"] == "dealt":
        return f"{stones} 1 hands={'/'.join([hand, *others])}"
    held = [*hand.split("."), *others]
    out = [domino for low, high in DECK if (domino := f"{low}{high}") not in held]
    sizes = "/".join([str(len(held) - len(others)), *("1" for _ in others)])
    return f"{stones} 1 hands={sizes} out={'.'.join(out)}"


BY_EAR = {
    "Touch a square for the domino first.": Phrase("Choose a square for the domino first."),
    "{turn}: touch a square or a stone for {domino}": Phrase(
        "{turn}: choose a square or a stone for {domino}"
    ),
    "{turn}: touch a square for {domino}": Phrase("{turn}: choose a square for {domino}"),
    "Look for a domino that fits nowhere.": Phrase("One of your dominoes fits nowhere."),
    "Look at your domino {domino}.": Phrase("Try your domino {domino}."),
    "If you hold the {domino}, look at it.": Phrase("If you hold the {domino}, try it."),
    "Keep the dominoes face down; look only at your own. The rest are the draw pile.": Phrase(
        "Keep the dominoes face down. The rest are the draw pile."
    ),
    "the rest depends on dominoes you cannot see": Phrase(
        "the rest depends on dominoes you do not know"
    ),
    "Hold your dominoes to see them, and slide to the one you want.": Phrase(
        "Hold Hint to hear your dominoes, then go to the one you want with Next."
    ),
    "Hold a finger on them, or hold Hint: now you see them.": Phrase(
        "While you hold Hint, they are said aloud."
    ),
    "To choose one, slide to it while you look, and let go there.": Phrase(
        "To choose one, go to it with Next and press Confirm."
    ),
    "Now everyone sees it, and its squares are marked.": Phrase(
        "Now everyone knows it, and Next goes through its squares."
    ),
    "look at your dominoes, then play the 2|7": Phrase("hear your dominoes, then play the 2|7"),
    "Hold them, slide to the 2|7, and let go there.": Phrase(
        "Hold Hint, let go, go to the 2|7 with Next, and press Confirm."
    ),
    "Keep your finger down until you see them. "
    "With the buttons: hold Hint, move with Next, press Confirm.": Phrase(
        "Hold Hint until you have heard them, move with Next, press Confirm."
    ),
    "Choose the domino 2|7, then touch square 72.": Phrase(
        "Choose the domino 2|7, then square 72."
    ),
    "Choose the domino with a blank, then touch the marked stone.": Phrase(
        "Choose the domino with a blank, then the stone."
    ),
    "Yellow's stone on 47 is in row 4, so it is marked with ticks.": Phrase(
        "Yellow's stone on 47 is in row 4, so you may remove it."
    ),
    "Look along the doubles line.": Phrase("Go along the doubles line."),
    "A longer line in row 3 is still one line. Look at row 6.": Phrase(
        "A longer line in row 3 is still one line. Try row 6."
    ),
    "Each hand is secret: the program shows it only while its owner asks to see it.": Phrase(
        "Each hand is secret: the program says it only while its owner holds Hint."
    ),
}
"""What players who hear everything are told instead; see `companion.words.voice`."""

WORDS = GameWords(
    QUINCY,
    names=QuincyNames,
    options=QuincyOptions,
    set_up=QuincySetUp,
    turn=QuincyTurnWords,
    sentences=QuincySentences,
    hints=QuincyHints,
    moves=QuincyMoves,
    position=hand_text,
    by_ear=BY_EAR,
)
