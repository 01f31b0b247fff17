"""Is a change that is only supposed worked out from the calendar, and never made?"""

from tests.support.corpora import corpus
from tests.unit.reader.world import facts

from orchestrator.reader.acts import Act
from orchestrator.reader.supposition.carried_out import carried_out
from orchestrator.reader.supposition.condition import Asks, supposition


@corpus("suppositions", "what_is_supposed")
def test_what_is_supposed(question: str, act: Act, asks: Asks) -> None:
    found = supposition(facts(question, mood="question"))
    assert (found and found.change.act, found and found.asks) == (act, asks)


@corpus("suppositions", "what_supposes_no_change_of_the_calendar")
def test_what_supposes_no_change_of_the_calendar(text: str) -> None:
    assert supposition(facts(text)) is None


@corpus("suppositions", "what_is_carried_out")
def test_what_is_carried_out(locale: str, before: str, said: str, act: Act | None) -> None:
    found = carried_out(facts(said, locale=locale, history=(("user", before), ("assistant", "…"), ("user", said))))
    assert [one.act for one in found] == ([act] if act else [])
