"""In which words does a user tell what has become of an event or a to-do, so that its record has to follow?"""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

from pydantic import PlainValidator

from orchestrator.kit import lookaround
from orchestrator.kit.patterns import Pattern
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table, Words


class News(StrEnum):
    """What has become of it. `needless`, `later` and `did` are of a to-do (the group `todo`), the others of an event
    (`event`, or `known` where an article tells that); `moved` and `later` tell a new time (`new`), `comes` and `leaves`
    who (`people`), `off` too where somebody calls it off who alone names it; `dated` is what is off on a day that is
    said; `anew` and `elsewhere` are the time (`new`) and the `place` that it is now known to have: a plain "it is at
    four" is news after a `lead`, or with a word for "now"."""

    OFF = "off"
    AWAY = "away"
    MOVED = "moved"
    COMES = "comes"
    LEAVES = "leaves"
    ANEW = "anew"
    ELSEWHERE = "elsewhere"
    NEEDLESS = "needless"
    LATER = "later"
    DID = "did"


def _whole(around: str) -> Callable[[object], Pattern]:
    return lambda value: lookaround.compile(around.format(value))


Whole = Annotated[Pattern, PlainValidator(_whole("^(?:{})$"))]
"""A pattern of all of a folded text, which may look around."""


class Told(Table):
    """One way of telling it."""

    news: News
    says: Whole


class NewsWords(Table):
    """`news.toml`; what its keys are stands there."""

    asks: Compiled
    stops: Compiled
    onward: Whole
    lead: Compiled
    calls: Whole
    around: Words
    hindered: Whole
    told: tuple[Told, ...]
    past: Whole
    called: Compiled
    beside: Words
    any_weekly: Words


NEWS: ByLanguage[NewsWords] = ByLanguage(lambda language: read_patterns(language, "news", NewsWords))
