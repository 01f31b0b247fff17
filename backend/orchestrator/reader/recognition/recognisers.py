"""The recognisers of the built-in reader, in their order: each proposes a frame for what it understands.

A recogniser that is sure of the form of a message stands before those that read it more freely; the last one reads
whatever is left, so that there is always a frame. `choose` takes the first. A list without one of them measures what
that one is for (`tests/evals/recognisers.py`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from orchestrator.language.messages import say
from orchestrator.language.speech_acts.own_pages import own_page
from orchestrator.language.values import Value
from orchestrator.llm.messages import ToolCall, TurnFacts
from orchestrator.reader.call_selection import Wanted, calls, spent
from orchestrator.reader.discourse.previous_question import question_before
from orchestrator.reader.domains import photo_words, speaker_words
from orchestrator.reader.domains.attendance import INDEFINITE, attendance_ask, attendance_calls, told_attendance
from orchestrator.reader.domains.calculation_words import calculation_calls, told_calculation
from orchestrator.reader.domains.debts import debt_ask, debt_calls, told_debt
from orchestrator.reader.domains.document_answers import told_of_papers
from orchestrator.reader.domains.document_asks import paper_calls
from orchestrator.reader.domains.memory_words import (
    known_ask,
    known_calls,
    noted_instead,
    own_calls,
    told_known,
    told_own,
)
from orchestrator.reader.domains.photo_words import photos_ask, told_photos
from orchestrator.reader.domains.place_answers import told_of_place
from orchestrator.reader.domains.place_asks import place_calls
from orchestrator.reader.domains.proposal_words import proposal_calls, proposals_said, told_proposals
from orchestrator.reader.domains.review_words import review_ask, review_calls, told_review
from orchestrator.reader.domains.rule_words import no_such_rule, rule_calls
from orchestrator.reader.domains.source_words import source_ask, source_calls, told_sources
from orchestrator.reader.domains.speaker_words import speakers_ask, told_speakers
from orchestrator.reader.domains.talk_words import talk_calls, told_talk
from orchestrator.reader.domains.told_from import same_source_calls, told_from_same, told_when_said
from orchestrator.reader.domains.web import search_calls, told
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.phrase.answer import answer
from orchestrator.reader.phrase.changes import changes, unproposed
from orchestrator.reader.phrase.from_passages import told_from_passages
from orchestrator.reader.phrase.lines import event as event_line
from orchestrator.reader.query.answering import looked, query_calls, told_query
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reads.plan import next_reads
from orchestrator.reader.recognition.understood import answer_understood, calls_understood
from orchestrator.reader.recognition.utterance import Utterance
from orchestrator.reader.requests.told.appointments import appointment, told_of_a_day
from orchestrator.reader.requests.told.from_passage import kept_already
from orchestrator.reader.requests.writes import next_writes, over
from orchestrator.reader.supposition.condition import supposition
from orchestrator.reader.supposition.outcome import supposition_calls, told_supposition
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)
RECOGNISER_FAILED = "a recogniser failed"


@dataclass(frozen=True)
class Frame:
    """What a recogniser makes of a message: the calls that it needs now, else the answer; `understood`: whether all
    of the message is in it (`understood.py`)."""

    calls: Sequence[ToolCall] = ()
    text: str = ""
    understood: bool = True


Recogniser = Callable[[Utterance], Frame | None]


def choose(utterance: Utterance, *, without: Collection[str] = ()) -> Frame:
    """The frame of the first recogniser that understands the message, but for those `without` which it is read. One
    that fails is left out, and logged: a turn is no worse for a fault in what reads another kind of message."""
    failed: Exception | None = None
    for name, propose in RECOGNISERS.items():
        if name in without:
            continue
        try:
            frame = propose(utterance)
        except Exception as error:  # a named border: between one recogniser and the next
            log.exception(RECOGNISER_FAILED, recogniser=name)
            failed = error
            continue
        if frame is not None:
            return frame
    if failed is not None:
        raise failed
    return Frame(understood=False)


def _supposed(said: Utterance) -> Frame | None:
    """What would be, if a change were made that nobody asks for."""
    supposed = supposition(said.given)
    if supposed is None:
        return None
    made = supposition_calls(supposed, said.given)
    return Frame(made) if made else Frame(text=told_supposition(supposed, said.given, said.voice_in(supposed.language)))


def _calculated(said: Utterance) -> Frame | None:
    """A sum and nothing else."""
    if not said.in_turn or said.wished:
        return None
    look = calculation_calls(said.facts, said.language)
    return _looked_up(said, look, lambda: told_calculation(said.facts, said.language)) if look else None


def _done_by_hand(said: Utterance) -> Frame | None:
    """Where that is done which is no change of the user's data: an export, a token, the time of the briefing."""
    page = own_page(said.facts.question) if said.in_turn else None
    if page is None:
        return None
    return Frame(text=say(f"reader.pages.{page}", said.voice.locale, zone=said.facts.zone))


def _of_proposals(said: Utterance) -> Frame | None:
    """What is proposed as an event, or the user's answer to it."""
    of = proposals_said(said.facts) if said.in_turn else None
    if of is None:
        return None
    return _looked_up(said, proposal_calls(of), lambda: told_proposals(of, said.facts, said.language))


def _ruled(said: Utterance) -> Frame | None:
    """Changes of the user's rules."""
    made = calls(said.facts, rule_calls(said.facts)) if said.in_turn and not said.web_query else None
    return Frame(made) if made else None


def _unruled(said: Utterance) -> Frame | None:
    """That there is no such rule."""
    none = no_such_rule(said.facts, said.language)
    return Frame(text=none) if none is not None else None


def _said_when(said: Utterance) -> Frame | None:
    """When that was said which the last answer quoted."""
    text = told_when_said(said.facts, said.language, said.locale) if said.in_turn else None
    look = same_source_calls(said.facts, said.alone) if text is not None else ()
    return _looked_up(said, look, lambda: text) if look else None


def _on_no_day(said: Utterance) -> Frame | None:
    """That the day that is asked about is none."""
    return Frame(text=say("reader.no_such_day", said.voice.locale, day=said.no_day)) if said.no_day else None


def _attending(said: Utterance) -> Frame | None:
    """Whether somebody takes part; None where that is not clear."""
    ask = attendance_ask(said.facts, said.reading) if said.plain else None
    if ask is None:
        return None
    return _looked_up(
        said, attendance_calls(ask, said.facts), lambda: told_attendance(ask, said.facts, said.reading, said.voice)
    )


def _spoke(said: Utterance) -> Frame | None:
    """Who spoke in a meeting; None where no such meeting is found."""
    ask = speakers_ask(said.facts, said.language) if said.plain else None
    return (
        _looked_up(said, ask.calls(speaker_words.TOOL), lambda: told_speakers(said.facts, said.voice)) if ask else None
    )


def _photographed(said: Utterance) -> Frame | None:
    """What photos there are of something; None where no such event is found."""
    ask = photos_ask(said.facts, said.language) if said.plain else None
    return (
        _looked_up(said, ask.calls(photo_words.TOOL), lambda: told_photos(ask, said.facts, said.voice)) if ask else None
    )


def _worked_out(said: Utterance) -> Frame | None:
    """What is worked out of the records (`query/`); None where they do not decide it."""
    asked = said.query if said.plain else None
    if asked is None:
        return None
    made = query_calls(asked, said.facts)
    if made:
        return Frame(made)
    text = told_query(asked, said.facts, said.voice_in(asked.language))
    return Frame(text=text) if text is not None else None


def _owed(said: Utterance) -> Frame | None:
    """What is left of a debt; None where nothing was paid back."""
    ask = debt_ask(said.facts, said.reading.language) if said.plain else None
    return _looked_up(said, debt_calls(ask), lambda: told_debt(ask, said.facts, said.locale)) if ask else None


def _waiting_for_review(said: Utterance) -> Frame | None:
    """What waits for the user's look."""
    if not said.plain or not review_ask(said.facts):
        return None
    return _looked_up(said, review_calls(), lambda: told_review(said.facts, said.language) or "") or Frame()


def _remembered(said: Utterance) -> Frame | None:
    """What is known of the user, or where that is known from."""
    facts, spoken = said.facts, (said.language, said.locale)
    if not said.plain:
        return None
    if (known := known_ask(facts)) is not None:
        return _looked_up(said, known_calls(known), lambda: told_known(known, facts, *spoken))
    if (source := source_ask(facts)) is not None:
        return _looked_up(said, source_calls(source), lambda: told_sources(facts, *spoken))
    return None


def _searched(said: Utterance) -> Frame | None:
    """What the web is searched for."""
    return _called(said, search_calls(said.web_query, said.facts)) if said.web_query else None


def _in_the_calendar(said: Utterance) -> Frame | None:
    """That what is to be put into the calendar was told from there."""
    if not said.in_turn or said.forbidden or said.facts.ledger:
        return None
    there = kept_already(said.scene, said.facts)
    return Frame(text=say("reader.in_calendar_already", said.voice.locale)) if there else None


def _asked_for(said: Utterance) -> Frame | None:
    """The changes that are asked for."""
    if not said.wished or not said.facts.tools:
        return None
    if _wrote(said.facts):
        return _called(said, noted_instead(said.facts))
    return _called(said, next_writes(said.wished, said.facts))


def _of_documents(said: Utterance) -> Frame | None:
    """What the documents say."""
    ask, facts = said.papers, said.facts
    if ask is None:
        return None
    if facts.tools and not _wrote(facts):
        asked = [said.reading] if ask.elsewhere else ()
        if made := next_reads(asked, facts, first=paper_calls(ask, facts)):
            return _called(said, made)
    text = told_of_papers(ask, facts, said.voice, said.language)
    return Frame(text=text) if text else None


def _looked_for(said: Utterance) -> Frame | None:
    """Whatever is left: the reads that may find what its words name, in one round."""
    facts, ask = said.facts, said.place
    if said.web_query or said.wished or said.papers is not None or not facts.tools or _wrote(facts):
        return None
    if _told_only(said):
        return None
    placed = place_calls(ask, facts)
    # "Here" is a place that the tools know; a name may be no place at all, then the words are read as any others.
    first = [*talk_calls(facts), *own_calls(facts), *placed, *same_source_calls(facts, said.alone)]
    before = looked(said.query, facts) if said.query is not None else 0
    attending = attendance_ask(facts, said.reading) if said.in_turn else None
    before += len(attendance_calls(attending, facts)) if attending is not None else 0
    asked = [said.reading] if ask is None or ask.named or not placed else ()
    return _called(said, next_reads(asked, facts, first=first, before=before))


def _jotted_down(said: Utterance) -> Frame | None:
    """An appointment of a day that is named in a few words, where no such thing was found."""
    facts = said.facts
    if said.wished or said.forbidden or not said.in_turn or not facts.tools or not facts.ledger or _wrote(facts):
        return None
    made = appointment(facts, said.alone)
    return _called(said, next_writes(made, facts)) if made else None


def _answered(said: Utterance) -> Frame:
    """The answer from what was found and done."""
    understood = answer_understood(said.facts, [said.reading], said.wished, said.voice)
    return Frame(text=_text(said), understood=understood)


RECOGNISERS: Mapping[str, Recogniser] = MappingProxyType(
    {
        "own page": _done_by_hand,
        "calculation": _calculated,
        "supposition": _supposed,
        "proposals": _of_proposals,
        "rule": _ruled,
        "no such rule": _unruled,
        "no such day": _on_no_day,
        "said when": _said_when,
        "attendance": _attending,
        "speakers": _spoke,
        "photos": _photographed,
        "debt": _owed,
        "query": _worked_out,
        "review": _waiting_for_review,
        "memory": _remembered,
        "web": _searched,
        "in the calendar": _in_the_calendar,
        "change": _asked_for,
        "document": _of_documents,
        "look-up": _looked_for,
        "appointment": _jotted_down,
        "answer": _answered,
    }
)


def _looked_up(said: Utterance, look: Sequence[Wanted], text: Callable[[], str | None]) -> Frame | None:
    """A look-up, and once it was made what it told; None where that is nothing."""
    made = [] if spent(said.facts, look, 0) else calls(said.facts, look)
    if made:
        return Frame(made)
    told_now = text()
    return Frame(text=told_now) if told_now else None


def _called(said: Utterance, made: Sequence[ToolCall]) -> Frame | None:
    return Frame(made, understood=calls_understood(said.facts, [said.reading], said.wished, made)) if made else None


def _wrote(facts: TurnFacts) -> bool:
    return any(entry.effect != "read" for entry in facts.ledger)


def _told_only(said: Utterance) -> bool:
    """A mere statement or "yes" asks for no look-up, nor does a ban, nor a change that was not understood."""
    facts, reading = said.facts, said.reading
    if facts.missing is not None or not said.in_turn or facts.mood == "question":
        return False
    if told_of_a_day(facts, said.alone):
        return False
    if reading.value is Value.PERMISSION:
        return False  # "can I take penicillin" wants to know whether one may
    if facts.mood == "request" and reading.kind in {Kind.TOPIC, Kind.NEXT, Kind.EXISTS}:
        return True
    if facts.mood == "statement" and reading.when and INDEFINITE.search(reading.line.low) and reading.words:
        return False  # "teo tiene algo el sábado" is a question that lost its mark
    told_so = reading.kind is Kind.TOPIC or (reading.kind is Kind.EXISTS and reading.past and facts.mood == "statement")
    return (facts.mood in {"statement", "confirmation"} and told_so) or said.forbidden


def _text(said: Utterance) -> str:
    facts, voice = said.facts, said.voice
    if said.in_turn and not said.forbidden and (found := told(facts, said.reading, voice)) is not None:
        return found
    own = told_talk(facts, said.language, said.locale) or told_own(facts, said.language)
    if own is not None:
        return own
    if (placed := told_of_place(said.place, facts, voice, said.language)) is not None:
        return placed
    evidence = gather(facts.ledger, said.reading)
    if evidence.writes:
        return changes(evidence.writes, voice)
    if said.goes_on and (before := question_before(facts, facts.locale)) is not None:
        evidence = evidence.fitting(before.words)
    if said.wished:
        return _not_proposed(said)
    if not evidence.looked and _told_only(said):
        return _nothing_to_do(said)
    told_now = told_from_same(facts, said.alone, evidence, voice)
    told_now = told_now or told_from_passages(facts.ledger, said.reading, evidence, voice)
    told_now = told_now or told_from_same(facts, said.alone, evidence, voice, whole=True)
    return told_now or answer(said.reading, evidence, voice)


def _nothing_to_do(said: Utterance) -> str:
    key = {"confirmation": "confirmation", "request": "which_change"}.get(said.facts.mood or "", "statement")
    return say(f"reader.answer.{'nothing_changed' if said.forbidden else key}", said.voice.locale)


def _not_proposed(said: Utterance) -> str:
    """Why nothing of what is wished, or follows from what is told, was proposed."""
    wished, voice = said.wished, said.voice
    if (gone := over(wished[0], said.facts)) is not None:
        return say("reader.answer.over", voice.locale, what=event_line(gone, voice))
    return say("reader.answer.statement", voice.locale) if wished[0].told else unproposed(wished, voice)
