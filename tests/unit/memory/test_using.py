"""Which facts did an answer use?"""

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.domain.memory.facts.retrieval.prompting import used_of

FACTS = {
    "nuts": "I'm allergic to nuts",
    "sister": "My sister Ana lives in Lisbon",
    "coffee": "Ana likes coffee",
    "flat": "The rent of the flat is 850 euros",
    "work": "I work at the university of Porto",
    "dentist": "A minha dentista é a Dra. Fernanda Prates",
    "boat": "The boat is called Albatroz",
}
IDS = {name: UUID(int=number) for number, name in enumerate(FACTS, 1)}
HEARD = {IDS[name]: text for name, text in FACTS.items()}


def used(question: str, answer: str) -> set[str]:
    found = set(used_of(HEARD, question, answer))
    return {name for name, fact_id in IDS.items() if fact_id in found}


@corpus("using", "what_an_answer_used")
def test_what_an_answer_used(question: str, answer: str, wanted: set[str]) -> None:
    assert used(question, answer) == wanted


@given(st.text(max_size=200), st.text(max_size=200))
def test_what_only_the_question_says_is_not_used(question: str, answer: str) -> None:
    """Whatever is said: an answer that holds none of a fact's own words used none."""
    assert used(question, "") == set()
    everything = " ".join(FACTS.values())
    assert used(f"{question} {everything}", f"{answer} {everything}") == set()
