"""Which rule do a few words lay down, and which words lay down none?"""

from typing import Any

import pytest

from orchestrator.language.rules.form import lays_down
from orchestrator.language.rules.parser import read

MEETINGS = {"match": {"words": ["meeting", "call", "sync", "standup", "1:1"]}}
BOTH = {"minutes_before": 15, "minutes_after": 15}

WORKING = ["mon", "tue", "wed", "thu", "fri"]

SAID: list[tuple[str, str, dict[str, Any]]] = [
    ("never before 10", "earliest_start", {"time": "10:00"}),
    ("Never schedule anything before 10am", "earliest_start", {"time": "10:00"}),
    ("don't schedule anything before nine", "earliest_start", {"time": "09:00"}),
    ("não marques nada antes das 10", "earliest_start", {"time": "10:00"}),
    ("nunca antes de las 10", "earliest_start", {"time": "10:00"}),
    ("never before noon", "earliest_start", {"time": "12:00"}),
    ("nothing after 6pm", "latest_end", {"time": "18:00"}),
    ("nada depois das 20", "latest_end", {"time": "20:00"}),
    ("nada después de las 8", "latest_end", {"time": "20:00"}),
    ("No meetings on Fridays", "earliest_start", {"time": "23:59", "days": ["fri"], **MEETINGS}),
    ("sem reuniões à sexta", "earliest_start", {"time": "23:59", "days": ["fri"], **MEETINGS}),
    ("sin reuniones los viernes", "earliest_start", {"time": "23:59", "days": ["fri"], **MEETINGS}),
    ("30 minutes lunch", "default_duration", {"minutes": 30, "match": {"words": ["lunch"]}}),
    ("half an hour for lunch", "default_duration", {"minutes": 30, "match": {"words": ["lunch"]}}),
    ("reuniões de 30 minutos", "default_duration", {"minutes": 30, **MEETINGS}),
    ("las reuniones duran 45 minutos", "default_duration", {"minutes": 45, **MEETINGS}),
    ("15 minutes between meetings", "buffer", {**BOTH, **MEETINGS}),
    ("deixa 15 minutos entre reuniões", "buffer", {**BOTH, **MEETINGS}),
    ("never double-book me", "no_double_booking", {}),
    ("no notifications between 22:00 and 07:00", "quiet_hours", {"from": "22:00", "to": "07:00"}),
    ("não me notifiques entre as 22h e as 7h", "quiet_hours", {"from": "22:00", "to": "07:00"}),
    ("no me molestes de 22 a 7", "quiet_hours", {"from": "22:00", "to": "07:00"}),
    ("responde sempre em português", "language", {"tag": "pt"}),
    ("use a 24-hour clock", "units", {"clock": 24}),
    ("never search the web", "tool_policy", {"tool": "web_search", "policy": "block"}),
    ("não guardes nada sobre a minha saúde", "never_store", {"subjects": ["saude"]}),
    ("No recuerdes nada sobre Marta", "never_store", {"subjects": ["marta"]}),
    ("À sexta não quer nada depois das 16", "latest_end", {"time": "16:00", "days": ["fri"]}),
    ("ao fim de semana não quero reuniões", "earliest_start", {"time": "23:59", "days": ["sat", "sun"], **MEETINGS}),
    ("On weekends I don't want meetings", "earliest_start", {"time": "23:59", "days": ["sat", "sun"], **MEETINGS}),
    ("never before 10 except on weekends", "earliest_start", {"time": "10:00", "days": WORKING}),
    ("nunca antes das 10 exceto ao fim de semana", "earliest_start", {"time": "10:00", "days": WORKING}),
    ("nada antes de las 10 salvo los fines de semana", "earliest_start", {"time": "10:00", "days": WORKING}),
    ("no notifications from 22 to 7 except reminders", "quiet_hours",
     {"from": "22:00", "to": "07:00", "except": ["todo_reminder"]}),
    ("My meetings must end by 6pm", "latest_end", {"time": "18:00", **MEETINGS}),
    ("As reuniões devem começar depois das 10", "earliest_start", {"time": "10:00", **MEETINGS}),
    ("Las reuniones tienen que terminar antes de las 18", "latest_end", {"time": "18:00", **MEETINGS}),
    ("Always add a 30 minute buffer before flights", "buffer", {"minutes_before": 30, "match": {"words": ["flights"]}}),
    ("La clase dura siempre hora y media", "default_duration", {"minutes": 90, "match": {"words": ["clase"]}}),
    ("Never mention Rui in notifications", "redact_push", {"match": {"words": ["Rui"]}}),
    ("Não menciones o Rui nas notificações", "redact_push", {"match": {"words": ["Rui"]}}),
    ("Use miles", "units", {"system": "imperial"}),
    ("never schedule anything on sunday evenings", "blocked_time", {"from": "18:00", "to": "00:00", "days": ["sun"]}),
    ("no meetings on friday afternoons", "blocked_time", {"from": "12:00", "to": "18:00", "days": ["fri"], **MEETINGS}),
    ("nunca marques nada aos domingos à noite", "blocked_time", {"from": "19:00", "to": "05:00", "days": ["sun"]}),
    ("não quero reuniões às sextas de manhã", "blocked_time",
     {"from": "05:00", "to": "12:00", "days": ["fri"], **MEETINGS}),
    ("nada de reuniones por la mañana los miércoles", "blocked_time",
     {"from": "05:00", "to": "12:00", "days": ["wed"], **MEETINGS}),
    ("no meetings between 12 and 2", "blocked_time", {"from": "12:00", "to": "14:00", **MEETINGS}),
    ("nothing from 5 to 7 on thursdays", "blocked_time", {"from": "17:00", "to": "19:00", "days": ["thu"]}),
    ("no me pongas nada los martes de 9 a 11", "blocked_time", {"from": "09:00", "to": "11:00", "days": ["tue"]}),
    ("não marques nada entre as 13h e as 15h às terças", "blocked_time",
     {"from": "13:00", "to": "15:00", "days": ["tue"]}),
    ("keep friday afternoons free", "blocked_time", {"from": "12:00", "to": "18:00", "days": ["fri"]}),
    ("deixa as quintas de manhã livres", "blocked_time", {"from": "05:00", "to": "12:00", "days": ["thu"]}),
    ("please no calls over lunch", "blocked_time", {"from": "12:00", "to": "14:00", **MEETINGS}),
    ("no football practice on sunday evenings", "blocked_time",
     {"from": "18:00", "to": "00:00", "days": ["sun"], "match": {"words": ["football practice"]}}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effect", "parameters"), SAID)
def test_the_effect_of_a_few_words(text: str, effect: str, parameters: dict[str, Any]) -> None:
    found = read(text)
    assert found is not None
    assert (found.effect, found.parameters) == (effect, parameters)


def test_names_stay_as_they_were_said() -> None:
    found = read("Always invite Ana Souza and Bob to meetings")
    assert found is not None
    assert (found.effect, found.people, found.parameters) == ("always_invite", ("Ana Souza", "Bob"), MEETINGS)
    never = read("nunca invites a Zoé")
    assert never is not None
    assert (never.effect, never.people) == ("never_invite", ("Zoé",))
    where = read("lunch is always at Café Central")
    assert where is not None
    assert (where.effect, where.place) == ("default_place", "Café Central")
    alias = read("when I say the boss I mean Marcela Pinto")
    assert alias is not None
    assert (alias.parameters, alias.stands_for) == ({"phrase": "the boss"}, "Marcela Pinto")


def test_with_whom_a_rule_is_about() -> None:
    held = read("No meetings with Rui and Ana before 10")
    assert held is not None
    assert (held.effect, held.parameters, held.beside) == ("earliest_start", {"time": "10:00"}, ("Rui", "Ana"))
    long = read("As reuniões com a Ana duram sempre 45 minutos")
    assert long is not None
    assert (long.parameters, long.beside) == ({"minutes": 45, **MEETINGS}, ("Ana",))
    never = read("No invites nunca a Rui a las fiestas")
    assert never is not None
    assert (never.effect, never.people, never.parameters) == (
        "never_invite",
        ("Rui",),
        {"match": {"words": ["fiestas"]}},
    )


@pytest.mark.parametrize(
    ("text", "hours", "spared"),
    [
        ("never before 10 except with Fiona", ("00:00", "10:00"), ("Fiona",)),
        ("No meetings on Fridays except with Ana and the dentist", ("00:00", "23:59"), ("Ana", "dentist")),
        ("nada después de las 9 salvo con Lucía", ("21:00", "00:00"), ("Lucía",)),
        ("sem reuniões de manhã exceto com o Rui", ("05:00", "12:00"), ("Rui",)),
    ],
)
def test_what_a_rule_leaves_alone(text: str, hours: tuple[str, str], spared: tuple[str, ...]) -> None:
    found = read(text)
    assert found is not None
    assert (found.effect, (found.parameters["from"], found.parameters["to"]), found.spared) == (
        "blocked_time", hours, spared
    )  # fmt: skip
    assert lays_down(text)


@pytest.mark.parametrize(
    "text",
    ["no, I meant friday", "No, not in the mornings", "não, às sextas", "no leave it on friday but at 9",
     "no meetings on friday", "no meetings on friday afternoon", "não marques nada na sexta à tarde",
     "keep the afternoon free", "I never work on sunday evenings", "I have no meetings on friday afternoon",
     "no meetings tomorrow afternoon"],
)  # fmt: skip
def test_a_correction_or_a_single_day_has_not_the_form_of_a_rule(text: str) -> None:
    assert not lays_down(text)


@pytest.mark.parametrize(
    "text",
    ["no meetings on Mondays unless urgent", "don't disturb me after 10pm", "don't notify me on Sundays",
     "não me notifiques depois das 22"],
)  # fmt: skip
def test_what_no_effect_can_say_has_none(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    "text", ["I prefer tea", "call Ana before 10", "Prefers aisle seats", "", "?", "no", "x" * 400]
)
def test_no_rule(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    "text",
    ["never schedule anything before 10", "não marques nada antes das 10", "nunca antes de las 10 de la mañana",
     "no meetings on Fridays", "always invite Ana", "meetings last 30 minutes by default", "nothing after 6pm",
     "leave 15 minutes between meetings", "deixa 15 minutos entre reuniões", "deja 15 minutos entre reuniones"],
)  # fmt: skip
def test_a_rule_is_laid_down(text: str) -> None:
    assert lays_down(text)


@pytest.mark.parametrize(
    "text",
    ["don't schedule anything before 10 tomorrow", "30 minutes lunch tomorrow", "lunch with Ana for 30 minutes",
     "don't invite Bob", "I never drink coffee after 6", "do I have anything before 10?", "book the dentist before 10",
     "não marques nada amanhã antes das 10", "/event nothing before 10", "nunca bebo café depois das 18",
     "No bebo café después de las 6", "I don't remember my password"],
)  # fmt: skip
def test_what_is_about_one_thing_is_no_rule(text: str) -> None:
    assert not lays_down(text)
