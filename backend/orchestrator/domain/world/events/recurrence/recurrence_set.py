"""What does an event's `recurrence` say? RFC 5545 lines as text, as a list, or as an object, read into one shape.

"RRULE:FREQ=WEEKLY;BYDAY=MO", ["RRULE:…", "EXDATE;TZID=Europe/Lisbon:20261124T180000"],
{"rrule": "FREQ=DAILY", "exdate": ["2026-12-25"]} and {"freq": "weekly", "byday": ["MO"]} are all read. Everything here
is wall time in the event's own zone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from orchestrator.domain.world.events.recurrence.recurrence_rule import (
    PARTS,
    WEEKDAYS,
    Rule,
    is_kept,
    read_rule,
    stamps,
)
from orchestrator.kit import patterns
from orchestrator.kit.zones import LATEST

MOST_RULES = 50
MOST_DATES = 5_000
MOST_LINES = MOST_RULES + MOST_DATES
"""Of one series: rules, dates that are added or left out, and lines, of which each date may be one."""
_NAME = patterns.compile(r"(?i)(RRULE|RDATE|EXDATE)((?:;(?:[^:\"]|\"[^\"]*\")*)?):")


@dataclass(frozen=True)
class Recurrence:
    """When an event happens again. `left_out_days`: whole days on which it does not."""

    rules: tuple[Rule, ...] = ()
    dates: tuple[datetime, ...] = ()
    left_out: frozenset[datetime] = frozenset()
    left_out_days: frozenset[date] = frozenset()

    @property
    def last(self) -> datetime | None:
        """No occurrence of these rules and dates starts later; None where that is not known."""
        untils = [rule.until for rule in self.rules]
        if any(until is None for until in untils):
            return None
        return max([*(until for until in untils if until is not None), *self.dates], default=None)


def is_none(value: object) -> bool:
    """Whether a `recurrence` says nothing."""
    return value is None or (isinstance(value, str | list | dict) and not value) or value == [""]


def read(value: object, *, start: datetime, zone: str, all_day: bool) -> Recurrence:
    """What `value` says of an event that starts at `start` (wall time in `zone`). Raises ValueError for the client."""
    rules: list[Rule] = []
    dates: dict[datetime, None] = {}
    left_out: set[datetime] = set()
    left_out_days: set[date] = set()
    for name, parameters, content in _lines(value):
        if name == "RRULE":
            rules.append(read_rule(content, zone, all_day=all_day))
            if len(rules) > MOST_RULES:
                raise ValueError(f"at most {MOST_RULES} rules")
            continue
        for one in stamps(content, parameters, zone):
            if not is_kept(one):
                if name == "RDATE":
                    raise ValueError(f"the year of an RDATE is out of range: {one.year}")
                continue  # there is no occurrence that it would leave out
            if name == "RDATE":
                dates[one if isinstance(one, datetime) else datetime.combine(one, start.time())] = None
            elif isinstance(one, datetime) and not all_day:
                left_out.add(one)
            else:
                left_out_days.add(one.date() if isinstance(one, datetime) else one)
        if len(dates) + len(left_out) + len(left_out_days) > MOST_DATES:
            raise ValueError(f"at most {MOST_DATES:,} dates are added or left out")
    if not rules and not dates:
        raise ValueError("there is no rule in it, like RRULE:FREQ=WEEKLY;BYDAY=MO")
    if all_day:
        dates = dict.fromkeys(datetime.combine(one.date(), start.time()) for one in dates)
    return Recurrence(tuple(rules), tuple(dates), frozenset(left_out), frozenset(left_out_days))


# The three forms


def _lines(value: object) -> Iterator[tuple[str, str, str]]:
    """(RRULE, RDATE or EXDATE; its parameters; its content), of any form."""
    if isinstance(value, str):
        yield from _of_text(value)
    elif isinstance(value, list):
        if len(value) > MOST_LINES or not all(isinstance(one, str) for one in value):
            raise ValueError(f"a list holds RFC 5545 lines, at most {MOST_LINES}")
        for one in value:
            yield from _of_text(one)
    elif isinstance(value, Mapping):
        yield from _of_object(value)
    else:
        raise ValueError("it is RFC 5545 lines, as text, list or object")


def _of_text(text: str) -> Iterator[tuple[str, str, str]]:
    unfolded = text.replace("\r", "").replace("\n ", "").replace("\n\t", "")
    lines = [line.strip() for line in unfolded.split("\n") if line.strip()]
    if len(lines) > MOST_LINES:
        raise ValueError(f"at most {MOST_LINES} lines")
    for line in lines:
        if found := _NAME.match(line):
            yield found[1].upper(), found[2], line[found.end() :].strip()
        elif line.partition("=")[0].strip().upper() in PARTS:  # which come in any order
            yield "RRULE", "", line
        else:
            raise ValueError(f"this is no RRULE, RDATE or EXDATE: {line[:60]}")


def _of_object(value: Mapping[Any, Any]) -> Iterator[tuple[str, str, str]]:
    parts = {str(name).upper().replace("_", "").replace("-", ""): one for name, one in value.items() if one is not None}
    if "FREQ" in parts or "FREQUENCY" in parts:
        dates = {name: parts.pop(name) for name in list(parts) if name.rstrip("S") in {"RDATE", "EXDATE"}}
        parts["FREQ"] = parts.pop("FREQUENCY", None) or parts.get("FREQ")
        yield "RRULE", "", ";".join(f"{name}={_part(one)}" for name, one in parts.items())
        parts = dates
    for name, one in parts.items():
        kind = {"RRULES": "RRULE", "RULE": "RRULE", "RULES": "RRULE", "RDATES": "RDATE", "EXDATES": "EXDATE"}.get(
            name, name
        )
        if kind not in {"RRULE", "RDATE", "EXDATE"}:
            raise ValueError(
                f"`{str(name).lower()[:40]}` is not known here; give rrule, rdate, exdate, or freq and its parts"
            )
        for each in one if isinstance(one, list) else [one]:
            if isinstance(each, Mapping) and kind == "RRULE":
                yield from _of_object(each)
            elif isinstance(each, str):
                told = each.strip()
                yield from _of_text(each) if _NAME.match(told) else [(kind, "", told)]
            else:
                raise ValueError(f"`{kind.lower()}` holds text")


def _part(value: object) -> str:
    if isinstance(value, list):
        return ",".join(_part(one) for one in value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError("the parts of a rule are texts, numbers and lists of them")
    return str(value).strip()


# Writing and moving a series


def lines_of(value: object, *, start: datetime, zone: str, all_day: bool) -> list[str]:
    """`value`, of whatever form, as RFC 5545 lines in wall time. Raises ValueError."""
    return moved(value, timedelta(), start=start, zone=zone, all_day=all_day)


def moved(value: object, by: timedelta, *, start: datetime, zone: str, all_day: bool) -> list[str]:
    """`value` for the same series moved by `by`: its weekdays, ends and left-out times go with it. Raises ValueError
    where the rule does not tell on which day it would be ("the second Tuesday", moved to a Wednesday)."""
    whole = read(value, start=start, zone=zone, all_day=all_day)
    days = ((start + by).date() - start.date()).days
    lines = [f"RRULE:{_written(rule, by, days)}" for rule in whole.rules]
    lines += [f"RDATE:{_compact(one + by)}" for one in whole.dates]
    lines += [f"EXDATE:{_compact(one + by)}" for one in sorted(whole.left_out)]
    shifted = sorted(one + timedelta(days=days) for one in whole.left_out_days)
    lines += [f"EXDATE;VALUE=DATE:{one:%Y%m%d}" for one in shifted]
    return lines


def _written(rule: Rule, by: timedelta, days: int) -> str:
    if days and any(name in rule.by for name in ("BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYSETPOS", "BYMONTH")):
        raise ValueError("say how it repeats on the new day")
    if days and any(day.nth for day in rule.days):
        raise ValueError("say how it repeats on the new day")
    if by % timedelta(days=1) and any(name in rule.by for name in ("BYHOUR", "BYMINUTE", "BYSECOND")):
        raise ValueError("say how it repeats at the new time")
    parts = [f"FREQ={rule.freq}"]
    parts += [f"INTERVAL={rule.interval}"] if rule.interval != 1 else []
    parts += [f"COUNT={rule.count}"] if rule.count is not None else []
    parts += [f"UNTIL={_compact(rule.until + by if rule.until < LATEST else LATEST)}"] if rule.until is not None else []
    names = [f"{day.nth or ''}{WEEKDAYS[(day.day + days) % 7]}" for day in rule.days]
    parts += [f"BYDAY={','.join(names)}"] if names else []
    parts += [f"{name}={','.join(map(str, values))}" for name, values in rule.by.items()]
    parts += [f"WKST={WEEKDAYS[rule.week_start]}"] if rule.week_start else []
    parts += ["RSCALE=GREGORIAN", f"SKIP={rule.skip}"] if rule.skip != "OMIT" else []
    return ";".join(parts)


def _compact(value: datetime) -> str:
    return f"{value:%Y%m%dT%H%M%S}"
