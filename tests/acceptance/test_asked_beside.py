"""Is what is asked beside a change, or beside a ban, answered, and does the change take nothing from the question?"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.acceptance.test_rules_in_words import in_locale
from tests.support.corpora import cases
from tests.support.steward import ZONE, Person


@pytest.mark.parametrize(
    ("message", "locale", "title"), cases("asked_beside", "the_change_waits_and_the_question_is_answered")
)
async def test_the_change_waits_and_the_question_is_answered(
    rita: Person, message: str, locale: str, title: str
) -> None:
    """The time is that of the question: what is added has none."""
    tomorrow = datetime.now(ZoneInfo(ZONE)).date() + timedelta(days=1)
    await rita.post("/events", {"title": "Zumba", "start_at": f"{tomorrow}T10:00:00", "timezone": ZONE})
    told = await rita.ask(message, **in_locale(locale))
    (preview,) = told["previews"]
    assert (preview["tool"], preview["arguments"]["title"]) == ("todos_create", title)
    assert not preview["arguments"].get("due_at")
    assert "Zumba" in told["answer"]


@pytest.mark.parametrize(
    ("message", "locale"), cases("asked_beside", "a_ban_beside_a_question_changes_nothing_and_is_answered")
)
async def test_a_ban_beside_a_question_changes_nothing_and_is_answered(rita: Person, message: str, locale: str) -> None:
    told = await rita.ask(message, **in_locale(locale))
    assert (told["previews"], told["actions"]) == ([], [])
    assert told["run"]["tool_calls"] > 0
    assert await rita.count("user_facts") == 0
