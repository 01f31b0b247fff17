"""How is told what was decided, and who promised what? The words of the meeting, with who said them, where and when;
beside it what was decided or promised in messages."""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.language.commitments import commitments
from orchestrator.language.detect import language_of
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.deciding import decides
from orchestrator.language.values import sentences
from orchestrator.reader.evidence.finds import Evidence, Item, moment
from orchestrator.reader.phrase.frame import MOST_LINES, by_share, listed
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import share

_MOST = 8
_QUOTE = 300
_TITLE = 60


def stated(reading: Reading, evidence: Evidence, voice: Voice) -> str | None:
    """The answer; None where nothing was decided or promised of it."""
    rows = [_row(one, voice) for one in evidence.stated]
    held = {clean(str(one.get("text") or ""), _QUOTE) for one in evidence.stated}
    said = [item for item in _said(reading, evidence) if not any(text in clean(_text(item)) for text in held)]
    if not rows:
        return listed(by_share(said), voice, reading.words) if said else None
    rows = list(dict.fromkeys(rows))
    more = len(rows) - _MOST
    rows = rows[:_MOST] + ([say("reader.answer.more", voice.locale, number=more)] if more > 0 else [])
    rows += [listed([item], voice, reading.words) for item in by_share(said)[: max(0, MOST_LINES - len(rows))]]
    return rows[0] if len(rows) == 1 else "\n".join(f"- {row}" for row in rows)


def _row(one: Mapping[str, Any], voice: Voice) -> str:
    """ "Fiona Gallagher: “I will talk to HR” (meeting “Annual review”, 12 Nov 2026)"."""
    who = say("reader.answer.you", voice.locale) if one.get("mine") else clean(str(one.get("who") or ""), _TITLE)
    title = clean(str(one.get("title") or ""), _TITLE)
    at = moment(one.get("at"))
    source = say("reader.answer.sources.meeting", voice.locale)
    where = [f"{source} {quoted(title)}" if title else source, *([voice.short(at.date())] if at is not None else [])]
    where += [say("reader.answer.settled", voice.locale)] if one.get("done") else []
    said = quoted(str(one.get("text") or ""), _QUOTE)
    return f"{who + ': ' if who else ''}{said} ({', '.join(where)})"


def _said(reading: Reading, evidence: Evidence) -> Sequence[Item]:
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
