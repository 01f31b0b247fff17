"""What is told beside what takes place and belongs to no title: "dinner is Saturday at eight, I'll bring dessert"."""

from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.speech_acts.news_words import NEWS
from orchestrator.language.time import mentions
from orchestrator.reader.line import Line
from orchestrator.reader.request import Scene

_FEWEST_WORDS = 2


def without_a_remark(text: Line, scene: Scene) -> Line:
    """The text without a last clause that tells something of its own and names no time; a place is none."""
    stop = text.low.rfind(", ")
    rest = text.cut(stop + 2, len(text.low))
    if stop <= 0 or len(rest.low.split()) < _FEWEST_WORDS or not _timed(text.cut(0, stop), scene):
        return text
    place = next((one for one in scene.known.at.finditer(rest.low)), None)
    if (place is not None and place.start() == 0) or _timed(rest, scene):
        return text
    cannot = NEWS[scene.known.language].hindered.match(rest.low) is not None
    return text.cut(0, stop) if cannot or mood_of(rest.raw, scene.locale).mood is Mood.STATEMENT else text


def _timed(text: Line, scene: Scene) -> bool:
    return bool(mentions(text.raw, now=scene.now, locale=scene.locale))
