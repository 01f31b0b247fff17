"""Do question and text meet in the same lexemes, whatever the language and the mess?"""

from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.domain.foundation.asking.matching import best
from orchestrator.domain.foundation.search.text.lexemes import MAX_LEXEME, languages_of, query_words, read
from orchestrator.domain.foundation.search.text.snippet import SNIPPET_CHARACTERS, snippet
from orchestrator.language.text.normalize import tokens


@corpus("lexemes", "the_language_is_told_by_stop_words")
def test_the_language_is_told_by_stop_words(text: str, languages: tuple[str, ...]) -> None:
    assert languages_of(tokens(text)) == languages


def test_stop_words_are_looked_for_where_there_is_nothing_else() -> None:
    assert [one.word for one in query_words("the who")] == ["the", "who"]
    assert [one.word for one in query_words("who sang the song")] == ["sang", "song"]
    assert query_words("?!") == []


@given(st.text(max_size=200))
def test_a_text_is_found_by_its_own_words(text: str) -> None:
    found = read(text).counts
    assert all(0 < len(lexeme) <= MAX_LEXEME for lexeme in found)
    assert not found or any(word.lexemes & found.keys() for word in query_words(text))


@given(st.text(max_size=2_000), st.text(max_size=30))
def test_a_snippet_is_short_and_one_line(text: str, asked: str) -> None:
    shown = snippet(text, [word.lexemes for word in query_words(asked)])
    assert len(shown) <= SNIPPET_CHARACTERS + 1
    assert "\n" not in shown


@corpus("lexemes", "targets_are_found_by_most_of_the_words")
def test_targets_are_found_by_most_of_the_words(words: str, found: list[str]) -> None:
    texts = ["Dentist", "Almoço\nAna", "Lunch", "LUNCH", "Lunch with Bea"]
    assert best(words, [(text, text) for text in texts]) == found
