"""What the tools of a turn found: one find, and all of them with what is left where more is known of the question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from orchestrator.language.values import Value, holds
from orchestrator.llm.messages import LedgerEntry
from orchestrator.reader.conditions.order import Rank
from orchestrator.reader.texts import share, text_of_hit

RELEVANT = 0.5
"""The share of the question's words that a find must hold to count as an answer; below it is only near."""
SURE = 0.99
"""All that was asked for is held, but for a rounding."""
SAME_TIME = 0.3
"""What stands in the calendar at the time that was asked for is near, even where it holds none of the words."""
TEXTS = {"document", "fact", "meeting", "note", "message"}
"""The kinds whose sentences tell values."""
_CLEARLY = 0.3
"""So much more of the question a text has to hold to answer before what has a time of its own."""
_AS_WELL = 0.15
"""So much less of the question may hold what fits the talk."""
NEVER = 2.0
"""No hit is worth so much: what the search found to be no answer stays near at best."""


@dataclass(frozen=True)
class Item:
    """One find: `kind` event, todo, contact, place, message…; `hit`: from a search, with a snippet instead of fields;
    `share`: how much of the question it holds (0 to 1)."""

    kind: str
    data: Mapping[str, Any]
    share: float
    hit: bool = False
    needed: float = RELEVANT
    rank: int = 0
    """The place that the search gave it."""
    named: bool = False
    """Whether it is the one, or one of those, that the words name for sure."""
    with_them: bool = False
    """Whether it is an event with the one who was asked for, by whatever name they are noted there."""
    telling: str = ""
    """The sentence of a text that holds the value that was asked for."""
    tells: float = 0.0
    """How much of the question that sentence holds."""

    @property
    def relevant(self) -> bool:
        return self.share >= self.needed

    @property
    def near(self) -> bool:
        """Whether it may be told where nothing answers: not what the search found to be about something else."""
        return self.needed < NEVER

    def get(self, name: str) -> str:
        """A field as text, "" where it is absent."""
        value = self.data.get(name)
        return str(value) if value not in (None, "") else ""

    def moment(self, name: str) -> datetime | None:
        """A field as naive local time; None where it is absent or none."""
        return moment(self.data.get(name))


@dataclass(frozen=True)
class Evidence:
    """Everything read in this turn, without repetitions, in the order it was found."""

    items: tuple[Item, ...] = ()
    total: int | None = None
    people: tuple[tuple[str, int], ...] = ()
    span: tuple[str, str] | None = None
    conflicts: tuple[tuple[str, str, str, str], ...] = ()
    """Title and time of one, title and time of the other."""
    looked: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    briefing: str = ""
    stated: tuple[Mapping[str, Any], ...] = ()
    """What was decided or promised in meetings, as `search_meetings` tells it."""
    failed: bool = False
    twins: tuple[tuple[str, str, str], ...] | None = None
    """Two contacts that may be one, and why; None where nobody looked for any."""
    writes: tuple[LedgerEntry, ...] = field(default=())

    def of(self, *kinds: str, near: bool = False) -> list[Item]:
        """The finds of some kinds that answer, or with `near` those that almost do."""
        return [item for item in self.items if item.kind in kinds and (item.relevant or near)]

    def telling(self, value: Value | None) -> "Evidence":
        """The same without what can't answer, where a text holds the value that was asked for: an event is no sum and
        no permission, and its time is another matter's where the text holds clearly more of the question."""
        texts = [item for item in self.items if item.telling and item.relevant]
        if value is None or not texts:
            return self
        top = max(item.share for item in texts)
        timed = value in {Value.DATE, Value.LENGTH}

        def stays(item: Item) -> bool:
            if item.named:
                return True
            if timed and not item.hit and item.kind in {"event", "todo"}:
                return item.share > top - _CLEARLY
            return (bool(item.telling) or holds(value, text_of(item))) and item.share > top - _CLEARLY

        return replace(self, items=tuple(item for item in self.items if stays(item)))

    def ranked(self, rank: Rank, now: datetime) -> "Evidence":
        """The same with the one event that has this place in the order of time; unchanged where no event answers."""
        events = [item for item in self.items if item.kind == "event" and item.relevant and not item.hit]
        top = max((item.share for item in events), default=0.0)
        dated = [(at, item) for item in events if item.share >= min(top, SURE) and (at := item.moment("start_at"))]
        dated = [pair for pair in dated if pair[1].get("status") != "cancelled"]
        if not dated:
            return self
        dated.sort(key=lambda pair: pair[0])
        gone, ahead = ([item for at, item in dated if (at <= now) == was] for was in (True, False))
        chosen = rank.of(gone, ahead)
        return replace(self, items=(chosen,) if chosen is not None else (), total=None)

    def fitting(self, subject: Sequence[str]) -> "Evidence":
        """The same with those alone that also hold what the talk was about, where they answer about as well as any; who
        is named for sure stays."""
        answers = [item for item in self.items if item.relevant]
        fit = [item for item in answers if subject and share(subject, text_of(item)) >= RELEVANT]
        if not 0 < len(fit) < len(answers):
            return self
        if max(item.share for item in fit) < max(item.share for item in answers) - _AS_WELL:
            return self
        return replace(self, items=tuple(item for item in self.items if item in fit or item.named or not item.relevant))

    def all_listed(self, kind: str) -> "Evidence":
        """The same with nothing but what was listed of a kind, whatever it says."""
        kept = tuple(replace(item, share=1.0) for item in self.items if item.kind == kind and not item.hit)
        return replace(self, items=kept)

    def all_of_the_time(self) -> "Evidence":
        """The same, with everything that lies in the time that was asked for, whatever it says."""
        kept = tuple(
            replace(item, share=1.0)
            for item in self.items
            if item.kind in {"event", "todo"} and not item.hit and item.share >= SAME_TIME
        )
        return replace(self, items=kept)


def moment(written: object) -> datetime | None:
    """An ISO text as naive wall time."""
    if not isinstance(written, str) or len(written) < 10:
        return None
    try:
        return datetime.fromisoformat(written).replace(tzinfo=None)
    except ValueError:
        return None


def rows_of(value: object) -> list[Mapping[str, Any]]:
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list | tuple) else []


def record_text(row: Mapping[str, Any], kind: str) -> str:
    names = [str(person.get("name") or "") for person in rows_of(row.get("participants"))]
    names += [f"{one.get('name') or ''} {one.get('label') or ''}" for one in rows_of(row.get("relationships"))]
    names += [f"{one.get('name') or ''} {one.get('label') or ''}" for one in rows_of(row.get("places"))]
    fields = {
        "event": ("title", "location_text", "place", "description"),
        "todo": ("title", "notes"),
        "contact": ("display_name", "organization", "title", "notes", "relation"),
        "place": ("name", "category", "address", "description"),
    }[kind]
    for name in ("aliases", "nicknames", "emails", "groups"):
        value = row.get(name)
        if isinstance(value, list | tuple):
            names += [str(one) for one in value]
    return " ".join([*(_named(row.get(name)) for name in fields), *names])


def text_of(item: Item, *, described: bool = True) -> str:
    """Everything that a find says, to compare words with; `described`: with what its description tells."""
    if item.hit:
        return text_of_hit(item.data)
    return record_text(item.data if described else {**item.data, "description": None, "notes": None}, item.kind)


def _named(value: object) -> str:
    if isinstance(value, Mapping):
        return str(value.get("name") or "")
    return str(value or "")
