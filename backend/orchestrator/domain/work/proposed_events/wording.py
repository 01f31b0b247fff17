"""How does a model word a proposal? It is given what code found, and may name the event, sum it up and choose among
the people that were found; what it gives back counts as far as it says nothing that was not given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.agent.types.origin import Fence, Origin, without_invisible
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.kit import patterns
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten
from orchestrator.language.messages import LANGUAGES, say
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import ModelError
from orchestrator.telemetry.logging import get_logger

MOST_TOKENS = 300
TITLE_CHARACTERS, SUMMARY_CHARACTERS = 120, 400
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "summary": {"type": "string"},
        "contact_ids": {"type": "array", "items": {"type": "string"}, "maxItems": 5},
    },
    "required": ["title", "summary", "contact_ids"],
    "additionalProperties": False,
}
_NUMBER = patterns.compile(r"\d+")
_NAMES = patterns.compile(r"[^\W\d_]+")
_NO_TEXT = patterns.compile(r"(?i)://|\bwww\.|\]\(|<|\n")

log = get_logger(__name__)


@dataclass(frozen=True)
class Material:
    """What a model is told of a proposal. `people`: by id; `version`: of the row that it was taken from."""

    proposal_id: UUID
    version: int
    title: str
    summary: str
    facts: Sequence[str]
    people: Mapping[str, str]

    @property
    def text(self) -> str:
        """All of it as one text."""
        told = (f"- id {one}: {name}" for one, name in self.people.items())
        return "\n".join([f"Title: {self.title}", f"Summary: {self.summary}", *self.facts, "People:", *told])

    @property
    def known(self) -> str:
        """What is told in it: what is not there may not be said. The figures of an id tell nothing."""
        return "\n".join([self.title, self.summary, *self.facts, *self.people.values()])


@dataclass(frozen=True)
class Worded:
    """What of a model's words may be told; None: the field stays as it is."""

    title: str | None = None
    summary: str | None = None
    contact_ids: tuple[str, ...] | None = None


def material(row: ProposedEvent) -> Material:
    """Of a stored proposal."""
    people = {str(one["contact_id"]): f"{one['name']} ({one['why']})" for one in row.suggested_contacts}
    facts = [f"Why: {row.reason}", *(f"{one['field']}: {one['text']}" for one in row.evidence)]
    return Material(row.id, row.version, row.title, row.suggested_summary, list(dict.fromkeys(facts)), people)


async def worded(
    models: ModelRouter, owner_id: UUID, given: Material, *, locale: str, remaining_s: float
) -> Worded | None:
    """The proposal in a model's words; None where there is no model, none that answers, or none that may be asked any
    more today. Holds no transaction: a model takes its time."""
    if not models.configured:
        return None
    request = ChatRequest(
        messages=_messages(given, locale), purpose="summaries", schema=_SCHEMA, max_tokens=MOST_TOKENS
    )
    try:
        routed = await models.chat(request, user_id=owner_id, remaining_s=remaining_s, reader_answers=False)
    except ModelError as error:
        log.warning("a proposal is told without a model", error=str(error))
        return None
    return checked(routed.reply.text, given)


def checked(answer: str, given: Material) -> Worded:
    """What of an answer holds: texts that say nothing beyond what was given, and people that were found."""
    found = parse_object(answer) or {}
    listed = found.get("contact_ids")
    chosen = [str(one) for one in listed if str(one) in given.people] if isinstance(listed, list) else None
    if isinstance(listed, list) and len(chosen or ()) < len(listed):
        chosen = None  # who is not among them was made up; then nothing of the list is believed
    return Worded(
        _said(found.get("title"), given, TITLE_CHARACTERS),
        _said(found.get("summary"), given, SUMMARY_CHARACTERS),
        tuple(dict.fromkeys(chosen)) if chosen is not None else None,
    )


def _said(text: object, given: Material, most: int) -> str | None:
    if not isinstance(text, str):
        return None
    told = without_invisible(text).strip()
    if not told or len(told) > most or _NO_TEXT.search(told):
        return None
    known = given.known
    if not set(_NUMBER.findall(told)) <= set(_NUMBER.findall(known)):
        return None
    words = set(tokens(known))
    names = [one for one in _NAMES.findall(told)[1:] if one[0].isupper()]
    if any(normalize(one) not in words for one in names):
        return None
    return shorten(told, most) if words & set(tokens(told)) else None


def _messages(given: Material, locale: str) -> tuple[Message, Message]:
    fence = Fence()
    language = say("language.english_name", locale) if locale[:2].lower() in LANGUAGES else locale
    system = f"{package_text(__name__, 'prompts/wording.md').replace('{language}', language)}\n{fence.rule}"
    data = fence.around(given.text, Origin.THIRD_PARTY)  # a place's name may be anybody's
    return Message(Role.SYSTEM, system), Message(Role.USER, f"The facts:\n{data}")
