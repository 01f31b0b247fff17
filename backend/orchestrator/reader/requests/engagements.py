"""What is told that somebody has before them: "I've got the vet's on Friday at ten", "tengo reunión mañana a las 10".

An event is proposed of it, as of one that is jotted down; only where it tells a day and an hour that are to come.
"""

from dataclasses import replace

from orchestrator.kit.patterns import Match
from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.reader.line import Line, joined
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests import details
from orchestrator.reader.requests.event_requests import jotted


class _Engagements(Table):
    """`engagements.toml`. `leads`: what may open it; `has`: that something is before somebody; `no_engagement`: how
    what follows it opens where that is nothing for a calendar."""

    leads: Compiled
    has: Looking
    no_engagement: Compiled


_TABLES = ByLanguage(lambda language: read_patterns(language, "engagements", _Engagements))


def engaged(scene: Scene) -> list[Request]:
    """The event that is told of; none where its day, its hour or what it is was not told."""
    plain = _without(scene)
    return jotted(replace(scene, text=plain), named=True) if plain is not None else []


def _without(scene: Scene) -> Line | None:
    """The text without what only tells that somebody has it; None where nothing tells that."""
    text, table = without_lead(scene), _TABLES[scene.known.language]
    found = next((one for one in table.has.finditer(text.low) if _opens(text, one, scene)), None)
    if found is None or table.no_engagement.match(text.low[found.end() :]):
        return None
    before, after = text.cut(0, found.start()), text.cut(found.end(), len(text.low))
    return joined([after, before], "") if before.low else after


def without_lead(scene: Scene) -> Line:
    """The text without an "and" or "also" that opens it."""
    found = _TABLES[scene.known.language].leads.match(scene.text.low)
    return scene.text.cut(found.end(), len(scene.text.low)) if found is not None else scene.text


def _opens(text: Line, found: Match, scene: Scene) -> bool:
    """Whether nothing but a time stands before it."""
    before = text.cut(0, found.start())
    return not before.low or not details.timed(before, scene.known, scene.now, scene.locale)[0].low
