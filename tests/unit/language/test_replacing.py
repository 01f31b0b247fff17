"""Which mere value does a no put in the place of another, and what does the statement then say?"""

from tests.support.corpora import corpus

from orchestrator.language.places.towns import town
from orchestrator.language.statements.reading import agree
from orchestrator.language.statements.replacing import repaid, value_said, with_value


@corpus("replacing", "another_value")
def test_another_value(statement: str, message: str, right: str) -> None:
    value = value_said(message)
    assert value is not None
    assert with_value(statement, value) == right


@corpus("replacing", "no_other_value_of_where_they_live")
def test_no_other_value_of_where_they_live(message: str) -> None:
    value = value_said(message)
    assert value is None or with_value("I live in Porto", value) is None


@corpus("replacing", "what_was_owed_is_paid")
def test_what_was_owed_is_paid(told: str, said: str, says: str) -> None:
    assert (repaid([told], said) or "") == says


def test_a_town_by_its_names() -> None:
    assert town("Oporto") == town("PORTO") == "porto"
    assert town("Nova Iorque") == town("new york")
    assert agree("porto", "oporto")
    assert agree("nueva york", "new york")
    assert agree("genebra", "geneva, switzerland")
    assert not agree("porto", "lisbon")
    assert not agree("new york", "new orleans")
