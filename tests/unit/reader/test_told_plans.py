"""What is told of a time to come, in any words, is proposed as an event or a to-do; nothing else is."""

from datetime import datetime

from tests.support.corpora import corpus

from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.line import spelled
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests.told.due import due
from orchestrator.reader.requests.told.each_day import on_each_day
from orchestrator.reader.requests.told.plans import told_plans
from orchestrator.reader.words import words_of

NOW = datetime(2026, 12, 1, 9)
LOCALES = {"en": "en-GB", "es": "es-ES", "pt": "pt-PT", "fr": "fr-FR"}
ACTS = {"event": Act.EVENT, "todo": Act.TODO_NEED}


def read(said: str, language: str) -> list[Request]:
    known = words_of(language)
    facts = TurnFacts(said, NOW, "Europe/Lisbon", LOCALES[language], "turn", mood=mood_of(said, LOCALES[language]).mood)
    scene = Scene(spelled(facts.question, known.language), known, facts.now, facts.locale, facts.context)
    return due(scene) or on_each_day(scene) or told_plans(scene)


@corpus("told_plans", "what_is_told_is_proposed")
def test_what_is_told_of_a_time_to_come_is_proposed(
    language: str, said: str, act: str, titles: list[str], when: list[str], place: str
) -> None:
    told = [one.otherwise or one for one in read(said, language)]
    assert {one.act for one in told} == {ACTS[act]}
    assert [one.arguments["title"] for one in told] == titles
    for time, one in zip(when, told, strict=True):
        assert time in str(one.arguments["when"])
        assert one.arguments.get("place", "") == place


@corpus("told_plans", "what_is_no_plan")
def test_what_is_no_plan_is_left_alone(language: str, said: str) -> None:
    assert read(said, language) == []
