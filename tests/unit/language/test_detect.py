# ruff: noqa: E501  (tables of cases)
"""Short texts tell their language by function words; else the locale does."""

import pytest

from orchestrator.language.detect import carried, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("show my list", "en"), ("what is next", "en"), ("delete it", "en"), ("I've booked the dentist", "en"), ("Done!", "en"),
        ("o que tenho hoje", "pt"), ("apaga isso", "pt"), ("me lembra amanhã", "pt"), ("não, obrigado", "pt"), ("põe leite na lista", "pt"),
        ("qué tengo hoy", "es"), ("borra eso por favor", "es"), ("recuérdame mañana", "es"), ("¿dónde está?", "es"), ("pon leche en la lista", "es"),
        ("mi cita con el dentista", "es"), ("minha consulta no dentista", "pt"), ("my dentist appointment", "en"),
    ],
)  # fmt: skip
def test_the_words_tell(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "locale", "language"),
    [
        ("", None, "en"),
        ("Ana", "pt-BR", "pt"),
        ("15:00", "es_MX", "es"),
        ("👍", "de-DE", "en"),
        ("show my list", "pt-BR", "en"),
        ("ok", "es", "es"),
        ("\x00", "", "en"),
    ],
)
def test_else_the_locale(text: str, locale: str | None, language: str) -> None:
    assert language_of(text, locale) == language


@pytest.mark.parametrize(
    ("text", "before", "locale", "language"),
    [
        ("no", [], "en-US", "en"), ("no", [], "es-ES", "es"), ("no", [], "pt-PT", "pt"),
        ("no", ["pon leche en la lista"], "en-US", "es"), ("ok", ["põe leite na lista", "ok"], "en-US", "pt"),
        ("16:00", ["when is it?", "marca um almoço com a Ana"], "en-US", "pt"), ("show my list", ["põe leite na lista"], "pt-PT", "en"),
        ("Ana", [], "pt-BR", "pt"),
    ],
)  # fmt: skip
def test_what_tells_no_language_is_in_that_of_the_conversation(
    text: str, before: list[str], locale: str, language: str
) -> None:
    assert carried(text, before, locale) == language


@pytest.mark.parametrize(
    ("text", "before", "language"),
    [
        ("a qué hora sale irene de trabajar ese día", ("cuando es el concierto", "con quién voy"), "es"),
        ("para que veio", ("quando é que o Paco vem",), "pt"),
        ("4pm", ("marca almoço amanhã",), "pt"),
        ("when's lunch with Ana?", ("marca almoço amanhã",), "en"),
    ],
)
def test_few_words_are_of_the_language_of_the_talk(text: str, before: tuple[str, ...], language: str) -> None:
    assert carried(text, before, "en-GB") == language
