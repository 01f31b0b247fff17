"""What is said to a mission: how it stands, and the answer to what it asks, in each language."""

from datetime import datetime

import pytest

from orchestrator.domain.work.missions.command import called
from orchestrator.domain.work.missions.model import Mission
from orchestrator.domain.work.missions.running.answers import asks_for_days, days_in, in_words
from orchestrator.language.speech_acts.mission_words import act_of, answer_in, answer_of, named_act_of

NOW = datetime(2026, 11, 29, 10)
WEEKENDS = [
    {"id": "1", "label": "Sat, 1 May – Sun, 2 May", "start": "2027-05-01", "end": "2027-05-03"},
    {"id": "2", "label": "Sat, 8 May – Sun, 9 May", "start": "2027-05-08", "end": "2027-05-10"},
]


@pytest.mark.parametrize(
    "said",
    [
        "how are my missions doing?",
        "What missions are running?",
        "which missions do I have open",
        "status of my missions",
        "¿cómo van mis misiones?",
        "¿Qué misiones tengo?",
        "que missões tenho?",
        "como estão as minhas missões?",
        "Où en sont mes missions ?",
        "quelles sont mes missions ?",
    ],
)
def test_how_they_all_stand(said: str) -> None:
    assert act_of(said) == "show"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("how is the Berlin mission going?", "berlin"),
        ("What did the garden mission find out?", "garden"),
        ("¿Cómo va la misión de la visita?", "visita"),
        ("como vai a missão da visita?", "visita"),
        ("où en est la mission du voyage ?", "voyage"),
    ],
)
def test_how_one_stands(said: str, name: str) -> None:
    assert named_act_of(said) == ("show", name)


@pytest.mark.parametrize("said", ["how is the trade mission to Peru going?", "what is a mission?", "where is Ana?"])
def test_what_speaks_of_no_mission_of_ours(said: str) -> None:
    assert (act_of(said), named_act_of(said), answer_of(said)) == (None, None, None)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("answer the mission: 14 to 18 May", ("", "14 to 18 May")),
        ("Answer the Lisbon mission: the second weekend", ("lisbon", "the second weekend")),
        ("Responde a la misión: del 14 al 18 de mayo", ("", "del 14 al 18 de mayo")),
        ("Responde à missão da visita: O segundo", ("visita", "O segundo")),
        ("Réponds à la mission : du 14 au 18 mai", ("", "du 14 au 18 mai")),
        ("answer the letter: no", None),
        ("answer the mission", None),
    ],
)
def test_an_answer_to_a_mission(said: str, answer: tuple[str, str] | None) -> None:
    assert answer_of(said) == answer


def test_an_answer_behind_the_command() -> None:
    assert answer_in("answer 2") == ("", "2")
    assert answer_in("responde el Segundo") == ("", "el Segundo")
    assert answer_in("réponse : du 14 au 18 mai") == ("", "du 14 au 18 mai")
    assert answer_in("Review my week") is None


@pytest.mark.parametrize("said", ["2", "the second one", "el segundo", "o segundo", "8 May", "numéro 2"])
def test_an_option_is_named(said: str) -> None:
    assert in_words(WEEKENDS, said).option_id == "2"


@pytest.mark.parametrize(
    ("said", "locale"),
    [
        ("14 May to 18 May", "en"),
        ("from the 14th to the 18th of May", "en"),
        ("de 14 a 18 de maio", "pt"),
        ("del 14 al 18 de mayo", "es"),
        ("du 14 au 18 mai", "fr"),
    ],
)
def test_days_of_ones_own(said: str, locale: str) -> None:
    assert asks_for_days(WEEKENDS)
    assert in_words(WEEKENDS, said).text == said
    assert days_in(said, now=NOW, locale=locale) == {"start": "2027-05-14", "end": "2027-05-19"}


@pytest.mark.parametrize("said", ["whenever", "in June", "next year", "from 14 May on", "yes"])
def test_words_that_name_no_days(said: str) -> None:
    assert days_in(said, now=NOW, locale="en") is None


def test_some_of_its_words_are_no_name() -> None:
    lisbon, may = Mission(goal="plan our trip to Lisbon"), Mission(goal="plan my parents' visit in May")
    assert called("trip to Lisbon", [lisbon, may]) == [lisbon]
    assert called("visit of my parents", [lisbon, may]) == [may]
    assert called("visita dos meus pais", [lisbon, may]) == [may]
    assert called("trip to Berlin", [lisbon, may]) == []
