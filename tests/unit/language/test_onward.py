"""Is it read from when on a change of what repeats holds, and from nothing else?"""

from datetime import datetime

import pytest

from orchestrator.language.effective_from import onward

NOW = datetime(2026, 11, 25, 15, 40)
LOCALES = {"en": "en-US", "pt": "pt-BR", "es": "es-ES"}


@pytest.mark.parametrize(
    ("language", "text", "since", "rest"),
    [
        ("en", "move the stand-up to 10 from next week on", "2026-11-30T00:00", "move the stand-up to 10"),
        ("en", "move the stand-up to 10 from next week", "2026-11-30T00:00", "move the stand-up to 10"),
        ("en", "starting next Monday the stand-up is at 10", "2026-11-30T00:00", "the stand-up is at 10"),
        ("en", "move the stand-up to 10:30 as of december 1", "2026-12-01T00:00", "move the stand-up to 10:30"),
        ("en", "move it to 10 from monday onwards", "2026-11-30T00:00", "move it to 10"),
        ("en", "move it to 10 from now on", "2026-11-25T15:40", "move it to 10"),
        ("en", "cancel all future yoga classes", "2026-11-25T15:40", "cancel yoga classes"),
        ("en", "move tomorrow's yoga and all following ones to 7pm", None, "move tomorrow's yoga to 7pm"),
        ("pt", "passa a daily para as 10h a partir de segunda", "2026-11-30T00:00", "passa a daily para as 10h"),
        ("pt", "de agora em diante a daily é às 10", "2026-11-25T15:40", "a daily é às 10"),
        ("pt", "a partir de 1 de dezembro muda a ioga para as 19h", "2026-12-01T00:00", "muda a ioga para as 19h"),
        ("pt", "muda a aula de amanhã e as seguintes para as 19h", None, "muda a aula de amanhã para as 19h"),
        ("es", "cambia el yoga a las 19h a partir del lunes", "2026-11-30T00:00", "cambia el yoga a las 19h"),
        ("es", "de ahora en adelante la daily es a las 10", "2026-11-25T15:40", "la daily es a las 10"),
        ("es", "mueve esta clase y las siguientes a las 19h", None, "mueve esta clase a las 19h"),
    ],
)
def test_the_day_is_read_and_its_words_are_left_out(language: str, text: str, since: str | None, rest: str) -> None:
    found = onward(text, now=NOW, locale=LOCALES[language])
    assert found is not None
    assert (found.since.isoformat(timespec="minutes") if found.since else None, found.rest) == (since, rest)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "move yoga from Tuesday to Friday"),
        ("en", "move yoga from next week to tomorrow"),
        ("en", "move lunch from 1 to 2"),
        ("en", "move the class starting at 6 to 7"),
        ("en", "cancel yoga next week"),
        ("en", "move it to the following week"),
        ("pt", "muda a yoga de terça para quarta"),
        ("pt", "muda a reunião da semana que vem para as 10"),
        ("pt", "cancela a próxima aula"),
        ("es", "pasa la comida del martes al jueves"),
        ("es", "mueve la reunión de la semana que viene a las 10"),
        ("es", "cancela la clase siguiente"),
    ],
)
def test_one_day_is_one_day(language: str, text: str) -> None:
    assert onward(text, now=NOW, locale=LOCALES[language]) is None


@pytest.mark.parametrize("row", ["from ", "hora de ", "de amanha em ", "starting ", "and all "])
def test_rows_of_opening_words_open_nothing(row: str) -> None:
    assert onward(row * 5_000, now=NOW, locale=LOCALES["en"]) is None
