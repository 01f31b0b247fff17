"""How much of a series does a change mean: "just this once", "altogether", "só desta vez", "définitivement"?"""

from dataclasses import replace

from orchestrator.language.pattern_tables import Looking, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.line import MAX_LENGTH, spelled
from orchestrator.reader.request import Request
from orchestrator.reader.words import WORDS, words_of

OF_SERIES = frozenset({Act.EVENT_CANCEL, Act.EVENT_MOVE, Act.EVENT_RENAME, Act.EVENT_ADD, Act.EVENT_LEAVE})


class _Occurrences(Table):
    """`occurrences.toml`: what ends a message. `once`: one occurrence is meant; `whole`: the series. `only`: that one
    is meant, before the words for which."""

    once: Looking
    only: Looking
    whole: Looking


_TABLES = ByLanguage(lambda language: read_patterns(language, "occurrences", _Occurrences))


def without_extent(facts: TurnFacts) -> tuple[TurnFacts, str]:
    """The turn without the words that say how much of a series is meant, and the scope that they say; "" for none."""
    if len(facts.question) > MAX_LENGTH or "?" in facts.question:
        return facts, ""
    for language in WORDS:
        text = spelled(facts.question.rstrip(" .!"), language)
        if (only := _TABLES[language].only.search(text.low)) is not None and only.start():
            return replace(facts, question=text.without([only.span()]).raw), "one"
        for scope, pattern in (("one", _TABLES[language].once), ("all", _TABLES[language].whole)):
            found = pattern.search(text.low)
            if found is not None and found.start() and not _erases(facts.question):
                return replace(facts, question=text.cut(0, found.start()).raw), scope
    return facts, ""


def _erases(said: str) -> bool:
    """ "Delete the dentist for good" says how it is to go."""
    told = ((words_of(language), spelled(said, language)) for language in WORDS)
    return any(act is Act.ERASE and pattern.match(text.low) for known, text in told for act, pattern in known.acts)


def of_extent(request: Request, scope: str) -> Request:
    """The change of as much of a series as was said."""
    return replace(request, arguments={**request.arguments, "scope": scope})
