"""Whatever a server sends, only a ModelError comes out."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.ollama import wire as ollama_wire
from orchestrator.llm.ollama.wire import keep_alive_value
from orchestrator.llm.openai import wire as openai_wire
from orchestrator.llm.port import ModelError

REQUEST = ChatRequest(messages=(Message(Role.USER, "hi"),), purpose="turn")
KEYS = st.sampled_from(
    "message content thinking tool_calls function name arguments id index done done_reason error choices delta "
    "finish_reason usage prompt_tokens prompt_eval_count eval_count text type reasoning refusal".split()
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(st.lists(JSON, max_size=4))
def test_ollama_lines(values: list[object]) -> None:
    answer = ollama_wire.Gathered("m")
    with contextlib.suppress(ModelError):
        for value in values:
            assert isinstance(answer.take(json.dumps(value).encode()), str)
        assert answer.reply(REQUEST, context_tokens=100).usage.total > 0


@given(st.lists(JSON, max_size=4))
def test_openai_events(values: list[object]) -> None:
    answer = openai_wire.Gathered("m")
    with contextlib.suppress(ModelError):
        for value in values:
            assert isinstance(answer.take(b"data: " + json.dumps(value).encode()), str)
        answer.take(b"data: [DONE]")
        assert answer.reply(REQUEST).usage.total > 0


@given(JSON)
def test_openai_bodies(body: object) -> None:
    with contextlib.suppress(ModelError):
        openai_wire.whole_reply(body, REQUEST, model="m")


@given(st.binary(max_size=40))
def test_raw_bytes(line: bytes) -> None:
    for answer in (ollama_wire.Gathered("m"), openai_wire.Gathered("m")):
        with contextlib.suppress(ModelError):
            answer.take(line)


@pytest.mark.parametrize(("text", "value"), [("30m", "30m"), ("-1", -1), ("600", 600), ("1h30m", "1h30m")])
def test_keep_alive_as_the_wire_wants_it(text: str, value: object) -> None:
    assert keep_alive_value(text) == value
