"""What a controller does with the messages of the checked protocol."""

from companion.errors import BackendError
from hardware.checked.lamps import Palette, Sparse


def apply(message, frame):
    """Change *frame* as a controller does that accepts *message*.

    Raises:
        BackendError: *message* names a lamp that *frame* does not have; nothing is changed.
    """
    changes, lamps = changes_of(message), len(frame) // 3
    if changes[-1][0] >= lamps:
        raise BackendError(f"expected lamps below {lamps}, got {changes[-1][0]!r}")
    for lamp, color in changes:
        frame[3 * lamp : 3 * lamp + 3] = color


def changes_of(message):
    """Return each lamp that *message* changes with its color, the highest lamp last."""
    if isinstance(message, Sparse):
        return message.changes
    if isinstance(message, Palette):
        colors = [message.colors[index] for index in message.indices]
    else:
        colors = [message.levels[at : at + 3] for at in range(0, len(message.levels), 3)]
    return list(enumerate(colors, message.first))


def under_way(protocol):
    """Return how many bytes of *protocol* have no answer of the controller yet."""
    return protocol._flight.on_wire if protocol._flight else 0
