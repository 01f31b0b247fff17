"""Is friction what its formula says, and are like corrections found alike?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.domain.memory.interactions.clustering import clustered
from orchestrator.domain.memory.interactions.scoring import LONG_ANSWER, friction, trend, vibe_match


@corpus("friction", "the_formula")
def test_the_formula(corrected: bool, edits: int, latency_ms: int | None, score: float) -> None:
    found = friction(was_corrected=corrected, edit_count=edits, latency_ms=latency_ms)
    assert found == pytest.approx(score, abs=1e-4)


@given(st.booleans(), st.integers(0, 10**6), st.none() | st.integers(0, 86_400_000))
def test_it_is_a_share_and_grows_with_each_part(corrected: bool, edits: int, latency_ms: int | None) -> None:
    score = friction(was_corrected=corrected, edit_count=edits, latency_ms=latency_ms)
    assert 0 <= score <= 1
    assert friction(was_corrected=True, edit_count=edits, latency_ms=latency_ms) >= score
    assert friction(was_corrected=corrected, edit_count=edits + 1, latency_ms=latency_ms) >= score


def test_a_vibe_match_is_a_long_answer_left_as_it_came() -> None:
    long = "x" * LONG_ANSWER
    assert vibe_match(long, was_corrected=False, edit_count=0)
    assert not vibe_match(long[1:], was_corrected=False, edit_count=0)
    assert not vibe_match(long, was_corrected=True, edit_count=0)
    assert not vibe_match(long, was_corrected=False, edit_count=1)


def test_a_trend_needs_something_before() -> None:
    assert trend(None, None) == trend(None, 0.9) == "steady"
    assert trend(0.0, 0.6) == "rising"
    assert trend(0.6, 0.0) == "falling"
    assert trend(0.3, 0.35) == "steady"


@given(st.lists(st.frozensets(st.sampled_from("abcdefgh"), max_size=5), max_size=25))
def test_every_text_is_in_one_cluster_at_most(bags: list[frozenset[str]]) -> None:
    found = clustered(bags)
    members = [one for cluster in found for one in cluster.members]
    assert len(members) == len(set(members))
    assert all(len(cluster.members) > 1 for cluster in found)
    assert all(bags[one] for one in members), "an empty bag is like nothing"


def test_equal_texts_stand_together() -> None:
    bags = [frozenset("ab"), frozenset("cd"), frozenset("ab"), frozenset("cd"), frozenset("xyz")]
    assert [sorted(one.members) for one in clustered(bags)] == [[0, 2], [1, 3]]
