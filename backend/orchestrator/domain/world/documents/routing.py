"""Which messages ask for what stands in the user's documents? Source: product.md section 1, "Hybrid router"."""

from orchestrator.agent.types.vocabulary import DATA_INTENT, RULE_SURE, SEARCH_INTENT, Decision
from orchestrator.language.document_questions import asked_documents
from orchestrator.language.intents import Topic, Topics
from orchestrator.language.mood import Mood, MoodReading

GROUP = "documents"
ASKING = "document_search"
OF_A_PERSON = "a person and a personal document"
_MOODS = frozenset({Mood.QUESTION, Mood.UNCLEAR, Mood.REQUEST})


def of_papers(question: str, topics: Topics, reading: MoodReading) -> Decision | None:
    """What is asked of the user's documents; a request only where that is all of it ("summarise my contract"). Source:
    seed 003: a person and a personal document lean to a search of everything, never to the web."""
    asked = asked_documents(question) if reading.mood in _MOODS else None
    if asked is None or not (asked.leads or reading.mood is Mood.QUESTION):
        return None
    beside = frozenset({GROUP})
    if asked.person is not None or Topic.RELATIVE in topics:
        return Decision(SEARCH_INTENT, RULE_SURE, OF_A_PERSON, beside)
    if asked.act == "count":
        return Decision(DATA_INTENT, RULE_SURE, "asks for a count of documents", beside)
    return Decision(ASKING, RULE_SURE, "asks what a document says", beside)
