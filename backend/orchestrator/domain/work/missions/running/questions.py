"""Who answers what an agent could not know? What is known of the user, with the source named; else the user, one
question at a time, with a default and a deadline, while steps that do not need the answer go on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.notifications import Notifier, Push
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts.reading import facts_now
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.work.missions import repository
from orchestrator.domain.work.missions.model import Mission, MissionQuestion
from orchestrator.domain.work.missions.running.answers import OWN_DAYS
from orchestrator.domain.work.missions.schemas import KIND
from orchestrator.kit.clock import rfc3339
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import shorten, storable
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import content_words, normalize

FACTS_LOOKED_AT = 500
SHARED_WORDS = 2
"""So many content words must a fact share with a question that it answers."""
PUSH_CHARACTERS = 120
TRUSTED = frozenset({"confirmed", "learned"})
DEFAULT_WAIT = timedelta(hours=24)
URL = "/missions"


@dataclass(frozen=True)
class Wanted:
    """A question. `options`: `{"id", "label", …}`; `default`: the id of one, or words; `wait`: until it counts."""

    text: str
    options: Sequence[Mapping[str, Any]] = ()
    default: str | None = None
    wait: timedelta = DEFAULT_WAIT
    purpose: str = "question"


@dataclass(frozen=True)
class Known:
    """An answer that nobody had to be asked for, and what it is from (`fact:ID`, `brief`)."""

    answer: str
    by: str
    source: Mapping[str, Any]


async def known_answer(tx: Tx, wanted: Wanted, brief: str) -> Known | None:
    """The answer that the brief or the user's own facts give: with options the one that such a text names alone, else a
    fact that speaks of what is asked. Only what the user stated or what was confirmed counts."""
    asked = set(content_words(wanted.text))
    if not asked:
        return None
    if wanted.options and (found := _named(wanted.options, brief)) is not None and _shares(asked, brief):
        return Known(found, "brief", {"kind": "brief", "text": shorten(brief, PUSH_CHARACTERS)})
    best: tuple[int, Any, str] | None = None
    for fact in await facts_now(tx, limit=FACTS_LOOKED_AT):
        if fact.trust not in TRUSTED:
            continue
        shared = len(asked & set(content_words(fact.text)))
        answer = _named(wanted.options, fact.text) if wanted.options else fact.text
        if shared >= SHARED_WORDS and answer is not None and (best is None or shared > best[0]):
            best = (shared, fact, answer)
    if best is None:
        return None
    _, fact, answer = best
    return Known(answer, f"fact:{fact.id}", {"kind": "fact", "id": str(fact.id), "text": fact.text})


def _shares(asked: set[str], text: str) -> bool:
    return len(asked & set(content_words(text))) >= SHARED_WORDS


def _named(options: Sequence[Mapping[str, Any]], text: str) -> str | None:
    """The id of the one option whose words all stand in a text; None where none or several do."""
    told = set(content_words(text))
    named = [one for one in options if (words := content_words(str(one.get("label") or ""))) and set(words) <= told]
    return str(named[0]["id"]) if len(named) == 1 else None


async def ask(
    tx: Tx, mission: Mission, wanted: Wanted, *, step_key: str, brief_id: UUID | None, now: datetime
) -> MissionQuestion:
    """A question that waits; the same of a step that is open, or was answered, is that one."""
    for one in await repository.parts(tx, MissionQuestion, mission.id):
        if one.step_key == step_key and normalize(one.question) == normalize(wanted.text):
            return one
    row = MissionQuestion(
        id=new_id(),
        user_id=tx.owner_id,
        mission_id=mission.id,
        brief_id=brief_id,
        step_key=step_key,
        question=storable(wanted.text),
        options=[dict(one) for one in wanted.options],
        default_answer=wanted.default,
        deadline_at=now + wanted.wait,
        purpose=wanted.purpose,
    )
    tx.session.add(row)
    await tx.session.flush()
    return row


async def next_asked(tx: Tx, mission: Mission, notifier: Notifier, now: datetime) -> MissionQuestion | None:
    """The question that the user is asked now: the earliest that is open. It is told and pushed once."""
    open_ones = [one for one in await repository.parts(tx, MissionQuestion, mission.id) if one.answered_at is None]
    if not open_ones:
        return None
    asked = next((one for one in open_ones if one.asked_at is not None), open_ones[0])
    if asked.asked_at is None:
        asked.asked_at = now
        await tx.session.flush()
        await repository.tell(tx, mission.id, "question", shown(asked))
        await call_user(tx, mission, notifier, once=f"question:{asked.id}", body="agent.question_waits")
    return asked


async def call_user(tx: Tx, mission: Mission, notifier: Notifier, *, once: str, body: str) -> None:
    """Push that the mission needs its user; the words are code's own."""
    language = (await FactRules().rules(tx)).spoken or mission.locale
    await notifier.notify(
        tx,
        Push(
            title=say("agent.needs_you", language),
            body=say(body, language),
            data={"kind": "needs_input", "id": str(mission.id), "url": f"{URL}/{mission.id}"},
            once=f"needs_input:mission:{once}",
            sources=((KIND, mission.id),),
        ),
    )


async def answered(
    tx: Tx, row: MissionQuestion, answer: str, by: str, now: datetime, source: Mapping[str, Any] | None = None
) -> None:
    """It has its answer."""
    row.answer, row.answered_by, row.answered_at = answer, by, now
    row.source = dict(source or {})
    await tx.session.flush()


async def overdue(tx: Tx, mission: Mission, now: datetime) -> int:
    """Questions whose time is up get their default; without one they are answered by nobody, and the step that asked
    fails. Answers how many."""
    rows = [
        one
        for one in await repository.parts(tx, MissionQuestion, mission.id)
        if one.answered_at is None and one.deadline_at is not None and one.deadline_at <= now
    ]
    for one in rows:
        if one.default_answer is not None:
            await answered(tx, one, one.default_answer, "default", now)
        else:
            await answered(tx, one, "", "nobody", now)
    return len(rows)


def chosen(row: MissionQuestion) -> dict[str, Any]:
    """An answer as a step's output: `answer` in words, and what the chosen option brought along."""
    option = next((one for one in row.options if str(one.get("id")) == row.answer), None)
    if option is None:
        days = {name: row.source[name] for name in ("start", "end") if row.source.get("kind") == OWN_DAYS}
        return {"answer": row.answer or "", "answered_by": row.answered_by, **days}
    beside = {name: value for name, value in option.items() if name not in {"id", "label"}}
    told = str(option.get("label") or row.answer)
    return {"answer": told, "label": told, "option_id": row.answer, "answered_by": row.answered_by, **beside}


def shown(row: MissionQuestion) -> dict[str, Any]:
    """As a stream tells it."""
    return {
        "id": str(row.id),
        "question": row.question,
        "options": [{"id": str(one["id"]), "label": str(one.get("label", ""))} for one in row.options],
        "default": row.default_answer,
        "deadline_at": rfc3339(row.deadline_at) if row.deadline_at is not None else None,
        "step": row.step_key,
    }
