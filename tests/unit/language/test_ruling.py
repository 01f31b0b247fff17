"""Which rule do a few words lay down, and which words lay down none?"""

from typing import Any

import pytest
from tests.support.corpora import corpus

from orchestrator.language.rules.form import lays_down, with_exception
from orchestrator.language.rules.parser import read

MEETINGS = {"match": {"words": ["meeting", "call", "sync", "standup", "1:1"]}}
BOTH = {"minutes_before": 15, "minutes_after": 15}

WORKING = ["mon", "tue", "wed", "thu", "fri"]


@corpus("ruling", "the_effect_of_a_few_words")
def test_the_effect_of_a_few_words(text: str, effect: str, parameters: dict[str, Any]) -> None:
    found = read(text)
    assert found is not None
    assert (found.effect, found.parameters) == (effect, parameters)


def test_names_stay_as_they_were_said() -> None:
    found = read("Always invite Ana Souza and Bob to meetings")
    assert found is not None
    assert (found.effect, found.people, found.parameters) == ("always_invite", ("Ana Souza", "Bob"), MEETINGS)
    never = read("nunca invites a Zoé")
    assert never is not None
    assert (never.effect, never.people) == ("never_invite", ("Zoé",))
    where = read("lunch is always at Café Central")
    assert where is not None
    assert (where.effect, where.place) == ("default_place", "Café Central")
    alias = read("when I say the boss I mean Marcela Pinto")
    assert alias is not None
    assert (alias.parameters, alias.stands_for) == ({"phrase": "the boss"}, "Marcela Pinto")


def test_with_whom_a_rule_is_about() -> None:
    held = read("No meetings with Rui and Ana before 10")
    assert held is not None
    assert (held.effect, held.parameters, held.beside) == ("earliest_start", {"time": "10:00"}, ("Rui", "Ana"))
    long = read("As reuniões com a Ana duram sempre 45 minutos")
    assert long is not None
    assert (long.parameters, long.beside) == ({"minutes": 45, **MEETINGS}, ("Ana",))
    never = read("No invites nunca a Rui a las fiestas")
    assert never is not None
    assert (never.effect, never.people, never.parameters) == (
        "never_invite",
        ("Rui",),
        {"match": {"words": ["fiestas"]}},
    )


@corpus("ruling", "what_a_rule_leaves_alone")
def test_what_a_rule_leaves_alone(text: str, hours: tuple[str, str], spared: tuple[str, ...]) -> None:
    found = read(text)
    assert found is not None
    assert (found.effect, (found.parameters["from"], found.parameters["to"]), found.spared) == (
        "blocked_time", hours, spared
    )  # fmt: skip
    assert lays_down(text)


@corpus("ruling", "lays_down_says")
def test_lays_down_says(text: str, expected: bool) -> None:
    assert bool(lays_down(text)) is expected


@corpus("ruling", "read_says")
def test_read_says(text: str, expected: None) -> None:
    assert read(text) == expected


@corpus("ruling", "what_is_kept_in_words_alone")
def test_what_is_kept_in_words_alone(text: str) -> None:
    assert read(text) is None
    assert lays_down(text)


@corpus("ruling", "what_is_no_rule_of_an_occasion")
def test_what_is_no_rule_of_an_occasion(text: str) -> None:
    assert not lays_down(text)


@pytest.mark.parametrize(
    ("rule", "said", "told"),
    [
        ("no meetings on friday afternoons", "ok except with Fiona", "except with Fiona"),
        ("nada de reuniones los viernes por la tarde", "salvo con Fiona", "salvo con Fiona"),
        ("nada de reuniões à sexta à tarde", "exceto com a Fiona", "exceto com a Fiona"),
        ("pas de réunions le vendredi après-midi", "sauf avec Fiona", "sauf avec Fiona"),
        ("lunch on friday", "except with Fiona", ""),
        ("no meetings on friday afternoons", "who is Fiona", ""),
    ],
)
def test_a_rule_takes_what_is_left_out_of_it(rule: str, said: str, told: str) -> None:
    assert with_exception(rule, said) == (f"{rule} {told}" if told else "")
