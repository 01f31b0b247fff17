"""Who spoke in a meeting: "who spoke in the review?", "quem falou na reunião de ontem?"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from orchestrator.language import render
from orchestrator.language.messages import say_counted
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted
from orchestrator.reader.evidence import Item
from orchestrator.reader.line import MAX_LENGTH, line, spelled
from orchestrator.reader.phrase.lines import Voice, clean, quoted, source
from orchestrator.reader.reading import read_line
from orchestrator.reader.words import words_of

TOOL = "get_meeting_speakers"


class _Speaking(Table):
    """`speaking.toml`. `asks`: who spoke, and in `what` where it says that."""

    asks: tuple[Compiled, ...]


_SPEAKING = ByLanguage(lambda language: read_patterns(language, "speaking", _Speaking))


@dataclass(frozen=True)
class AskedSpeakers:
    """The words for the meeting, and the time phrase that tells it from others."""

    about: str = ""
    when: str = ""


def speakers_ask(facts: TurnFacts, spoken: str) -> AskedSpeakers | None:
    """The meeting that is asked about; None of any other question."""
    there = offered(facts, TOOL) or any(entry.tool == TOOL for entry in facts.ledger)
    if not there or facts.mood not in {"question", "unclear"} or len(facts.question) > MAX_LENGTH:
        return None
    language = words_of(spoken).language
    text = spelled(facts.question, language)
    low = text.low.rstrip(" ?!.")
    found = next((match for each in _SPEAKING[language].asks if (match := each.fullmatch(low))), None)
    if found is None:
        return None
    if found.group("what") is None:
        return AskedSpeakers()
    what = text.cut(*found.span("what")).raw
    meeting = read_line(line(what), language, now=facts.now, locale=facts.locale)
    return AskedSpeakers(meeting.about if meeting.when else what, meeting.when or "")


def speakers_calls(ask: AskedSpeakers) -> Sequence[Wanted]:
    """The look-up that answers it."""
    return (wanted(TOOL, query=ask.about, when=ask.when),)


def told_speakers(facts: TurnFacts, voice: Voice) -> str | None:
    """Who spoke, a line a meeting; None where no such meeting was found."""
    entry = next((one for one in reversed(facts.ledger) if one.tool == TOOL and one.outcome == "done"), None)
    rows = [row for row in (entry.data.get("meetings") or () if entry else ()) if isinstance(row, Mapping)]
    return "\n".join(_told(row, voice) for row in rows) or None


def _told(row: Mapping[str, Any], voice: Voice) -> str:
    names = [clean(str(one), 60) for one in row.get("speakers") or ()]
    unnamed = int(row.get("unnamed") or 0)
    said = [
        *names,
        *([say_counted("reader.answer.spoke_unnamed", unnamed, voice.locale, number=unnamed)] if unnamed else []),
    ]
    at = datetime.fromisoformat(str(row["at"])) if row.get("at") else None
    meeting = f"{quoted(row.get('title') or '')} {source(Item('meeting', row, 1.0), voice, at)}"
    number = len(names) + unnamed
    return say_counted(
        "reader.answer.spoke", number, voice.locale, names=render.join(said, voice.locale), meeting=meeting
    )
