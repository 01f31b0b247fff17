"""What of a result does a model have to read? The same facts in fewer tokens: a local server reads 20 to 60 a second.

The ledger keeps results whole, and inspected entities stay raw (product.md, Context budget); what else goes into a
prompt is shortened. Left out: what is empty, the turn's own zone, the label of one's own data (what is not one's own is
fenced), a snippet beside the text it was cut from, and ids beside a name, which tools take as well. An entity's own id,
some forty tokens, is told by its end; `with_whole_ids` reads it back. Times are told in the words of the user's locale:
a small model copies "Thursday, November 26, 2026, 3:30 PM" and makes 5:30 PM of `2026-11-26T15:30:00`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from orchestrator.agent.types.origin import Origin
from orchestrator.agent.types.vocabulary import Vocabulary
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.language import render
from orchestrator.llm.messages import LedgerEntry

SHORT_ID = 8
"""Hex digits of the end of a UUIDv7: 32 random bits, told apart within one run."""
SPAN = frozenset({"start_at", "end_at"})
"""Told together, as `when`."""
MESSAGE = "message"
"""Who said it and when is all that a message is known by: no tool takes its id."""
AT = "at"
DISTANCE = "distance_m"
"""Told as `distance`, in the user's measures."""
MEANT = "dates"
"""What the relative words of a message mean."""
_SHORT = patterns.compile(rf"\b[0-9a-f]{{{SHORT_ID}}}\b")


@dataclass(frozen=True)
class Audience:
    """Whom it is told to: their zone, locale, and now as naive wall time. `vocabulary`: which fields hold what."""

    zone: str
    locale: str
    now: datetime
    vocabulary: Vocabulary


def told(data: Mapping[str, Any], audience: Audience) -> Mapping[str, Any]:
    """`data` (plain JSON) without what says nothing; itself where nothing would be left."""
    return _object(data, audience) or data


def with_whole_ids(arguments: Mapping[str, Any] | str, ledger: Sequence[LedgerEntry]) -> Mapping[str, Any] | str:
    """A call's arguments as a model wrote them, its short ids made those of the entities in the run's results."""
    known: dict[str, str] = {}
    for entry in ledger:
        known.update((found[-SHORT_ID:], found) for found in _ids(entry.data))
    return _lengthened(arguments, known) if known else arguments


def _lengthened(value: Any, known: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _SHORT.sub(lambda found: known.get(found[0], found[0]), value) if parse_id(value) is None else value
    if isinstance(value, Mapping):
        return {key: _lengthened(item, known) for key, item in value.items()}
    return [_lengthened(item, known) for item in value] if isinstance(value, list) else value


def _ids(value: Any) -> Iterable[str]:
    if isinstance(value, Mapping):
        if parse_id(value.get("id")) is not None:
            yield str(value["id"])
        for item in value.values():
            yield from _ids(item)
    elif isinstance(value, list):
        for item in value:
            yield from _ids(item)


def _object(value: Mapping[str, Any], audience: Audience) -> dict[str, Any]:
    when = _when(value, audience)
    kept = {"when": when} if when else {}
    for key, item in value.items():
        if key == DISTANCE and isinstance(item, int | float):
            kept["distance"] = render.distance(item, audience.locale)
        elif not _needless(key, item, value, audience) and not (when and key in SPAN):
            kept[key] = _meant(item) if key == MEANT else _shortened(key, item, audience)
    return {key: item for key, item in kept.items() if item not in (None, "", [], {})}


def _shortened(key: str, value: Any, audience: Audience) -> Any:
    if isinstance(value, Mapping):
        return _object(value, audience)
    if isinstance(value, list):
        return [_shortened(key, item, audience) for item in value]
    if key == AT:
        return _to_the_minute(value)
    if key in audience.vocabulary.times:
        at = _time(value)
        return _words(at, None, audience, all_day=False) if at is not None else value
    return str(value)[-SHORT_ID:] if key == "id" and parse_id(value) is not None else value


def _to_the_minute(value: Any) -> Any:
    at = _time(value)
    return value if at is None else at.isoformat(sep=" ", timespec="minutes")


def _meant(dates: Any) -> Any:
    """`[{"text", "since", "until"}]` (`until` exclusive) as `{text: the day, or "the first to the last day"}`."""
    if not isinstance(dates, list) or not all(isinstance(each, Mapping) for each in dates):
        return dates
    return {str(each.get("text")): _days(each.get("since"), each.get("until")) for each in dates}


def _days(since: object, until: object) -> str:
    first, end = _time(since), _time(until)
    if first is None or end is None or end - first <= timedelta(days=1):
        return str(since)
    return f"{since} to {(end - timedelta(days=1)).date().isoformat()}"


def _when(value: Mapping[str, Any], audience: Audience) -> str | None:
    """An event's time in words; None for what has none, or a `when` of its own."""
    start = _time(value.get("start_at"))
    if start is None or "when" in value:
        return None
    return _words(start, _time(value.get("end_at")), audience, all_day=value.get("all_day") is True)


def _words(start: datetime, end: datetime | None, audience: Audience, *, all_day: bool) -> str:
    return render.moment(start, end, all_day=all_day, zone=audience.zone, now=audience.now, locale=audience.locale)


def _time(value: object) -> datetime | None:
    """A local time or a date; None for anything else, and for an instant, whose wall time is elsewhere."""
    if not isinstance(value, str):
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    return found if found.tzinfo is None else None


def _needless(key: str, item: Any, beside: Mapping[str, Any], audience: Audience) -> bool:
    match key:
        case "origin":
            return bool(item == Origin.OWN_DATA)
        case "timezone":
            return bool(item == audience.zone)
        case "id" | "kind" | "title":
            return beside.get("kind") == MESSAGE
        case "answers":
            return item is False
        case "relevance":
            return "answers" in beside
        case "snippet":
            return bool(beside.get("text"))
        case "all_day":
            return item is False
        case _:
            return key in audience.vocabulary.needless_ids and bool(beside.get("name") or beside.get("id"))
