"""What do small models make of names, and what of it may be used?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.agent.ports.resolution import Resolution
from orchestrator.agent.types.clarification import Option
from orchestrator.commands.naming import _bare, _told_apart, read_names


@corpus("naming", "any_shape_is_read")
def test_any_shape_is_read(text: str) -> None:
    assert read_names(text, ["Dr. Ana"]) == {"Dr. Ana": ("Ana", "Acme")}


def test_an_object_from_phrase_to_name_is_read() -> None:
    assert read_names('{"Dr. Ana": "Dr. Ana", "tio Rui": "tio Rui"}', ["Dr. Ana", "tio Rui"]).keys() == {
        "Dr. Ana",
        "tio Rui",
    }


@pytest.mark.parametrize("text", ["", "no", '{"names": [', "[]", '{"names": [{"phrase": "Zoe", "name": "Zoe"}]}'])
def test_what_says_nothing_of_the_asked_names_gives_nothing(text: str) -> None:
    assert read_names(text, ["Dr. Ana"]) == {}


@corpus("naming", "a_bare_name_leaves_no_name_out")
def test_a_bare_name_leaves_no_name_out(name: str, phrase: str, bare: bool) -> None:
    assert _bare(name, phrase) is bare


def test_telling_words_choose_only_one_and_only_if_they_were_said() -> None:
    options = (Option("1", "Ana Souza (Acme)"), Option("2", "Ana Lima (Globex)"), Option("3", "Ana Reis (Acme Labs)"))
    ana = Resolution("Ana", "ambiguous", (), options)
    assert _told_apart(ana, "Globex", "lunch with Ana from Globex") == "2"
    assert _told_apart(ana, "Globex", "lunch with Ana") is None
    assert _told_apart(ana, "Acme", "lunch with Ana from Acme") is None
    assert _told_apart(ana, "", "lunch with Ana") is None
