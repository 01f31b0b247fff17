"""Which tags do words give by themselves, which does the fast model see, and which of its words may become tags?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.agent.prompting.standing_rules import copied
from orchestrator.agent.types.origin import Fence, Origin, without_invisible
from orchestrator.kit import patterns
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten, storable
from orchestrator.language.people.relations import FAMILY, relation_label
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_values, unquoted
from orchestrator.llm.messages import ChatRequest, Message, Role

MOST_TAGS = 5
LONGEST_TAG = 30
MOST_WORDS = 3
MOST_TEXT = 4_000
ANSWER_TOKENS = 128
CALL_S = 60.0
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}}},
    "required": ["tags"],
    "additionalProperties": False,
}
_PRIVATE = patterns.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?\d[\d ().-]{5,}\d")
"""Addresses and numbers say nothing about what an entity is."""
_TAG = patterns.compile(r"[^\W\d_][\w &'-]*")
_RESERVED = patterns.compile(r"^(?:relation|mood|source|kind)\b")


@dataclass(frozen=True)
class Tags:
    """The model's tags, sanitised, and its name. `rules`: those of the user's whose words became tags."""

    tags: tuple[str, ...]
    by: str
    rules: tuple[UUID, ...] = ()


async def asked(
    models: ModelRouter, owner_id: UUID, kind: str, text: str, origin: Origin, *, tagged: Sequence[str] = ()
) -> Tags:
    """What the model sees in it. Raises ModelError (CapReached among them). `tagged`: its tags so far, as they stand in
    `text`: a rule's word that became one of them came from the rule all the same."""
    fence = Fence()
    shown = fence.around(f"{kind}: {shorten(_PRIVATE.sub('', text), MOST_TEXT)}", origin)
    messages = (
        Message(Role.SYSTEM, f"{package_text(__name__, 'prompts/tags.md')}\n{fence.rule}"),
        Message(Role.USER, shown),
    )
    request = ChatRequest(messages, "tagging", schema=_SCHEMA, max_tokens=ANSWER_TOKENS)
    routed = await models.chat(request, user_id=owner_id, remaining_s=CALL_S, reader_answers=False)
    tags = sanitised(_texts(parse_values(unquoted(routed.reply.text))))
    return Tags(tuple(tags), routed.reply.model, copied(routed.rules, "\n".join(tags), _untagged(text, tagged)))


def _untagged(text: str, tagged: Sequence[str]) -> str:
    there = {normalize(tag) for tag in tagged}
    return "\n".join(line for line in text.splitlines() if normalize(line) not in there)


def sanitised(proposed: Sequence[str]) -> list[str]:
    """What may be a tag: a few words in lower case, no number, no mark that code reads; each once, so many at most."""
    kept: dict[str, str] = {}
    for text in proposed:
        tag = " ".join(storable(without_invisible(text)).lower().strip(" #.,;:!?\"'").split())
        short = 0 < len(tag) <= LONGEST_TAG and len(tag.split()) <= MOST_WORDS
        if short and _TAG.fullmatch(tag) and not _RESERVED.match(tag):
            kept.setdefault(normalize(tag), tag)
    return list(kept.values())[:MOST_TAGS]


def _texts(value: Any) -> list[str]:
    """Whatever shape a small model gave its list."""
    if isinstance(value, str):
        return patterns.compile(r"[,;\n]").split(value)
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    return []


RELATION_TAG = "relation:"
FAMILY_TAG = "family"
_WORDS: Mapping[str, str] = {
    "health": (
        "dentist dentista doctor medico medica clinic clinica hospital checkup prescription prescriptions receita"
        " receitas vaccine vacina vacuna therapy terapia physiotherapy fisioterapia optician oftalmologista oculista"
    ),
    "meal": (
        "lunch almoco almuerzo dinner jantar cena breakfast desayuno brunch supper picnic piquenique barbecue churrasco"
    ),
    "travel": (
        "flight voo vuelo airport aeroporto aeropuerto trip viagem viaje train trem comboio tren ferry hotel hostel"
        " passport passaporte pasaporte"
    ),
    "work": (
        "meeting reuniao reunion standup interview entrevista deadline sprint workshop client cliente payslip contract"
        " contrato"
    ),
    "birthday": "birthday aniversario cumpleanos",
    "sport": (
        "gym academia gimnasio football futebol futbol padel tennis tenis yoga pilates running corrida swimming natacao"
        " natacion match partida"
    ),
    "school": "school escola escuela class aula clase exam prova teacher professor professora profesor profesora",
    "finance": "bank banco invoice fatura factura tax imposto impuesto mortgage hipoteca insurance seguro irs",
    "culture": "concert concerto concierto cinema cine theatre theater teatro museum museu museo exposicao opera",
    "family": "family familia",
}
_TAGS: Mapping[str, tuple[str, ...]] = {
    word: tuple(tag for tag, words in _WORDS.items() if word in words.split())
    for words in _WORDS.values()
    for word in words.split()
}


def by_rules(text: str, tags: Sequence[str]) -> list[str]:
    """The tags that the words of `text`, and what a contact's `tags` say it is to the user, give."""
    found = [tag for word in tokens(text) for tag in _TAGS.get(word, ())]
    labels = [relation_label(tag.removeprefix(RELATION_TAG)) for tag in tags if tag.startswith(RELATION_TAG)]
    if any(label in FAMILY for label in labels):
        found.append(FAMILY_TAG)
    return list(dict.fromkeys(found))
