"""The reader's words of each language, read when it is first asked."""

from typing import Final

from orchestrator.language.pattern_tables import pieces_of, read_patterns
from orchestrator.language.tables import ByLanguage, Language, supported
from orchestrator.reader.lexicon import Phrases, QuestionKinds, Requests, Words


def _words(language: Language) -> Words:
    pieces = pieces_of(language, "reader")
    questions = read_patterns(language, "questions", QuestionKinds, pieces)
    requests = read_patterns(language, "requests", Requests, pieces)
    return Words.model_construct(  # its parts are checked
        language=language,
        kinds=tuple((row.kind, pattern) for row in questions.kinds for pattern in row.patterns),
        acts=tuple((row.act, pattern) for row in requests.acts for pattern in row.patterns),
        **dict(read_patterns(language, "reader", Phrases)),
    )


WORDS: Final = ByLanguage(_words)


def words_of(language: str) -> Words:
    """The words of a language; those of the language of last resort where there are none."""
    return WORDS[supported(language)]
