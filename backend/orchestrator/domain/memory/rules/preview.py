"""Which rule would these notes, or these words, become? Notes are composed by the model under a schema, else read from
their words; nothing is stored, and what there is like it is shown, so that the rules stay few."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.resolution import Resolver
from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.agent.rules.effects import EFFECTS, read_effect
from orchestrator.agent.types.origin import Fence, Origin, without_invisible
from orchestrator.db.tx import Tx, owned
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.reading import facts_now
from orchestrator.domain.memory.facts.schemas import CATEGORIES, HARD_RULE, TEXT_CHARACTERS, FactEffect, FactScope
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.memory.rules.grounding import grounded, says_no_more, says_the_same
from orchestrator.domain.memory.rules.naming import understood
from orchestrator.domain.memory.rules.nearness import near
from orchestrator.domain.memory.rules.schemas import ProposedRule, RulePreview
from orchestrator.errors import FieldError, InvalidRequest
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten, storable
from orchestrator.language.rules.parser import read
from orchestrator.language.rules.subject import RuleWords
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import ModelError
from orchestrator.telemetry.logging import get_logger

BY_CODE = "reader"
CALL_S = 60.0
NOTE_CHARACTERS = 2_000
RULE_CHARACTERS = 300
MOST_SUBJECTS = 5
_NONE = "none"
_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "effect": {"type": "string", "enum": [_NONE, *EFFECTS]},
        "parameters": {"type": "object"},
        "text": {"type": "string"},
        "category": {"type": "string", "enum": list(CATEGORIES)},
        "subjects": {"type": "array", "items": {"type": "string"}, "maxItems": MOST_SUBJECTS},
    },
    "required": ["effect", "parameters", "text", "category", "subjects"],
}

log = get_logger(__name__)


@dataclass(frozen=True)
class _Observed:
    """A note, as far as a rule is made of it."""

    text: str
    subjects: tuple[str, ...]


@dataclass(frozen=True)
class _Composed:
    text: str
    said: RuleWords | None
    category: str = "preference"
    subjects: tuple[str, ...] = ()
    by: str = BY_CODE


async def composed(
    unit_of_work: UnitOfWork,
    models: ModelRouter,
    resolver: Resolver,
    owner_id: UUID,
    note_ids: Sequence[UUID],
    *,
    text: str | None = None,
    locale: str,
) -> RulePreview:
    """The rule, and what there is like it; of the user's own `text` what it says is read, and not put in other words.
    Raises InvalidRequest for a note that is not there."""
    wanted = list(dict.fromkeys(note_ids))
    if text is not None:
        found = await asyncio.to_thread(_by_code, [_Observed(text, ())])
    else:
        async with owned(unit_of_work(), owner_id) as tx:
            made_of = await _notes(tx, wanted)
        told = await _by_model(models, owner_id, made_of) if models.configured else None
        found = _as_noted(told, made_of) if told is not None else _by_code(made_of)
    async with owned(unit_of_work(), owner_id) as tx:
        effect, scope = None, FactScope()
        if found.said is not None:
            meant = await understood(tx, found.said, resolver, locale=locale)
            effect, scope = _valid(meant.effect), meant.scope
        rule = ProposedRule(
            text=found.text,
            category=found.category,
            subjects=list(found.subjects),
            scope=scope if effect is not None else FactScope(),
            effect=effect,
            note_ids=wanted,
        )
        rows = await facts_now(tx, FactFilter(kind=HARD_RULE))
        # their words are read, of many rules: nobody waits for that
        return RulePreview(rule=rule, near_duplicates=await asyncio.to_thread(near, rule, rows), composed_by=found.by)


def _by_code(made_of: Sequence[_Observed]) -> _Composed:
    """The first of the notes that is a rule in words; else their words together."""
    for one in made_of:
        said = read(one.text)
        if said is not None:
            return _Composed(shorten(one.text.strip(), RULE_CHARACTERS), said, subjects=tuple(one.subjects))
    text = ". ".join(one.text.strip().rstrip(".") for one in made_of)
    subjects = dict.fromkeys(name for one in made_of for name in one.subjects)
    return _Composed(shorten(text, RULE_CHARACTERS), None, subjects=tuple(subjects)[:MOST_SUBJECTS])


def _as_noted(found: _Composed, made_of: Sequence[_Observed]) -> _Composed:
    """What a model composed, as far as the notes say it. Where one of these is a rule in words, its effect is that:
    what is read from the user's own words is surer than what a model understood."""
    notes = [one.text for one in made_of]
    read_so = next((said for text in notes if (said := read(text)) is not None), None)
    meant = read_so or _grounded(found.said, notes) or _grounded(read(found.text), notes)
    plain = _by_code(made_of)
    subjects = tuple(one for one in found.subjects if says_no_more(one, "\n".join(notes))) or plain.subjects
    if not says_the_same(found.text, notes):
        return replace(plain, said=meant, category=found.category, subjects=subjects, by=found.by)
    return replace(found, said=meant, subjects=subjects)


def _grounded(said: RuleWords | None, notes: Sequence[str]) -> RuleWords | None:
    return grounded(said, notes) if said is not None else None


async def _by_model(models: ModelRouter, owner_id: UUID, made_of: Sequence[_Observed]) -> _Composed | None:
    fence = Fence()
    told = "\n\n".join(
        f"Note {number}:\n{fence.around(shorten(one.text, NOTE_CHARACTERS), Origin.THIRD_PARTY)}"
        for number, one in enumerate(made_of, 1)
    )
    request = ChatRequest(
        messages=(
            Message(Role.SYSTEM, f"{package_text(__name__, 'prompts/compose.md')}\n\n{fence.rule}"),
            Message(Role.USER, told),
        ),
        purpose="inference",
        schema=_SCHEMA,
    )
    try:
        routed = await models.chat(request, user_id=owner_id, remaining_s=CALL_S)
    except ModelError as error:
        log.info("no model composed the rule", error=str(error))
        return None
    if routed.fell_back:
        return None
    return _answer(routed.reply.text, routed.reply.model)


def _answer(text: str, model: str) -> _Composed | None:
    value = parse_object(text) or {}
    rule = shorten(
        storable(without_invisible(str(value.get("text") or ""))).strip(), min(RULE_CHARACTERS, TEXT_CHARACTERS)
    )
    if not rule:
        return None
    category = value.get("category")
    subjects = [str(one).strip() for one in value.get("subjects") or () if isinstance(one, str) and one.strip()]
    return _Composed(
        rule,
        _said(value.get("effect"), value.get("parameters")),
        category if category in CATEGORIES else "preference",
        tuple(subjects[:MOST_SUBJECTS]),
        model,
    )


def _said(effect: Any, parameters: Any) -> RuleWords | None:
    """The effect as the model told it; names are resolved like those that a user says."""
    if effect not in EFFECTS:
        return None
    given: Mapping[str, Any] = parameters if isinstance(parameters, Mapping) else {}
    people = [one for one in given.get("people") or () if isinstance(one, str)]
    place = given.get("place")
    rest = {
        name: one for name, one in given.items() if name not in {"people", "place"} and one not in (None, "", [], {})
    }
    return RuleWords(str(effect), rest, tuple(people), place if isinstance(place, str) else "")


def _valid(effect: FactEffect | None) -> FactEffect | None:
    """The effect where it is one."""
    if effect is None:
        return None
    try:
        return FactEffect(**read_effect(json.loads(json.dumps(effect.model_dump(), default=str))).stored())
    except InvalidRequest:
        return None


async def _notes(tx: Tx, ids: Sequence[UUID]) -> list[_Observed]:
    rows = await notes.many(tx, ids)
    there = {row.id: _Observed(row.text, tuple(row.subjects)) for row in rows}
    missing: list[FieldError] = [
        {"loc": ["body", "note_ids", at], "message": "there is no such note"}
        for at, one in enumerate(ids)
        if one not in there
    ]
    if missing:
        raise InvalidRequest("`note_ids`: there is no such note.", errors=missing)
    return [there[one] for one in ids]
