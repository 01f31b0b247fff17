"""The reader as a ChatModel: given the facts of a turn, which calls does it propose, or what does it answer?

It reads `ChatRequest.facts` instead of the messages, does no I/O and keeps nothing: the same facts give the same reply.
It reads in a thread, off the event loop. It serves the purposes `turn` and `briefing`, and reads the words of commands;
anything else, or a request without facts, is refused.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from orchestrator.kit.tokens import estimate
from orchestrator.language.messages import LANGUAGES, say
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.tables import Language
from orchestrator.language.values import Value
from orchestrator.llm.messages import ChatReply, ChatRequest, Delta, LedgerEntry, ToolCall, TurnFacts, Usage
from orchestrator.llm.port import ModelInfo, ModelRefusedRequest
from orchestrator.reader.call_selection import calls, spent
from orchestrator.reader.coreference import completed
from orchestrator.reader.domains.attendance import INDEFINITE, attendance_ask, attendance_calls, told_attendance
from orchestrator.reader.domains.document_answers import told_of_papers
from orchestrator.reader.domains.document_asks import PaperAsk, paper_ask, paper_calls
from orchestrator.reader.domains.memory_words import known_ask, known_calls, own_calls, told_known, told_own
from orchestrator.reader.domains.place_answers import told_of_place
from orchestrator.reader.domains.place_asks import PlaceAsk, place_ask, place_calls
from orchestrator.reader.domains.review_words import review_ask, review_calls, told_review
from orchestrator.reader.domains.rule_words import no_such_rule, rule_calls
from orchestrator.reader.domains.source_words import source_ask, source_calls, told_sources
from orchestrator.reader.domains.talk_words import talk_calls, told_talk
from orchestrator.reader.domains.web import query_of, search_calls, told
from orchestrator.reader.evidence import gather
from orchestrator.reader.phrase.answer import answer
from orchestrator.reader.phrase.changes import changes, unproposed
from orchestrator.reader.phrase.lines import Voice
from orchestrator.reader.phrase.lines import event as event_line
from orchestrator.reader.plan import next_reads
from orchestrator.reader.query.answering import looked, query_calls, told_query
from orchestrator.reader.query.parse import query_in
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reading import Reading, locale_for, read
from orchestrator.reader.request import Request
from orchestrator.reader.requests.commands import INTENT as COMMAND
from orchestrator.reader.requests.commands import command_reply
from orchestrator.reader.requests.event_in_mind import about_event
from orchestrator.reader.requests.parse import forbids, requests
from orchestrator.reader.requests.several import asked_apart
from orchestrator.reader.requests.split_compound import asked_beside_ban, halves
from orchestrator.reader.requests.writes import next_writes, over
from orchestrator.reader.spoken import language_in
from orchestrator.reader.supposition.condition import Supposition, supposition
from orchestrator.reader.supposition.outcome import supposition_calls, told_supposition
from orchestrator.reader.understood import answer_understood, calls_understood
from orchestrator.reader.words import words_of

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
        return await asyncio.to_thread(reply, request)

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta]:
        whole = await asyncio.to_thread(reply, request)
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
    if facts is not None and facts.intent == COMMAND:
        text, sure = command_reply(facts)
        return _reply(facts, text, understood=sure)
    if facts is None or request.schema is not None or request.purpose not in _SERVED:
        msg = f"the reader does not serve the purpose {request.purpose}"
        raise ModelRefusedRequest(msg)
    if not facts.tools and request.tools:
        facts = replace(facts, tools=request.tools)
    if (supposed := supposition(facts)) is not None:
        return _of_supposition(supposed, facts)
    facts = asked_beside_ban(facts)
    parts = asked_apart(facts)
    return _several(request, facts, parts) if parts else _of_message(request, facts)


def _of_message(request: ChatRequest, facts: TurnFacts) -> ChatReply:
    """The calls or the answer to a message that says what is, or what is wanted."""
    readings = _readings(facts)
    if (both := halves(facts, readings[0].language)) is not None:
        return _both(request, *both)
    query = query_of(facts, readings[0]) if facts.purpose == "turn" and not forbids(facts) else None
    asks = facts.purpose == "briefing" or query or readings[0].measure is not None
    wished = [] if asks else requests(facts, readings[0])
    if facts.purpose == "turn" and not query:
        wished = about_event(facts, readings[0], wished)
    if facts.purpose == "turn" and (ruling := calls(facts, rule_calls(facts))):
        return _reply(facts, "", ruling, understood=True)
    if (none := no_such_rule(facts, _spoken(facts, readings[0]))) is not None:
        return _reply(facts, none, understood=True)
    plain = facts.purpose == "turn" and not (query or wished)
    if plain and (own := _of_attendance(facts, readings[0]) or _of_query(facts)) is not None:
        return own
    if plain and review_ask(facts):
        return _of_reviews(facts, readings[0])
    if plain and (remembered := _of_memory(facts, readings[0])) is not None:
        return remembered
    papers = paper_ask(facts, readings[0]) if plain else None
    ask = place_ask(facts, readings[0]) if plain and papers is None else None
    made = search_calls(query, facts) if query else _calls(facts, readings, wished, ask, papers) if facts.tools else []
    if made:
        return _reply(facts, "", made, understood=calls_understood(facts, readings, wished, made))
    told = told_of_papers(papers, facts, _voice(facts, readings[0]), _spoken(facts, readings[0]))
    text = told or _text(facts, readings, wished, ask)
    return _reply(
        facts, text, understood=bool(told) or answer_understood(facts, readings, wished, _voice(facts, readings[0]))
    )


def _several(request: ChatRequest, facts: TurnFacts, parts: Sequence[TurnFacts]) -> ChatReply:
    """The answers to the questions that one message asks, one below the other."""
    own = _own_ledgers(request, facts.ledger, parts)
    answers = [
        reply(replace(request, facts=replace(part, ledger=ledger))) for part, ledger in zip(parts, own, strict=True)
    ]
    made = _distinct(answers)
    text = "" if made else "\n\n".join(dict.fromkeys(one.text for one in answers))
    return _reply(facts, text, made, understood=all(one.understood for one in answers))


def _own_ledgers(
    request: ChatRequest, ledger: Sequence[LedgerEntry], parts: Sequence[TurnFacts]
) -> list[tuple[LedgerEntry, ...]]:
    """What the calls of each question found: the calls of a round stand in the order of the questions."""
    own: list[tuple[LedgerEntry, ...]] = [()] * len(parts)
    rest = list(ledger)
    while rest:
        proposed = [
            reply(replace(request, facts=replace(part, ledger=mine))) for part, mine in zip(parts, own, strict=True)
        ]
        made = _distinct(proposed)
        if not made:
            break
        found = {_call_key(call): entry for call, entry in zip(made, rest, strict=False)}
        rest = rest[len(made) :]
        own = [
            (*mine, *(found[_call_key(call)] for call in one.tool_calls if _call_key(call) in found))
            for mine, one in zip(own, proposed, strict=True)
        ]
    return own


def _distinct(answers: Sequence[ChatReply]) -> list[ToolCall]:
    """The calls of several answers, each once, under ids of their own."""
    calls_made = {_call_key(call): call for one in answers for call in one.tool_calls}
    return [replace(call, id=f"{call.id}_{at}") for at, call in enumerate(calls_made.values())]


def _call_key(call: ToolCall) -> str:
    return f"{call.name} {json.dumps(call.arguments, sort_keys=True, default=str)}"


def _both(request: ChatRequest, change: TurnFacts, question: TurnFacts) -> ChatReply:
    """The change and the question that one message holds, side by side."""
    acts, answers = (reply(replace(request, facts=facts)) for facts in (change, question))
    made = tuple(
        replace(call, id=f"{half}{call.id}") for half, one in (("a", acts), ("b", answers)) for call in one.tool_calls
    )
    text = "" if made else f"{acts.text}\n\n{answers.text}"
    return _reply(change, text, made, understood=acts.understood and answers.understood)


def _of_memory(facts: TurnFacts, reading: Reading) -> ChatReply | None:
    """What is known of the user, or where that is known from; None of any other question."""
    known = known_ask(facts)
    source = source_ask(facts) if known is None else None
    if known is None and source is None:
        return None
    look = known_calls(known) if known is not None else source_calls(source or "")
    made = [] if spent(facts, look, 0) else calls(facts, look)
    if made:
        return _reply(facts, "", made, understood=True)
    spoken = _spoken_of(facts, reading)
    text = told_known(known, facts, *spoken) if known is not None else told_sources(facts, *spoken)
    return _reply(facts, text, understood=True) if text else None


def _of_attendance(facts: TurnFacts, reading: Reading) -> ChatReply | None:
    """Whether somebody takes part; None of any other question, and where that is not clear."""
    ask = attendance_ask(facts, reading)
    if ask is None:
        return None
    look = attendance_calls(ask, facts)
    made = [] if spent(facts, look, 0) else calls(facts, look)
    if made:
        return _reply(facts, "", made, understood=True)
    text = told_attendance(ask, facts, reading, _voice(facts, reading))
    return _reply(facts, text, understood=True) if text else None


def _of_query(facts: TurnFacts) -> ChatReply | None:
    """What is worked out of the records; None of any other question, and where they do not decide it."""
    asked = query_in(facts) if facts.mood != Mood.REQUEST else None
    if asked is None:
        return None
    made = tuple(query_calls(asked, facts))
    spoken: Language = next((one for one in LANGUAGES if one == facts.answer_in), asked.language)
    voice = Voice(locale_for(spoken, facts.locale), facts.now, facts.zone, facts.user_name)
    text = "" if made else told_query(asked, facts, voice)
    if text is None:
        return None
    return _reply(facts, text, made, understood=True)


def _of_supposition(supposed: Supposition, facts: TurnFacts) -> ChatReply:
    """What would be, if a change were made that nobody asks for."""
    made = tuple(supposition_calls(supposed, facts))
    spoken: Language = next((one for one in LANGUAGES if one == facts.answer_in), supposed.language)
    voice = Voice(locale_for(spoken, facts.locale), facts.now, facts.zone, facts.user_name)
    text = "" if made else told_supposition(supposed, facts, voice)
    return _reply(facts, text, made, understood=True)


def _of_reviews(facts: TurnFacts, reading: Reading) -> ChatReply:
    """What waits for the user's look."""
    made = [] if spent(facts, review_calls(), 0) else calls(facts, review_calls())
    text = "" if made else told_review(facts, _spoken(facts, reading)) or ""
    return _reply(facts, text, made, understood=True)


def _readings(facts: TurnFacts) -> list[Reading]:
    """What is asked."""
    if facts.purpose == "briefing":
        return [_briefing(facts)]
    return [_completed(read(facts.question, now=facts.now, locale=facts.locale, spoken=language_in(facts)), facts)]


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


def _calls(
    facts: TurnFacts,
    readings: list[Reading],
    wished: list[Request],
    ask: PlaceAsk | None,
    papers: PaperAsk | None,
) -> list[ToolCall]:
    if any(entry.effect != "read" for entry in facts.ledger):
        return []
    if wished:
        return next_writes(wished, facts)
    if papers is not None:
        return next_reads(readings if papers.elsewhere else (), facts, first=paper_calls(papers, facts))
    if _told_only(facts, readings[0]):
        return []
    placed = place_calls(ask, facts)
    # "Here" is a place that the tools know; a name may be no place at all, then the words are read as any others.
    first = [*talk_calls(facts), *own_calls(facts), *placed]
    asked = query_in(facts) if facts.purpose == "turn" and facts.mood != Mood.REQUEST else None
    before = looked(asked, facts) if asked is not None else 0
    attending = attendance_ask(facts, readings[0]) if facts.purpose == "turn" else None
    before += len(attendance_calls(attending, facts)) if attending is not None else 0
    return next_reads(readings if ask is None or ask.named or not placed else (), facts, first=first, before=before)


def _told_only(facts: TurnFacts, reading: Reading) -> bool:
    """A mere statement or "yes" asks for no look-up, nor does a ban, nor a change that was not understood."""
    if facts.missing is not None or facts.purpose == "briefing" or facts.mood == "question":
        return False
    if reading.value is Value.PERMISSION:
        return False  # "can I take penicillin" wants to know whether one may
    if facts.mood == "request" and reading.kind in {Kind.TOPIC, Kind.NEXT, Kind.EXISTS}:
        return True
    if facts.mood == "statement" and reading.when and INDEFINITE.search(reading.line.low) and reading.words:
        return False  # "teo tiene algo el sábado" is a question that lost its mark
    told = reading.kind is Kind.TOPIC or (reading.kind is Kind.EXISTS and reading.past and facts.mood == "statement")
    return (facts.mood in {"statement", "confirmation"} and told) or forbids(facts)


def _text(facts: TurnFacts, readings: list[Reading], wished: list[Request], ask: PlaceAsk | None) -> str:
    reading = readings[0]
    voice = _voice(facts, reading)
    if facts.purpose == "turn" and not forbids(facts) and (found := told(facts, reading, voice)) is not None:
        return found
    own = told_talk(facts, *_spoken_of(facts, reading)) or told_own(facts, _spoken(facts, reading))
    if own is not None:
        return own
    if (placed := told_of_place(ask, facts, voice, _spoken(facts, reading))) is not None:
        return placed
    evidence = gather(facts.ledger, reading)
    if evidence.writes:
        return changes(evidence.writes, voice)
    if wished:
        return _not_proposed(wished, facts, voice)
    if not evidence.looked and _told_only(facts, reading):
        if forbids(facts):
            return say("reader.answer.nothing_changed", voice.locale)
        return {
            "confirmation": say("reader.answer.confirmation", voice.locale),
            "request": say("reader.answer.which_change", voice.locale),
        }.get(facts.mood or "", say("reader.answer.statement", voice.locale))
    return "\n\n".join(dict.fromkeys(answer(each, gather(facts.ledger, each), voice) for each in readings))


def _not_proposed(wished: list[Request], facts: TurnFacts, voice: Voice) -> str:
    """Why nothing of what is wished, or follows from what is told, was proposed."""
    if (gone := over(wished[0], facts)) is not None:
        return say("reader.answer.over", voice.locale, what=event_line(gone, voice))
    return say("reader.answer.statement", voice.locale) if wished[0].told else unproposed(wished, voice)


def _voice(facts: TurnFacts, reading: Reading) -> Voice:
    language = _spoken(facts, reading)
    return Voice(locale_for(language, facts.locale), facts.now, facts.zone, facts.user_name)


def _spoken_of(facts: TurnFacts, reading: Reading) -> tuple[str, str]:
    """The same, with the locale."""
    language = _spoken(facts, reading)
    return language, locale_for(language, facts.locale)


def _spoken(facts: TurnFacts, reading: Reading) -> str:
    """The language of the answer: that of the question, unless the user always wants another."""
    spoken: Language | None = next((one for one in LANGUAGES if one == facts.answer_in), None)
    return spoken or reading.language


def _reply(facts: TurnFacts, text: str, made: Sequence[ToolCall] = (), *, understood: bool) -> ChatReply:
    return ChatReply(
        text,
        NAME,
        tuple(made),
        usage=_usage(facts, text),
        finish_reason="tool_calls" if made else "stop",
        understood=understood,
    )


def _usage(facts: TurnFacts, text: str) -> Usage:
    return Usage(prompt_tokens=estimate(facts.question), completion_tokens=estimate(text))
