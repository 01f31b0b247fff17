"""The reader as a ChatModel: given the facts of a turn, which calls does it propose, or what does it answer?

It reads `ChatRequest.facts` instead of the messages, does no I/O and keeps nothing: the same facts give the same reply.
It serves the purposes `turn` and `briefing`; anything else, or a request without facts, is refused.
"""

from collections.abc import AsyncIterator
from dataclasses import replace

from orchestrator.kit.tokens import estimate
from orchestrator.llm.messages import ChatReply, ChatRequest, Delta, ToolCall, TurnFacts, Usage
from orchestrator.llm.port import ModelInfo, ModelRefusedRequest
from orchestrator.reader.asked import Kind
from orchestrator.reader.evidence import gather
from orchestrator.reader.follow import completed
from orchestrator.reader.phrase import say_of
from orchestrator.reader.phrase.answer import answer
from orchestrator.reader.phrase.changes import changes, unproposed
from orchestrator.reader.phrase.lines import Voice
from orchestrator.reader.plan import next_reads
from orchestrator.reader.reading import Reading, locale_for, read
from orchestrator.reader.request import Request
from orchestrator.reader.requests import forbids, requests
from orchestrator.reader.several import asked_apart
from orchestrator.reader.web import query_of, search_calls, told
from orchestrator.reader.words import words_of
from orchestrator.reader.writes import next_writes

NAME = "reader"
_SERVED = {"turn", "briefing"}
_PIECE = 48


class ReaderModel:
    """The built-in deterministic model."""

    @property
    def name(self) -> str:
        return NAME

    @property
    def provider(self) -> str:
        return NAME

    async def chat(self, request: ChatRequest) -> ChatReply:
        """Calls or text. Raises ModelRefusedRequest for what it does not serve."""
        return reply(request)

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta]:
        whole = reply(request)
        for start in range(0, len(whole.text), _PIECE):
            yield Delta(text=whole.text[start : start + _PIECE])
        yield Delta(reply=whole)

    async def warm(self) -> None:
        """Nothing to load."""

    async def probe(self) -> ModelInfo:
        return ModelInfo(provider=NAME, name=NAME, capabilities=frozenset({"tools"}))

    async def close(self) -> None:
        """Nothing to give back."""


def reply(request: ChatRequest) -> ChatReply:
    """The reply to one request."""
    facts = request.facts
    if facts is None or request.schema is not None or request.purpose not in _SERVED:
        msg = f"the reader does not serve the purpose {request.purpose}"
        raise ModelRefusedRequest(msg)
    if not facts.tools and request.tools:
        facts = replace(facts, tools=request.tools)
    readings = _readings(facts)
    query = query_of(facts, readings[0]) if facts.purpose == "turn" and not forbids(facts) else None
    wished = [] if facts.purpose == "briefing" or query else requests(facts, readings[0])
    made = search_calls(query, facts) if query else _calls(facts, readings, wished) if facts.tools else []
    if made:
        return ChatReply("", NAME, tuple(made), usage=_usage(facts, ""), finish_reason="tool_calls")
    text = _text(facts, readings, wished)
    return ChatReply(text, NAME, usage=_usage(facts, text))


def _readings(facts: TurnFacts) -> list[Reading]:
    """What is asked, one reading a question; several only where each of them says by itself what it asks."""
    if facts.purpose == "briefing":
        return [_briefing(facts)]
    parts = asked_apart(facts.question, now=facts.now, locale=facts.locale) if facts.mood == "question" else []
    return [_completed(part, facts) for part in parts] or [
        _completed(read(facts.question, now=facts.now, locale=facts.locale), facts)
    ]


def _completed(found: Reading, facts: TurnFacts) -> Reading:
    reading = completed(found, facts)
    if facts.intent == "briefing" and reading.kind in {Kind.TOPIC, Kind.GREETING, Kind.AGENDA}:
        return replace(reading, kind=Kind.BRIEFING)
    return reading


def _briefing(facts: TurnFacts) -> Reading:
    """The daily briefing answers no question: it is written in the user's own language."""
    language = facts.locale.replace("_", "-").split("-")[0].lower()
    known = words_of(language)
    blank = read("", now=facts.now, locale=facts.locale)
    return replace(blank, kind=Kind.BRIEFING, language=known.language, locale=locale_for(known.language, facts.locale))


def _calls(facts: TurnFacts, readings: list[Reading], wished: list[Request]) -> list[ToolCall]:
    if any(entry.effect != "read" for entry in facts.ledger):
        return []
    if wished:
        return next_writes(wished, facts)
    return [] if _told_only(facts, readings[0]) else next_reads(readings, facts)


def _told_only(facts: TurnFacts, reading: Reading) -> bool:
    """A mere statement or "yes" asks for no look-up, nor does a ban, nor a change that was not understood."""
    if facts.missing is not None or facts.purpose == "briefing" or facts.mood == "question":
        return False
    if facts.mood == "request" and reading.kind in {Kind.TOPIC, Kind.NEXT, Kind.EXISTS}:
        return True
    return (facts.mood in {"statement", "confirmation"} and reading.kind is Kind.TOPIC) or forbids(facts)


def _text(facts: TurnFacts, readings: list[Reading], wished: list[Request]) -> str:
    reading = readings[0]
    voice = Voice(say_of(reading.language), reading.locale, facts.now, facts.zone, facts.user_name)
    if facts.purpose == "turn" and not forbids(facts) and (found := told(facts, reading, voice)) is not None:
        return found
    evidence = gather(facts.ledger, reading)
    if evidence.writes:
        return changes(evidence.writes, voice)
    if wished:
        return unproposed(wished, voice)
    if not evidence.looked and _told_only(facts, reading):
        if forbids(facts):
            return voice.say.nothing_changed
        return {
            "confirmation": voice.say.confirmation,
            "request": voice.say.which_change,
        }.get(facts.mood or "", voice.say.statement)
    return "\n\n".join(dict.fromkeys(answer(each, gather(facts.ledger, each), voice) for each in readings))


def _usage(facts: TurnFacts, text: str) -> Usage:
    return Usage(prompt_tokens=estimate(facts.question), completion_tokens=estimate(text))
