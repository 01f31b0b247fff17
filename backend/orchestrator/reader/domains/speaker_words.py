"""Who spoke in a meeting, and how long: "who spoke in the review?", "quem falou mais na reunião de ontem?"."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from orchestrator.language import render
from orchestrator.language.messages import say_counted
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.domains.named_event import NamedEvent, named_event
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.phrase.measured import clock
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.sources import source
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.words import words_of

TOOL = "get_meeting_speakers"
MINUTE_S = 60
_MOODS = frozenset({"question", "unclear"})


class _Speaking(Table):
    """`speaking.toml`. `asks`: who spoke, who most, how long somebody did, and in `what` where it says that."""

    asks: tuple[Compiled, ...]


_SPEAKING = ByLanguage(lambda language: read_patterns(language, "speaking", _Speaking))


def speakers_ask(facts: TurnFacts, spoken: str) -> NamedEvent | None:
    """The meeting that is asked about; None of any other question."""
    return named_event(facts, spoken, _SPEAKING[words_of(spoken).language].asks, tool=TOOL, moods=_MOODS)


def told_speakers(facts: TurnFacts, voice: Voice) -> str | None:
    """Who spoke, a line a meeting; None where no such meeting was found."""
    entry = next((one for one in reversed(facts.ledger) if one.tool == TOOL and one.outcome == "done"), None)
    rows = [row for row in (entry.data.get("meetings") or () if entry else ()) if isinstance(row, Mapping)]
    return "\n".join(_told(row, voice) for row in rows) or None


def _told(row: Mapping[str, Any], voice: Voice) -> str:
    lengths = list(row.get("seconds") or ())
    names = [clean(str(one), 60) for one in row.get("speakers") or ()]
    if len(lengths) == len(names):  # who spoke longest stands first
        names = [f"{name} ({_length(float(one), voice)})" for name, one in zip(names, lengths, strict=True)]
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


def _length(seconds: float, voice: Voice) -> str:
    if seconds < MINUTE_S:
        return render.count(round(seconds), "second", voice.locale)
    return clock(timedelta(seconds=seconds), voice.locale)
