"""Which facts may be the same or can't both hold, and which words would be one fact's?"""

from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.domain.memory.consolidation.candidates import (
    COMMON,
    MOST_CANDIDATES,
    FactIndex,
    Relation,
    groups,
    state_of_the_code,
    told_apart,
)
from orchestrator.domain.memory.consolidation.fusing import faithful, most_telling, says_all
from orchestrator.domain.memory.facts.review.review_queue import Comparable
from orchestrator.domain.memory.facts.similarity import Likeness, likeness, reading
from orchestrator.kit.ids import new_id

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def fact(text: str, **fields: Any) -> Comparable:
    made: dict[str, Any] = {
        "id": new_id(), "version": 1, "kind": "soft_fact", "text": text, "scope": ("global", None), "effect": None,
        "valid_from": None, "valid_to": None, "recorded_at": NOW,
    }  # fmt: skip
    return Comparable(**{**made, **fields})


def related(*facts: Comparable) -> dict[tuple[int, int], Relation]:
    index = FactIndex(facts)
    return {(one.first, one.second): one.relation for at in range(len(facts)) for one in index.pairs(at, now=NOW)}


def relation(one: str, other: str, **fields: Any) -> Relation | None:
    return related(fact(one), fact(other, **fields)).get((0, 1))


@corpus("consolidation", "the_same")
def test_the_same(one: str, other: str) -> None:
    assert relation(one, other) is relation(other, one) is Relation.SAME


@corpus("consolidation", "not_the_same")
def test_not_the_same(one: str, other: str) -> None:
    assert relation(one, other) is not Relation.SAME


@corpus("consolidation", "what_cannot_both_hold")
def test_what_cannot_both_hold(one: str, other: str) -> None:
    assert relation(one, other) is Relation.OPPOSED


@corpus("consolidation", "what_is_the_same_but_for_a_number_is_asked_about")
def test_what_is_the_same_but_for_a_number_is_asked_about(one: str, other: str) -> None:
    assert relation(one, other) is relation(other, one) is Relation.OPPOSED


@corpus("consolidation", "numbers_that_say_when_or_which_are_no_contradiction")
def test_numbers_that_say_when_or_which_are_no_contradiction(one: str, other: str) -> None:
    assert relation(one, other) is not Relation.OPPOSED


def test_what_holds_elsewhere_or_at_another_time_has_nothing_to_do_with_it() -> None:
    assert relation("I live in Porto", "I live in Lisbon", scope=("project", "novel")) is None
    earlier = {"valid_from": datetime(2019, 1, 1, tzinfo=UTC), "valid_to": datetime(2020, 1, 1, tzinfo=UTC)}
    assert relation("I live in Porto", "I live in Lisbon", **earlier) is None
    assert relation("Answer briefly, please", "Answer briefly, please", kind="hard_rule") is None


def test_rules_that_do_the_same_are_the_same_whatever_their_words() -> None:
    effect = {"type": "earliest_start", "parameters": {"time": "10:00"}}
    one = fact("Never before ten", kind="hard_rule", effect=effect)
    assert related(one, fact("Mornings are mine", kind="hard_rule", effect=dict(effect))) == {(0, 1): Relation.SAME}
    later = {**effect, "parameters": {"time": "11:00"}}
    assert related(one, fact("Never before ten, ever", kind="hard_rule", effect=later)) == {}


@given(st.lists(st.text(alphabet="ab c'é🎂\u200b日本", max_size=12), min_size=1, max_size=12))
def test_any_text_can_be_compared(texts: list[str]) -> None:
    found = related(*(fact(text) for text in texts))
    assert all(first < second for first, second in found)


def test_a_fact_is_compared_with_few_of_many() -> None:
    """A thousand facts in the same handful of words, and as many of their own."""
    many = [fact(f"The red boat number {at} has sail w{at} and crew v{at % 300}") for at in range(1_000)]
    index = FactIndex(many)
    looked_at = [len(index._candidates(at)) for at in range(0, 1_000, 29)]
    assert max(looked_at) <= 3 * (MOST_CANDIDATES + 1)
    same = FactIndex([fact("The red boat has a sail") for _ in range(COMMON * 5)])
    assert len(same._candidates(7)) <= 3 * (MOST_CANDIDATES + 1)


def test_each_fact_is_in_one_group_and_all_of_a_group_are_alike() -> None:
    pairs = {(0, 1): Relation.SAME, (1, 2): Relation.SAME, (3, 4): Relation.SAME, (3, 5): Relation.SAME,
             (4, 5): Relation.SAME, (6, 7): Relation.OPPOSED}  # fmt: skip
    assert groups(pairs, Relation.SAME, most=5) == [(0, 1), (3, 4, 5)]
    assert groups(pairs, Relation.SAME, most=2) == [(0, 1), (3, 4)]
    assert groups(pairs, Relation.OPPOSED, most=5) == [(6, 7)]
    assert len(state_of_the_code()) == 16


@corpus("consolidation", "a_models_sentence_says_what_the_facts_say")
def test_a_models_sentence_says_what_the_facts_say(text: str, good: bool) -> None:
    assert (bool(text) and faithful(text, ["I run 5 km on Mondays with Ana", "I run 5 km on Fridays with Ana"])) is good


def test_the_most_telling_words_are_taken() -> None:
    texts = ["The boat", "The boat is blue and old", "The old boat is blue"]
    assert most_telling(texts) == 1
    assert says_all(texts[1], [texts[0], texts[2]])
    assert not says_all(texts[0], [texts[1]])


@corpus("consolidation", "one_attribute_put_differently_is_the_same")
def test_one_attribute_put_differently_is_the_same(one: str, other: str) -> None:
    first, second = reading(one), reading(other)
    assert likeness(first, second) is Likeness.SAME
    assert not told_apart(first, second)
