"""A ban beside a request, a yes that names its deed, a length in another's place, a yes after a remark."""

import pytest

from orchestrator.language.discourse.repairing import asked_rather
from orchestrator.language.discourse.retiming import with_length
from orchestrator.language.discourse.undoing import asks_undo
from orchestrator.language.speech_acts import affirm
from orchestrator.language.tables import Language


@pytest.mark.parametrize(
    ("language", "said", "meant"),
    [
        ("es", "no canceles el dentista, solo pásalo a las 13", "pasa el dentista a las 13"),
        ("en", "don't cancel the dentist, just move it to 1pm", "move the dentist to 1pm"),
        ("pt", "não apagues o jantar com a Ana, só passa para sexta", "passa o jantar com a Ana para sexta"),
        ("fr", "n'annule pas le dentiste, décale-le à 13h", "décale le dentiste à 13h"),
        ("en", "don't book anything, just tell me if i'm free", "don't book anything, just tell me if i'm free"),
        ("en", "don't cancel the dentist, cancel the haircut", "don't cancel the dentist, cancel the haircut"),
    ],
)
def test_a_request_beside_a_ban_is_of_what_the_ban_names(language: Language, said: str, meant: str) -> None:
    assert asked_rather(said, language) == meant


@pytest.mark.parametrize(
    ("said", "agrees"),
    [
        ("sim, marca", True),
        ("yep save it", True),
        ("vale, apúntalo", True),
        ("yes, add eggs", False),
        ("yes delete it", False),
        ("yeah change it", False),
        ("yes book sven", False),
    ],
)
def test_a_yes_may_name_its_deed_and_nothing_else(said: str, *, agrees: bool) -> None:
    assert affirm.yes_and_its_deed(said) is agrees


def test_a_length_takes_the_place_of_a_length() -> None:
    assert with_length("adia-o meia hora", "uma hora", "pt") == "adia-o uma hora"
    assert with_length("adia-o para sexta", "uma hora", "pt") is None


def test_the_reason_may_stand_before_an_undo() -> None:
    assert asks_undo("oh wait i havent actually, undo")
    assert not asks_undo("add milk, undo")
