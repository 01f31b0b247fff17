"""Which words become tags, and what becomes of those that the user took off?"""

import pytest

from orchestrator.domain.world.tagging.asking import by_rules, sanitised
from orchestrator.domain.world.tagging.service import merged


def test_tags_are_few_plain_words() -> None:
    proposed = ["#Health", "health", " HEALTH. ", "2027", "a b c d", "relation:Boss", "mood: x", "x" * 31, "são joão"]
    assert sanitised(proposed) == ["health", "são joão"]
    assert len(sanitised([f"tag{letter}" for letter in "abcdefgh"])) == 5


@pytest.mark.parametrize(
    ("present", "before", "made", "tags", "remembered"),
    [
        (["own"], [], ["health"], ["own", "health"], ["health"]),
        (["own", "health"], ["health"], ["health"], ["own", "health"], ["health"]),
        (["own", "health"], ["health"], ["meal"], ["own", "meal"], ["meal"]),
        (["own"], ["health"], ["health", "meal"], ["own", "meal"], ["meal", "health"]),
        (["Health"], [], ["health"], ["Health"], []),
    ],
)
def test_beside_the_users_own(
    present: list[str], before: list[str], made: list[str], tags: list[str], remembered: list[str]
) -> None:
    assert merged(present, before, made) == (tags, remembered)


@pytest.mark.parametrize(
    ("text", "tags", "found"),
    [
        ("Dentista do Rui", [], ["health"]),
        ("Almuerzo con Ana", [], ["meal"]),
        ("Bia", ["relation:Sister"], ["family"]),
        ("Rui", ["relation:Boss"], []),
        ("Nothing of it", [], []),
    ],
)
def test_rules(text: str, tags: list[str], found: list[str]) -> None:
    assert by_rules(text, tags) == found
