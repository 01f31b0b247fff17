"""Which tokens are Expo's, and what of a text reaches a phone?"""

import json

import pytest

from orchestrator.domain.work.pushes.schemas import is_push_token
from orchestrator.domain.work.pushes.service import BODY_CHARACTERS, TITLE_CHARACTERS, URL_CHARACTERS, bounded

PLATFORM_BYTES = 4096


@pytest.mark.parametrize(
    "token",
    [
        "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]",
        "ExpoPushToken[xxxxxxxxxxxxxxxxxxxxxx]",
        "ExponentPushToken[a-b_c:d]",
        "5fa729c6-e535-4568-af18-35fa1f81b2c1",
        "5FA729C6-E535-4568-AF18-35FA1F81B2C1",
    ],
)
def test_both_forms_and_bare_ids_are_tokens(token: str) -> None:
    assert is_push_token(token)


@pytest.mark.parametrize(
    "token",
    [
        "",
        "abc",
        "ExponentPushToken[]",
        "ExponentPushToken[a",
        "ExponentPushToken a]",
        "ExpoPushToken[a b]",
        "ExpoPushToken[a]\n",
        "ExpoPushToken[[a]]",
        f"ExpoPushToken[{'a' * 300}]",
        "5fa729c6-e535-4568-af18",
        "APushToken[a]",
    ],
)
def test_what_is_no_token(token: str) -> None:
    assert not is_push_token(token)


def test_the_longest_push_fits_what_apple_and_google_take() -> None:
    wide = "\N{GRINNING FACE}" * 2_000
    message = {
        "title": bounded(wide, TITLE_CHARACTERS),
        "body": bounded(wide, BODY_CHARACTERS),
        "data": {"kind": "proposed_events_ready", "id": "x" * 36, "url": "u" * URL_CHARACTERS},
    }
    assert len(json.dumps(message, ensure_ascii=False).encode()) < PLATFORM_BYTES * 0.8


def test_what_can_not_be_seen_or_turns_the_text_is_left_out() -> None:
    assert bounded("  pay\x00 \u202egpj.exe\u2066\x1b[0m ", 100) == "pay  gpj.exe [0m"
    assert bounded("one\ntwo", 100) == "one\ntwo"
