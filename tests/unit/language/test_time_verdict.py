"""Does `steward eval time` answer as api.md says?"""

import pytest

from orchestrator.language.time.verdict import time_verdict

_CASE = {"id": "a", "now": "2026-11-23T10:00:00", "timezone": "America/Sao_Paulo", "locale": "en-US"}


def test_a_verdict_has_local_times_and_an_exclusive_end() -> None:
    verdict = time_verdict({**_CASE, "text": "lunch on Friday from 1pm to 2:30pm"})
    assert verdict["id"] == "a"
    (found,) = verdict["mentions"]
    assert found == {
        "text": "on Friday from 1pm to 2:30pm",
        "start": "2026-11-27T13:00:00",
        "end": "2026-11-27T14:30:00",
        "grain": "minute",
        "sure": True,
    } or found["text"].startswith("lunch")
    assert (found["start"], found["end"]) == ("2026-11-27T13:00:00", "2026-11-27T14:30:00")


def test_a_length_is_no_moment_and_an_open_end_is_null() -> None:
    assert time_verdict({**_CASE, "text": "it takes two hours"})["mentions"] == []
    (found,) = time_verdict({**_CASE, "text": "from Friday on"})["mentions"]
    assert (found["start"], found["end"]) == ("2026-11-27T00:00:00", None)


def test_a_now_with_an_offset_is_turned_into_the_zone() -> None:
    (found,) = time_verdict({**_CASE, "now": "2026-11-24T01:00:00+00:00", "text": "today"})["mentions"]
    assert found["start"] == "2026-11-23T00:00:00"


@pytest.mark.parametrize(
    ("wrong", "error"),
    [({"timezone": "Mars/Olympus"}, "Mars/Olympus"), ({"timezone": "../etc"}, "IANA"), ({"now": "soon"}, "soon")],
)
def test_a_wrong_case_is_told(wrong: dict[str, str], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        time_verdict({**_CASE, "text": "tomorrow", **wrong})
    with pytest.raises(KeyError):
        time_verdict({"text": "tomorrow"})
