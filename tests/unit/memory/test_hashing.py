"""When are two errors the same?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.domain.memory.knowledge.hashing import digest, error_hash, normalised


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("There is no event 'Lunch with Ana'.", "there is no event “Dinner”"),
        ("File /home/ana/a/x.py, line 12: boom", "File /srv/app/y.py, line 7: boom"),
        ("Timed out after 20.5 s at 10:31:05", "timed out after 3 s at 2026-11-22T10:00"),
        ("No row 0192f5a0-0000-7000-8000-000000000000", "No row 0192f5a0-1111-7000-8000-00000000ffff"),
        ("GET https://a.example/x failed", "GET http://b.example/y?z=1 failed"),
        ("Não há nada em «Casa»!", "nao ha nada em «Trabalho»"),
        ("Parameter 'start' is  unknown", "parameter 'start' is unknown."),
    ],
)
def test_what_belongs_to_one_moment_is_left_out(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)
    assert error_hash(one) == error_hash(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Parameter 'start' is missing", "Parameter 'end' is missing"),
        ("Parameter 'start' is missing", "Parameter 'start' is unknown"),
        ("it can't be used", "it can be used"),
    ],
)
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
