"""Does a request read with its verb before its thing?"""

from tests.support.corpora import corpus

from orchestrator.language.tables import Language
from orchestrator.reader.line import line
from orchestrator.reader.requests.fronted import commanded, verb_first
from orchestrator.reader.words import words_of


@corpus("fronted", "the_verb_comes_first")
def test_the_verb_comes_first(language: Language, said: str, read: str) -> None:
    found = verb_first(line(said), words_of(language))
    assert found is not None
    assert line(found.written).low == line(read).low


@corpus("fronted", "what_has_no_such_verb")
def test_what_has_no_such_verb(language: Language, said: str) -> None:
    assert verb_first(line(said), words_of(language)) is None


@corpus("fronted", "the_verb_as_the_plainest_command")
def test_the_verb_is_read_as_the_plainest_command(language: Language, said: str, read: str) -> None:
    found = commanded(line(said), words_of(language))
    assert found is not None
    assert found.low == line(read).low
