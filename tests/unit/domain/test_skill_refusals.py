"""What is told of a skill that is not used passes the claim gate: what code says is never cut as an unheld claim."""

import pytest

from orchestrator.language.claims.check import check
from orchestrator.language.messages import say
from orchestrator.language.tables import LANGUAGES


@pytest.mark.parametrize("locale", [*LANGUAGES, "pt-BR"])
@pytest.mark.parametrize("why", ["changed", "revoked", "pending", "unknown"])
def test_a_refusal_claims_nothing(why: str, locale: str) -> None:
    told = say(f"skills.refused.{why}", locale, name="release-notes")
    assert check(told, (), locale, composed=True).verdict == "pass", told


@pytest.mark.parametrize("locale", [*LANGUAGES, "pt-BR"])
def test_a_skill_for_a_model_is_told_whole(locale: str) -> None:
    told = say("skills.needs_model", locale, name="release-notes")
    assert check(told, (), locale, composed=True).verdict == "pass", told
