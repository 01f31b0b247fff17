"""Does what answers come before what only sounds alike?"""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.domain.foundation.search.store.postings import (
    ASKING,
    NO_DAY,
    POSTING,
    TALK,
    TALK_CLASS,
    Postings,
    kind_code,
    pack,
    unpack,
)
from orchestrator.domain.foundation.search.store.scoring import (
    FARTHEST,
    FEWEST,
    Asking,
    Candidates,
    Floats,
    Found,
    Term,
    final,
    lexical,
    mean_cosine,
    standing,
)
from orchestrator.domain.foundation.search.text.lexemes import marks_of

MEAN = {TALK_CLASS: 15.0, 1: 15.0, 2: 15.0}
ASKED = Asking(first_person=False, when=False)


def _postings(*records: tuple[int, int], length: int = 15, flags: int = TALK) -> Postings:
    """(position, times) of messages."""
    return unpack(b"".join(pack(at, NO_DAY, length, times, kind_code("message"), flags) for at, times in records))


def _scores(*terms: Postings) -> dict[int, float]:
    found = lexical([Term(1.0, [(term, 1.0)]) for term in terms], MEAN)
    return dict(zip(found.positions.tolist(), found.scores.tolist(), strict=True))


def _candidates(texts: Sequence[str], *, talk: bool = True, **changed: Floats | np.ndarray) -> Candidates:
    number = len(texts)
    no = np.zeros(number, np.bool_)
    values = {
        "lexical": np.full(number, 5, np.float32),
        "length": np.array([len(text.split()) for text in texts], np.float32),
        "marks": np.array([marks_of(text) for text in texts], np.int16),
        "own": no,
        "talk": np.full(number, talk),
        "named": no,
        "date": no,
        "title": np.zeros(number, np.float32),
        "message": ~no,
        "cosines": None,
    }
    return Candidates(**(values | changed))  # type: ignore[arg-type]


def _order(rows: Candidates, asking: Asking = ASKED) -> list[int]:
    return [int(row) for row in np.argsort(-final(rows, asking), kind="stable")]


def test_what_stands_beside_a_message_counts_less_than_its_own_words() -> None:
    scores = _scores(_postings((100, 1)))
    assert scores[100] > scores[101] > scores[102] > scores[99] > 0
    assert set(scores) == {99, 100, 101, 102}


def test_a_reply_to_a_question_has_the_words_of_the_question() -> None:
    after_question = _scores(_postings((100, 1), flags=TALK | ASKING))
    after_statement = _scores(_postings((100, 1)))
    assert after_question[101] > after_question[100]
    assert after_question[101] > after_statement[101]
    assert after_question[102] == after_statement[102]


def test_a_chat_with_an_assistant_has_no_neighbours() -> None:
    assert set(_scores(_postings((100, 1), flags=0))) == {100}
    assert set(_scores(_postings((100, 1), flags=ASKING))) == {100}


def test_two_words_of_the_question_come_before_one_that_is_repeated() -> None:
    scores = _scores(_postings((100, 9), (200, 1)), _postings((200, 1)))
    assert scores[200] > scores[100]


def test_a_long_answer_does_not_drown_a_short_one() -> None:
    short, long = _postings((100, 1), length=20, flags=0), _postings((200, 1), length=600, flags=0)
    term = np.concatenate([short, long])
    assert _scores(term)[100] > _scores(term)[200]


def test_the_strongest_of_several_lexemes_of_a_word_counts() -> None:
    one, other = _postings((100, 1)), _postings((100, 1), (200, 1))
    found = lexical([Term(1.0, [(one, 1.0), (other, 0.5)])], MEAN)
    scores = dict(zip(found.positions.tolist(), found.scores.tolist(), strict=True))
    assert scores[100] == pytest.approx(_scores(one)[100])
    assert scores[200] < scores[100]


def test_positions_that_no_word_found_score_nothing() -> None:
    found = lexical([Term(1.0, [(_postings((100, 1)), 1.0)])], MEAN)
    assert found.of([100, 5, 10_000]).tolist() == [found.scores[1], 0, 0]


@given(
    st.lists(st.tuples(st.integers(4, 10_000), st.integers(1, 255)), min_size=1, max_size=50, unique_by=lambda x: x[0])
)
def test_scores_are_finite_and_positions_ascend(records: list[tuple[int, int]]) -> None:
    found: Found = lexical([Term(2.0, [(_postings(*records), 1.0)])], MEAN)
    assert np.isfinite(found.scores).all()
    assert (found.scores > 0).all()
    assert (np.diff(found.positions) > 0).all()
    assert POSTING.itemsize == 11


def test_who_tells_of_themselves_comes_before_who_asks_and_who_congratulates() -> None:
    texts = [
        "Wow, your painting is so lovely, you must be proud of it",
        "What did you paint last, was it for your mother?",
        "I painted a lake at sunrise for my mother on the weekend",
    ]
    assert _order(_candidates(texts)) == [2, 0, 1]


def test_who_asks_an_assistant_after_telling_much_is_not_held_back() -> None:
    told = "I live in a flat of forty square metres with two cats and a dog in the old town"
    texts = [f"{told}, can that work?", f"{told}, that can work.", "Can it work?", "It can work."]
    own = np.ones(4, np.bool_)
    score = final(_candidates(texts, talk=False, own=own), ASKED)
    assert score[0] == pytest.approx(score[1], abs=0.1)
    assert score[2] < score[3]
    talk = final(_candidates(texts, own=own), ASKED)
    assert talk[0] < talk[1]


def test_no_word_at_all_finds_nothing() -> None:
    found = lexical([], MEAN)
    assert found.positions.tolist() == []
    assert found.of([1, 2]).tolist() == [0, 0]


def test_an_assistant_is_not_held_back_for_speaking_to_the_user() -> None:
    texts = ["You should try the harbour walk first of all", "It would be best to try the harbour walk first"]
    score = final(_candidates(texts, talk=False), ASKED)
    assert score[0] == pytest.approx(score[1], abs=0.1)


def test_the_user_comes_first_where_the_question_speaks_of_them() -> None:
    texts = ["The budget is four thousand euros", "The budget is four thousand euros"]
    rows = _candidates(texts, talk=False, own=np.array([False, True]))
    assert _order(rows) == [0, 1]
    assert _order(rows, Asking(first_person=True, when=False)) == [1, 0]


def test_a_time_is_told_to_who_asks_when() -> None:
    rows = _candidates(["I adopted a lovely dog there", "I adopted a dog last week"])
    assert _order(rows, Asking(first_person=False, when=True)) == [1, 0]


def test_the_date_that_a_question_names_decides() -> None:
    rows = _candidates(["I bought a lamp for my flat", "ok"], date=np.array([False, True]))
    assert _order(rows) == [1, 0]


def _cosines(*wholes: float, best: float | None = None) -> Floats:
    """Of entries without neighbours."""
    found = np.full((len(wholes), 4, 2), np.nan, np.float32)
    found[:, 0, 0] = wholes
    found[:, 0, 1] = wholes
    if best is not None:
        found[0, 0, 1] = best
    return found


def test_what_is_nearer_in_meaning_comes_first_on_any_scale_of_an_embedder() -> None:
    texts = ["The boat is red"] * 4
    narrow = _cosines(0.70, 0.75, 0.80, 0.85)
    wide = _cosines(0.1, 0.3, 0.5, 0.7)
    assert _order(_candidates(texts, cosines=narrow)) == _order(_candidates(texts, cosines=wide)) == [3, 2, 1, 0]
    near = final(_candidates(texts, cosines=narrow), ASKED) - final(_candidates(texts, cosines=wide), ASKED)
    assert np.abs(near).max() < 0.01


def test_cosines_of_a_model_that_does_not_know_the_language_decide_little() -> None:
    rows = _candidates(["O barco é vermelho"] * 2, lexical=np.array([6, 5], np.float32), cosines=_cosines(0.2, 0.8))
    assert _order(rows) == [1, 0]
    assert _order(rows, Asking(first_person=False, when=False, meaning=0.3)) == [0, 1]


def test_one_sentence_that_is_near_lifts_a_long_message() -> None:
    rows = _candidates(["The boat is red"] * 3, cosines=_cosines(0.3, 0.3, 0.3, best=0.9))
    assert _order(rows) == [0, 1, 2]
    assert final(rows, ASKED)[0] > final(rows, ASKED)[1]


def test_a_message_without_a_vector_yet_lies_in_the_middle() -> None:
    rows = _candidates(["The boat is red"] * 3, cosines=_cosines(0.2, np.nan, 0.8))
    assert _order(rows) == [2, 1, 0]


def test_neighbours_that_do_not_exist_take_nothing_away() -> None:
    alone, beside = _cosines(0.5), _cosines(0.5)
    beside[0, 1:, :] = 0.5
    assert mean_cosine(alone) == pytest.approx(mean_cosine(beside))


@pytest.mark.parametrize("values", [[np.nan, np.nan], [0.5], [0.5, 0.5, 0.5], [0.5, 0.501]])
def test_cosines_that_hardly_differ_decide_nothing(values: list[float]) -> None:
    assert np.abs(standing(np.array(values, np.float32))).max() < 0.1


@given(st.lists(st.floats(-1, 1, width=32) | st.just(float("nan")), min_size=1, max_size=300))
def test_no_cosine_counts_without_bound(values: list[float]) -> None:
    found = standing(np.array(values, np.float32))
    assert np.isfinite(found).all()
    assert found.min() >= FEWEST
    assert found.max() <= FARTHEST
