"""Is a question read for what it asks: a time, the user, a date, without the names of those who speak?"""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.domain.foundation.search.text.asked import asked, without_names


@corpus("asked", "the_date_a_question_names")
def test_the_date_a_question_names(text: str, at: datetime, expected: bool) -> None:
    assert asked(text).on_a_date(at, "UTC") is expected


def test_a_date_is_the_users() -> None:
    late = datetime(2024, 1, 6, 1, 30, tzinfo=UTC)
    assert asked("on 5 January").on_a_date(late, "America/Sao_Paulo")
    assert not asked("on 5 January").on_a_date(late, "UTC")
    assert not asked("on 5 January").on_a_date(None, "UTC")


@corpus("asked", "asking_for_a_time")
def test_asking_for_a_time(text: str) -> None:
    assert asked(text).when


@corpus("asked", "a_question_or_mere_words")
def test_a_question_or_mere_words(text: str, question: bool) -> None:
    assert asked(text).question is question


def test_the_user_is_spoken_of() -> None:
    assert asked("What did I say?").first_person
    assert asked("onde deixei meu livro").first_person
    assert not asked("What did Ana say?").first_person


def test_names_are_left_out() -> None:
    assert without_names("When did Caroline’s sister visit Caroline?", {"caroline"}) == "When did sister visit ?"
    assert without_names("Zoë", {"zoe"}) == "Zoë"
    assert without_names("nobody named", set()) == "nobody named"


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    read = asked(text)
    assert read.on_a_date(datetime(2024, 5, 30, tzinfo=UTC), "UTC") in {True, False}
    assert len(without_names(text, read.words)) <= max(len(text), 1)
