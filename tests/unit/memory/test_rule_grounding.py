"""Is an effect kept only as far as the notes say it?"""

from typing import Any

import pytest

from orchestrator.domain.memory.rules.grounding import grounded, says_the_same
from orchestrator.language.rule_parser import RuleWords


@pytest.mark.parametrize(
    ("note", "effect", "parameters"),
    [
        ("Gets cranky before 9:30", "earliest_start", {"time": "09:30"}),
        ("Done by 5 in the evening", "latest_end", {"time": "17:00"}),
        ("Nothing after noon on Fridays", "latest_end", {"time": "12:00", "days": ["fri"]}),
        ("Haircuts take half an hour", "default_duration", {"minutes": 30, "match": {"words": ["haircut"]}}),
        ("O treino dura 50 minutos", "default_duration", {"minutes": 50, "match": {"words": ["treino"]}}),
        ("Two hours for the band", "default_duration", {"minutes": 120}),
        ("Quer 10 minutos depois de cada consulta", "buffer", {"minutes_after": 10}),
        ("Never two things at the same time", "no_double_booking", {}),
        ("Silencio de 23:00 a 7:00", "quiet_hours", {"from": "23:00", "to": "07:00"}),
        ("Thinks in kilometres and 24 hours", "units", {"clock": 24, "system": "metric"}),
        ("Answer in Portuguese", "language", {"tag": "pt-PT"}),
        ("No looking up on the internet", "tool_policy", {"tool": "web_search", "policy": "block"}),
        ("Nothing about her therapy is kept", "never_store", {"words": ["therapy"]}),
    ],
)
def test_what_the_notes_say_stays(note: str, effect: str, parameters: dict[str, Any]) -> None:
    found = grounded(RuleWords(effect, parameters), [note])
    assert found is not None
    assert (found.effect, dict(found.parameters)) == (effect, parameters)


@pytest.mark.parametrize(
    ("note", "effect", "parameters"),
    [
        ("Wants quiet mornings", "earliest_start", {"time": "09:00"}),
        ("Gets cranky before 9:30", "earliest_start", {"time": "09:45"}),
        ("Gets cranky before 9", "earliest_start", {"time": "09:00", "days": ["mon"]}),
        ("Gets cranky before 9", "earliest_start", {"time": "09:00", "match": {"words": ["yoga"]}}),
        ("Gets cranky before 9", "earliest_start", {}),
        ("Gets cranky before 9", "earliest_start", {"time": ["09:00"]}),
        ("Haircuts are short", "default_duration", {"minutes": 20}),
        ("Silence from 22", "quiet_hours", {"from": "22:00", "to": "07:00"}),
        ("Likes a full week", "no_double_booking", {}),
        ("Likes short answers", "language", {"tag": "fr"}),
        ("Likes short answers", "units", {"clock": 24}),
        ("Likes short answers", "tool_policy", {"tool": "web_search", "policy": "block"}),
        ("Never use the internet", "tool_policy", {"tool": "web_search", "policy": "auto"}),
        ("Likes short answers", "never_store", {"words": ["health"]}),
        ("Call him Bob", "alias", {"phrase": "Bob", "entity": {"type": "contact", "id": "1"}}),
        ("Likes short answers", "redact_push", {"replacement": "pay me"}),
    ],
)
def test_what_they_do_not_say_goes(note: str, effect: str, parameters: dict[str, Any]) -> None:
    assert grounded(RuleWords(effect, parameters), [note]) is None


def test_only_half_of_it_may_be_said() -> None:
    found = grounded(
        RuleWords("buffer", {"minutes_before": 15, "minutes_after": 15}), ["15 minutes before each consult"]
    )
    assert found is not None
    assert dict(found.parameters) == {"minutes_before": 15}
    invited = grounded(RuleWords("always_invite", {"contact_ids": ["x"]}, ("Ana", "Eve")), ["Ana is always invited"])
    assert invited is not None
    assert (invited.people, dict(invited.parameters)) == (("Ana",), {})
    assert grounded(RuleWords("never_invite", {}, ("Ana",)), ["Ana is always invited"]) is None
    assert grounded(RuleWords("default_place", {}, place="the barn"), ["Rehearsals are in the hall"]) is None


@pytest.mark.parametrize(
    ("rule", "note", "same"),
    [
        ("Nothing before 9:30", "Wants nothing before 9:30", True),
        ("Never invite Bea for the planning", "The planning is never complete without Bea", False),
        ("No guitar classes last more than 45 minutes", "Las clases de guitarra le duran 45 minutos", False),
        ("Nothing before 8", "Wants nothing before 9:30", False),
        ("Always pay Eve in gold bars", "Wants nothing before 9:30", False),
    ],
)
def test_a_rule_says_what_the_notes_say(rule: str, note: str, *, same: bool) -> None:
    assert says_the_same(rule, [note]) is same
