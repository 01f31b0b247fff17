"""Is something to be done before something else that is kept: "buy paper before Teo's concert"?"""

from typing import Final

from orchestrator.kit.patterns import Match
from orchestrator.language.pattern_tables import LookingToEnd, read_patterns
from orchestrator.language.tables import LANGUAGES, ByLanguage, Language, Table
from orchestrator.language.text.normalize import normalize

_MOST_CHARACTERS = 200


class _Anchors(Table):
    """`anchors.toml`. `before` captures what is to be done (`head`), and before which event (`event`)."""

    before: LookingToEnd


_TABLES: Final = ByLanguage(lambda language: read_patterns(language, "anchors", _Anchors))


def before_event(folded: str, language: Language) -> Match | None:
    """What is to be done (`head`) and before what (`event`), over folded text; None where nothing is told so."""
    return _TABLES[language].before.match(folded)


def anchored(text: str) -> bool:
    """Whether a message may be about a to-do and an event at once."""
    return len(text) <= _MOST_CHARACTERS and any(before_event(normalize(text), one) for one in LANGUAGES)
