"""Is an effect kept only as far as the notes say it?"""

from typing import Any

from tests.support.corpora import corpus

from orchestrator.domain.memory.rules.grounding import grounded, says_the_same
from orchestrator.language.rules.subject import RuleWords


@corpus("rule_grounding", "what_the_notes_say_stays")
def test_what_the_notes_say_stays(note: str, effect: str, parameters: dict[str, Any]) -> None:
    found = grounded(RuleWords(effect, parameters), [note])
    assert found is not None
    assert (found.effect, dict(found.parameters)) == (effect, parameters)


@corpus("rule_grounding", "what_they_do_not_say_goes")
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


@corpus("rule_grounding", "a_rule_says_what_the_notes_say")
def test_a_rule_says_what_the_notes_say(rule: str, note: str, *, same: bool) -> None:
    assert says_the_same(rule, [note]) is same
