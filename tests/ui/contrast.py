"""What has to be told apart on screen, and how well; every theme is held to it."""

LEAST_TEXT_CONTRAST = 4.5
"""Source: WCAG 2.2, success criterion 1.4.3, level AA for text of any size."""

LEAST_MARK_CONTRAST = 3.0
"""For a mark or its edge on boards and pieces.

Source: WCAG 2.2, success criterion 1.4.11.
"""

TEXT_PAIRS = (
    ("text", "table"),
    ("text", "banner"),
    ("text", "panel"),
    ("text", "button"),
    ("text", "choice"),
    ("muted", "table"),
    ("muted", "banner"),
    ("muted", "panel"),
    ("muted", "button"),
    ("muted", "choice"),
    ("trouble", "banner"),
    ("banner", "trouble"),
    ("note_text", "note"),
    ("alert_text", "alert"),
    ("commit_text", "commit"),
    ("sign_back", "button"),
    ("sign_next", "button"),
    ("sign_hint", "button"),
    ("sign_confirm", "button"),
    ("sign_back", "choice"),
    ("sign_next", "choice"),
    ("sign_hint", "choice"),
    ("sign_confirm", "choice"),
    ("ink", "wood"),
    ("ink", "wood_dark"),
    ("ink", "ivory"),
    ("ink", "amber"),
    ("ivory", "ebony"),
    ("ivory", "red"),
    ("ivory", "blue_piece"),
    ("ink", "pink_piece"),
    ("ink", "yellow_piece"),
)
"""Every pair of text or sign and its ground, by role, that any scene draws."""


def _linear(channel):
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _luminance(color):
    linear = [_linear(channel) for channel in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast_ratio(one, other):
    """
    Return how much two colors differ in lightness, 1.0 (not at all) to 21.0.

    Source: WCAG 2.2, definitions of contrast ratio and relative luminance.
    """
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


EYES = {
    "all colors": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What eyes make of the red, green and blue that a screen or a lamp gives off, linear.

Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", 2009, the matrices of severity 1.0.
"""


def seen_by(eye, color):
    """Return *color* as somebody with *eye* sees it."""
    light = [_linear(channel) for channel in color]
    seen = (sum(a * b for a, b in zip(row, light, strict=True)) for row in EYES[eye])
    return tuple(_coded(min(1.0, max(0.0, part))) for part in seen)


def _coded(part):
    return 255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)
