"""Is a birthday that nobody noted answered, or counted from, by something else with the same name?"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from tests.unit.reader.world import ALL_TOOLS, facts

from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import LedgerEntry, ToolCall, TurnFacts
from orchestrator.reader.recognition.compound import understand

NOW = datetime(2026, 11, 29, 17, 30)
HOCKEY = {
    "id": "e1", "title": "Marcus plays hockey", "start_at": "2026-12-01T18:15:00", "end_at": "2026-12-01T19:15:00",
    "timezone": "Europe/London", "status": "confirmed", "participants": [{"name": "Marcus"}],
}  # fmt: skip
PARTY = {**HOCKEY, "id": "e2", "title": "Marcus's birthday", "start_at": "2026-12-09T00:00:00", "all_day": True}


def _looked_up(said: TurnFacts, calls: tuple[ToolCall, ...], event: Mapping[str, Any]) -> TurnFacts:
    entries = [
        LedgerEntry(
            tool=call.name, arguments=call.arguments, effect="read", outcome="done", summary="",
            data={"events": [event]} if call.name == "get_events" else {}, empty=call.name != "get_events",
        )
        for call in calls
    ]  # fmt: skip
    return replace(said, ledger=(*said.ledger, *entries))


def _turn(text: str, locale: str, event: Mapping[str, Any]) -> tuple[str, list[Mapping[str, Any]]]:
    """The answer, and the arguments of what is proposed."""
    said = replace(facts(text, mood=mood_of(text, locale).mood, tools=ALL_TOOLS), locale=locale, now=NOW)
    for _ in range(4):
        frame = understand(said)
        writes = [call.arguments for call in frame.calls if not call.name.startswith(("get_", "search_", "resolve_"))]
        if writes or not frame.calls:
            return frame.text, writes
        said = _looked_up(said, tuple(frame.calls), event)
    raise AssertionError("it looks things up for ever")


@pytest.mark.parametrize(
    ("locale", "asked"),
    [
        ("en-US", "how many days til marcus's birthday"),
        ("en-GB", "when is Marcus's birthday?"),
        ("es-ES", "¿cuántos días faltan para el cumpleaños de Marcus?"),
        ("pt-BR", "quantos dias faltam para o aniversário do Marcus?"),
        ("fr-FR", "combien de jours avant l'anniversaire de Marcus ?"),
    ],
)
def test_another_event_of_theirs_is_no_birthday(locale: str, asked: str) -> None:
    text, _ = _turn(asked, locale, HOCKEY)
    assert "hockey" not in text
    text, _ = _turn(asked, locale, PARTY)
    assert "Marcus's birthday" in text


def test_what_is_due_before_a_birthday_is_due_before_no_other_event() -> None:
    said = "remind me to bake cupcakes the night before marcus's birthday"
    _, (made,) = _turn(said, "en-US", HOCKEY)
    assert made == {"title": "bake cupcakes the night before marcus's birthday"}
    _, (made,) = _turn(said, "en-US", PARTY)
    assert (made["title"], made["due_at"]) == ("bake cupcakes", "2026-12-08")
