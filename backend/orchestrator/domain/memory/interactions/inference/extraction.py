"""Which principle did a corrected answer violate? A model names it under a schema, code judges what it named.

Pure but for the one call: `request_of(cases)` makes the request, `principles_in(answer, cases)` reads the answer. What
the cases say is fenced as data, whoever said it; a principle must speak of what the user corrected, in a word at least,
so that nothing written by others alone becomes one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.agent.prompting.standing_rules import copied
from orchestrator.agent.types.origin import Fence, Origin, without_invisible
from orchestrator.domain.memory.facts.privacy import others_private
from orchestrator.domain.memory.facts.schemas import CATEGORIES
from orchestrator.domain.memory.facts.similarity import shares_words
from orchestrator.kit import patterns
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten, storable
from orchestrator.language.text.normalize import content_words, normalize
from orchestrator.language.text.quoted import orders_about
from orchestrator.language.text.secrets import holds_secret
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_array, parse_object
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import BadModelOutput

CASES_AT_ONCE = 4
"""A small model loses its thread over more; their words are below 1 500 tokens."""
PROMPT_CHARACTERS, RESPONSE_CHARACTERS, CORRECTION_CHARACTERS = 300, 500, 500
ANSWER_TOKENS = 400
PRINCIPLE_CHARACTERS = 300
SUBJECT_CHARACTERS = 80
MOST_SUBJECTS = 3
LEAST_WORDS = 2
"""Content words of a principle: "Tests." says nothing."""
DEFAULT_CATEGORY = "preference"
_DENIAL = patterns.compile(
    r"^(?:(?:no|nope|wrong|that'?s (?:wrong|not (?:right|true|it))|nao|errado|isso (?:esta|e) (?:errado|falso)"
    r"|eso (?:no es|esta) (?:cierto|mal|asi)|mal|te equivocas)\b[\s,.:;!–—-]*)+"
)
_GENERAL = patterns.compile(
    r"\b(?:always|never|every|each|only|any|no|not|don'?t|do not|stop|without|instead|prefer|like|want|hate|please|must"
    r"|should|too|when(?:ever)?|sempre|nunca|cada|todos?|todas?|so|nao|sem|em vez|prefiro|gosto|quero|detesto|deve"
    r"|quando|chega de|siempre|jamas|solo|nada|sin|en vez|prefiero|gusta|quiero|odio|debe|demasiado|cuando|basta)\b"
)
"""Words by which a correction speaks of other cases than the one."""
_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "principles": {
            "type": "array",
            "maxItems": CASES_AT_ONCE,
            "items": {
                "type": "object",
                "properties": {
                    "case": {"type": "integer", "minimum": 1, "maximum": CASES_AT_ONCE},
                    "principle": {"type": "string"},
                    "category": {"type": "string", "enum": list(CATEGORIES)},
                    "subjects": {"type": "array", "items": {"type": "string"}, "maxItems": MOST_SUBJECTS},
                },
                "required": ["case", "principle", "category", "subjects"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["principles"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Case:
    """A corrected answer in words. `by_others`: words of others entered it."""

    prompt: str
    response: str
    correction: str
    by_others: bool = False


@dataclass(frozen=True)
class Principle:
    """What a case violated. `at`: the case's position; `rules`: those of the user's whose words it took in."""

    at: int
    text: str
    category: str
    subjects: tuple[str, ...]
    rules: tuple[UUID, ...] = ()


async def inferred(
    models: ModelRouter, owner_id: UUID, cases: Sequence[Case], *, remaining_s: float
) -> list[Principle]:
    """The principles of at most `CASES_AT_ONCE` cases. Raises ModelError: CapReached and ModelUnavailable can wait;
    BadModelOutput for an answer that can't be read."""
    request = request_of(cases)
    routed = await models.chat(request, user_id=owner_id, remaining_s=remaining_s, reader_answers=False)
    material = "\n".join(told(case) for case in cases)
    return [
        Principle(one.at, one.text, one.category, one.subjects, copied(routed.rules, one.text, material))
        for one in principles_in(routed.reply.text, cases)
    ]


def request_of(cases: Sequence[Case], fence: Fence | None = None) -> ChatRequest:
    """What the model is asked."""
    fence = fence or Fence()
    listed = "\n\n".join(
        f"Case {number}:\n{fence.around(told(case), Origin.THIRD_PARTY)}" for number, case in enumerate(cases, 1)
    )
    return ChatRequest(
        messages=(
            Message(Role.SYSTEM, f"{package_text(__name__, 'prompts/infer.md')}\n\n{fence.rule}"),
            Message(Role.USER, listed),
        ),
        purpose="inference",
        schema=_SCHEMA,
        max_tokens=ANSWER_TOKENS,
    )


def told(case: Case) -> str:
    """A case as the prompt tells it."""
    return "\n".join(
        (
            f"Asked: {_line(case.prompt, PROMPT_CHARACTERS)}",
            f"Answered: {_line(case.response, RESPONSE_CHARACTERS)}",
            f"Corrected: {_line(case.correction, CORRECTION_CHARACTERS)}",
        )
    )


def principles_in(answer: str, cases: Sequence[Case]) -> list[Principle]:
    """What an answer names and may be kept, the first of each case. Raises BadModelOutput where it is no answer."""
    found: dict[int, Principle] = {}
    for item in _items(answer):
        one = _checked(item, cases) if isinstance(item, Mapping) else None
        if one is not None:
            found.setdefault(one.at, one)
    return [found[at] for at in sorted(found)]


def _items(answer: str) -> Sequence[object]:
    value = parse_object(answer)
    if value is not None and isinstance(value.get("principles"), list):
        return list(value["principles"])
    listed = parse_array(answer)
    if listed is None:
        msg = "the principles could not be read"
        raise BadModelOutput(msg)
    return listed


def _checked(item: Mapping[str, object], cases: Sequence[Case]) -> Principle | None:
    number = item.get("case")
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= len(cases):
        return None
    case = cases[number - 1]
    text = _plain(item.get("principle"), PRINCIPLE_CHARACTERS)
    if not _may_be_kept(text) or not _grounded(text, case) or _only_a_detail(text, case):
        return None
    category = item.get("category")
    given = item.get("subjects")
    subjects = [_plain(one, SUBJECT_CHARACTERS) for one in given] if isinstance(given, list) else []
    named = dict.fromkeys(one for one in subjects if one and _harmless(one))
    return Principle(
        number - 1,
        text,
        category if isinstance(category, str) and category in CATEGORIES else DEFAULT_CATEGORY,
        tuple(named)[:MOST_SUBJECTS],
    )


def _may_be_kept(text: str) -> bool:
    if not text or text.endswith("?") or len(content_words(text)) < LEAST_WORDS:
        return False
    return _harmless(text)


def _harmless(text: str) -> bool:
    return not (holds_secret(text) or orders_about(text) or others_private(text))


def _grounded(text: str, case: Case) -> bool:
    """Whether it speaks of what the user said: of the correction, or of their question where no others' words are
    near."""
    return shares_words(text, case.correction) or (not case.by_others and shares_words(text, case.prompt))


def _only_a_detail(text: str, case: Case) -> bool:
    """Whether it repeats a correction that says nothing of other cases ("No, it is on Tuesday"): small models name
    these too. A model's own words for what a correction stands for may be without such a word."""
    denied = _DENIAL.match(normalize(case.correction).replace("’", "'"))
    corrected = set(content_words(case.correction))
    said = _DENIAL.sub("", normalize(text).replace("’", "'"))
    return denied is not None and all(word in corrected for word in content_words(text)) and not _GENERAL.search(said)


def _plain(value: object, most: int) -> str:
    """One line without invisible characters and fences; "" of what is no text, or longer than `most`."""
    if not isinstance(value, str):
        return ""
    text = " ".join(storable(without_invisible(value)).replace("```", " ").replace("<<", " ").split())
    return text if len(text) <= most else ""


def _line(text: str, most: int) -> str:
    return shorten(" ".join(storable(without_invisible(text)).split()), most)
