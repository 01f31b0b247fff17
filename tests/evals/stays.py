"""How well are stays found? `steward eval stays` over the trails of `shared/data/gps`, as they are and disturbed.

    make evals ARGS="stays --data /work/shared/data/gps"
    make evals ARGS="stays --half 0"                  # every other user alone, to be held against the other half

A stay counts as found where one of ours overlaps it in time by at least half of what both cover together, with middles
no farther than 100 m apart, one to one. *Strict*: the stays that all reference programs agree on; precision is measured
against those that two agree on. The reference is agreement of programs, not truth (`shared/data/gps/README.md`).
"""

import argparse
import json
import math
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestrator.domain.senses.stays.detection import METRES_A_DEGREE, Fix, metres
from orchestrator.domain.senses.stays.verdicts import stays_verdict

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "gps"
SEEDS = 10
ALL_AGREE = 3
OVERLAP, APART_M = 0.5, 100.0
Row = dict[str, Any]
Day = tuple[str, str]


def moved(row: Row, metres_away: float, chance: random.Random) -> Row:
    """The fix, so far away in any direction."""
    angle = chance.uniform(0, 2 * math.pi)
    north, east = metres_away * math.sin(angle), metres_away * math.cos(angle)
    return shifted(row, north, east)


def shifted(row: Row, north: float, east: float) -> Row:
    """The fix, so many metres to the north and to the east."""
    across = METRES_A_DEGREE * math.cos(math.radians(row["lat"]))
    return {**row, "lat": row["lat"] + north / METRES_A_DEGREE, "lon": row["lon"] + east / across}


def _jitter(rows: Sequence[Row], chance: random.Random) -> list[Row]:
    return [shifted(row, chance.gauss(0, 30), chance.gauss(0, 30)) for row in rows]


def _outliers(rows: Sequence[Row], chance: random.Random) -> list[Row]:
    return [moved(row, 500, chance) if chance.random() < 0.02 else row for row in rows]


def _sparse(rows: Sequence[Row], chance: random.Random) -> list[Row]:
    return [row for row in rows if chance.random() < 0.2]


@dataclass(frozen=True)
class Variant:
    """How the trails are disturbed, and what has to hold then."""

    name: str
    disturb: Callable[[Sequence[Row], random.Random], Sequence[Row]] | None
    recall: float
    precision: float


VARIANTS = (
    Variant("as they are", None, 0.90, 0.88),
    Variant("30 m jitter", _jitter, 0.86, 0.85),
    Variant("2 % outliers", _outliers, 0.88, 0.85),
    Variant("one in five", _sparse, 0.65, 0.55),
)


@dataclass(frozen=True)
class Score:
    """Strict recall, precision, how many stays were found, and the seconds that it took."""

    recall: float
    precision: float
    found: int
    seconds: float


def main(arguments: Sequence[str]) -> int:
    """Print the table; 1 where a floor does not hold."""
    parser = argparse.ArgumentParser(
        prog="tests.evals stays", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--half", type=int, choices=(0, 1), default=None, help="only every other user")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    given = parser.parse_args(arguments)
    days, reference = _days(given.data / "fixes.jsonl"), _by_day(given.data / "stays_consensus.jsonl")
    users = sorted({user for user, _ in days})
    chosen = set(users if given.half is None else users[given.half :: 2])
    days = {day: rows for day, rows in days.items() if day[0] in chosen}
    print(f"{len(days)} days of {len(chosen)} users, {given.seeds} seeds")
    print(
        f"{'':<14}{'strict recall':>14}{'floor':>7}{'precision':>11}{'floor':>7}{'lowest of the seeds':>21}{'found':>7}"
    )
    held = [_line(one, days, reference, given.seeds) for one in VARIANTS]
    return 0 if all(held) else 1


def _days(file: Path) -> dict[Day, list[Row]]:
    return dict(_by_day(file))


def _by_day(file: Path) -> Mapping[Day, list[Row]]:
    found: defaultdict[Day, list[Row]] = defaultdict(list)
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        found[row["user"], row["day"]].append(row)
    return found


def _line(variant: Variant, days: Mapping[Day, list[Row]], reference: Mapping[Day, list[Row]], seeds: int) -> bool:
    scores = [score(variant, days, reference, seed) for seed in range(seeds if variant.disturb else 1)]
    recall, precision = (statistics.mean(getattr(one, name) for one in scores) for name in ("recall", "precision"))
    lowest = f"{min(one.recall for one in scores):.3f} / {min(one.precision for one in scores):.3f}"
    print(
        f"{variant.name:<14}{recall:>14.3f}{variant.recall:>7.2f}{precision:>11.3f}{variant.precision:>7.2f}"
        f"{lowest:>21}{statistics.mean(one.found for one in scores):>7.0f}"
    )
    return recall >= variant.recall and precision >= variant.precision


def score(variant: Variant, days: Mapping[Day, list[Row]], reference: Mapping[Day, list[Row]], seed: int) -> Score:
    """All days once, disturbed by this seed."""
    chance = random.Random(seed)
    found = met = strict = strict_met = 0
    began = time.process_time()
    for day, rows in days.items():
        fixes = variant.disturb(rows, chance) if variant.disturb else rows
        ours = stays_verdict({"id": "-", "fixes": fixes})["stays"]
        theirs = reference.get(day, [])
        pairs = matched(ours, theirs)
        found, met = found + len(ours), met + len(pairs)
        strict += sum(one["agree"] >= ALL_AGREE for one in theirs)
        strict_met += sum(theirs[place]["agree"] >= ALL_AGREE for place in pairs.values())
    return Score(strict_met / max(strict, 1), met / max(found, 1), found, time.process_time() - began)


def matched(ours: Sequence[Row], theirs: Sequence[Row]) -> dict[int, int]:
    """One to one, the best overlaps first: places in `ours` to places in `theirs`."""
    pairs: dict[int, int] = {}
    for _, mine, other in sorted(_overlaps(ours, theirs), reverse=True):
        if mine not in pairs and other not in pairs.values():
            pairs[mine] = other
    return pairs


def _overlaps(ours: Sequence[Row], theirs: Sequence[Row]) -> Iterable[tuple[float, int, int]]:
    for mine, one in enumerate(ours):
        for other, their in enumerate(theirs):
            both = min(one["end"], their["end"]) - max(one["start"], their["start"])
            either = max(one["end"], their["end"]) - min(one["start"], their["start"])
            apart = metres(Fix(0, one["lat"], one["lon"]), Fix(0, their["lat"], their["lon"]))
            if either > 0 and both / either >= OVERLAP and apart <= APART_M:
                yield both / either, mine, other
