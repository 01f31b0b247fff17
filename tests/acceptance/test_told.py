"""Is what a person tells of themselves and of their people kept, and told when they ask for it?"""

from typing import Any

import pytest
from tests.support.corpora import cases
from tests.support.steward import Person

ZONE = "Europe/London"


@pytest.mark.parametrize(("locale", "words", "told"), cases("told", "tells_and_is_asked"))
async def test_tells_and_is_asked(rita: Person, locale: str, words: list[str], told: str) -> None:
    thread: str | None = None
    bundle: dict[str, Any] = {}
    for text in words:
        bundle = await rita.ask(text, thread=thread, client_context={"timezone": ZONE, "locale": locale})
        thread = bundle["thread_id"]
    assert (bundle["status"], bundle["previews"]) == ("answered", []), bundle["answer"]
    assert told in bundle["answer"]


async def test_what_was_written_to_somebody_tells_what_was_promised_them(rita: Person) -> None:
    said = [("Ana Souza", "I'll lend you the tent"), ("me", "I promise I'll send you the photos tonight")]
    messages = [{"speaker": who, "text": text, "at": f"2026-11-20T10:0{at}:00Z"} for at, (who, text) in enumerate(said)]
    await rita.post(
        "/ingest/conversation", {"external_id": "t", "source": "chat", "title": "Ana Souza", "messages": messages}
    )
    answer = (await rita.ask("what did I promise Ana?"))["answer"]
    assert ("photos" in answer, "tent" in answer) == (True, False), answer
