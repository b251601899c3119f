"""Measures how soon what a player does is heard, and said, on SDL's device that plays nothing."""

from __future__ import annotations

import time

import pygame

from companion.backends.loudspeaker import MixerLoudspeaker
from companion.bench.games import percentile
from companion.bench.screen import TOUCHES, place_of, play, running_program, tick_for, touch
from companion.config.values import Settings, VoiceSource
from companion.loop import TURN_S
from companion.program import STILL_S, Program

LONGEST_S = 2.0
SENTENCES = 40
APART_S = 0.6
"""A move is spoken while somebody looks for the next one."""

CONFIRM_KEY = pygame.K_RETURN


def touch_to_sound_ms(name: str) -> float:
    """Return the 99th percentile from a touch in the queue to its samples at the mixer.

    What the mixer has is heard when the buffer before is played: 12 ms later, or 23 on a
    device with two.
    """
    took: list[float] = []
    with running_program() as program:
        scene = play(program, name)
        tick_for(program, 1.0)
        for number in range(TOUCHES):
            tick_for(program, 2 * STILL_S)
            touches = list(scene.match.half.next_touches())
            place = place_of(scene, touches[number % len(touches)])
            took.append(_time_sound(program, place, (number % 10 + 0.5) / 10))
            scene.match.back()
    return 1000 * percentile(took, 0.99)


def _time_sound(program: Program, place: tuple[int, int], share: float) -> float:
    """Touch when *share* of a turn of the main loop has passed, 0 .. 1."""
    loudspeaker = program.stage.services.loudspeaker
    assert isinstance(loudspeaker, MixerLoudspeaker), "the program has a real one"
    touched_at_s = touch(program, place, share * TURN_S, lambda: loudspeaker.handed_at_s)
    assert loudspeaker.handed_at_s >= touched_at_s, "a touch is heard"
    return loudspeaker.handed_at_s - touched_at_s


def move_to_voice_ms(name: str) -> float:
    """Return the 99th percentile from Confirm in the queue to the recorded words at the mixer."""
    took: list[float] = []
    with running_program() as program:
        program.stage.change(Settings(speak_moves=True, voice=VoiceSource.CLIPS.value))
        program.stage.narrator.start()
        scene = play(program, name)
        tick_for(program, 1.0)
        for number in range(SENTENCES):
            if scene.match.outcome is not None or not program.stage.is_in_front(scene):
                scene = play(program, name)
            moves = scene.match.position.legal_moves()
            scene.take(scene.match.propose(moves[number % len(moves)]))
            program.stage.redraw()
            tick_for(program, APART_S)
            took.append(_time_voice(program))
    return 1000 * percentile(took, 0.99)


def _time_voice(program: Program) -> float:
    loudspeaker = program.stage.services.loudspeaker
    assert isinstance(loudspeaker, MixerLoudspeaker), "the program has a real one"
    before_s, pressed_at_s = loudspeaker.spoken_at_s, time.monotonic()
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=CONFIRM_KEY, mod=0, unicode="\r"))
    program.waiter.wake()
    until_s = time.monotonic() + LONGEST_S
    program.run_while(lambda: loudspeaker.spoken_at_s == before_s and time.monotonic() < until_s)
    assert loudspeaker.spoken_at_s > before_s, "a move is spoken"
    return loudspeaker.spoken_at_s - pressed_at_s
