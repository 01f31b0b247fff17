"""Are two attributes of one thing, in whatever language each was told?"""

import pytest

from orchestrator.language.statements import kind_of, of_one_thing
from orchestrator.language.statements.reading import claim_of


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("I'm allergic to penicillin", "já não sou alérgico à penicilina", True),
        ("I'm allergic to penicillin", "je ne suis plus allergique à la pénicilline", True),
        ("soy alérgico a la aspirina", "I'm not allergic to aspirin any more, got tested", True),
        ("I'm allergic to penicillin", "I'm not allergic to pollen", False),
        ("I'm allergic to nuts", "ya no soy alérgico a las nueces", True),
        ("I'm allergic to latex", "I'm allergic to lactose", False),
    ],
)
def test_of_one_thing(one: str, other: str, same: bool) -> None:
    first, second = (claim_of(text) for text in (one, other))
    assert first is not None
    assert second is not None
    assert of_one_thing(first.attribute, second.attribute) is same


@pytest.mark.parametrize(
    ("attribute", "kind"),
    [("self allergic_to penicillin", "self allergic_to"), ("self lives_in", ""), ("says the cat sleeps", "")],
)
def test_kind_of(attribute: str, kind: str) -> None:
    assert kind_of(attribute) == kind
