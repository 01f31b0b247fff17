"""Which tokens are Expo's, and what of a text reaches a phone?"""

import json

from tests.support.corpora import corpus

from orchestrator.domain.work.pushes.schemas import is_push_token
from orchestrator.domain.work.pushes.service import BODY_CHARACTERS, TITLE_CHARACTERS, URL_CHARACTERS, bounded

PLATFORM_BYTES = 4096


@corpus("push_words", "is_push_token_says")
def test_is_push_token_says(token: str, expected: bool) -> None:
    assert bool(is_push_token(token)) is expected


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
