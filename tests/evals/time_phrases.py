"""How many time phrases mean what they should? `steward eval time` over the labelled cases of `shared/data/datetime`.

    make evals ARGS="time_phrases"
    make evals ARGS="time_phrases --half 0 --show wrong"            # the cases whose number is even, what is wrong
    make evals ARGS="time_phrases --without-duckling"

A case counts as *start right* where some mention begins at a moment that the labels accept ("any accepted reading");
*all right* where each labelled mention is met. A time without a date is met by its time of day, an open end that has
only an end by its end; lengths and recurrences alone have no start and are left out. *Left alone*: the cases without a
time in which none is found. *Sure*: the share of cases with a sure mention; *right of sure*: of all mentions called
sure, those whose start is accepted.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestrator.language.time import second_opinion
from orchestrator.language.time.verdict import time_verdict

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "datetime" / "cases.jsonl"
LOCALES = {"en": "en-US", "es": "es-ES", "pt": "pt-BR"}
ZONE = "Etc/GMT+2"


@dataclass(frozen=True)
class Scored:
    """One case with its verdict; `right` None where the case has no moment to find."""

    case: dict[str, Any]
    found: tuple[dict[str, Any], ...]
    right: bool | None
    whole: bool | None
    sure: tuple[bool, ...]
    ms: float


def main(arguments: Sequence[str]) -> int:
    """Print the table; 0."""
    parser = argparse.ArgumentParser(
        prog="tests.evals time_phrases", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--half", type=int, choices=(0, 1), default=None, help="only every other case")
    parser.add_argument("--core", action="store_true", help="only the cases marked core")
    parser.add_argument("--only", default="", help="a prefix of the ids")
    parser.add_argument("--show", choices=("wrong", "sure", "negatives"), default=None)
    parser.add_argument("--without-duckling", action="store_true")
    given = parser.parse_args(arguments)
    rows = [json.loads(line) for line in given.data.read_text("utf-8").splitlines() if line.strip()]
    rows = [row for row in rows if row["id"].startswith(given.only) and (row.get("core") or not given.core)]
    if given.half is not None:
        rows = [row for row in rows if _number(row["id"]) % 2 == given.half]
    time_verdict({"text": "tomorrow at noon", "now": "2026-01-01T10:00:00", "timezone": ZONE})
    with second_opinion.silenced() if given.without_duckling else nullcontext():
        scored = [score(row) for row in rows]
    if given.show:
        _show(scored, given.show)
    print(table(scored))
    return 0


def _number(name: str) -> int:
    return int(name.rsplit("-", 1)[1])


def score(case: dict[str, Any]) -> Scored:
    """The verdict of a case, held against its labels."""
    locale = "en-GB" if "-GB-" in case["id"] else LOCALES[case["lang"]]
    begin = time.process_time()  # others share the machine
    verdict = time_verdict(
        {"id": case["id"], "text": case["text"], "now": case["ref"], "timezone": ZONE, "locale": locale}
    )
    ms = (time.process_time() - begin) * 1000
    found = tuple(verdict["mentions"])
    gold = [one["values"] for one in case["mentions"] if any(v.get("start") or v.get("end") for v in one["values"])]
    met = [any(_meets(each, value) for each in found for value in values) for values in gold]
    sure = tuple(any(_meets(each, v) for values in gold for v in values) for each in found if each["sure"])
    return Scored(case, found, any(met) if gold else None, all(met) if gold else None, sure, ms)


def _meets(found: dict[str, Any], value: dict[str, Any]) -> bool:
    if not value.get("start"):
        end = value.get("end") or ""
        return bool(end) and str(found["end"]).endswith(end if "T" in end else f"T{end}")
    if "T" not in value["start"]:
        return str(found["start"]).endswith(f"T{value['start']}")
    return bool(found["start"] == value["start"])


def table(scored: Sequence[Scored]) -> str:
    """A row a language and a source."""
    lines = [f"{'':<16}{'cases':>6}{'start':>8}{'all':>8}{'neg':>5}{'alone':>8}{'sure':>8}{'right':>8}{'p50 ms':>8}"]
    for language in ("en", "es", "pt"):
        for source in ("recognizers", "duckling", ""):
            rows = [one for one in scored if one.case["lang"] == language and source in ("", one.case["src"])]
            if rows:
                lines.append(_row(f"{language} {source or 'both'}", rows))
    if scored:
        lines.append(_row("all", scored))
    return "\n".join(lines)


def _row(name: str, rows: Sequence[Scored]) -> str:
    positive = [one for one in rows if one.right is not None]
    negative = [one for one in rows if one.case["n"] == 0]
    sure = [right for one in rows for right in one.sure]
    right, whole = _share(one.right for one in positive), _share(one.whole for one in positive)
    return (
        f"{name:<16}{len(positive):>6}{right:>8}{whole:>8}"
        f"{len(negative):>5}{_share(not one.found for one in negative):>8}"
        f"{_share(bool(one.sure) for one in positive):>8}{_share(sure):>8}"
        f"{statistics.median(one.ms for one in rows):>8.2f}"
    )


def _share(values: Iterable[bool | None]) -> str:
    listed = list(values)
    return f"{100 * sum(map(bool, listed)) / len(listed):.1f}" if listed else "-"


def _show(scored: Sequence[Scored], what: str) -> None:
    for one in scored:
        wrong = {
            "wrong": one.whole is False,
            "sure": not all(one.sure),
            "negatives": one.case["n"] == 0 and bool(one.found),
        }[what]
        if wrong:
            print(f"{one.case['id']:<12} {one.case['ref'][:16]} {one.case['text']!r}")
            for gold in one.case["mentions"]:
                readings = ", ".join(f"{v.get('start', '')}..{v.get('end', '')}" for v in gold["values"]) or "no moment"
                print(f"    gold {gold['mention']!r}: {readings}")
            for each in one.found:
                print(f"    ours {each['text']!r}: {each['start']}..{each['end']}{' sure' if each['sure'] else ''}")


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
