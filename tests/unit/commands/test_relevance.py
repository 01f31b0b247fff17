"""Which messages can't be about a draft, and which have to be read to know?"""

import pytest
from tests.support.corpora import cases

from orchestrator import catalog
from orchestrator.commands.extracting import other_business


@pytest.mark.parametrize("text", cases("commands_relevance", "other_business"))
def test_other_business(text: str) -> None:
    assert other_business(text, "en-US", catalog.VOCABULARY)


@pytest.mark.parametrize("text", cases("commands_relevance", "what_may_be_about_the_draft"))
def test_what_may_be_about_the_draft(text: str) -> None:
    assert not other_business(text, "en-US", catalog.VOCABULARY)
