"""What is answered to a question about a day that no calendar has?"""

from tests.support.corpora import corpus
from tests.unit.reader.world import ask

from orchestrator.language.messages import say


@corpus("no_such_day", "a_day_that_is_none")
def test_it_says_that_there_is_no_such_day(locale: str, asked: str, told: str) -> None:
    turn = ask(asked, locale=locale, mood="question")
    assert turn.calls == []
    assert turn.text == say("reader.no_such_day", locale, day=told)


@corpus("no_such_day", "a_day_that_is_one")
def test_a_day_that_there_is_is_looked_up(locale: str, asked: str) -> None:
    turn = ask(asked, locale=locale, mood="question")
    assert turn.calls
