"""Every scene in usual and large type, in every language: all that is wrong with it at once."""

import itertools
import re
from functools import cache, partial

import pytest

from companion.config.values import Config, PlayConfig, ScreenConfig
from companion.testing.catalog import shipped_catalog
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.board.board_painter import BoardPainter
from companion.ui.panels.panels import NOTE
from companion.ui.widgets.button_row import ButtonRoom
from companion.ui.widgets.events import PointerDown
from companion.ui.widgets.layout import Box
from companion.ui.widgets.list_view import ListView
from companion.ui.widgets.pen import Pen
from companion.words import translate
from companion.words.game_words import words_of
from companion.words.translate import AUTO, ENGLISH, speak
from tests.sitting import Sitting, nobody_looking
from tests.ui.abroad import PseudoLanguage, SittingAbroad, plain, pseudo
from tests.ui.every_scene import EVERY_SCENE, OF_ONE_SIZE, brought_to
from tests.ui.layouts import boxes_overlap
from tests.ui.name_scenes import LONG_NAMES
from tests.ui.paper import Paper, cut_texts, unreadable_texts
from tests.ui.speaking import SittingIn
from tests.ui.type_size import LEAST_TYPE_MM, type_mm
from tests.words.notation import IN_NOTATION
from tests.words.translated import LANGUAGES

BOTH = (LANDSCAPE, PORTRAIT)

SIZES = [
    (320, 240), (400, 300), (480, 320), (640, 360), (640, 480), (1024, 600), (1280, 720),
    (1280, 1024), (1920, 480), (320, 400), (320, 480), (480, 800), (600, 1024), (700, 700),
]  # fmt: skip
"""More screens; no side of a configured one is shorter than 320 pixels."""

HUGE = [(3840, 2160), (2160, 3840)]
"""To write on one of these takes as long as on ten of the others."""

LONG_NOTES = {
    "hint-quincy-open", "mixing-mixed-leg", "mixing-won", "names-over", "quincy-seat",
    "set-up-querni",
}  # fmt: skip
"""Scenes whose note has no room in the usual size."""

LEAST_CAPTION_PX = 14
MOST_CAPTION_WORDS = 3
"""Of what a button does, on a screen of 800 by 480."""

LEAST_TARGET_MM = 9.0
LEAST_SITE_MM = 5.0
PIXEL_MM = {LANDSCAPE: (154.1 / 800, 85.9 / 480), PORTRAIT: (88 / 720, 155 / 1280)}
"""The width and height of a pixel of the usual seven-inch screens of these sizes."""

OUTSIDE = PointerDown(-1.0, -1.0, 0.0)

LISTING = frozenset(
    {"moves-of-a-piece", "move-preview", "clock-moves", "querni-preview", "other-differs"}
)
"""Scenes that name moves as the game writes them, on more than the list's place."""

UNTRANSLATED = re.compile(r"(?<![\w|])(?=\w*[aeiouyAEIOUY])[A-Za-z]{3,}(?!\w)")
"""A word without any accent; notation has digits or no vowel."""

UNSPACED = re.compile(r"\w[:;!?](?!\S)")
"""A sign right after a word, where French has a no-break space between them."""

NAMES = re.compile(
    r"Anna|Ben\b|Board Companion|GIF|pass …|\S+[._]\w\S*( = true\.)?|2026-01-01 broken\.txt"
    r"|English|Deutsch|Français|Español"
)
"""Those of players, of languages each in its own, the program's own, a format, a move in
notation, files and settings."""

WRITTEN = re.compile(r"The first knock\.|Access denied\.")
"""What a player wrote, and what the system said."""

QUOTES = {
    "start-notice",
    "start-refused",
    "viewer-fault",
    "viewer-fault-opened",
    "languages",
    "update-offered",
    "meeting-other-board",
}
"""Scenes with a whole text that is not made there: notices made for the picture, the reason
why a file or a board is refused, which names its line and is the same on the command line,
languages, each by its own name, and what is new in a version that is not here yet."""

CUT_ABROAD = {"start-compiling"}
"""Scenes in which a text that is a third longer has no room: to be kept short."""


class Looking:
    """Brings sittings to a scene and collects all that is wrong with what they show."""

    def __init__(self, name, folder, papers, rendered, sizes_px, monkeypatch):
        self.name, self.folder, self.papers = name, folder, papers
        self.rendered, self.sizes_px, self.monkeypatch = rendered, sizes_px, monkeypatch
        self.wrong = []

    def usual(self, huge):
        """In English, on screens of all sizes, and touched."""
        with self._brought(Sitting, "usual") as sitting:
            for size in (*BOTH, *SIZES, *huge):
                self._look(sitting, size, "usual", may_be_cut=size not in BOTH)
            self._captions(sitting, "usual")
            self._touch(sitting, "usual", Sitting)

    def large(self, language):
        """With large type, and touched."""
        opened = self._in(language)
        with self._brought(opened, f"large {language}", language, is_large=True) as sitting:
            for size in BOTH:
                self.sizes_px.clear()
                self._look(sitting, size, f"large {language}")
                text, least = min(self.sizes_px.items(), key=lambda item: item[1])
                if type_mm(sitting.stage.fonts, least, size) < LEAST_TYPE_MM:
                    self.wrong.append(("small type", language, size, least, text))
            self._touch(sitting, f"large {language}", opened, language, is_large=True)

    def spoken(self, language):
        """In a language that ships: without notation."""
        with self._brought(self._in(language), language, language) as sitting:
            for size in BOTH:
                paper = self._look(sitting, size, language)
                elsewhere = sitting.stage.layout.moves.holds
                texts = [text for text, ink in paper.texts if not elsewhere(*ink.center)]
                if self.name not in LISTING:
                    self._found("notation", language, size, filter(IN_NOTATION.search, texts))
                if language == "fr" and self.name not in QUOTES:
                    self._found("unspaced", language, size, filter(UNSPACED.search, texts))
            self._captions(sitting, language)

    def abroad(self):
        """In a language a third longer: nothing in English."""
        cut = []
        with self._brought(SittingAbroad, "abroad") as sitting:
            for size in BOTH:
                paper = self._look(sitting, size, "abroad", may_be_cut=True)
                if self.name not in QUOTES:
                    self._found("untranslated", "abroad", size, untranslated(paper))
                # What buttons do is short: the languages that ship are looked at for that.
                boxes = sitting.stage.layout.buttons
                paper.texts = [
                    (text, ink)
                    for text, ink in paper.texts
                    if not any(box.holds(*ink.center) for box in boxes)
                ]
                cut += cut_texts(paper)
        if bool(cut) != (self.name in CUT_ABROAD):
            self.wrong.append(("cut abroad", cut))

    def _in(self, language):
        return Sitting if language == ENGLISH else partial(SittingIn, language)

    def _brought(self, opened, where, language=AUTO, size=LANDSCAPE, *, is_large=False):
        # In the configuration as well: a change of any setting puts that in force.
        config = Config(
            screen=ScreenConfig(animation=False, large_text=is_large, language=language),
            # As the program starts at a table; "auto" is known by then.
            play=PlayConfig(program_moves="carried"),
        )
        folder = self.folder / where.replace(" ", "-") / str(size[0])
        return brought_to(self.name, folder, size, config, opened=opened)

    def _captions(self, sitting, where):
        """What the four buttons do: each in the usual size, and in three words at most."""
        sitting.stage.resize(LANDSCAPE)
        room = ButtonRoom(sitting.stage.fonts, sitting.stage.layout)
        labels = sitting.stage.labels()
        lines = [line for label in labels for line in room.placed("", label).lines[1:]]
        sizes = {sitting.stage.layout.text_px(line.size) for line in lines if line.width is None}
        assert sizes <= {LEAST_CAPTION_PX}
        tight = [line.text for line in lines if line.width is not None]
        long = [line.text for line in lines if len(line.text.split()) > MOST_CAPTION_WORDS]
        self._found("tight caption", where, LANDSCAPE, tight)
        self._found("long caption", where, LANDSCAPE, long)

    def _look(self, sitting, size, where, *, may_be_cut=False):
        with self.monkeypatch.context() as patched:
            patched.setattr(BoardPainter, "paint", lambda *_: None)
            sitting.stage.resize(size)
            paper = self.papers(size)
            paper.begin_anew(self.rendered)
            small = note_small_notes(patched)
            sitting.stage.draw(paper, 0.0)
        if len(paper.texts) < 4:
            self.wrong.append(("hardly any text", where, size, paper.texts))
        self._found("unreadable", where, size, unreadable_texts(paper))
        if size in BOTH and not may_be_cut and self.name not in LONG_NOTES:
            self._found("small note", where, size, small)
        if not may_be_cut:
            self._found("cut", where, size, cut_texts(paper))
        return paper

    @nobody_looking()
    def _touch(self, sitting, where, opened, language=ENGLISH, *, is_large=False):
        """Look for what a finger hardly hits; the touch for that may close what shows."""
        sitting.stage.resize(LANDSCAPE)
        if sitting.scene.show().takes_all:
            return
        areas = self._touched(sitting.stage)
        self._hit(sitting, LANDSCAPE, where, areas)
        if self._touched(sitting.stage) == areas and self.name not in OF_ONE_SIZE:
            sitting.stage.resize(PORTRAIT)
            self._hit(sitting, PORTRAIT, where, self._touched(sitting.stage))
            return
        with self._brought(opened, where, language, PORTRAIT, is_large=is_large) as other:
            self._hit(other, PORTRAIT, where, self._touched(other.stage))

    def _touched(self, stage):
        with self.monkeypatch.context() as patched:
            record = Touched(patched)
            stage.handle(OUTSIDE)
            return record.areas(stage)

    def _hit(self, sitting, size, where, areas):
        across, down = PIXEL_MM[size]
        least = LEAST_TARGET_MM
        small = [box for box in areas if box.w * across < least or box.h * down < least]
        pairs = [pair for pair in itertools.combinations(areas, 2) if boxes_overlap(*pair)]
        self._found("small target", where, size, small)
        self._found("overlapping targets", where, size, pairs)
        if len(areas) < 4:
            self.wrong.append(("hardly any target", where, size, areas))
        table = sitting.scene.table
        if table and table.painter().geometry.cell * min(across, down) < LEAST_SITE_MM:
            self.wrong.append(("small sites", where, size))

    def _found(self, what, where, size, faults):
        self.wrong += [(what, where, size, fault) for fault in faults]


class Touched:
    """What is asked whether it holds a touch, as boxes and lists, while the touch is nowhere."""

    def __init__(self, monkeypatch):
        self.boxes: list[Box] = []
        self.lists: list[ListView] = []
        monkeypatch.setattr(Box, "holds", lambda box, *_: self.boxes.append(box) or False)
        for name in ("pointer_down", "index_at"):
            monkeypatch.setattr(ListView, name, lambda view, *_: self.lists.append(view))

    def areas(self, stage):
        """Return the areas of everything in sight but the board."""
        board = {stage.layout.board}
        table = stage.scene.table
        if table is not None:
            board.add(table.screen().board)
        # A page of rules is only scrolled.
        lists = () if stage.scene.name == "rules" else self.lists
        views = {id(view): view for view in lists}.values()
        lists = {view.box for view in views}
        entries = [
            box
            for view in views
            for box in map(view.entry_box, view.visible())
            if box.y >= view.box.y and box.bottom <= view.box.bottom
        ]
        return [*dict.fromkeys(box for box in self.boxes if box not in board | lists), *entries]


def note_small_notes(monkeypatch):
    """Return a list to which each note is added that is drawn in less than its usual size."""
    size_of, small = Pen._paragraph_px, []

    def noted(pen, text, box, size, least):
        size_px = size_of(pen, text, box, size, least)
        if size == NOTE and size_px < pen.layout.text_px(NOTE):
            small.append(text)
        return size_px

    monkeypatch.setattr(Pen, "_paragraph_px", noted)
    return small


def untranslated(paper) -> list[str]:
    """Return the texts that came past the catalog."""
    texts = (text for text, _ in paper.texts)
    return [text for text in texts if UNTRANSLATED.search(WRITTEN.sub("", unnamed(text)))]


def unnamed(text: str) -> str:
    """Return *text* without names, whole or broken on two lines or shortened."""
    for word in itertools.chain.from_iterable(name.split() for name in LONG_NAMES):
        text = text.replace(word, "")
    return NAMES.sub("", re.sub(r"[\w-]+…", "", text))


@pytest.fixture(scope="module")
def papers():
    """One paper of each size: to have new ones for each scene costs more than to draw it."""
    return cache(lambda size: Paper(size, lambda _: ""))


@pytest.fixture(scope="module")
def pseudo_language():
    return PseudoLanguage(shipped_catalog())


@pytest.fixture
def look(tmp_path, papers, rendered, sizes_px, monkeypatch):
    """Gives a `Looking` for the name of a scene."""
    yield lambda name: Looking(name, tmp_path, papers, rendered, sizes_px, monkeypatch)
    speak(AUTO)
    words_of.cache_clear()


def in_language(language):
    words_of.cache_clear()
    speak(language)


# Each scene in two of the languages, and every fourth on each of the huge screens; in all of
# them, on both, where there is time.


@pytest.mark.parametrize(("number", "name"), list(enumerate(EVERY_SCENE)), ids=list(EVERY_SCENE))
def test_nothing_is_wrong_with_a_screen(look, pseudo_language, monkeypatch, number, name):
    looking = look(name)
    looking.usual(HUGE[number % 4 :][:1])
    spoken = (ENGLISH, *LANGUAGES)
    large, language = spoken[number % len(spoken)], LANGUAGES[number % len(LANGUAGES)]
    in_language(large)
    looking.large(large)
    in_language(language)
    looking.spoken(language)
    with monkeypatch.context() as patched:
        patched.setattr(translate, "_catalog", lambda: pseudo_language)
        words_of.cache_clear()
        looking.abroad()
    assert looking.wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY_SCENE)
def test_nothing_is_wrong_with_a_screen_in_any_language(look, name):
    looking = look(name)
    looking.usual(HUGE)
    for language in (ENGLISH, *LANGUAGES):
        in_language(language)
        looking.large(language)
        if language != ENGLISH:
            looking.spoken(language)
    assert looking.wrong == []


def test_the_longer_language_is_longer_and_can_be_read_back():
    assert pseudo("{side}: touch a {piece}") == "{side}: ťóúčĥ á {piece} ~~"
    assert plain(pseudo("Set the table")) == "Set the table"
    assert all(len(pseudo(text)) >= 4 / 3 * len(text) - 2 for text in ("walk", "Take back" * 9))
