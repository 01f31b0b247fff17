"""In which language is a question asked, and were those before it in its conversation?"""

from collections.abc import Sequence

from orchestrator.language.detect import REMEMBERED, carried, language_of
from orchestrator.language.messages import LANGUAGES
from orchestrator.language.tables import Language
from orchestrator.llm.messages import TurnFacts


def language_in(facts: TurnFacts) -> Language:
    """That of the question: a few words that several languages have are in that of the conversation."""
    told = next((one for one in LANGUAGES if one == facts.language), None)
    return told or language_of(facts.question, facts.locale)


def languages_of(said: Sequence[str], locale: str) -> list[Language]:
    """Those of the questions of a conversation, oldest first, each read after those before it."""
    return [carried(text, said[max(0, at - REMEMBERED) : at], locale) for at, text in enumerate(said)]
