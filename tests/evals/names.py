"""Whom does a phrase mean? Exact sets and silent wrong picks over one's own cases, beside two baselines.

    python -m tests.evals names
    python -m tests.evals names --data ../shared/data --show
    python -m tests.evals names --speed 5000

The product's own path (`steward eval names`) over `names/cases.jsonl`; it sees only a case's candidates. *Exact*: the
ids are the expected set, and where the case says `must_ask` it was asked. *Silent wrong*: `resolved` with another set
than the expected one. *Sure*: exact without a question, where none was wanted. Baselines: every candidate whose
rapidfuzz WRatio is at least the threshold, with and without the nickname table; one candidate above it is a pick,
several are asked about. `--halves` prints both halves of the data: a rule that only fits some rows shows there.
"""

import argparse
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from orchestrator.domain.world.resolution.book import AddressBook
from orchestrator.domain.world.resolution.records import Record
from orchestrator.domain.world.resolution.verdicts import names_verdict
from orchestrator.language.names.short import short_forms
from orchestrator.language.text.normalize import normalize

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
THRESHOLDS = (80, 86, 90)
ASKED_TIMES = 400
SEED = 20
Answer = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True)
class Case:
    """One case with its candidates, as `steward eval names` takes it, and what is right."""

    id: str
    type: str
    asked: dict[str, Any]
    expected: frozenset[str]
    must_ask: bool


@dataclass(frozen=True)
class Scored:
    """A case with its answer."""

    case: Case
    status: str
    ids: tuple[str, ...]

    @property
    def exact(self) -> bool:
        return set(self.ids) == self.case.expected and (not self.case.must_ask or self.status == "ambiguous")

    @property
    def silent_wrong(self) -> bool:
        picked = self.status == "resolved" and bool(self.ids)
        return picked and (set(self.ids) != self.case.expected or self.case.must_ask)

    @property
    def sure(self) -> bool:
        return self.exact and (self.case.must_ask or self.status != "ambiguous")


def main(arguments: Sequence[str]) -> int:
    """Print the tables; 0."""
    parser = argparse.ArgumentParser(
        prog="tests.evals names", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the evaluation sets, or of this one")
    parser.add_argument(
        "--show", action="store_true", help="print each case that is not exact, or was asked needlessly"
    )
    parser.add_argument("--halves", action="store_true", help="the two halves of the data apart")
    parser.add_argument("--speed", type=int, default=0, metavar="N", help="time a resolution among N made-up contacts")
    given = parser.parse_args(arguments)
    if given.speed:
        print(speed(given.speed))
        return 0
    found = cases(given.data)
    scored = run(found, names_verdict)
    if given.show:
        show(scored)
    print(table(scored, "steward"))
    if given.halves:
        for half in (0, 1):
            print(f"half {half + 1}: {_line([one for at, one in enumerate(scored) if at % 2 == half])}")
    for threshold in THRESHOLDS:
        for with_nicknames in (False, True):
            answers = run(found, _baseline(threshold, with_nicknames=with_nicknames))
            print(f"WRatio@{threshold}{' + nicknames' if with_nicknames else ''}: {_line(answers)}")
    return 0


def cases(data: Path) -> list[Case]:
    """The cases of the data."""
    folder = data / "names" if (data / "names").is_dir() else data
    contacts = {one["id"]: one for one in _rows(folder / "contacts.jsonl")}
    return [
        Case(
            id=row["id"],
            type=row["type"],
            asked={
                "id": row["id"],
                "query": row["query"],
                "contacts": [contacts[each] for each in row["candidates"] if each in contacts],
            },
            expected=frozenset(row["expected"]),
            must_ask=bool(row.get("must_ask")),
        )
        for row in _rows(folder / "cases.jsonl")
    ]


def run(found: Iterable[Case], answer: Answer) -> list[Scored]:
    """Each case with its answer."""
    scored = []
    for case in found:
        told = answer(case.asked)
        scored.append(Scored(case, told["status"], tuple(told["contact_ids"])))
    return scored


def table(scored: Sequence[Scored], label: str) -> str:
    """Exact sets and silent wrong picks by type, as a table of Markdown."""
    lines = [f"{label}: {_line(scored)}", "", "| type | cases | exact | sure | silent wrong |", "|---|---|---|---|---|"]
    for kind, count in Counter(one.case.type for one in scored).most_common():
        of_kind = [one for one in scored if one.case.type == kind]
        exact, sure = sum(one.exact for one in of_kind), sum(one.sure for one in of_kind)
        lines.append(f"| {kind} | {count} | {exact} | {sure} | {sum(one.silent_wrong for one in of_kind)} |")
    return "\n".join(lines)


def show(scored: Iterable[Scored]) -> None:
    for one in scored:
        if not one.sure:
            names = {each["id"]: each["name"] for each in one.case.asked["contacts"]}
            told = [names[each] for each in one.ids]
            wanted = [names.get(each, each) for each in one.case.expected]
            mark = "wrong" if one.silent_wrong else "asked" if one.exact else "miss"
            print(f"{mark:<6} {one.case.type}: {one.case.asked['query']!r} -> {one.status} {told}, wanted {wanted}")


def speed(size: int) -> str:
    """Milliseconds of a resolution among so many contacts, the book made: each phrase for the first time."""
    chance = random.Random(SEED)
    syllables = "ka ro mi ta sen ber lo vi dra nu pe ja fer mon gui lha".split()
    given = [f"{a}{b}{c}".title() for a in syllables for b in syllables for c in ("", "na", "to")]
    family = [f"{a}{b}{c}".title() for a in syllables for b in syllables for c in syllables]
    records = [
        Record(
            id=str(at),
            name=" ".join([chance.choice(given), *chance.sample(family, 1 + at % 2)]),
            organization=f"Company {at % 60} Ltd",
            emails=(f"p{at}@mail{at % 90}.example",),
            groups=(f"Group {at % 40}",) if at % 4 == 0 else (),
        )
        for at in range(size)
    ]
    began = time.process_time()
    book = AddressBook(records)
    made_s = time.process_time() - began
    book.resolve("warm up")
    took = []
    for at in range(ASKED_TIMES):
        words = chance.choice(records).name.split()
        phrase = (
            words[0],
            words[-1],
            " ".join(words),
            f"{words[0][:-1]} {words[-1]}",
            f"{words[0][0]}. {words[-1]}",
            " ".join(reversed(words)),
            "my sister",
            f"everyone at Company {at % 60}",
            f"Bob {words[-1]}",
            f"the group {at % 40} people",
        )[at % 10]
        # Of this process alone: what else runs on the machine is no part of it.
        began = time.process_time()
        book.resolve(phrase)
        took.append((time.process_time() - began) * 1_000)
    took.sort()
    p95 = took[int(0.95 * len(took))]
    return (
        f"{size} contacts: book made in {made_s:.2f} s; a resolution p50 {statistics.median(took):.1f} ms, "
        f"p95 {p95:.1f} ms, longest {took[-1]:.0f} ms ({len(took)} phrases)"
    )


def _baseline(threshold: int, *, with_nicknames: bool) -> Answer:
    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        query = normalize(asked["query"])
        queries = {query}
        first, _, rest = query.partition(" ")
        found = []
        for contact in asked["contacts"]:
            name = normalize(contact["name"])
            given = name.split(" ")[0]
            if with_nicknames and first in short_forms(given):
                queries = {query, f"{given} {rest}".strip()}
            if max(fuzz.WRatio(each, name) for each in queries) >= threshold:
                found.append(contact["id"])
            queries = {query}
        status = "unknown" if not found else "resolved" if len(found) == 1 else "ambiguous"
        return {"status": status, "contact_ids": found}

    return answer


def _line(scored: Sequence[Scored]) -> str:
    size = len(scored) or 1
    exact = sum(one.exact for one in scored)
    wrong = sum(one.silent_wrong for one in scored)
    sure = sum(one.sure for one in scored)
    return (
        f"{len(scored)} cases, exact {exact / size:.3f} ({exact}), sure {sure / size:.3f}, "
        f"silent wrong {wrong} ({100 * wrong / size:.1f} %)"
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
