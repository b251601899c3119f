"""Records of Anna and Ben in a folder, for what adds them up."""

from companion.contract import Outcome
from companion.plugins import GAMES
from companion.storage.record import Record, record_text

ANNA, BEN = "Anna", "Ben"
PLAYED = (((ANNA, BEN), 0), ((BEN, ANNA), 0), ((ANNA, BEN), 0))
"""Who had which side, and which side won."""


def named_evenings(folder):
    """Return *folder* with the records of three games that were resigned."""
    game = GAMES["alquerque"]
    (folder / "records").mkdir()
    for day, (players, winner) in enumerate(PLAYED, 1):
        started = f"2026-07-{day:02} 18:30:05"
        record = Record(
            game, game.complete(None), 0, game.board_name, (), started=started,
            outcome=Outcome(winner, "resigned"), players=players,
        )  # fmt: skip
        name = f"2026-07-{day:02}_183005_alquerque.txt"
        (folder / "records" / name).write_text(record_text(record), encoding="utf-8")
    return folder
