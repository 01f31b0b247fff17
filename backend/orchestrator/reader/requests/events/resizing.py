"""How much longer or shorter shall an event be that is kept: "extend the review by 30 mins", "acorta la comida a una
hora", "make lunch half an hour longer"?"""

from orchestrator.language.lengths import length_of
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.draft_words import DRAFT_WORDS
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests.events.target_event import of_event


class _Resizing(Table):
    """`resizing.toml`. `longer`, `shorter`: that an event (`event`, or `the`) shall last so much (`size`, or `by`)
    longer or shorter; `sets`: that it shall last so long; `more`, `less`: what stands behind such a length."""

    longer: Compiled
    shorter: Compiled
    sets: Compiled
    more: str
    less: str


_TABLES = ByLanguage(lambda language: read_patterns(language, "resizing", _Resizing))


def resized(scene: Scene) -> list[Request]:
    """The change of an event's length that a message asks for; none where it names no length."""
    text, language = scene.text, scene.known.language
    table = _TABLES[language]
    said = text.low.rstrip(" .!")
    for pattern, told in (
        (table.sets, f"{DRAFT_WORDS[language].lasting} <size>"),
        (table.longer, f"<size> {table.more}"),
        (table.shorter, f"<size> {table.less}"),
    ):
        found = pattern.fullmatch(said)
        if found is None:
            continue
        named, size = ("event", "size") if found["event"] is not None else ("the", "by")
        if length_of(found[size], language) is not None:
            length = text.cut(*found.span(size)).raw
            event = text.cut(*found.span(named))
            return [of_event(Act.EVENT_MOVE, event, scene, {"when": told.replace("<size>", length)})]
    return []
