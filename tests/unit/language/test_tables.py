"""A language is a folder: its tables are held against their schema, and a new folder is a new language."""

from collections.abc import Mapping

import pytest
from pydantic import Field
from tests.support.corpora import corpus

from orchestrator.language.tables import (
    ABOUT,
    DEFAULT,
    LANGUAGES,
    Branches,
    ByLanguage,
    Phrases,
    Table,
    Words,
    checked,
    parsed,
    read,
    supported,
)


class Greetings(Table):
    """A table as there might be one."""

    words: Words
    phrases: Phrases = Field(default=frozenset())
    rows: Branches = ""


def greetings(text: str) -> Greetings:
    return checked(parsed(text, where="xx/greetings.toml"), Greetings, where="xx/greetings.toml")


def test_words_are_parted_by_blanks_and_lines_phrases_by_semicolons() -> None:
    told = greetings(
        'words = """\nbonjour salut\n  coucou"""\nphrases = ["bonne nuit; à  demain", "salut"]\nrows = ["a|b", "c"]'
    )
    assert told.words == {"bonjour", "salut", "coucou"}
    assert told.phrases == {"bonne nuit", "à demain", "salut"}
    assert told.rows == "a|b|c"


@corpus("tables", "a_table_that_is_not_as_its_schema_says_tells_its_file_and_key")
def test_a_table_that_is_not_as_its_schema_says_tells_its_file_and_key(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as told:
        greetings(text)
    assert "xx/greetings.toml" in str(told.value)


def test_no_table_is_read_before_it_is_asked_and_none_twice() -> None:
    asked: list[str] = []

    def make(language: str) -> str:
        asked.append(language)
        return language.upper()

    known: Mapping[str, str] = ByLanguage(make)
    assert asked == []
    assert (known[DEFAULT], known[DEFAULT], len(known)) == (DEFAULT.upper(), DEFAULT.upper(), len(LANGUAGES))
    assert asked == [DEFAULT]
    assert "xx" not in known
    assert list(known.items()) == [(language, language.upper()) for language in LANGUAGES]
    assert asked == list(LANGUAGES)


def test_a_locale_asks_for_its_language_or_for_that_of_last_resort() -> None:
    for language, about in ABOUT.items():
        assert supported(about.locale) == supported(about.locale.replace("-", "_").upper()) == language
    assert supported("xx-YY") == supported("") == supported(None) == DEFAULT
    assert supported("esu-US") == DEFAULT  # Yupik is no Spanish


def test_a_table_is_found_by_its_language_and_name() -> None:
    with pytest.raises(FileNotFoundError):
        read(DEFAULT, "no_such_table", Greetings)
