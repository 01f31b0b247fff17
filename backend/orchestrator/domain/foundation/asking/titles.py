"""What is left of a title without the time that stands beside it? A small model copies the time into the title too."""

from datetime import datetime, timedelta

from orchestrator.domain.foundation.asking.when import Moment
from orchestrator.kit import patterns
from orchestrator.language.text.normalize import content_words
from orchestrator.language.time import Mention, mentions

_WORD = patterns.compile(r"[^\s,;:–—-]+")
_LOOSE_ENDS = frozenset("due for until para pra até em no na às el la".split())
_LOOSE_START = patterns.compile(r"^[\s,;:–—-]+")
_NAMED_DAY = patterns.compile(r"(?i)\b(?:black|good|ash|palm|easter|holy|cyber|casual)\s+$")
""" "Black Friday" is a name."""


def untimed(title: str, at: Moment | None, *, now: datetime, locale: str) -> str:
    """`title` without the phrases that mean the resolved time `at`; as it is where nothing would be left. `now`: naive
    wall time of the user."""
    if at is None:
        return title
    left = title
    for one in reversed(mentions(title, now=now, locale=locale)):
        if _NAMED_DAY.search(title[: one.offset]):
            continue
        # "Friday drinks" and "Christmas dinner" keep their names.
        if _means(one, at) and (one.offset > 0 or (_whole(one, at) and not one.feast)):
            for start, end in reversed(one.parts):
                left = f"{left[:start]} {left[end:]}"
    if left == title:
        return title
    left = _LOOSE_START.sub("", _without_loose_end(" ".join(left.split())))
    if not content_words(left):
        return title
    return left[0].upper() + left[1:] if title[0].isupper() else left


def _without_loose_end(text: str) -> str:
    """Without what led to the time that stood at the end, marks and words: "Dentist - due for" is "Dentist"."""
    words = list(_WORD.finditer(text))
    while len(words) > 1 and words[-1].group().casefold() in _LOOSE_ENDS:
        words.pop()
    return text[: words[-1].end()] if words else ""


def _whole(one: Mention, at: Moment) -> bool:
    """The phrase says all that was resolved: its hour too, where there is one."""
    return one.has_date and one.has_time == (not at.all_day)


def _means(one: Mention, at: Moment) -> bool:
    if one.kind == "duration":
        return False
    if one.kind == "open":  # "by Friday": the moment that ends it
        ends = (one.end - timedelta(microseconds=1)).date() if one.end is not None else one.start.date()
        return at.start.date() in {ends, one.start.date()}
    if one.has_date and not _same_day(one, at):
        return False
    return not one.has_time or at.all_day or _same_hour(one, at)


def _same_day(one: Mention, at: Moment) -> bool:
    return one.start.date() == at.start.date()


def _same_hour(one: Mention, at: Moment) -> bool:
    """Morning or evening may have been told apart elsewhere."""
    return (one.start.hour % 12, one.start.minute) == (at.start.hour % 12, at.start.minute) or one.grain == "part"
