"""What was decided in the user's meetings, and who promised what? Those statements that hold what is asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.senses.meetings import repository
from orchestrator.domain.senses.meetings.model import ActionItem, Meeting
from orchestrator.domain.world.todos.service import todos
from orchestrator.language.text.normalize import content_words, stems, tokens

About = Literal["decided", "promised", "any"]
MEETINGS = 200
"""The newest that are looked through."""
ENOUGH = 0.5
"""The share of the words that a statement with its meeting has to hold."""
BESIDE = 0.6
"""What a word counts that the meeting's title or people hold, and not the statement."""
BEHIND = 0.2
"""So much less than the best one is no answer beside it."""


@dataclass(frozen=True)
class Stated:
    """One statement, in the transcript's own words. `who`: who decided out loud, or who is to do it; `mine`: the user;
    `done`: of a promise whose todo is done."""

    kind: Literal["decision", "promise"]
    meeting: Meeting
    text: str
    who: str
    mine: bool = False
    done: bool = False


@dataclass(frozen=True)
class Asked:
    """What is looked for. `names`: the words of each name of the person (folded), none for anybody; `me`: the user;
    `since`, `until`: aware."""

    about: About
    words: tuple[str, ...] = ()
    names: tuple[frozenset[str], ...] = ()
    me: bool = False
    since: datetime | None = None
    until: datetime | None = None


async def stated(tx: Tx, asked: Asked) -> list[Stated]:
    """The statements that answer, the newest meeting first; where nothing narrows it, those of the newest meeting that
    has any."""
    meetings = await repository.held(tx, since=asked.since, until=asked.until, limit=MEETINGS)
    items = await repository.items_of(tx, [one.id for one in meetings])
    done = await _done(tx, [item for own in items.values() for item in own])
    found = [one for meeting in meetings for one in _of(meeting, items.get(meeting.id, ()), done, asked.about)]
    weighed = [(*_held(one, asked), one) for one in found if _by(one, asked)]
    if not asked.words:
        if asked.names or asked.since or asked.until:
            return [one for _, _, one in weighed]
        newest = weighed[0][2].meeting.id if weighed else None
        return [one for _, _, one in weighed if one.meeting.id == newest]
    weighed = [each for each in weighed if each[0] >= ENOUGH]
    top = max((worth for _, worth, _ in weighed), default=0.0)
    return [one for _, worth, one in weighed if worth > top - BEHIND]


async def _done(tx: Tx, items: Sequence[ActionItem]) -> frozenset[UUID]:
    rows = await todos.many(tx, sorted({item.shown_todo for item in items if item.shown_todo is not None}))
    return frozenset(row.id for row in rows if row.done_at is not None)


def _of(meeting: Meeting, items: Sequence[ActionItem], done: frozenset[UUID], about: About) -> list[Stated]:
    decided = [Stated("decision", meeting, one["quote"], one["speaker"]) for one in meeting.decisions]
    promised = [
        Stated("promise", meeting, item.text, item.assignee or "", item.mine, item.shown_todo in done) for item in items
    ]
    return {"decided": decided, "promised": promised, "any": [*decided, *promised]}[about]


def _by(one: Stated, asked: Asked) -> bool:
    """Whether it is the person's own promise, or was decided where they were."""
    if one.kind == "promise":
        if asked.me:
            return one.mine
        return not asked.names or _is_named(one.who, asked.names)
    if not asked.names:
        return True
    there = [one.who, *(str(each.get("name") or "") for each in one.meeting.attendees)]
    return any(_is_named(name, asked.names) for name in there)


def _is_named(name: str, names: Sequence[frozenset[str]]) -> bool:
    words = frozenset(tokens(name))
    return bool(words) and any(each <= words or words <= each for each in names)


def _held(one: Stated, asked: Asked) -> tuple[float, float]:
    """The share of the words that the statement holds with its meeting's title and people; and what that is worth,
    where a word of its own counts more than one of these. Where the title holds all words, the meeting is named."""
    wanted = [frozenset(forms) for forms in stems(" ".join(asked.words))]
    if not wanted:
        return 1.0, 1.0
    people = " ".join(str(each.get("name") or "") for each in one.meeting.attendees)
    own = {form for forms in stems(f"{one.text} {one.who}") for form in forms}
    titled = {form for forms in stems(one.meeting.title or "") for form in forms}
    around = titled | {form for forms in stems(people) for form in forms}
    if all(forms & titled for forms in wanted):
        return 1.0, 1.0
    said = sum(1 for forms in wanted if forms & own)
    beside = sum(1 for forms in wanted if not forms & own and forms & around)
    return (said + beside) / len(wanted), (said + BESIDE * beside) / len(wanted)


def words_of(query: str, names: Sequence[frozenset[str]]) -> tuple[str, ...]:
    """What is looked for beside the person."""
    named = frozenset[str]().union(*names) if names else frozenset[str]()
    return tuple(word for word in content_words(query) if word not in named)


def told(one: Stated, at: str | None) -> Mapping[str, object]:
    """The statement as JSON. `at`: when the meeting began, local ISO."""
    return {
        "kind": one.kind,
        "text": one.text,
        "who": one.who or None,
        "mine": one.mine,
        "done": one.done,
        "meeting_id": one.meeting.external_id,
        "title": one.meeting.title or "",
        "event_id": str(one.meeting.event_id) if one.meeting.event_id else None,
        "at": at,
        "origin": "third_party",
    }
