"""What does a stranger's text do to Steward? Growth of every function, every pattern, every door, whole.

`make test` tries a part of each (tests/attack); here everything is tried.
"""

import asyncio
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from tests.attack import doors, growth, knocking, large_home, large_papers, sampled, scanning
from tests.attack.doors import GUILTY, Door
from tests.attack.growth import Screened
from tests.attack.knocking import House, Seen
from tests.attack.shapes import EVERY, SHAPES
from tests.attack.undertakings import undertakings
from tests.support.accounts import OWNER_TOKEN
from tests.support.immich_server import KEY, ImmichServer
from tests.support.recurrence_cases import VALID, tried
from tests.support.schema_fuzzing import QUICK, fuzzed
from tests.support.served import served

from bench.figures import Figure, Part

PUMPS = 24
DEEP = 1e6
"""Shown of what goes as deep as its text is long, whose growth has no number."""
PER_FUNCTION, PER_PLACE = 12, 1
"""So many shapes, by chance, meet each function where its text is given most plainly, and each other place of one; all
of SHAPES meet what was guilty once."""
SHOWN = 40
MEGABYTES = (10, 95)
"""Of each large paper: within what is read of one, and as large as it may be."""
PHASES = (*QUICK, "stateful")
EXAMPLES = 10
"""Of each operation and phase, beside those of the description."""
BUDGET_S = float(os.environ.get("STEWARD_BENCH_ATTACK_S", "3600"))
"""So long the functions are tried at most, the wall's seconds: places are taken by chance until then."""
PROCESSES = int(os.environ.get("STEWARD_BENCH_ATTACK_PROCESSES", str(os.cpu_count() or 1)))
BEGUN_AT = int(os.environ.get("STEWARD_BENCH_ATTACK_FROM", "0"))
"""Of the places, in their order: a run that was cut short says where the next one goes on."""


def run(only: str = "") -> list[Part]:
    """The parts of `make bench`, or the one of PARTS that is named. Raises LookupError."""
    if only and only not in PARTS:
        msg = f"attack has no part {only}; there are {', '.join(PARTS)}"
        raise LookupError(msg)
    found = [made() for name, made in ALONE.items() if only in ("", name)]
    if only not in ALONE:
        found += asyncio.run(through_the_doors(only))
    return found


def rules() -> Part:
    """Other projects' recurrence cases."""
    told = {source: tried(source) for source in VALID}
    return Part(
        "attack: recurrence cases of others that are valid by the RFC",
        tuple(
            Figure(f"{source} that pass", passed, limit=(">=", VALID[source]), note=f"of {VALID[source]}")
            for source, (passed, _) in told.items()
        ),
    )


def described() -> Part:
    """Requests that schemathesis generates from the description, all phases."""
    return asyncio.run(_described())


async def _described() -> Part:
    with tempfile.TemporaryDirectory(prefix="steward-fuzzed-") as folder:
        async with ImmichServer() as library:
            settings = {"STEWARD_IMMICH_URL": library.url, "STEWARD_IMMICH_API_KEY": KEY, "STEWARD_RATE_LIMIT": "off"}
            async with served(Path(folder), STEWARD_LLM_PROVIDER="reader", **settings) as steward:
                found = await fuzzed(steward.url, OWNER_TOKEN, Path(folder), examples=EXAMPLES, phases=PHASES)
    for failure, count in found.failures.most_common():
        print(f"described: {count}: {failure}", flush=True)
    return Part(
        "attack: requests generated from the description",
        (
            Figure("operations", found.operations),
            Figure("requests", found.requests, note=", ".join(PHASES)),
            Figure("answers that are not as described", found.failures.total(), limit=("<=", 0)),
        ),
    )


def patterns() -> Part:
    """Every pattern, those too that are compiled at their first use."""
    gathered = scanning.gathered(lazily=True)
    engines = Counter(engine for engine, *_ in gathered)
    found = list(scanning.scanned(gathered, pumps=PUMPS))
    for one in found:
        print(one)
    worse = [one for one in found if one.kind == "superlinear"]
    return Part(
        f"attack: patterns, {PUMPS} texts each",
        (
            Figure("patterns of google-re2", engines["re2"]),
            Figure("patterns of re", engines["re"] + engines["re of bytes"]),
            Figure("exponential", sum(one.kind == "exponential" for one in found), limit=("<=", 0)),
            Figure("worse than linear", len(worse), note="of one match; google-re2: of all matches"),
            Figure("of them where texts are not bounded", sum(not one.bounded for one in worse), limit=("<=", 0)),
        ),
    )


def functions() -> Part:
    """Every public function that takes text, at 64,000 characters; at fewer too where these took their time."""
    cases, not_covered = growth.listed()
    there = set(cases)
    told = [case for case, _ in sampled.guilty() if case in there]
    whole = _jobs(cases, told)
    jobs = whole[BEGUN_AT:]
    ends, done = time.monotonic() + BUDGET_S, list[Screened]()
    for one in growth.beside(growth.screen, jobs, PROCESSES):
        done.append(one)
        for each in one.slow:
            if each.guilty:
                print(each, flush=True)
        if len(done) % 1_000 == 0:
            print(f"functions: {len(done):,} places of {len(jobs):,}", flush=True)
        if time.monotonic() > ends:
            break
    if len(done) < len(jobs):
        print(f"functions: go on by STEWARD_BENCH_ATTACK_FROM={BEGUN_AT + len(done) - PROCESSES}", flush=True)
    slow = [each for one in done for each in one.slow]
    worst = max(slow, key=lambda one: one.grew)
    print(f"the worst growth: {worst}")
    for one in done:
        if one.left and one.tried:
            print(f"took its time, {one.left} shapes of {one.left + one.tried} left: {one.case}")
    for reason, count in Counter(not_covered.values()).most_common():
        print(f"not covered: {count}: {reason}")
    pairs = sum(one.tried for one in done)
    return Part(
        "attack: growth of functions with their text",
        (
            Figure("functions and methods that take text", len({_function(case) for case in cases})),
            Figure("of them tried", len({_function(one.case) for one in done if one.tried})),
            Figure("not covered", len(not_covered), note="tests/attack/uncovered.txt says why"),
            Figure("places tried", sum(one.tried > 0 for one in done), note=f"of {len(whole):,}"),
            Figure("pairs of a place and a shape tried", pairs, note=f"of {_pairs(whole):,}, {len(SHAPES)} shapes"),
            Figure("pairs beyond the floor at 64,000 characters", len(slow), note=f"{growth.FLOOR_S * 1000:.0f} ms"),
            Figure("worst growth over four times the text", min(worst.grew, DEEP), note=f"{worst.case}, {worst.shape}"),
            Figure(
                "faster than linear", len({one.case for one in slow if one.guilty}), limit=("<=", 0), note="functions"
            ),
        ),
    )


def _function(case: str) -> str:
    return case.partition("(")[0]


Job = tuple[str, Sequence[str]]


def _jobs(cases: Sequence[str], first: Sequence[str]) -> list[Job]:
    """Each place with its shapes, by chance. A run that is cut short has tried every function by some."""
    chance = growth.chance(sampled.SEED)
    names = [shape.name for shape in SHAPES]
    plainest = [case for case in sampled.plainest(cases).values() if case not in first]
    others = sorted(set(cases) - {*plainest, *first})
    chance.shuffle(plainest)
    chance.shuffle(others)
    return [
        *((case, names) for case in dict.fromkeys(first)),
        *((case, chance.sample(names, PER_FUNCTION)) for case in plainest),
        *((case, chance.sample(names, PER_PLACE)) for case in others),
    ]


def _pairs(jobs: Sequence[Job]) -> int:
    return sum(len(shapes) for _, shapes in jobs)


ALONE = {"patterns": patterns, "functions": functions, "rules": rules, "described": described}
DOORS = ("questions", "fields", "queries", "files", "talks", "undertakings", "agents", "headers", "papers", "home")
PARTS = (*ALONE, *DOORS)


async def through_the_doors(only: str = "") -> list[Part]:
    """A real server, every door (or those of one name), and `/health` watched."""
    with tempfile.TemporaryDirectory(prefix="steward-attack-") as folder:
        async with knocking.house(Path(folder)) as at:
            groups: dict[str, Iterable[Door]] = {
                "questions": doors.questions(EVERY),
                "fields": doors.bodies(at.document, at.ids, lambda _: GUILTY),
                "queries": doors.queries(at.document, at.ids, lambda _: GUILTY),
                "files": chain(doors.calendars(GUILTY), doors.papers(GUILTY), doors.archives(GUILTY)),
                "talks": doors.talks(GUILTY),
                "undertakings": undertakings(at.ids, EVERY),
                "agents": doors.tools(at.tools, at.mcp, lambda _: GUILTY),
                "headers": knocking.header_doors(at, lambda _: GUILTY),
                "papers": chain.from_iterable(large_papers.doors(megabytes) for megabytes in MEGABYTES),
                "home": large_home.doors(at),
            }
            found = []
            for name in DOORS:
                if only in ("", name):
                    if name == "home":
                        await large_home.fill(at)
                    found.append(await _door_part(at, name, groups[name]))
            return found


async def _door_part(at: House, name: str, there: Iterable[Door]) -> Part:
    seen: list[Seen] = []
    for door in there:
        seen.append(await knocking.knocked(at, door))
        print(f"{seen[-1].door}: {seen[-1].wait_s:.3f} s {dict(seen[-1].statuses)} {seen[-1].slowest}", flush=True)
        for line in seen[-1].failed:
            print(f"  {line}", flush=True)
    statuses: Counter[int | str] = sum((one.statuses for one in seen), Counter())
    told = ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items(), key=str))
    rows = sorted(seen, key=lambda one: -one.wait_s)[:SHOWN]
    bound = (at.idle_s + knocking.BEYOND_IDLE_S) * 1000
    return Part(
        f"attack: {name}, /health idle p99 {at.idle_s * 1000:.0f} ms",
        (
            Figure("requests", sum(one.sent for one in seen), note=told),
            Figure("answered 5xx or not at all", sum(len(one.failed) for one in seen), limit=("<=", 0)),
            Figure("doors that kept /health waiting", sum(not one.holds(at.idle_s) for one in seen), limit=("<=", 0)),
            *(
                Figure(
                    f"/health: {one.door}",
                    one.wait_s * 1000,
                    "ms",
                    None if one.holds(at.idle_s) else ("<=", bound),
                    f"worst of {one.sent}: {one.slowest[:60]}",
                )
                for one in rows
            ),
        ),
    )
