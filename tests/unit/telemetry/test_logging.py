"""Does a log line carry its context, and never a secret or what people wrote?"""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from tests.support.corpora import corpus

from orchestrator.telemetry.logging import bound, configure_logging, get_logger
from orchestrator.telemetry.redaction import redact_text

TOKEN = "stw_" + "a1-_" * 10


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    stream = io.StringIO()
    configure_logging(json_lines=True, stream=stream)
    yield stream
    root.handlers, root.level = handlers, level
    logging.captureWarnings(capture=False)


def last(stream: io.StringIO) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(stream.getvalue().splitlines()[-1])
    return found


def test_a_line_is_json_with_its_context(lines: io.StringIO) -> None:
    with bound(request_id="r1", run_id="n1"):
        get_logger("orchestrator.agent").info("turn_finished", steps=2)
    line = last(lines)
    assert line["event"] == "turn_finished"
    assert (line["request_id"], line["run_id"], line["steps"], line["level"]) == ("r1", "n1", 2, "info")
    get_logger("orchestrator.agent").info("later")
    assert "run_id" not in last(lines)


def test_lines_of_libraries_go_the_same_way(lines: io.StringIO) -> None:
    with bound(request_id="r1"):
        logging.getLogger("some.library").warning("sent %s", f"Bearer {TOKEN}")
    assert last(lines)["request_id"] == "r1"
    assert TOKEN not in lines.getvalue()


def test_secrets_go_by_name_and_by_shape(lines: io.StringIO) -> None:
    get_logger("x").warning(
        "request_failed",
        token="hush",
        password="hush",
        headers={"Authorization": "hush", "n": 1},
        url="https://user:hush@host/v1?apiKey=hush&x=1",
        error=ValueError("api_key='hush' postgresql+asyncpg://steward:hush@db/x"),
        items=[TOKEN, "ExponentPushToken[hush]"],
        prompt_tokens=12,
    )
    assert "hush" not in lines.getvalue()
    assert TOKEN not in lines.getvalue()
    assert last(lines)["prompt_tokens"] == 12
    assert "x=1" in last(lines)["url"]


def test_what_people_wrote_is_withheld(lines: io.StringIO) -> None:
    get_logger("x").info(
        "asked", question="my secret wish", arguments={"title": "my secret wish"}, tool="events_create"
    )
    assert "wish" not in lines.getvalue()
    assert last(lines)["question"] == "[14 withheld]"
    assert last(lines)["tool"] == "events_create"


def test_an_exception_is_one_line_without_its_secrets(lines: io.StringIO) -> None:
    try:
        raise RuntimeError(f"refused {TOKEN}")
    except RuntimeError:
        get_logger("x").exception("failed")
    assert len(lines.getvalue().splitlines()) == 1
    assert "RuntimeError" in last(lines)["exception"]
    assert TOKEN not in lines.getvalue()


def test_for_people_a_line_is_readable(lines: io.StringIO) -> None:
    stream = io.StringIO()
    configure_logging(json_lines=False, stream=stream)
    get_logger("x").info("started", port=8000)
    assert "started" in stream.getvalue()
    assert "port=8000" in stream.getvalue()


@corpus("logging", "shapes_of_secrets")
def test_shapes_of_secrets(text: str) -> None:
    assert "[redacted]" in redact_text(text)
    assert "abc" not in redact_text(text)


@pytest.mark.parametrize("text", ["12 tokens used", "the secret of a good soup", "basic income", "https://host/a?b=c"])
def test_ordinary_text_stays(text: str) -> None:
    assert redact_text(text) == text
