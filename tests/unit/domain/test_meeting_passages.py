"""Into which stretches is a transcript cut, and which of its sentences decide?"""

from orchestrator.domain.senses.meetings.summary.fragments import Turn
from orchestrator.domain.senses.meetings.summary.passages import (
    PASSAGE_CHARACTERS,
    decisions_of,
    passages_of,
)


def test_each_speakers_turn_is_a_passage_with_its_second() -> None:
    turns = [
        Turn("S1", "The pier is closed until Monday.", 3.0, 9.0),
        Turn("S2", "Then we go by the old road.", 9.5, 12.0),
    ]
    found = list(passages_of(turns, {"S1": "Ida Berg"}))
    assert [(one.speaker, one.text, one.start_s) for one in found] == [
        ("Ida Berg", "The pier is closed until Monday.", 3.0),
        ("S2", "Then we go by the old road.", 9.5),
    ]


def test_a_short_reply_stands_behind_what_it_replies_to() -> None:
    turns = [
        Turn("A", "Will you bring the ladder tomorrow?", 0, 4),
        Turn("B", "Yes, sure.", 4, 5),
        Turn("A", "Thanks.", 5, 6),
    ]
    (one,) = passages_of(turns, {})
    assert (one.speaker, one.text) == ("A", "Will you bring the ladder tomorrow?\nB: Yes, sure.\nA: Thanks.")


def test_many_short_replies_do_not_pile_up() -> None:
    turns = [Turn("A", "We begin with the list of guests.", 0, 4)]
    turns += [Turn("AB"[at % 2], f"Number {at} yes.", 4.0 + at, 5.0 + at) for at in range(200)]
    assert max(len(one.text) for one in passages_of(turns, {})) < PASSAGE_CHARACTERS


def test_a_monologue_is_cut_at_sentences_in_the_order_of_time() -> None:
    text = " ".join(f"Crate {number} stands in the {number}th row of the shed." for number in range(100))
    found = list(passages_of([Turn("A", text, 100.0, 700.0)], {}))
    assert len(found) > 5
    assert all(len(one.text) <= PASSAGE_CHARACTERS for one in found)
    assert " ".join(one.text for one in found) == text
    starts = [one.start_s for one in found]
    assert starts == sorted(starts)
    assert 100.0 <= starts[0] < starts[-1] < 700.0


def test_decisions_are_the_sentences_alone() -> None:
    turns = [Turn("A", "It rained. We decided to move the stage indoors. Good night.", 1.0, 5.0)]
    assert [(one.speaker, one.quote, one.start_s) for one in decisions_of(turns, {"A": "Ida"})] == [
        ("Ida", "We decided to move the stage indoors.", 1.0)
    ]
