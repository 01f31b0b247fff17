"""What is told in passing, as it is typed on a phone: is it kept, put down, taken for a yes?"""

from tests.support.corpora import corpus
from tests.unit.reader.world import facts

from orchestrator.errors import NO_MATCH
from orchestrator.language.detect import language_of
from orchestrator.language.speech_acts.affirm import reading
from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import LedgerEntry, ToolSchema, TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.domains.memory_words import noted_instead
from orchestrator.reader.recognition.utterance import Utterance

KEEPING = tuple(ToolSchema(name, "", {}) for name in ("remember_fact", "contact_graph", "contacts_create"))


def told(said: str, locale: str) -> TurnFacts:
    return facts(said, locale=locale, mood=mood_of(said, locale).mood, tools=KEEPING)


@corpus("typed_on_a_phone", "is_kept")
def test_debts_habits_and_names_are_kept(locale: str, said: str) -> None:
    (found,) = Utterance(told(said, locale)).wished
    assert (found.act, found.arguments) == (Act.REMEMBER, {"text": said})


@corpus("typed_on_a_phone", "is_put_down")
def test_a_number_is_put_down_with_whom_one_knows(locale: str, said: str, name: str, phone: str) -> None:
    (found,) = Utterance(told(said, locale)).wished
    assert found.act is Act.CONTACT_GRAPH
    (contact,) = found.arguments["contacts"]
    assert (contact["name"], contact["phones"], contact["known"]) == (name, [phone], True)


@corpus("typed_on_a_phone", "is_answered")
def test_slang_says_yes_and_no(said: str, answer: str) -> None:
    assert reading(said) == answer


@corpus("typed_on_a_phone", "is_of_english")
def test_a_word_of_another_language_makes_no_french(said: str) -> None:
    assert language_of(said, "en-IN") == "en"


def test_what_no_fact_holds_is_looked_for_among_the_notes() -> None:
    tools = (ToolSchema("forget", "", {}, "write"), ToolSchema("remove_item", "", {}, "write"))
    said = "forget the gate code"
    refused = LedgerEntry("forget", {"fact": "the gate code"}, "write", "refused", "", {"code": NO_MATCH})
    (call,) = noted_instead(facts(said, tools=tools, ledger=(refused,)))
    assert (call.name, call.arguments) == ("remove_item", {"item": "the gate code", "kind": "note"})
    assert noted_instead(facts(said, tools=tools)) == []
