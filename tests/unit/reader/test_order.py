"""Which one is told of several: the first, the last, the next, and from there the one before or after?"""

from tests.support.corpora import corpus

from orchestrator.language.lexicon.shape import Language
from orchestrator.reader.conditions.order import FIRST, LAST, NEXT, Rank, rank_in, step, stepped
from orchestrator.reader.line import line


@corpus("order", "which_one_is_asked_for")
def test_which_one_is_asked_for(question: str, language: Language, rank: Rank | None) -> None:
    assert rank_in(line(question), language) == rank


@corpus("order", "a_step")
def test_a_step(said: str, language: Language, by: int) -> None:
    assert step(line(said), language) == by


def test_from_the_last_one_step_on_is_the_next() -> None:
    assert stepped(LAST, 1, past=True) == NEXT
    assert stepped(None, -1, past=True) == Rank(-2)
    assert stepped(None, 1, past=False) == Rank(1)
    assert Rank(-2).of(["a", "b"], ["c"]) == "a"
    assert Rank(1).of(["a", "b"], ["c"]) is None
    assert FIRST.of(["a", "b"], ["c"]) == "a"
