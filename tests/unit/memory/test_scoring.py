"""Does relevance follow its formula (product.md section 3)?"""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.domain.memory.facts.retrieval.scoring import (
    Signals,
    days_unseen,
    relevance,
    share_of_words,
    similarity,
)

SIGNALS = st.builds(Signals, st.integers(-5, 5000), st.integers(0, 10_000), st.integers(0, 10), st.floats(0, 1))


@corpus("scoring", "the_formula")
def test_the_formula(days: int, sessions: int, importance: int, near: float, wanted: float) -> None:
    assert relevance(Signals(days, sessions, importance, near)) == pytest.approx(wanted, abs=1e-9)


@given(SIGNALS, st.integers(0, 100))
def test_it_stays_between_none_and_all_and_sinks_with_disuse(signals: Signals, later: int) -> None:
    assert 0.0 <= relevance(signals) <= 1.0 + 1e-9
    older = Signals(signals.days + later, signals.sessions, signals.importance, signals.similarity)
    assert relevance(older) <= relevance(signals)


@given(SIGNALS, st.integers(0, 100), st.integers(0, 10), st.floats(0, 1))
def test_use_importance_and_nearness_only_raise_it(signals: Signals, more: int, higher: int, nearer: float) -> None:
    raised = Signals(
        signals.days,
        signals.sessions + more,
        max(signals.importance, higher),
        max(signals.similarity, nearer),
    )
    assert relevance(raised) >= relevance(signals)


def test_only_days_of_use_count() -> None:
    days = [date(2026, 1, 1), date(2026, 1, 2), date(2026, 6, 1)]
    first, middle, late = (datetime(2026, month, day, 12, tzinfo=UTC) for month, day in ((1, 1), (1, 15), (7, 1)))
    assert days_unseen([first], "UTC", days) == 2
    assert days_unseen([None, middle, first], "UTC", days) == 1
    assert days_unseen([late, first, None], "UTC", days) == 0
    assert days_unseen([late], "UTC", []) == 0


def test_the_day_is_the_users() -> None:
    late_in_london = datetime(2026, 1, 1, 23, 30, tzinfo=UTC)
    assert days_unseen([late_in_london], "UTC", [date(2026, 1, 2)]) == 1
    assert days_unseen([late_in_london], "Europe/Berlin", [date(2026, 1, 2)]) == 0


@corpus("scoring", "the_higher_of_meaning_and_subjects")
def test_the_higher_of_meaning_and_subjects(
    cosine: float, subjects: list[str], named: list[str], wanted: float
) -> None:
    assert similarity(cosine, subjects, named) == pytest.approx(wanted)


def test_words_stand_for_the_meaning_where_there_is_no_vector() -> None:
    assert share_of_words([("boat",), ("paint", "pint")], {"boat", "pint"}) == 1.0
    assert share_of_words([("boat",), ("paint",)], {"boat"}) == 0.5
    assert share_of_words([], {"boat"}) == 0.0
