"""Is what the last answer quoted kept at its day, and only where the message says nothing else?"""

from tests.support.corpora import corpus
from tests.unit.reader.world import facts

from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.line import line
from orchestrator.reader.request import Scene
from orchestrator.reader.requests.told.from_passage import from_passage, kept_already
from orchestrator.reader.words import words_of


def _scene(locale: str, said: str, answer: str) -> tuple[Scene, TurnFacts]:
    given = facts(said, locale=locale, history=(("user", "…"), ("assistant", answer)))
    known = words_of(locale.split("-", 1)[0])
    return Scene(line(said), known, given.now, locale, {}), given


@corpus("from_passage", "what_was_quoted_is_kept")
def test_what_was_quoted_is_kept(locale: str, answer: str, said: str, title: str, when: str) -> None:
    scene, given = _scene(locale, said, answer)
    (made,) = from_passage(scene, given)
    assert (made.arguments["title"], made.arguments["when"]) == (title, when)


@corpus("from_passage", "what_keeps_nothing")
def test_what_keeps_nothing(locale: str, answer: str, said: str) -> None:
    scene, given = _scene(locale, said, answer)
    assert from_passage(scene, given) == []
    assert not kept_already(scene, given)
