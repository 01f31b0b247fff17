"""The forms of a verb are made by the conjugations of its language, which are data."""

import tomllib

import pytest
from tests.support.corpora import corpus

from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.conjugation import Inflection
from orchestrator.language.speech_acts.command_verbs import form_of
from orchestrator.language.tables import DATA

_TABLE = """
conjugations = [
    { verbs = "mit", ending = "", forms = "{verb}:w {double}ed:p" },
    { ending = "ger", forms = "{verb}:wn {stem}ge:w {stem.o}ons:b" },
    { ending = "er", forms = "{verb}:wn {strong}e:w {stem}é:p" },
]
[respelled]
o = { "" = "ge" }
[own_forms.p]
prender = "pris prise"
"""


@pytest.fixture
def inflection() -> Inflection:
    return Inflection.model_validate(tomllib.loads(_TABLE))


@corpus("conjugation", "the_first_conjugation_that_fits_makes_the_forms")
def test_the_first_conjugation_that_fits_makes_the_forms(
    entry: str, forms: set[tuple[str, str]], inflection: Inflection
) -> None:
    assert set(inflection.forms(entry)) == forms


@pytest.mark.parametrize("language", LEXICONS)
def test_every_verb_of_a_language_has_a_conjugation(language: str) -> None:
    table = tomllib.loads((DATA / language / "verbs.toml").read_text("utf-8"))
    keys = ("conjugations", "respelled", "own_forms")
    inflection = Inflection.model_validate({key: table[key] for key in keys})
    verbs = [entry for listed in table["verbs"].values() for entry in listed.split()]
    assert len(verbs) > 100
    assert [entry for entry in verbs if len(set(inflection.forms(entry))) < len(("go", "gone", "going"))] == []


@corpus("conjugation", "a_form_has_the_tags_that_its_accent_leaves")
def test_a_form_has_the_tags_that_its_accent_leaves(text: str, folded: str, language: str, tags: str) -> None:
    assert "".join(sorted(form_of(text, folded, language).tags)) == tags
