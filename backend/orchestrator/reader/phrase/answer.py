"""How is the question answered from what was found? One small function a kind of question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from orchestrator.language import render
from orchestrator.language.commitments import commitments
from orchestrator.language.detect import language_of
from orchestrator.language.messages import is_message, say
from orchestrator.language.speech_acts.deciding import decides
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.values import sentences
from orchestrator.reader.conditions.world_clock import elsewhere
from orchestrator.reader.evidence.finds import SURE, Evidence, Item, moment
from orchestrator.reader.phrase import overview
from orchestrator.reader.phrase.dated import dated_answer, exists_answer, length_answer, moment_of, where_answer
from orchestrator.reader.phrase.frame import MOST_LINES, about, best, by_share, in_order, listed, nothing
from orchestrator.reader.phrase.free import told_free
from orchestrator.reader.phrase.lines import names, where
from orchestrator.reader.phrase.measured import measured
from orchestrator.reader.phrase.of_people import detail_answer, who_answer
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import share
from orchestrator.reader.words import words_of

_OF_ONE = {Kind.WHEN, Kind.WHO, Kind.HOW_LONG}
"""Asked of an event, they are answered by the event alone."""


def answer(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    """The text of the answer; never empty."""
    fixed = _fixed(reading, voice)
    if fixed:
        return fixed
    if evidence.twins is not None:
        return twins(evidence.twins, reading.language, voice)
    evidence = _spoken_of(reading, evidence)
    if not evidence.looked and not evidence.other:
        text = say("reader.answer.no_lookup", voice.locale, about=about(reading, voice))
    else:
        evidence = evidence.ranked(reading.rank, voice.now) if reading.rank is not None else evidence
        evidence = evidence.telling(reading.value) if reading.measure is None else evidence
        value = measured(reading, evidence, voice) if reading.measure is not None else None
        text = value or _ANSWERS.get(reading.kind, _topic)(reading, evidence, voice)
    return f"{text}\n{say('reader.answer.tool_failed', voice.locale)}" if evidence.failed else text


def _spoken_of(reading: Reading, evidence: Evidence) -> Evidence:
    """Of an event that is spoken of nothing but itself is told; where it has no place, what was said of one too."""
    ids = {target.id for target in reading.targets if target.kind == "event"}
    held = tuple(item for item in evidence.items if item.kind == "event" and not item.hit and item.get("id") in ids)
    told = bool(held) and (reading.kind in _OF_ONE or (reading.kind is Kind.WHERE and all(where(one) for one in held)))
    return replace(evidence, items=held) if told else _most_fully(reading, _so_titled(reading, evidence))


def _most_fully(reading: Reading, evidence: Evidence) -> Evidence:
    """Of several events those whose title holds most of all that was said, also of the words that mostly only ask: "the
    company dinner" is no other dinner, though "company" asks for somebody's too."""
    if reading.kind not in _OF_ONE or not reading.words:
        return evidence
    known, stop = words_of(reading.language), STOP_WORDS[reading.language]
    said = [
        token.raw
        for token in reading.line.tokens()
        if token.low not in stop
        and (token.low not in known.generic or any(one.search(token.low) for one in known.attributes.values()))
    ]
    events = [item for item in evidence.items if item.kind == "event" and not item.hit and item.relevant]
    held = [
        sum(share((word,), f"{item.get('title')} {' '.join(names(item))}") >= SURE for word in said) for item in events
    ]
    less = [item for item, many in zip(events, held, strict=True) if many < max(held) and not item.with_them]
    if not less:
        return evidence
    return replace(evidence, items=tuple(item for item in evidence.items if item not in less))


def _so_titled(reading: Reading, evidence: Evidence) -> Evidence:
    """Where the title of an event, or who is there, says all that was asked for, another that only takes place at
    somewhere of that name is not meant: the flight to Dublin, and not the one from its airport."""
    if reading.kind not in _OF_ONE or not reading.words:
        return evidence
    events = [item for item in evidence.items if item.kind == "event" and not item.hit]
    elsewhere = [
        item
        for item in events
        if not item.with_them and share(reading.words, f"{item.get('title')} {' '.join(names(item))}") < SURE
    ]
    if not 0 < len(elsewhere) < len(events):
        return evidence
    return replace(evidence, items=tuple(item for item in evidence.items if item not in elsewhere))


def _fixed(reading: Reading, voice: Voice) -> str:
    """What needs no look-up."""
    if reading.kind is Kind.CLOCK:
        return _clock(reading, voice)
    if reading.kind in {Kind.GREETING, Kind.FAREWELL}:
        name = f", {clean(voice.user, 40)}" if voice.user and "@" not in voice.user else ""
        return say(
            "reader.answer.greeting" if reading.kind is Kind.GREETING else "reader.answer.farewell",
            voice.locale,
            name=name,
        )
    return {
        Kind.THANKS: say("reader.answer.thanks", voice.locale),
        Kind.ABILITIES: say("reader.answer.abilities", voice.locale),
        Kind.UNABLE: say("reader.answer.unable", voice.locale),
        Kind.NOTHING: say("reader.answer.unread", voice.locale),
    }.get(reading.kind, "")


def _clock(reading: Reading, voice: Voice) -> str:
    """The day and time here, or at the place that is asked for."""
    there = elsewhere(reading.line, reading.language)
    now = voice.now if there is None else there.moment(voice.now, voice.zone)
    if there is not None and now is None:
        return say("reader.answer.clock_unknown", voice.locale, place=clean(there.place, 60))
    day, time = render.day((now or voice.now).date(), voice.locale), render.clock(now or voice.now, voice.locale)
    if there is not None:
        return say("reader.answer.clock_there", voice.locale, day=day, time=time, place=clean(there.place, 60))
    return say("reader.answer.clock", voice.locale, day=day, time=time, zone=voice.zone)


def _said(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    if reading.last_contact:
        met = [(at, item) for item in evidence.items if item.relevant and (at := moment_of(item)) is not None]
        gone = [(at, item) for at, item in met if at <= voice.now]
        return listed([max(gone, key=lambda pair: pair[0])[1]], voice) if gone else nothing(reading, evidence, voice)
    hits = [item for item in evidence.items if item.hit and item.relevant]
    spoken = best([item for item in hits if item.kind in {"message", "meeting"}])
    if spoken:
        return listed(by_share(spoken), voice, reading.words)
    return listed(by_share(hits), voice, reading.words) if hits else nothing(reading, evidence, voice)


def _stated(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    """What was decided or promised; where nothing was, what was said of it, and what is in the calendar."""
    told = stated(reading, evidence, voice)
    if told is not None:
        return told
    if reading.who:
        return _said(reading, evidence, voice)
    return _topic(reading, evidence, voice)


def _is_short(reading: Reading) -> bool:
    """Whether what is asked of is a week at most, or all of a time: of a month, what none of the words name is no
    answer ("public holidays in December")."""
    start, end = reading.span or (None, None)
    return not reading.words or (start is not None and end is not None and end - start <= _A_WEEK)


_A_WEEK = timedelta(days=8)


def _topic(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    found = [item for item in evidence.items if item.relevant]
    if not found and reading.span is not None and not reading.names and not reading.past and _is_short(reading):
        return overview.agenda(replace(reading, words=()), evidence.all_of_the_time(), voice)
    if not found:
        return nothing(reading, evidence, voice)
    ordered = by_share(best(found))
    if reading.when and all(item.kind == "event" for item in ordered):
        ordered = in_order(ordered)
    told = listed(ordered, voice, reading.words)
    only = ordered[0] if len(ordered) == 1 and ordered[0].kind == "event" else None
    noted = clean(only.get("description"), _QUOTE) if only is not None else ""
    return f"{told}\n{quoted(noted, _QUOTE)}" if noted else told


_ANSWERS: Mapping[Kind, Callable[[Reading, Evidence, Voice], str]] = {
    Kind.WHEN: dated_answer,
    Kind.WHERE: where_answer,
    Kind.WHO: who_answer,
    Kind.HOW_LONG: length_answer,
    Kind.COUNT: overview.count,
    Kind.NEXT: overview.following,
    Kind.AGENDA: overview.agenda,
    Kind.FREE: told_free,
    Kind.CONFLICT: overview.conflicts,
    Kind.BRIEFING: overview.briefing,
    Kind.MOST: overview.most,
    Kind.ATTRIBUTE: detail_answer,
    Kind.SAID: _said,
    Kind.DECIDED: _stated,
    Kind.PROMISED: _stated,
    Kind.EXISTS: exists_answer,
    Kind.TOPIC: _topic,
}


_MOST_TWINS = 10


def twins(pairs: Sequence[tuple[str, str, str]], language: str, voice: Voice) -> str:
    """`pairs`: two names and why they may be one."""
    if not pairs:
        return f"{say('reader.duplicates.none', language)} ({say('reader.answer.sources.contact', voice.locale)})"
    rows = [
        f"- {say('reader.duplicates.both', language, one=quoted(one), other=quoted(other), why=_reason(why, language))}"
        for one, other, why in pairs[:_MOST_TWINS]
    ]
    left = (
        [say("reader.duplicates.more", language, number=len(pairs) - _MOST_TWINS)] if len(pairs) > _MOST_TWINS else []
    )
    named = [quoted(name).strip("“”") for name in pairs[0][:2]]
    return "\n".join(
        [
            say("reader.duplicates.some", language),
            *rows,
            *left,
            say("reader.duplicates.how", language, one=named[0], other=named[1]),
        ]
    )


def _reason(why: str, language: str) -> str:
    key = f"reader.duplicates.why.{why}"
    return say(key, language) if is_message(key) else why


_MOST_STATED = 8
_QUOTE = 300
_TITLE = 60


def stated(reading: Reading, evidence: Evidence, voice: Voice) -> str | None:
    """The answer; None where nothing was decided or promised of it."""
    rows = [_stated_row(one, voice) for one in evidence.stated]
    held = {clean(str(one.get("text") or ""), _QUOTE) for one in evidence.stated}
    said = [item for item in _said_so(reading, evidence) if not any(text in clean(_text(item)) for text in held)]
    if not rows:
        return listed(by_share(said), voice, reading.words) if said else None
    rows = list(dict.fromkeys(rows))
    more = len(rows) - _MOST_STATED
    rows = rows[:_MOST_STATED] + ([say("reader.answer.more", voice.locale, number=more)] if more > 0 else [])
    rows += [listed([item], voice, reading.words) for item in by_share(said)[: max(0, MOST_LINES - len(rows))]]
    return rows[0] if len(rows) == 1 else "\n".join(f"- {row}" for row in rows)


def _stated_row(one: Mapping[str, Any], voice: Voice) -> str:
    """ "Fiona Gallagher: “I will talk to HR” (meeting “Annual review”, 12 Nov 2026)"."""
    who = say("reader.answer.you", voice.locale) if one.get("mine") else clean(str(one.get("who") or ""), _TITLE)
    title = clean(str(one.get("title") or ""), _TITLE)
    at = moment(one.get("at"))
    source = say("reader.answer.sources.meeting", voice.locale)
    where = [f"{source} {quoted(title)}" if title else source, *([voice.short(at.date())] if at is not None else [])]
    where += [say("reader.answer.settled", voice.locale)] if one.get("done") else []
    said = quoted(str(one.get("text") or ""), _QUOTE)
    return f"{who + ': ' if who else ''}{said} ({', '.join(where)})"


def _said_so(reading: Reading, evidence: Evidence) -> Sequence[Item]:
    """What was said in so many words: by the person where one is named, of the matter where one is."""
    spoken = [item for item in evidence.items if item.hit and item.kind in {"message", "meeting"}]
    if reading.who:
        spoken = [item for item in spoken if share(tuple(reading.who.split()), item.get("speaker")) >= 1.0]
    spoken = [item for item in spoken if item.relevant or not reading.words]
    return [item for item in spoken if _is_so(_text(item), reading)]


def _is_so(text: str, reading: Reading) -> bool:
    if reading.kind is Kind.DECIDED:
        return any(decides(one) for one in sentences(text))
    return bool(commitments(text, language_of(text, reading.locale)))


def _text(item: Item) -> str:
    return item.get("text") or item.get("snippet")
