"""Is what a correction says of one case alone left out, and what it says of others kept?"""

import json

from tests.support.corpora import corpus

from orchestrator.domain.memory.interactions.inference.extraction import Case, principles_in


def named(principle: str, correction: str) -> list[str]:
    item = {"case": 1, "principle": principle, "category": "preference", "subjects": []}
    case = Case("What about it?", "This.", correction)
    return [one.text for one in principles_in(json.dumps({"principles": [item]}), [case])]


@corpus("principles", "a_correction_for_other_cases_too_is_a_principle")
def test_a_correction_for_other_cases_too_is_a_principle(correction: str) -> None:
    assert named(correction.rstrip("."), correction) == [correction.rstrip(".")]


@corpus("principles", "one_detail_is_none")
def test_one_detail_is_none(correction: str) -> None:
    assert named(correction.rstrip("."), correction) == []


def test_a_models_own_words_for_it_may_be_plain() -> None:
    correction = "No, that has far more than the two sentences I asked of you"
    assert named("Answers have two sentences", correction) == ["Answers have two sentences"]
    assert named("Two sentences I asked of you", correction) == []
