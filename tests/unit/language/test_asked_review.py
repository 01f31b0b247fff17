"""Is it told when the user asks what waits for their look?"""

from tests.support.corpora import corpus

from orchestrator.language.speech_acts.asked_review import asked_review


@corpus("asked_review", "asked_review_says")
def test_asked_review_says(text: str, expected: bool) -> None:
    assert bool(asked_review(text)) is expected
