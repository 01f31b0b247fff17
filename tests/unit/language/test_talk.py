"""What of the talk with Steward is evidence, and who asks about the talk itself?"""

from tests.support.corpora import corpus

from orchestrator.language.discourse.talk import asks_about_talk, tells


@corpus("talk", "tells_says")
def test_tells_says(text: str, expected: bool) -> None:
    assert bool(tells(text)) is expected


@corpus("talk", "asks_about_talk_says")
def test_asks_about_talk_says(question: str, expected: bool) -> None:
    assert bool(asks_about_talk(question)) is expected
