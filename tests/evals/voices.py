"""How well are voices named? The product's own decision over `shared/data/voice`, in four conditions: three clean clips
of each contact are confirmed, all else is heard for four seconds.

    make evals ARGS="voices --data /work/shared/data/voice"
    make evals ARGS="voices --half 0"                 # half of the contacts are strangers, to be held against the other

`known`: so many of the strangers were heard before and stand among the unknown voices; the others are new. *Right*:
labelled or asked about as who they are; *asked*: strangers asked about as somebody.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np

from orchestrator.domain.senses.voices.calibration import Bounds
from orchestrator.domain.senses.voices.clustering import Sample, clusters_of
from orchestrator.domain.senses.voices.decision import Enrolled, Heard, Matcher
from orchestrator.domain.senses.voices.tuning import DEFAULT_MODEL, tuning_of
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.ids import new_id

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "voice"
CONDITIONS = ("clean4s", "noise10db", "phone", "room")
ENROLLED, SPEECH_S = 3, 6.0
KNOWN = (0, 5, 10)
RIGHT, WRONG, LET_IN = 0.95, 0.005, 0.01
TUNING = tuning_of(DEFAULT_MODEL)


@dataclass
class Tally:
    """What became of genuine voices and of strangers."""

    genuine: int = 0
    right: int = 0
    wrong: int = 0
    strangers: int = 0
    asked: int = 0
    let_in: int = 0


def main(arguments: Sequence[str]) -> int:
    """Print the table; 1 where a floor does not hold."""
    parser = argparse.ArgumentParser(
        prog="tests.evals voices", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--half", type=int, choices=(0, 1), default=None, help="only every other contact")
    parser.add_argument("--rounds", type=int, default=20, help="each with other clips enrolled")
    given = parser.parse_args(arguments)
    clips = np.load(given.data / "librispeech_campplus.npz")
    print(f"{'':<11}{'known':>6}{'right':>8}{'wrong':>8}{'asked':>8}{'let in':>8}")
    held = [_line(clips, condition, known, given) for condition in CONDITIONS for known in KNOWN]
    return 0 if all(held) else 1


def _line(clips: Any, condition: str, known: int, given: argparse.Namespace) -> bool:
    chance, tally = np.random.default_rng(5), Tally()
    for _ in range(given.rounds):
        _round(clips, condition, known, given.half, chance, tally)
    genuine, strangers = max(tally.genuine, 1), max(tally.strangers, 1)
    right, wrong = tally.right / genuine, tally.wrong / genuine
    asked, let_in = tally.asked / strangers, tally.let_in / strangers
    print(f"{condition:<11}{known:>6}{right:>8.3f}{wrong:>8.3f}{asked:>8.3f}{let_in:>8.3f}")
    return right >= RIGHT and wrong <= WRONG and let_in <= LET_IN


def _round(clips: Any, condition: str, known: int, half: int | None, chance: np.random.Generator, tally: Tally) -> None:
    speaker, role = clips["speaker"], clips["role"]
    everybody = sorted(set(speaker[role == "enrolled"]))
    chosen = everybody if half is None else everybody[half::2]
    ids = {name: new_id() for name in chosen}
    order = {name: chance.permutation(np.flatnonzero(speaker == name)) for name in chosen}
    contacts = [_enrolled(ids[name], clips["full"][order[name][:ENROLLED]]) for name in chosen]
    others = chance.permutation(np.flatnonzero(~np.isin(speaker, chosen) & (role == "stranger")))
    before = [clips[chance.choice(CONDITIONS)][at] for at in others[:known]]
    matcher = Matcher(contacts, before, Bounds(TUNING))
    for name in chosen:
        for at in order[name][ENROLLED:]:
            found = matcher.decide(Heard(clips[condition][at], SPEECH_S))
            tally.genuine += 1
            tally.right += found.contact_id == ids[name]
            tally.wrong += found.contact_id not in (None, ids[name])
    for at in others[known:]:
        found = matcher.decide(Heard(clips[condition][at], SPEECH_S))
        tally.strangers += 1
        tally.asked += found.outcome == "suggest"
        tally.let_in += found.outcome == "auto"


def _enrolled(contact_id: UUID, vectors: Any) -> Enrolled:
    """A contact by clips of conversations of their own."""
    now = SystemClock().now()
    samples = [Sample(new_id(), vector, SPEECH_S, now, new_id()) for vector in vectors]
    made = clusters_of(samples, TUNING)
    centroids = np.stack([one.centroid for one in made])
    return Enrolled(contact_id, tuple(one.id for one in made), centroids, len(samples), len(samples))
