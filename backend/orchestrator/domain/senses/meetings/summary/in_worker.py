"""What worker processes do with a transcript: read it, say what it holds, and what of it is found. Pure: no table, no
model, no clock.

Imported by the fork server: no slice's service, nothing of weight.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.domain.senses.meetings.schemas import MeetingIn
from orchestrator.domain.senses.meetings.summary.action_items import grounded
from orchestrator.domain.senses.meetings.summary.attendees import Participant
from orchestrator.domain.senses.meetings.summary.drafts import Draft, Proposed
from orchestrator.domain.senses.meetings.summary.extractive import draft_of
from orchestrator.domain.senses.meetings.summary.fragments import Turn, turns_of
from orchestrator.domain.senses.meetings.summary.passages import decisions_of, passages_of
from orchestrator.domain.senses.meetings.summary.quotes import Transcribed
from orchestrator.language.detect import language_of
from orchestrator.language.tables import ABOUT
from orchestrator.language.time import Mention, mentions
from orchestrator.worker_processes.task import Given


def due_of(quote: str, *, said_at: datetime, locale: str) -> dict[str, Any]:
    """`{"due_at": …}` of a todo, or nothing. `said_at`: wall time of the user; `locale`: how they write dates.

    "by the 3rd", "before Monday", "tomorrow at 5pm"; of "tomorrow morning" the day; not "by Friday" said on a Friday,
    which means two days.
    """
    language = language_of(quote, locale)
    spoken = locale if locale[:2] == language else ABOUT[language].locale
    dated = [one for one in mentions(quote, now=said_at, locale=spoken) if one.has_date]
    ends = [one for one in dated if one.kind == "open"]
    only = ends if len(ends) == 1 else dated
    if len(only) != 1 or not (only[0].sure or _is_part_of_a_day(only[0])):
        return {}
    due = _end(only[0])
    if due is None or due < said_at.replace(hour=0, minute=0, second=0, microsecond=0):
        return {}
    whole_day = only[0].all_day or _is_part_of_a_day(only[0])
    return {"due_at": due.date().isoformat() if whole_day else due.isoformat(timespec="seconds")}


def _is_part_of_a_day(one: Mention) -> bool:
    """ "tomorrow morning": what is unsure of it is the hours."""
    return one.kind == "range" and one.grain == "part"


def _end(one: Mention) -> datetime | None:
    """The last moment that is in time; of whole days one of the last."""
    if one.kind == "instant" and one.grain in {"day", "hour", "minute"}:
        return one.start
    if one.kind == "open" and one.end is not None:
        return one.end - timedelta(days=1) if one.all_day else one.end
    return one.start if _is_part_of_a_day(one) else None


def read(given: Given) -> Iterator[Any]:
    """`data`: a submission as it is kept; argument: whether its turns are wanted. Yields what it says beside them, then
    each turn."""
    meeting, turns = _transcribed(given.data)
    yield {
        "calendar_event_id": meeting.calendar_event_id,
        "length_s": max((turn.end_s for turn in turns), default=0.0),
        "attendees": [
            one.model_dump(mode="json", include={"name", "email", "identifier"}) for one in meeting.attendees
        ],
        "speakers": list(dict.fromkeys(turn.speaker for turn in turns)),
    }
    if given.argument["turns"]:
        yield from ([turn.speaker, turn.text, turn.start_s, turn.end_s] for turn in turns)


def summarize(given: Given) -> Iterator[Any]:
    """`data`: a submission as it is kept; argument: its people, and a model's draft where there is one. Yields the
    summary, then each action item that holds."""
    asked: Mapping[str, Any] = given.argument
    _, turns = _transcribed(given.data)
    people, user = [participant(one) for one in asked["participants"]], participant(asked["user"])
    names = {label: one.name for one in people for label in one.labels if label and one.name}
    draft = _draft(asked["draft"]) if asked["draft"] is not None else draft_of(turns, asked["locale"], names)
    yield {"summary": draft.summary, "generated_by": draft.generated_by}
    said_at = datetime.fromisoformat(asked["said_at"]) if asked["said_at"] is not None else None
    for item in grounded(draft.proposed, Transcribed(turns), people, user):
        due = due_of(item.quote, said_at=said_at, locale=asked["locale"]) if item.mine and said_at is not None else {}
        yield {**asdict(item), "due_at": due.get("due_at")}


def found(given: Given) -> Iterator[Any]:
    """`data`: a submission as it is kept; argument: what the recorder's labels stand for. Yields its decisions, then
    each stretch that is found."""
    _, turns = _transcribed(given.data)
    names: Mapping[str, str] = given.argument["names"]
    yield [asdict(one) for one in decisions_of(turns, names)]
    yield from ([one.speaker, one.text, one.start_s] for one in passages_of(turns, names))


def told_participant(one: Participant) -> dict[str, Any]:
    """A participant as JSON."""
    return {**asdict(one), "contact_id": str(one.contact_id) if one.contact_id is not None else None}


def participant(told: Mapping[str, Any]) -> Participant:
    """The same, read."""
    lists = {name: tuple(told[name]) for name in ("emails", "aliases", "labels")}
    contact = UUID(told["contact_id"]) if told["contact_id"] is not None else None
    return Participant(**{**told, **lists, "contact_id": contact})


def told_draft(draft: Draft) -> dict[str, Any]:
    """A model's draft as JSON; its rules stay with who asked."""
    return {
        "summary": draft.summary,
        "generated_by": draft.generated_by,
        "proposed": [asdict(one) for one in draft.proposed],
    }


def _draft(told: Mapping[str, Any]) -> Draft:
    return Draft(told["summary"], tuple(Proposed(**one) for one in told["proposed"]), told["generated_by"])


def _transcribed(data: bytes) -> tuple[MeetingIn, Sequence[Turn]]:
    meeting = MeetingIn.model_validate(json.loads(data))
    return meeting, turns_of(meeting.segments)
