"""The photos of something: "show me the photos of Ana's birthday", "quem aparece nas fotos da praia?"."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from orchestrator.language import render
from orchestrator.language.messages import say, say_counted
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.domains.named_event import NamedEvent, named_event
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.sources import source
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.words import words_of

TOOL = "get_event_photos"
_MOODS = frozenset({"question", "request", "unclear", "statement"})
"""A bare "photos of the beach" is as good as a request."""


class _Photos(Table):
    """`photos.toml`. `asks`: for photos, and of `what` where it says that."""

    asks: tuple[Compiled, ...]


_PHOTOS = ByLanguage(lambda language: read_patterns(language, "photos", _Photos))


def photos_ask(facts: TurnFacts, spoken: str) -> NamedEvent | None:
    """Of which event photos are asked for; None of any other message."""
    return named_event(facts, spoken, _PHOTOS[words_of(spoken).language].asks, tool=TOOL, moods=_MOODS)


def told_photos(ask: NamedEvent, facts: TurnFacts, voice: Voice) -> str | None:
    """How many there are of each event, and who is on them; None where the words name no event: they may mean something
    else that is kept."""
    entry = next((one for one in reversed(facts.ledger) if one.tool == TOOL and one.outcome == "done"), None)
    if entry is None:
        return None
    rows = [row for row in entry.data.get("events") or () if isinstance(row, Mapping)]
    if not rows and not ask.about:
        return say("reader.answer.photos_nothing", voice.locale)
    return "\n".join(_told(row, voice) for row in rows) or None


def _told(row: Mapping[str, Any], voice: Voice) -> str:
    at = datetime.fromisoformat(str(row["at"])) if row.get("at") else None
    event = f"{quoted(row.get('title') or '')} {source(Item('event', row, 1.0), voice, at)}"
    number = int(row.get("photos") or 0)
    if not number:
        return say("reader.answer.photos_none", voice.locale, event=event)
    told = say_counted("reader.answer.photos", number, voice.locale, number=number, event=event)
    names = [clean(str(one), 60) for one in row.get("people") or ()]
    if not names:
        return told
    people = render.join(names, voice.locale)
    return f"{told} {say_counted('reader.answer.photos_with', number, voice.locale, names=people)}"
