"""Does a hit answer, or does it only share words; and whose matter is it?"""

from dataclasses import replace

import pytest
from tests.support.corpora import corpus

from orchestrator.domain.foundation.search.query.answer_filter import ANSWERS, judged, sought
from orchestrator.domain.foundation.search.schemas import Hit, Said
from orchestrator.domain.foundation.search.store.scoring import idf
from orchestrator.kit.ids import new_id

ENTRIES = 500


def said(speaker: str, text: str, score: float = 10.0) -> Hit:
    return Hit("message", new_id(), None, "", text, text, None, "third_party", speaker, None, score)


def earlier(text: str, speaker: str) -> Said:
    return Said(new_id(), text, speaker, "third_party")


def answering(question: str, *hits: Hit, before: dict[Hit, Said] | None = None, **rare: int) -> list[str]:
    """Whose hits answer; every word stands in 5 of 500 entries, those of `rare` in so many."""
    wanted = sought(question, [hit.speaker for hit in hits])
    weights = {form: idf(ENTRIES, rare.get(form, 5)) for forms in wanted.words for form in forms}
    beside = {hit.id: [one] for hit, one in (before or {}).items()}
    return [str(one.hit.speaker) for one in judged(hits, wanted, beside, weights) if one.answers]


def test_the_words_decide() -> None:
    assert answering("where did Rui leave the boat?", said("Rui", "I left the boat in the harbour")) == ["Rui"]
    assert answering("where did Rui leave the boat?", said("Rui", "I like the harbour")) == []


@corpus("relevance", "what_one_says_of_oneself_is_not_true_of_another")
def test_what_one_says_of_oneself_is_not_true_of_another(text: str, speaker: str, answers: bool) -> None:
    other = said("John" if speaker == "Maria" else "Maria", "Good to see you again after such a time", 1.0)
    found = answering("When was Maria promoted?", said(speaker, text), other)
    assert (speaker in found) is answers


def test_you_is_who_spoke_before() -> None:
    hit = said("John", "You got promoted, that's great")
    others = said("Ana", "I was promoted as well", 1.0), said("Maria", "Nice weather we have here today", 1.0)
    wanted = "When was Maria promoted?"
    assert answering(wanted, hit, *others, before={hit: earlier("Guess what, I am a manager", "Maria")}) == ["John"]
    assert answering(wanted, hit, *others, before={hit: earlier("Guess what, I am a manager", "Ana")}) == []


def test_a_reply_answers_in_words_that_its_question_used() -> None:
    hit = said("Felix", "It's The Overstory, and the end made me cry")
    question = earlier("Which book are you reading at the moment?", "Nora")
    other = said("Nora", "Good morning to all of you and your family", 1.0)
    assert answering("Which book is Felix reading?", hit, other) == []
    assert answering("Which book is Felix reading?", hit, other, before={hit: question}) == ["Felix"]


@pytest.mark.parametrize("close", ["", " [shares a photo of a bridge]", "”", " (laughs)"])
def test_a_question_asks_whatever_follows_it(close: str) -> None:
    hit = said("Ana", "Lovely, we swam every day")
    question = earlier(f"How did the trip to Porto go?{close}", "Rui")
    assert question.asks
    assert answering("how was Ana's trip to Porto?", hit, before={hit: question}) == ["Ana"]
    remark = earlier(f"I heard of the trip to Porto.{close}", "Rui")
    assert not remark.asks


def test_a_question_is_no_answer() -> None:
    assert answering("where is the boat?", said("Rui", "Where is the boat?")) == []
    assert answering("where is the boat?", said("Rui", "The boat is in the harbour. Where are you?")) == ["Rui"]


def test_a_common_word_alone_is_not_enough() -> None:
    hit = said("Rui", "That is a very good name for a garden")
    assert answering("what is the name of the parrot?", hit, name=60, parrot=0) == []
    assert ANSWERS < 1


def test_a_short_name_is_the_speakers() -> None:
    assert answering("When did Alex get promoted?", said("Alexandra", "I got promoted yesterday")) == ["Alexandra"]
    assert answering("When did Alex get promoted?", said("Alexandra", "ok to me"), said("Ana", "I got promoted")) == []


def test_no_word_to_look_for_is_met_by_all() -> None:
    assert answering("what did they say?", said("Rui", "Hello there"), said("Ana", "Good evening")) == ["Rui", "Ana"]
    hit = replace(said("Rui", "x"), kind="event", title="Boat trip", text="")
    assert answering("boat trip", hit) == ["Rui"]
