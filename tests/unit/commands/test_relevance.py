"""Which messages can't be about a draft, and which have to be read to know?"""

from tests.support.corpora import corpus

from orchestrator import catalog
from orchestrator.commands.extracting import other_business


@corpus("commands_relevance", "other_business_says")
def test_other_business_says(text: str, expected: bool) -> None:
    assert bool(other_business(text, "en-US", catalog.VOCABULARY)) is expected
