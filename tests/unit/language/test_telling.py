"""Which sentences tell of the one who says them, and which only answer, greet or cheer?"""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.language.people.self_reference import answers_or_orders, tells, told_in, without_lead


@corpus("telling", "tells_says")
def test_tells_says(sentence: str, expected: bool) -> None:
    assert bool(tells(sentence)) is expected


def test_what_speaks_of_the_sentence_before_goes_with_it() -> None:
    message = "Wow! My sister Marta opened a bakery. It's in the old station of Braga. That's so cool. Do you bake?"
    (one,) = told_in(message)
    assert one.text == "My sister Marta opened a bakery. It's in the old station of Braga."
    assert message[one.start : one.end] == one.text


@corpus("telling", "what_opens_a_sentence_and_says_nothing_is_left_out")
def test_what_opens_a_sentence_and_says_nothing_is_left_out(sentence: str, left: str) -> None:
    assert without_lead(sentence) == left


def test_an_order_is_known_whatever_its_language() -> None:
    assert answers_or_orders("Come join us")
    assert answers_or_orders("Não te preocupes com isso")
    assert not answers_or_orders("I love all dances, but contemporary is my favourite")


@given(st.text())
def test_no_message_breaks_it(message: str) -> None:
    found = told_in(message)
    assert all(message[one.start : one.end] == one.text for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    without_lead(message)
