"""Is it asked what was talked about with Steward, and of which time?"""

from tests.support.corpora import corpus

from orchestrator.language.discourse.recalling import AskedTalk, asked_talk


@corpus("recalling", "what_was_talked_about")
def test_what_was_talked_about(question: str, when: str) -> None:
    assert asked_talk(question) == AskedTalk("", when)


@corpus("recalling", "talks_about_something")
def test_talks_about_something(question: str, wanted: AskedTalk) -> None:
    assert asked_talk(question) == wanted
    assert asked_talk(question.upper()) is not None


@corpus("recalling", "other_questions_are_left_alone")
def test_other_questions_are_left_alone(question: str) -> None:
    assert asked_talk(question) is None
