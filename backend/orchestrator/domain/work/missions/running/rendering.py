"""How does code write a document from what calls found? Each line stands on a row of a result, and is a claim with that
row as its evidence; what was looked for and not found is said."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from orchestrator.domain.work.missions.model import MissionExecution
from orchestrator.kit.text import shorten
from orchestrator.language import render
from orchestrator.language.messages import say, supported_language
from orchestrator.language.speech_acts.mission_words import to_pack

LINE_CHARACTERS = 300
LONGEST_STAY = 31
"""Nights that a packing list counts."""
MOST_WEEKENDS = 5
SATURDAY, DAYS = 5, 7
WEEKEND = timedelta(days=2)


@dataclass(frozen=True)
class Sources:
    """What earlier steps left: their calls and their outputs, by step. `now`: naive wall time."""

    goal: str
    locale: str
    now: datetime
    executions: Mapping[str, Sequence[MissionExecution]]
    outputs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    failed: Sequence[str] = ()
    """Goals of steps that failed: what they would have told is missing."""

    def rows(self, step: str, kind: str) -> list[tuple[MissionExecution, Mapping[str, Any]]]:
        """Rows of the results of a step."""
        found = []
        for one in self.executions.get(step, ()):
            listed = one.data.get(kind) if one.state == "done" else None
            found += [(one, row) for row in listed or () if isinstance(row, Mapping)]
        return found


@dataclass
class Document:
    """A document under way. `claims`: its lines that stand on rows."""

    title: str
    lines: list[str] = field(default_factory=list)
    claims: list[dict[str, Any]] = field(default_factory=list)

    def heading(self, text: str) -> None:
        """A new section."""
        self.lines += ["", f"## {text}", ""]

    def stated(self, text: str, execution: MissionExecution, row: Mapping[str, Any]) -> None:
        """A line that stands on a row."""
        told = shorten(" ".join(text.split()), LINE_CHARACTERS)
        self.lines.append(f"- {told}")
        evidence = {"execution": str(execution.id), "row": str(row.get("id") or row.get("title") or "")}
        self.claims.append({"text": told, "evidence": [evidence]})

    def plain(self, text: str) -> None:
        """A line that stands on nothing but the goal."""
        self.lines.append(f"- {text}")

    @property
    def text(self) -> str:
        """As Markdown."""
        return "\n".join([f"# {self.title}", *self.lines, ""])


def rendered(template: str, sources: Sources) -> Document:
    """The document of a template. Raises KeyError for one that there is not."""
    document = DOCUMENTS[template](sources)
    if sources.failed:
        document.heading(say("missions.doc.missing", sources.locale))
        for goal in sources.failed:
            document.plain(goal)
    return document


def _events(document: Document, sources: Sources, step: str, heading: str) -> None:
    document.heading(say(heading, sources.locale))
    found = sources.rows(step, "events")
    for execution, row in found:
        where = row.get("place") or row.get("location_text")
        text = f"{_when(row, sources)}: {row['title']}"
        document.stated(f"{text} ({where})" if where else text, execution, row)
    if not found:
        document.plain(say("missions.doc.nothing", sources.locale))


def _when(row: Mapping[str, Any], sources: Sources) -> str:
    start = datetime.fromisoformat(str(row["start_at"]))
    day = render.short_day(start.date(), sources.locale)
    return day if row.get("all_day") else f"{day} {render.clock(start, sources.locale)}"


def _todos(document: Document, sources: Sources, step: str, heading: str) -> None:
    document.heading(say(heading, sources.locale))
    found = sources.rows(step, "todos")
    for execution, row in found:
        due = f" ({render.short_day(_day(row['due_at']), sources.locale)})" if row.get("due_at") else ""
        document.stated(f"{row['title']}{due}", execution, row)
    if not found:
        document.plain(say("missions.doc.nothing", sources.locale))


def _day(iso: Any) -> date:
    return datetime.fromisoformat(str(iso)).date()


def _facts(document: Document, sources: Sources, *steps: str) -> None:
    document.heading(say("missions.doc.known", sources.locale))
    before = len(document.lines)
    for step in steps:
        for execution, row in sources.rows(step, "facts"):
            document.stated(str(row.get("text") or ""), execution, row)
        for execution, row in sources.rows(step, "hits"):
            told = row.get("snippet") or row.get("text") or row.get("title") or ""
            on = f" ({str(row.get('at') or row.get('date'))[:10]})" if row.get("at") or row.get("date") else ""
            document.stated(f"{told}{on}", execution, row)
    if len(document.lines) == before:
        document.plain(say("missions.doc.nothing", sources.locale))


def weekly_review(sources: Sources) -> Document:
    """What was, what is open, what comes."""
    document = Document(say("missions.doc.weekly_review", sources.locale))
    _events(document, sources, "past_week", "missions.doc.past_week")
    _todos(document, sources, "overdue_todos", "missions.doc.overdue")
    _todos(document, sources, "open_todos", "missions.doc.open")
    _events(document, sources, "coming_week", "missions.doc.coming_week")
    return document


def packing_list(sources: Sources) -> Document:
    """Things, by what is planned there and what is known of the user."""
    document = Document(say("missions.doc.packing_list", sources.locale))
    planned = sources.rows("journey_events", "events")
    known = [*sources.rows("known_of_it", "facts"), *sources.rows("said_of_it", "hits")]
    by_text: dict[str, tuple[MissionExecution, Mapping[str, Any]]] = {}
    for execution, row in planned:
        told = f"{row['title']} {row.get('place') or row.get('location_text') or ''} {row.get('description') or ''}"
        by_text.setdefault(told, (execution, row))
    for execution, row in known:
        by_text.setdefault(str(row.get("text") or row.get("snippet") or row.get("title") or ""), (execution, row))
    document.heading(say("missions.doc.to_pack", sources.locale))
    language = supported_language(sources.locale)
    for thing, why in to_pack(list(by_text), language, nights=_nights([row for _, row in planned])):
        if not why:
            document.plain(thing)
            continue
        execution, row = by_text[why]
        reason = row.get("title") or row.get("text") or row.get("snippet")
        document.stated(say("missions.doc.because", sources.locale, thing=thing, why=reason), execution, row)
    _events(document, sources, "journey_events", "missions.doc.planned_there")
    _facts(document, sources, "known_of_it", "said_of_it")
    return document


def _nights(rows: Sequence[Mapping[str, Any]]) -> int:
    days = [_day(row["start_at"]) for row in rows]
    ends = [_day(row["end_at"]) for row in rows if row.get("end_at")]
    return min((max([*ends, *days]) - min(days)).days, LONGEST_STAY) if days else 0


def visit(sources: Sources) -> Document:
    """When, what is known of who comes, what is planned around it."""
    document = Document(shorten(sources.goal, LINE_CHARACTERS))
    document.heading(say("missions.doc.date", sources.locale))
    chosen = sources.outputs.get("choose_date", {})
    document.plain(str(chosen.get("label") or chosen.get("answer") or say("missions.doc.no_date", sources.locale)))
    _facts(document, sources, "known_of_it", "said_of_it")
    _events(document, sources, "calendar", "missions.doc.in_the_calendar")
    return document


def findings(sources: Sources) -> Document:
    """All that is kept about a goal."""
    document = Document(shorten(sources.goal, LINE_CHARACTERS))
    _facts(document, sources, "known_of_it", "said_of_it")
    _events(document, sources, "its_events", "missions.doc.in_the_calendar")
    _todos(document, sources, "its_todos", "missions.doc.open")
    return document


DOCUMENTS: Mapping[str, Callable[[Sources], Document]] = {
    "weekly_review": weekly_review,
    "packing_list": packing_list,
    "visit": visit,
    "findings": findings,
}


def free_weekends(
    executions: Sequence[MissionExecution], since: datetime, until: datetime, locale: str
) -> list[dict[str, Any]]:
    """Weekends of a time, those first in which nothing stands: options of a question, each with its `start` and `end`
    (dates, the end exclusive)."""
    busy = [
        (_day(row["start_at"]), _day(row["end_at"]) if row.get("end_at") else _day(row["start_at"]))
        for one in executions
        for row in one.data.get("events") or ()
        if row.get("status") != "cancelled"
    ]
    day = since.date() + timedelta(days=(SATURDAY - since.weekday()) % DAYS)
    found: list[tuple[int, date]] = []
    while day < until.date():
        found.append((sum(1 for first, last in busy if first < day + WEEKEND and last >= day), day))
        day += timedelta(days=DAYS)
    best = sorted(found)[:MOST_WEEKENDS]
    return [
        {
            "id": str(at),
            "label": _weekend(day, taken, locale),
            "start": day.isoformat(),
            "end": (day + WEEKEND).isoformat(),
        }
        for at, (taken, day) in enumerate(best, 1)
    ]


def _weekend(day: date, taken: int, locale: str) -> str:
    label = f"{render.short_day(day, locale)} – {render.short_day(day + WEEKEND - timedelta(days=1), locale)}"
    return f"{label} ({say('missions.doc.busy', locale, count=taken)})" if taken else label
