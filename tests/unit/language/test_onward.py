"""Is it read from when on a change of what repeats holds, and from nothing else?"""

from datetime import datetime

import pytest
from tests.support.corpora import corpus

from orchestrator.language.speech_acts.effective_from import onward

NOW = datetime(2026, 11, 25, 15, 40)
LOCALES = {"en": "en-US", "pt": "pt-BR", "es": "es-ES"}


@corpus("onward", "the_day_is_read_and_its_words_are_left_out")
def test_the_day_is_read_and_its_words_are_left_out(language: str, text: str, since: str | None, rest: str) -> None:
    found = onward(text, now=NOW, locale=LOCALES[language])
    assert found is not None
    assert (found.since.isoformat(timespec="minutes") if found.since else None, found.rest) == (since, rest)


@corpus("onward", "one_day_is_one_day")
def test_one_day_is_one_day(language: str, text: str) -> None:
    assert onward(text, now=NOW, locale=LOCALES[language]) is None


@pytest.mark.parametrize("row", ["from ", "hora de ", "de amanha em ", "starting ", "and all "])
def test_rows_of_opening_words_open_nothing(row: str) -> None:
    assert onward(row * 5_000, now=NOW, locale=LOCALES["en"]) is None
