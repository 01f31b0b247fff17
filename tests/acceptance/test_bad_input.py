"""What does Steward say to a client that sends nonsense? 4xx with a code, never 5xx, and nothing is stored."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.acceptance.conftest import Start
from tests.support.openapi import Operation, operations
from tests.support.steward import Person, Steward

from orchestrator.kit.ids import new_id

RAW = (b"", b"{", b"\xff\xfe\x00", b"null", b"[]", b"3", b'"text"', b"[" * 2_000, b'{"question": 1e999}', b"NaN")
ODD = (
    None,
    True,
    7,
    -1,
    10**30,
    1.5,
    "",
    " ",
    "\x00",
    "a\x00b",
    "2026-13-45T99:00",
    "x" * 70_000,
    [],
    [[]],
    {},
    {"a": {}},
)
SURROGATE = "\\ud800"
"""A lone surrogate in JSON source: no Python string of the test can hold it in UTF-8."""
QUERIES = (
    "limit=0 limit=-1 limit=x limit=99999999999999999999 cursor=%00 cursor=xx q=%00 q=%25%27%22 since=x until=%F0%9F"
    " state=x thread_id=%00 kinds=x hidden=maybe"
).split()
NOT_TRIED = {"/tokens", "/users", "/auth/codes"}
"""The operator's own; a person may not use them, whatever they send."""
TURNS = ("/ask", "/v1/chat")
"""What is well-formed there needs a model: they have tests of their own."""


async def _writing(ana: Person) -> list[Operation]:
    found = operations(await ana.get("/openapi.json"))
    return [
        one
        for one in found
        if one.takes_body
        and one.path not in NOT_TRIED
        and not one.path.startswith((*TURNS, "/connections", "/mcp-servers"))
    ]


def _path(operation: Operation, given: str) -> str:
    path = operation.path
    for name in operation.parameters:
        path = path.replace(f"{{{name}}}", given)
    return path


def _told(answer: httpx.Response) -> None:
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"], answer.text
        assert "Traceback" not in answer.text


def _mutations(example: Any) -> Iterator[Any]:
    """The example with one field at a time replaced by something odd: for each field a quarter of all odd values, in
    turn, so that every one meets every kind of field somewhere."""
    for position, name in enumerate(example):
        for odd in (*ODD[position % 4 :: 4], SURROGATE):
            yield {**example, name: odd}
    yield {**example, "no_such_field": 1}


def _line(message: dict[str, Any], *, done: bool = False) -> str:
    return json.dumps({"model": "smart", "message": {"role": "assistant", **message}, "done": done})


def _source(body: Any) -> bytes:
    return json.dumps(body).replace(json.dumps(SURROGATE), '"\\ud800"').encode()


async def test_bodies_that_are_none_are_told_so_by_every_route(ana: Person) -> None:
    tried = 0
    for operation in await _writing(ana):
        for raw in RAW:
            answer = await ana.send(operation.method, _path(operation, str(new_id())), content=raw)
            _told(answer)
            tried += 1
            if raw in {b"{", b"\xff\xfe\x00", b"3"}:
                told = {404, 422} | ({400} if operation.path == "/mcp" else set())  # a JSON-RPC error there
                assert answer.status_code in told, (operation, raw, answer.text)
    assert tried > 150


async def test_fields_of_a_wrong_kind_are_told_so_by_every_route(ana: Person) -> None:
    tried = 0
    for operation in await _writing(ana):
        if operation.path == "/me":
            continue
        mine = str(new_id())
        for body in _mutations(operation.example):
            answer = await ana.send(operation.method, _path(operation, mine), content=_source(body))
            _told(answer)
            tried += 1
    assert tried > 300


@pytest.mark.parametrize("path", ["/ask", "/ask/stream"])
async def test_questions_that_are_none(steward: Steward, ana: Person, path: str) -> None:
    for raw in RAW:
        assert (await ana.send("POST", path, content=raw)).status_code == 422, raw
    for odd in (None, True, 7, "", "\x00", [], {}, "x" * 32_001):
        assert (await ana.send("POST", path, json={"question": odd})).status_code == 422, odd
    for unknown in ("none", "7", str(new_id())):
        answer = await ana.send("POST", path, json={"question": "Hello", "thread_id": unknown})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    large = await ana.send("POST", path, content=json.dumps({"question": "x" * 2_000_000}))
    assert (large.status_code, large.json()["code"]) == (413, "too_large")
    assert not steward.asked
    assert await ana.count("agent_runs") == await ana.count("messages") == await ana.count("threads") == 0


async def test_completions_that_are_none(steward: Steward, ana: Person) -> None:
    steward.model.always("Hello.")
    good: dict[str, Any] = {
        "model": "main", "messages": [{"role": "user", "content": "Good morning"}], "stream": False,
        "stream_options": {"include_usage": True}, "n": 1, "response_format": {"type": "text"},
        "modalities": ["text"], "tools": [], "stop": "x", "max_tokens": 5, "logprobs": False, "temperature": 1,
    }  # fmt: skip
    bodies = [*RAW, *(_source(body) for body in _mutations(good))]
    bodies += [_source({**good, "messages": [{"role": "user", "content": odd}]}) for odd in (*ODD, SURROGATE)]
    bodies += [_source({**good, "messages": [{"role": odd, "content": "Hello"}]}) for odd in (*ODD, SURROGATE)]
    refused = 0
    for body in bodies:
        answer = await ana.send("POST", "/v1/chat/completions", content=body)
        _told(answer)
        if answer.status_code >= 400:
            refused += 1
            assert set(answer.json()["error"]) == {"message", "type", "param", "code"}, body
    assert 40 < refused < len(bodies)


async def test_nul_and_lone_surrogates_in_a_question_are_taken_out(steward: Steward, ana: Person) -> None:
    steward.model.always("Hello to you.")
    answer = await ana.send("POST", "/ask", content=b'{"question": "Good \\u0000morning \\ud800\\udc00 \\ud800!"}')
    assert answer.status_code == 200, answer.text
    (message, _) = (await ana.get(f"/threads/{answer.json()['thread_id']}/messages"))["items"]
    assert message["content"] == "Good morning \U00010000 !"
    assert "\x00" not in steward.prompt()


async def test_nul_and_lone_surrogates_in_a_models_calls_and_words(steward: Steward, ana: Person) -> None:
    await ana.auto_confirm()
    call = {"function": {"name": "todos_create", "arguments": {"title": "Buy \x00milk \ud800"}}}
    steward.model.raw_lines(_line({"content": "", "tool_calls": [call]}), _line({"content": ""}, done=True))
    steward.model.raw_lines(_line({"content": "It is \x00on your list \ud800."}), _line({"content": ""}, done=True))
    told = await ana.ask("Add milk to my list")
    assert told["actions"][0]["outcome"] == "done"
    (todo,) = (await ana.get("/todos"))["items"]
    assert todo["title"].startswith("Buy milk")
    assert "\x00" not in told["answer"]
    explained = await ana.get(f"/runs/{told['run']['id']}")
    assert "\\u0000" not in json.dumps(explained)


async def test_ids_that_are_none_or_unknown_are_404(ana: Person) -> None:
    for operation in operations(await ana.get("/openapi.json")):
        if not operation.parameters or operation.path.startswith(
            ("/tokens", "/system", "/connections", "/mcp-servers")
        ):
            continue
        for given in (str(new_id()), "none", "1", "%00", "%ED%A0%80", "a" * 300):
            answer = await ana.send(operation.method, _path(operation, given), json=operation.example or {})
            hidden = given.startswith("%") and operation.path.endswith("{path}")  # a path is told what it can't hold
            told = {(404, "not_found")} | ({(422, "invalid_request")} if hidden else set())
            assert (answer.status_code, answer.json()["code"]) in told, (operation, given, answer.text)


async def test_queries_that_are_none(start: Start) -> None:
    async with start(photos=True) as steward:
        ana = await steward.person()
        await ana.post("/todos", {"title": "Milk"})
        for operation in operations(await ana.get("/openapi.json")):
            if operation.method != "GET" or operation.parameters:
                continue
            for query in QUERIES:
                answer = await ana.send("GET", f"{operation.path}?{query}")
                assert answer.status_code < 500, (operation.path, query, answer.text)
