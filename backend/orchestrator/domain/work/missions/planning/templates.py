"""Which plans does code know by heart? Those of undertakings that need no model: each step is a tool call whose
arguments are fixed here, a question to the user, or a document written from what the calls found."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from orchestrator.domain.work.missions.planning.plan import Plan, PlannedCall, PlannedQuestion, PlanStep, StepCheck
from orchestrator.kit.text import shorten
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.mission_words import kind_of
from orchestrator.language.text.normalize import content_words
from orchestrator.language.time import Mention, mentions

WEEK = timedelta(days=7)
AHEAD = timedelta(days=60)
"""How far ahead a journey or a visit without a date is looked for."""
MOST_WORDS = 8
RESEARCHER, ANALYST, WRITER = "researcher", "analyst", "writer"
TITLE_CHARACTERS = 80
HOURS = 48.0
"""How long a question waits for the user."""


@dataclass(frozen=True)
class Given:
    """A goal and where it was said. `now`: naive wall time in `zone`; `file`: where the deliverable goes, "" where
    nobody said."""

    goal: str
    now: datetime
    zone: str
    locale: str
    file: str = ""

    @cached_property
    def times(self) -> Sequence[Mention]:
        """Those that the goal names."""
        return mentions(self.goal, now=self.now, locale=self.locale)

    @property
    def span(self) -> tuple[datetime, datetime]:
        """The time that the goal names, else what lies ahead."""
        named = [one for one in self.times if one.has_date]
        if not named:
            return self.now, self.now + AHEAD
        start = min(one.start for one in named)
        ends = [one.end or one.start + timedelta(days=1) for one in named]
        return start, max([*ends, start + timedelta(days=1)])

    @property
    def words(self) -> str:
        """What it is about, without its times and common words: what records are searched for."""
        rest = _titled(self.goal)
        for one in self.times:
            rest = rest.replace(one.text, " ")
        return " ".join(list(dict.fromkeys(content_words(rest)))[:MOST_WORDS]) or shorten(
            rest.strip(), TITLE_CHARACTERS
        )


def planned(given: Given) -> Plan:
    """The plan of the kind that the goal is."""
    kind = kind_of(given.goal)
    plan = PLANS[kind](given)
    return plan.model_copy(update={"by": f"template:{kind}"})


def _iso(moment: datetime) -> str:
    return moment.replace(microsecond=0).isoformat()


def _look(key: str, given: Given, tool: str, agent: str = RESEARCHER, **arguments: Any) -> PlanStep:
    """One call, done when it went through: finding nothing is an answer."""
    return PlanStep(
        id=key,
        goal=say(f"missions.step.{key}", given.locale),
        agent=agent,
        tools=[tool],
        calls=[PlannedCall(tool=tool, arguments=arguments)],
        check=StepCheck(kind="calls", tool=tool),
    )


def _document(template: str, given: Given, needs: Sequence[str], default: str) -> tuple[PlanStep, dict[str, str]]:
    step = PlanStep(
        id="write",
        goal=say("missions.step.write", given.locale),
        agent=WRITER,
        kind="compose",
        template=template,
        needs=list(needs),
        inputs={key: key for key in needs},
        check=StepCheck(kind="file", path=given.file or default),
    )
    return step, {"write": given.file or default}


def weekly_review(given: Given) -> Plan:
    """What was, what was not done, what comes."""
    today = given.now.replace(hour=0, minute=0, second=0, microsecond=0)
    steps = [
        _look("past_week", given, "get_events", since=_iso(today - WEEK), until=_iso(given.now), limit=100),
        _look(
            "coming_week", given, "get_events", since=_iso(given.now), until=_iso(today + WEEK + WEEK / 7), limit=100
        ),
        _look("open_todos", given, "get_todos", ANALYST, status="open", limit=100),
        _look("overdue_todos", given, "get_todos", ANALYST, status="overdue", limit=100),
    ]
    write, files = _document("weekly_review", given, [one.id for one in steps], "weekly-review.md")
    return Plan(steps=[*steps, write], files=files)


def packing_list(given: Given) -> Plan:
    """From what is planned there, and what is known of the user."""
    start, end = given.span
    steps = [
        _look("journey_events", given, "get_events", since=_iso(start), until=_iso(end), limit=100),
        _look("known_of_it", given, "get_facts", query=given.words, limit=20),
        _look("said_of_it", given, "search_memories", query=given.words, limit=10),
    ]
    write, files = _document("packing_list", given, [one.id for one in steps], "packing-list.md")
    return Plan(steps=[*steps, write], files=files)


def visit(given: Given) -> Plan:
    """When it can be, what is known of who comes; a date that the user chooses, and its entry in the calendar."""
    start, end = given.span
    steps = [
        _look("calendar", given, "get_events", ANALYST, since=_iso(start), until=_iso(end), limit=100),
        _look("known_of_it", given, "get_facts", query=given.words, limit=20),
        _look("said_of_it", given, "search_memories", query=given.words, limit=10),
    ]
    ask = PlanStep(
        id="choose_date",
        goal=say("missions.step.choose_date", given.locale),
        agent=ANALYST,
        kind="ask",
        needs=["calendar"],
        inputs={"calendar": "calendar", "since": f"${_iso(start)}", "until": f"${_iso(end)}"},
        question=PlannedQuestion(
            text=say("missions.ask.date", given.locale, goal=shorten(given.goal, TITLE_CHARACTERS)),
            options_from="free_weekends",
            hours=HOURS,
        ),
        check=StepCheck(kind="answered"),
    )
    enter = PlanStep(
        id="enter_date",
        goal=say("missions.step.enter_date", given.locale),
        agent=WRITER,
        needs=["choose_date"],
        tools=["events_create"],
        calls=[
            PlannedCall(
                tool="events_create",
                arguments={
                    "title": shorten(_titled(given.goal), TITLE_CHARACTERS),
                    "start_at": "${choose_date.start}",
                    "end_at": "${choose_date.end}",
                    "all_day": True,
                },
            )
        ],
        check=StepCheck(kind="calls", tool="events_create"),
        retries=0,
    )
    write, files = _document("visit", given, [*(one.id for one in steps), "choose_date"], "visit-plan.md")
    return Plan(steps=[*steps, ask, enter, write], files=files)


def gather(given: Given) -> Plan:
    """All that is kept about it, with its sources: what can be done about any goal without a model."""
    start, end = given.span
    steps = [
        _look("said_of_it", given, "search_memories", query=given.words, limit=15),
        _look("known_of_it", given, "get_facts", query=given.words, limit=20),
        _look("its_events", given, "get_events", ANALYST, since=_iso(start), until=_iso(end), limit=50),
        _look("its_todos", given, "get_todos", ANALYST, status="open", query=given.words, limit=50),
    ]
    write, files = _document("findings", given, [one.id for one in steps], "findings.md")
    return Plan(steps=[*steps, write], files=files)


def _titled(goal: str) -> str:
    """The goal without the verb that it begins with: "my parents' visit"."""
    words = goal.split()
    rest = " ".join(words[1:]) if len(words) > 2 else goal
    return rest[:1].upper() + rest[1:]


PLANS: Mapping[str, Callable[[Given], Plan]] = {
    "weekly_review": weekly_review,
    "packing_list": packing_list,
    "visit": visit,
    "gather": gather,
}
TEMPLATES = frozenset({"weekly_review", "packing_list", "visit", "findings"})
"""Documents that code writes (running/rendering.py)."""
