"""How does a model word a day? It is given the template's lines with numbers, and may put them in another order, join
and reword them; what it gives back is taken line by line, as far as code finds each to say what its facts say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.agent.types.origin import Fence, Origin
from orchestrator.domain.work.briefings.checking import slip
from orchestrator.domain.work.briefings.lines import one_line
from orchestrator.domain.work.briefings.schemas import SECTIONS, Headings, Line, Section
from orchestrator.kit import patterns
from orchestrator.kit.package_texts import package_text
from orchestrator.language.messages import LANGUAGES, say
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import ModelError
from orchestrator.telemetry.logging import get_logger

MOST_FACTS = 40
MOST_TOKENS = 2_000
"""Of the answer: 40 lines of 50."""
_DECORATION = patterns.compile(r"\*\*|__|`|^[-*•\s]+")
_READ_CHARACTERS = 2_000
"""Of one line that a model wrote."""
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "lines": {
            "type": "array",
            "maxItems": MOST_FACTS,
            "items": {
                "type": "object",
                "properties": {
                    "facts": {"type": "array", "items": {"type": "integer"}, "minItems": 1},
                    "text": {"type": "string"},
                },
                "required": ["facts", "text"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["lines"],
    "additionalProperties": False,
}

log = get_logger(__name__)


@dataclass(frozen=True)
class Written:
    """What a model wrote: its lines with the facts that they stand on."""

    model: str
    lines: tuple[tuple[tuple[Line, ...], str], ...]


async def written(
    models: ModelRouter,
    owner_id: UUID,
    lines: Sequence[Line],
    headings: Headings,
    *,
    locale: str,
    third_party: bool,
    remaining_s: float,
) -> Written | None:
    """The lines as a model words them; None where there is no model, none that answers, or none that may be asked any
    more today. Holds no transaction: a model takes its time."""
    facts = [line for line in lines if not line.rest][:MOST_FACTS]
    if not facts or not models.configured:
        return None
    request = ChatRequest(
        messages=_messages(facts, headings, locale=locale, third_party=third_party),
        purpose="briefing",
        schema=_SCHEMA,
        max_tokens=MOST_TOKENS,
    )
    try:
        routed = await models.chat(request, user_id=owner_id, remaining_s=remaining_s, reader_answers=False)
    except ModelError as error:
        log.warning("a briefing is told without a model", error=str(error))
        return None
    return Written(routed.reply.model, _read(routed.reply.text, facts))


def joined(lines: Sequence[Line], said: Written | None, headings: Headings, *, locale: str) -> tuple[list[Line], str]:
    """The lines to tell, in their sections, and who worded them. A line of the model takes the place of its facts where
    each of these is still so (in `lines`) and it says them rightly; what it left out is told as it is."""
    open_lines = list(lines)
    told: list[Line] = []
    for facts, text in said.lines if said is not None else ():
        if any(fact not in open_lines for fact in facts) or len({fact.section for fact in facts}) != 1:
            continue
        section = facts[0].section
        around = f"{headings.sections[section]} {headings.dates.get(section, '')}"
        why = slip(text, [fact.text for fact in facts], around, locale)
        if why is not None:
            log.info("a line of a briefing was not told as a model wrote it", why=why)
            continue
        sources = dict.fromkeys(source for fact in facts for source in fact.sources)
        told.append(Line(section=section, text=text, sources=tuple(sources), parts=tuple(facts)))
        open_lines = [line for line in open_lines if line not in facts]
    if said is None or not told:
        return list(lines), "reader"
    return [line for section in SECTIONS for line in (*_of(told, section), *_of(open_lines, section))], said.model


def _of(lines: Sequence[Line], section: Section) -> list[Line]:
    return [line for line in lines if line.section == section]


def _messages(facts: Sequence[Line], headings: Headings, *, locale: str, third_party: bool) -> tuple[Message, Message]:
    fence = Fence()
    told: list[str] = []
    for number, fact in enumerate(facts, 1):
        if number == 1 or fact.section != facts[number - 2].section:
            told.append(f"{headings.sections[fact.section]}:")
        told.append(f"[{number}] {fact.text}")
    data = fence.around("\n".join(told), Origin.THIRD_PARTY if third_party else Origin.OWN_DATA)
    language = say("language.english_name", locale) if locale[:2].lower() in LANGUAGES else locale
    system = f"{package_text(__name__, 'prompts/wording.md').replace('{language}', language)}\n{fence.rule}"
    return Message(Role.SYSTEM, system), Message(Role.USER, f"The facts:\n{data}")


def _read(answer: str, facts: Sequence[Line]) -> tuple[tuple[tuple[Line, ...], str], ...]:
    """The lines that name facts which there are; anything else that a model may write is none."""
    found = parse_object(answer)
    rows = found.get("lines") if found is not None else None
    lines = []
    for row in rows if isinstance(rows, list) else ():
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            continue
        numbers = _numbers(row.get("facts"))
        text = one_line(_DECORATION.sub("", row["text"].strip()), _READ_CHARACTERS)
        if numbers and all(1 <= number <= len(facts) for number in numbers):
            lines.append((tuple(facts[number - 1] for number in numbers), text))
    return tuple(lines)


def _numbers(given: object) -> list[int]:
    """The numbers of a list, also where a model wrote them as text; none where one is no number."""
    listed = given if isinstance(given, list) else [given]
    texts = [str(one).strip("[] ") for one in listed if not isinstance(one, bool)]
    if not texts or any(not text.isascii() or not text.isdigit() for text in texts):
        return []
    return list(dict.fromkeys(int(text[:4]) for text in texts))
