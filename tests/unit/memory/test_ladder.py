"""How sure is a learning? The ladder as a table, and what no run of counts can do to it."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.domain.memory.knowledge.ladder import (
    DOUBTED,
    FIRST,
    PROVEN,
    REVIEWED,
    Standing,
    counted_step,
    wider,
)

COUNTS = {"s": Standing.succeeded, "f": Standing.failed}
ACTS = {**COUNTS, "r": Standing.reviewed, "a": Standing.approved, "e": Standing.edited}


def after(story: str) -> Standing:
    standing = Standing()
    for act in story:
        standing = ACTS[act](standing)
    return standing


@corpus("ladder", "the_marks")
def test_the_marks(story: str, state: str, confidence: float) -> None:
    standing = after(story)
    assert (standing.state, standing.confidence) == (state, confidence)


@given(st.text("sf", max_size=40))
def test_no_count_reaches_the_users_marks(story: str) -> None:
    standing = after(story)
    assert standing.state == "learning"
    assert standing.confidence in {DOUBTED, FIRST, PROVEN}


@given(st.text("sfrae", max_size=40))
def test_only_an_act_of_the_user_changes_the_state(story: str) -> None:
    standing = Standing()
    for act in story:
        moved = ACTS[act](standing)
        if act in COUNTS:
            assert moved.state == standing.state
            if standing.state != "learning":
                assert moved.confidence == standing.confidence
        standing = moved
    last = next((act for act in reversed(story) if act in "ae"), "")
    assert (standing.state == "approved") == (last == "a")
    if standing.confidence >= REVIEWED:
        assert set(story) & {"r", "a"}


@given(st.text("sf", max_size=40), st.sampled_from("sf"))
def test_a_count_moves_by_one_mark(story: str, one: str) -> None:
    before = after(story)
    then = COUNTS[one](before)
    marks = [DOUBTED, FIRST, PROVEN]
    way = marks.index(then.confidence) - marks.index(before.confidence)
    assert way in ({0, 1} if one == "s" else {0, -1})
    assert (counted_step(before, then) is None) == (way == 0)


def test_one_scope_at_a_time() -> None:
    assert [wider("project"), wider("language"), wider("universal")] == ["language", "universal", None]
