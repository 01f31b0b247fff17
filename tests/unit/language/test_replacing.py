"""Which mere value does a no put in the place of another, and what does the statement then say?"""

import pytest
from tests.support.corpora import cases

from orchestrator.language.places.towns import town
from orchestrator.language.statements.reading import agree
from orchestrator.language.statements.replacing import value_said, with_value


@pytest.mark.parametrize(("statement", "message", "right"), cases("replacing", "another_value"))
def test_another_value(statement: str, message: str, right: str) -> None:
    value = value_said(message)
    assert value is not None
    assert with_value(statement, value) == right


@pytest.mark.parametrize(
    "message",
    [
        "no", "No, thanks", "No, I changed my mind", "no, wait", "no, tomorrow", "no, at 5", "no, don't", "in Lisbon",
        "No, I live in Bath", "no, what?", "No, Oporto",
    ],
)  # fmt: skip
def test_no_other_value_of_where_they_live(message: str) -> None:
    value = value_said(message)
    assert value is None or with_value("I live in Porto", value) is None


def test_a_town_by_its_names() -> None:
    assert town("Oporto") == town("PORTO") == "porto"
    assert town("Nova Iorque") == town("new york")
    assert agree("porto", "oporto")
    assert agree("nueva york", "new york")
    assert agree("genebra", "geneva, switzerland")
    assert not agree("porto", "lisbon")
    assert not agree("new york", "new orleans")
