"""The recurrence cases of python-dateutil, libical, ical.js and of ours, counted by hand, and how Steward's rules do.

`tests/corpora/recurrence.jsonl` holds their facts alone, one a line: `rule` (lines), `start`, `zone`, the `expected`
moments in wall time, `complete` (there are no others), `since` (looked at from there on), `invalid`: why it is no case
by the RFC. A start that the rule does not mean counts as the first occurrence (docs/decisions/0050).
"""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.recurrence.expansion import expand
from orchestrator.domain.world.events.recurrence.recurrence_set import Recurrence

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "corpora" / "recurrence.jsonl").read_text(encoding="utf-8").splitlines()
]
VALID = {"dateutil": 183, "libical": 156, "ical.js": 116, "by_hand": 102}


def tried(source: str) -> tuple[int, list[str]]:
    """How many valid cases of the source pass, and what is wrong with the others."""
    wrong: list[str] = []
    passed = 0
    for case in CASES:
        if case["source"] != source or "invalid" in case:
            continue
        start = datetime.fromisoformat(case["start"])
        read = recurrence.read(case["rule"], start=start, zone=case["zone"], all_day=len(case["start"]) == 10)
        expected = _by_the_rfc(case, start, read)
        since = datetime.fromisoformat(case.get("since", case["start"]))
        found = _by_years(read, start, since, max([start, *expected]).year)
        same = found == expected if case["complete"] else found[: len(expected)] == expected
        passed += same
        if not same:
            wrong.append(f"{case['id']} {case['rule']} from {start}: {found[:5]} for {expected[:5]}")
    return passed, wrong


def _by_the_rfc(case: dict[str, Any], start: datetime, read: Recurrence) -> list[datetime]:
    """What the source expects, with a start that is outside of the rule as the first that is counted."""
    expected = [datetime.fromisoformat(one) for one in case["expected"]]
    if start not in expected and "RDATE" not in case["rule"]:
        count = max((rule.count or 0 for rule in read.rules), default=0)
        meant = sorted({*expected, *read.left_out})
        expected = [start, *(meant[: count - 1] if count else meant)]
    since = datetime.fromisoformat(case.get("since", case["start"]))
    return [one for one in expected if one not in read.left_out and one >= since]


def _by_years(read: Recurrence, start: datetime, since: datetime, last: int) -> list[datetime]:
    """The starts as they are stored: expanded year by year."""
    years = [(max(since, datetime(year, 1, 1)), datetime(year + 1, 1, 1)) for year in range(since.year, last + 1)]
    return [one.start for begins, ends in years for one in expand(read, start, None, [], since=begins, until=ends)]
