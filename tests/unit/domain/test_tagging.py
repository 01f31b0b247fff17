"""Which words become tags, and what becomes of those that the user took off?"""

from tests.support.corpora import corpus

from orchestrator.domain.world.tagging.asking import by_rules, sanitised
from orchestrator.domain.world.tagging.service import merged


def test_tags_are_few_plain_words() -> None:
    proposed = ["#Health", "health", " HEALTH. ", "2027", "a b c d", "relation:Boss", "mood: x", "x" * 31, "são joão"]
    assert sanitised(proposed) == ["health", "são joão"]
    assert len(sanitised([f"tag{letter}" for letter in "abcdefgh"])) == 5


@corpus("tagging", "beside_the_users_own")
def test_beside_the_users_own(
    present: list[str], before: list[str], made: list[str], tags: list[str], remembered: list[str]
) -> None:
    assert merged(present, before, made) == (tags, remembered)


@corpus("tagging", "rules")
def test_rules(text: str, tags: list[str], found: list[str]) -> None:
    assert by_rules(text, tags) == found
