"""Does a question get the right answer, in its language, with date and source?"""

import pytest
from tests.support.corpora import cases
from tests.unit.reader.world import ask

CASES: list[tuple[str, list[str]]] = cases("answers", "cases")


@pytest.mark.parametrize(("question", "holds"), CASES)
def test_the_answer_holds_what_was_asked_for(question: str, holds: list[str]) -> None:
    turn = ask(question)
    assert turn.writes == []
    assert turn.rounds <= 4
    for text in holds:
        assert text in turn.text, turn.text


NOTHING = cases("answers", "nothing")


@pytest.mark.parametrize(("question", "says"), NOTHING)
def test_where_nothing_is_found_it_says_so_and_where_it_looked(question: str, says: str) -> None:
    turn = ask(question)
    assert says in turn.text, turn.text
    assert turn.rounds <= 4


UNABLE = cases("answers", "unable")


@pytest.mark.parametrize(("question", "says"), UNABLE)
def test_it_says_what_it_can_not_do_without_looking(question: str, says: str) -> None:
    turn = ask(question)
    assert turn.calls == []
    assert says in turn.text


def test_one_of_many_is_not_all_of_them() -> None:
    turn = ask("tell me about the dentist")
    assert turn.text.count("Dentist") >= 2
