"""Whether somebody takes part is told by the people of the event, and only where both are clear."""

import pytest
from tests.unit.reader.world import ask

LUNCH = {"events": [{"id": "e3", "title": "Lunch with Ana"}]}


@pytest.mark.parametrize(
    ("locale", "said", "opens"),
    [
        ("en-US", "is Pedro coming too?", "Yes:"),
        ("en-US", "is Carla coming?", "No, Carla is not among"),
        ("pt-PT", "e o Pedro vem?", "Sim:"),
        ("pt-PT", "vem a Carla?", "Não, Carla não está"),
        ("es-ES", "viene Pedro?", "Sí:"),
        ("es-ES", "y Carla va?", "No, Carla no está"),
    ],
)
def test_of_the_event_that_was_spoken_of(locale: str, said: str, opens: str) -> None:
    answer = ask(said, locale=locale, mood="question", context=LUNCH).text
    assert answer.startswith(opens), answer
    assert "Lunch with Ana" in answer


def test_of_an_event_that_is_named() -> None:
    assert ask("is Lucía going to the concert?", mood="question").text.startswith("Yes:")
    assert ask("is Pedro going to the concert?", mood="question").text.startswith("No, Pedro")


@pytest.mark.parametrize("said", ["is Zebedee coming too?", "is Pedro going to the yoga?", "is it going to rain?"])
def test_what_is_not_clear_is_no_no(said: str) -> None:
    assert not ask(said, mood="question", context=LUNCH).text.startswith("No,")


HISTORY = (("user", "who was at the budget review?"), ("assistant", "…"))


@pytest.mark.parametrize(
    ("said", "locale"),
    [
        ("was Ana there too?", "en-GB"),
        ("a Ana também esteve lá?", "pt-PT"),
        ("¿estuvo Ana también?", "es-ES"),
    ],
)
def test_of_what_was(said: str, locale: str) -> None:
    told = ask(said, mood="question", locale=locale, history=HISTORY).text
    assert told.split("“")[0] in {"Yes: ", "Sim: ", "Sí: "}, told
    assert "Budget review" in told


def test_the_day_tells_an_event_from_others() -> None:
    told = ask("is Ana coming to the lunch on Sunday?", mood="question").text
    assert told.startswith("Yes: “Lunch with Ana”")
