"""Does what the user tells of an event or a to-do propose the change that follows, and only of what it surely names?"""

from typing import Any

import pytest
from tests.unit.reader.world import ask, one

FOLLOWS: list[tuple[str, str, dict[str, Any]]] = [
    ("the dentist got cancelled", "events_delete", {"event": "e1"}),
    ("they called off the yoga", "events_delete", {"event": "e6"}),
    ("o dentista foi cancelado", "events_delete", {"event": "e1"}),
    ("han cancelado el concierto", "events_delete", {"event": "e7"}),
    ("I won't be able to make it to yoga on Tuesday", "events_delete", {"event": "e6"}),
    ("na terça não vou à yoga", "events_delete", {"event": "e6"}),
    ("el martes no puedo ir a yoga", "events_delete", {"event": "e6"}),
    ("the dentist has been moved to Thursday", "events_update", {"event": "e1", "when": "Thursday"}),
    ("o dentista passou para as 15", "events_update", {"event": "e1", "when": "às 15"}),
    ("el dentista se ha pasado a las 15", "events_update", {"event": "e1", "when": "a las 15"}),
    ("Maria is coming to the dentist too", "events_update", {"event": "e1", "participants_add": ["Maria"]}),
    ("a Maria também vai ao dentista", "events_update", {"event": "e1", "participants_add": ["Maria"]}),
    ("al final Lucía no viene al concierto", "events_update", {"event": "e7", "participants_remove": ["Lucía"]}),
    ("the rent is paid", "todos_complete", {"todo": "t2"}),
    ("o pão já está comprado", "todos_complete", {"todo": "t3"}),
    ("the rent can wait until December", "todos_update", {"todo": "t2", "when": "December"}),
    ("já não é preciso comprar pão", "remove_item", {"item": "Comprar pão"}),
    ("I no longer need to pay the rent", "remove_item", {"item": "Pay the rent"}),
]


@pytest.mark.parametrize(("said", "tool", "arguments"), FOLLOWS)
def test_news_proposes_the_change_that_follows(said: str, tool: str, arguments: dict[str, Any]) -> None:
    assert ask(said, mood="statement").writes == [(tool, arguments)]


@pytest.mark.parametrize(
    "said",
    [
        "Pedro is going to Lisbon",  # a flight there is no event of Pedro's
        "the opera got cancelled",
        "I'm not going to the gym anymore",
        "is the dentist cancelled?",
        "the landlord is coming to the office",
        "não posso dormir",
        "if the dentist was moved to Thursday, would it clash?",
    ],
)
def test_news_of_what_is_not_kept_changes_nothing(said: str) -> None:
    assert ask(said, mood="statement").writes == []


def test_what_is_over_is_said_to_be_over() -> None:
    turn = ask("the dentist on May 4 was cancelled", mood="statement")
    assert turn.writes == []


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("I can't do the dentist on Friday, move it to Monday same time", {"event": "e1", "when": "Monday"}),
        ("não posso ir ao dentista na sexta, passa para dia 30 à mesma hora", {"event": "e1", "when": "dia 30"}),
        ("no puedo ir al dentista el viernes, pásalo al 30 a la misma hora", {"event": "e1", "when": "al 30"}),
    ],
)
def test_what_is_told_off_is_moved_where_that_is_asked_for(said: str, arguments: dict[str, Any]) -> None:
    assert ask(said, mood="request").writes == [("events_update", arguments)]


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        ("push the rent to Friday", "todos_update", {"todo": "t2", "when": "Friday"}),
        ("adia a renda para sexta-feira", "todos_update", {"todo": "t2", "when": "sexta-feira"}),
        ("aplaza el alquiler al viernes", "todos_update", {"todo": "t2", "when": "viernes"}),
        ("cancel the rent", "remove_item", {"item": "Pay the rent"}),
    ],
)
def test_a_to_do_moves_and_goes_like_an_event(said: str, tool: str, arguments: dict[str, Any]) -> None:
    assert ask(said, mood="request").writes == [(tool, arguments)]


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        ("make the dentist 11:30", "events_update", {"event": "e1", "when": "11:30"}),
        ("põe o dentista às 11:30", "events_update", {"event": "e1", "when": "às 11:30"}),
        ("pon el dentista a las 11:30", "events_update", {"event": "e1", "when": "a las 11:30"}),
        ("put the opera at 21:30", "events_create", {"title": "Opera", "when": "at 21:30"}),
    ],
)
def test_what_is_spoken_of_as_known_is_moved_where_the_calendar_holds_it(
    said: str, tool: str, arguments: dict[str, Any]
) -> None:
    made = ask(said, mood="request").writes
    assert [name for name, _ in made] == [tool]
    assert {name: made[0][1].get(name) for name in arguments} == arguments


@pytest.mark.parametrize("said", ["cancel everything tomorrow", "cancela tudo amanhã", "cancela todo mañana"])
def test_everything_of_a_day_is_cancelled_one_by_one(said: str) -> None:
    assert ask(said, mood="request").writes == [("events_delete", {"event": "e3"})]


@pytest.mark.parametrize(
    ("said", "titles"),
    [
        ("I need to buy nappies and coffee", ["nappies", "coffee"]),
        ("preciso de comprar fraldas e café", ["fraldas", "café"]),
        ("tengo que comprar pañales y café", ["pañales", "café"]),
        ("comprar pan", ["comprar pan"]),
        ("we need to call Rui", ["call Rui"]),
    ],
)
def test_an_errand_that_is_told_is_a_to_do(said: str, titles: list[str]) -> None:
    made = ask(said, mood="unclear").writes
    assert [(tool, told["title"]) for tool, told in made] == [("todos_create", title) for title in titles]


@pytest.mark.parametrize(
    ("said", "locale", "told"),
    [
        ("tell Irene I'm late", "en", "nobody was told"),
        ("diz à Irene que chego tarde", "pt-PT", "ninguém foi avisado"),
        ("dile a Irene que llego tarde", "es", "no se ha avisado a nadie"),
    ],
)
def test_what_would_have_to_be_sent_is_said_not_to_have_been(said: str, locale: str, told: str) -> None:
    turn = ask(said, mood="request", locale=locale)
    assert turn.writes == []
    assert told in turn.text


@pytest.mark.parametrize(
    "said",
    [
        "don't cancel the dentist, just tell me when it is",
        "não canceles o dentista, diz-me só quando é",
        "no canceles el dentista, solo dime cuándo es",
    ],
)
def test_the_question_beside_a_ban_is_about_what_the_ban_names(said: str) -> None:
    turn = ask(said, mood="statement")
    assert turn.writes == []
    assert "Dentist" in turn.text
    assert "Yoga" not in turn.text


def test_a_meal_with_its_article_is_at_its_own_hour() -> None:
    for said in ("marca um jantar no sábado", "ponme una cena el sábado"):
        made = one(said, mood="request").tool_calls[0].arguments
        assert isinstance(made, dict)
        assert not str(made["when"]).startswith("u"), made
