"""Does a call's result speak against a claim that shares words with it? Numbers in words that are not the result's,
days and months that none of its dates is, names that nothing of the step told, a denial of what is quoted, and what is
told as done of a record that is open."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from orchestrator.agent.tools.freezing import canonical
from orchestrator.domain.work.missions.model import MissionExecution
from orchestrator.domain.work.missions.running.proof.figures import lengths_of, numbers_of
from orchestrator.kit import patterns
from orchestrator.kit.text import texts_in
from orchestrator.language.claims.bearing import around, counted_in, days_in, denied, names_in, said_done
from orchestrator.language.detect import language_of
from orchestrator.language.messages import LANGUAGES, say
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import normalize, stems

_DATE = patterns.compile(r"\b(\d{4})-(\d{2})-(\d{2})")
_HOUR = patterns.compile(r"[T ](\d{2}):\d{2}")
_NOON = 12
_OPEN = frozenset({"open", "pending", "todo", "needs-action", "in-process", "tentative"})
_DONE_FIELDS = ("done_at", "completed_at", "done", "completed", "status")
_UNTOLD = (None, False, "", 0)
_CALLED_OFF = frozenset({"cancelled", "declined", "rejected"})
_DATES = 2_000
"""Dates of a result that are looked at."""
_LONGEST = 200_000


def otherwise(
    text: str, near: str, execution: MissionExecution, made: Sequence[MissionExecution], locale: str, *, known: str = ""
) -> str | None:
    """What speaks against it, for whoever reads the label; None where nothing does. `near`: the quoted words, or the id
    of the row that is named; `made`: all calls of the step; `known`: what the step was told before its first call."""
    language = language_of(text, locale)
    record = _record(execution.data, near) if near else execution.data
    wrong = _miscounted(text, near, execution, language)
    if wrong is not None:
        return say("missions.unproved.absent", locale, what=wrong, tool=execution.tool)
    if _misdated(text, record, execution, language):
        return say("missions.unproved.other_day", locale, tool=execution.tool)
    if (name := _misnamed(text, made, known, language)) is not None:
        return say("missions.unproved.unspoken", locale, name=name)
    why = _denied(text, near, record, language) if near else None
    return None if why is None else say(f"missions.unproved.{why}", locale)


def _miscounted(text: str, near: str, execution: MissionExecution, language: Language) -> int | None:
    """A number in words has to be the record's, or so many of something; half of a result's digits are dates."""
    claimed = counted_in(text, language)
    if not claimed:
        return None
    record = _record(execution.data, near) if near else execution.data
    told = "\n".join(texts_in(record))[:_LONGEST]
    held = (
        numbers_of(record)
        | lengths_of(execution.data)
        | numbers_of(_totals(execution.data))
        | {int(hour[1]) % _NOON for hour in _HOUR.finditer(told)}
    )
    held |= {value for one in LANGUAGES for value in (*counted_in(near, one), *counted_in(told, one))}
    return next((value for value in claimed if value not in held), None)


def _totals(data: Mapping[str, Any]) -> list[Any]:
    return [one for one in data.values() if isinstance(one, int)]


def _misdated(text: str, record: Any, execution: MissionExecution, language: Language) -> bool:
    weekdays, months = days_in(text, language)
    if not weekdays and not months:
        return False
    dates = list(_dates_in(record)) or list(_dates_in(execution.data))
    told = [days_in(one, each) for one in texts_in(execution.data) for each in LANGUAGES][:_DATES]
    that_day = {one.weekday() for one in dates} | {day for days, _ in told for day in days}
    that_month = {one.month for one in dates} | {month for _, found in told for month in found}
    return not (weekdays <= that_day and months <= that_month)


def _misnamed(text: str, made: Sequence[MissionExecution], known: str, language: Language) -> str | None:
    names = list(names_in(text, language))
    if not names:
        return None
    told = normalize(
        "\n".join([known, *(canonical(part) for one in made for part in (one.data, one.arguments))])[:_LONGEST]
    )
    there = {stem for of_word in stems(told) for stem in of_word}
    return next((one for one in names if normalize(one) not in told and not _likened(one, there)), None)


def _likened(name: str, there: set[str]) -> bool:
    return any(there & set(of_word) for of_word in stems(name))


def _denied(text: str, near: str, record: Any, language: Language) -> str | None:
    """How it is said otherwise: a part of a key of the messages."""
    fields = record if isinstance(record, Mapping) else {}
    if said_done(text, language) and _is_open(fields):
        return "open"
    value = next((one for one in texts_in(record) if _within(near, one)), None)
    if value is None:
        return None
    said = denied(text, language)
    quoted = denied(around(near, value, told := language_of(value, language)), told)
    if said is None or quoted is None or said == quoted:
        return None
    if said and any(
        each in _UNTOLD or each == [] or str(each).lower() in _OPEN | _CALLED_OFF for each in fields.values()
    ):
        return None  # "the rent is not paid" of a to-do without a date on which it was done
    return "contrary" if said else "quote_denies"


def _is_open(record: Mapping[str, Any]) -> bool:
    found = [record[name] for name in _DONE_FIELDS if name in record]
    return bool(found) and all(one in _UNTOLD or str(one).lower() in _OPEN for one in found)


def _within(near: str, text: str) -> bool:
    return " ".join(normalize(near).split()) in " ".join(normalize(text).split())


def _record(value: Any, near: str) -> Any:
    """The smallest record of a result in which something stands; all of it where it stands in none alone."""
    if isinstance(value, Mapping):
        inner: Sequence[Any] = [one for one in value.values() if isinstance(one, Mapping | list)]
    else:
        inner = value if isinstance(value, list) else ()
    for one in inner:
        if isinstance(one, Mapping | list) and _within(near, canonical(one)):
            return _record(one, near)
    return value


def _dates_in(value: Any) -> Iterator[date]:
    for text in [value] if isinstance(value, str) else texts_in(value):
        for found in _DATE.finditer(text[:_LONGEST]):
            try:
                yield date(int(found[1]), int(found[2]), int(found[3]))
            except ValueError:
                continue
