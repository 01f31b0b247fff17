"""What of the talk with Steward is evidence, and who asks about the talk itself?"""

import pytest
from tests.support.corpora import cases

from orchestrator.language.discourse.talk import asks_about_talk, tells


@pytest.mark.parametrize("text", cases("talk", "what_the_user_told_stays"))
def test_what_the_user_told_stays(text: str) -> None:
    assert tells(text)


@pytest.mark.parametrize("text", cases("talk", "what_was_only_asked_is_none"))
def test_what_was_only_asked_is_none(text: str) -> None:
    assert not tells(text)


@pytest.mark.parametrize("question", cases("talk", "questions_about_the_talk"))
def test_questions_about_the_talk(question: str) -> None:
    assert asks_about_talk(question)


@pytest.mark.parametrize("question", cases("talk", "questions_about_anything_else"))
def test_questions_about_anything_else(question: str) -> None:
    assert not asks_about_talk(question)
