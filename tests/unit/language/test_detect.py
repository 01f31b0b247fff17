"""Short texts tell their language by function words; else the locale does."""

from tests.support.corpora import corpus

from orchestrator.language.detect import carried, language_of


@corpus("detect", "the_words_tell")
def test_the_words_tell(text: str, language: str) -> None:
    assert language_of(text) == language


@corpus("detect", "else_the_locale")
def test_else_the_locale(text: str, locale: str | None, language: str) -> None:
    assert language_of(text, locale) == language


@corpus("detect", "what_tells_no_language_is_in_that_of_the_conversation")
def test_what_tells_no_language_is_in_that_of_the_conversation(
    text: str, before: list[str], locale: str, language: str
) -> None:
    assert carried(text, before, locale) == language


@corpus("detect", "few_words_are_of_the_language_of_the_talk")
def test_few_words_are_of_the_language_of_the_talk(text: str, before: tuple[str, ...], language: str) -> None:
    assert carried(text, before, "en-GB") == language
