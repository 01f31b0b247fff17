"""When are two errors the same?"""

from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.domain.memory.knowledge.hashing import digest, error_hash, normalised


@corpus("hashing", "what_belongs_to_one_moment_is_left_out")
def test_what_belongs_to_one_moment_is_left_out(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)
    assert error_hash(one) == error_hash(other)


@corpus("hashing", "what_the_error_is_about_stays")
def test_what_the_error_is_about_stays(one: str, other: str) -> None:
    assert error_hash(one) != error_hash(other)


def test_a_digest_is_of_both() -> None:
    assert len({digest("a b", "c"), digest("a", "b c"), digest("a b", "d")}) == 3
    assert digest("It broke at 'Ana X'", "Use 2") == digest("it broke at “Rui Y”", "use 3.")


@given(st.text(max_size=300))
def test_normalised_again_is_the_same(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@given(st.text("ab'\"“”«»`/\\:.#* 019-T@", max_size=120))
def test_of_odd_texts_too(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)
