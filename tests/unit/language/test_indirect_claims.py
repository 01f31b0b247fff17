"""Claims of done change in indirect words: promises, places, ellipses; and what only sounds like them."""

import pytest
from tests.support.corpora import cases

from orchestrator.language.claims import LedgerFact, check

INDIRECT = cases("indirect_claims", "indirect")
HARMLESS = cases("indirect_claims", "harmless")
READ = [LedgerFact("get_events", "read", "done", "3 events")]


@pytest.mark.parametrize("text", INDIRECT)
def test_an_indirect_claim_without_a_write_is_contradicted(text: str) -> None:
    assert check(text, []).verdict == "contradicted"


@pytest.mark.parametrize("text", HARMLESS)
def test_what_claims_nothing_passes(text: str) -> None:
    assert check(text, READ).verdict == "pass"
