"""What is decided about MCP servers without any: names, pins, schemas, circuits, gates, what a question needs."""

import json
from typing import Any

import pytest

from orchestrator.agent.tools.arguments.repair import OfferedTool, check
from orchestrator.domain.work.mcp_servers.definitions import (
    MOST,
    definition,
    differences,
    offered_name,
    pin_of,
    slug_of,
)
from orchestrator.domain.work.mcp_servers.live import FIRST_REST_S, LONGEST_REST_S, Circuit
from orchestrator.domain.work.mcp_servers.retrieval import Findable, found
from orchestrator.domain.work.mcp_servers.schemas import unpinned
from orchestrator.domain.work.mcp_servers.translation import MOST_PROPERTIES, arguments_for, translated
from orchestrator.errors import ToolRejected
from orchestrator.integrations.mcp_client.gates import NoiseGate, NotificationGate
from orchestrator.integrations.mcp_client.port import Identity, ListedTool, McpFailed


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        ("read_file", "files__read_file"),
        ("get-env", "files__get_env"),
        ("Files/Read.All", "files__files_read_all"),
        ("búsqueda", "files__busqueda"),
        ("\u0435cho", None),
        ("文件", None),
        ("---", None),
        ("ﬁle", "files__file"),
    ],
)
def test_names_are_safe(tool: str, name: str | None) -> None:
    assert offered_name("files", tool) == name


def test_a_long_name_is_cut_and_stays_one_of_its_own() -> None:
    names = {offered_name("files", "x" * 100 + end) for end in "ab"}
    assert len(names) == 2
    assert all(name is not None and len(name) == MOST for name in names)


@pytest.mark.parametrize(
    ("name", "slug"), [("My Files!", "my_files"), ("Büro", "buro"), ("…", ""), ("a" * 40, "a" * 24)]
)
def test_a_servers_name_becomes_a_part_of_its_tools(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def told(**changes: Any) -> dict[str, Any]:
    tool = {"name": "echo", "description": "Says it.", "input_schema": {"type": "object"}, **changes}
    return definition(ListedTool(**tool), Identity("parrot", "1", "2025-11-25", "Be kind."), "node parrot.js")


def test_a_pin_is_of_all_that_is_told() -> None:
    before = pin_of(told())
    assert before == pin_of(json.loads(json.dumps(told())))
    for change in (
        {"description": "Says it!"},
        {"title": "Echo"},
        {"input_schema": {"type": "object", "properties": {}}},
        {"output_schema": {}},
        {"annotations": {"readOnlyHint": True}},
    ):
        assert pin_of(told(**change)) != before
    other = definition(ListedTool("echo", "Says it.", {"type": "object"}), Identity("parrot"), "node parrot.js")
    assert pin_of(other) != before
    assert [one["field"] for one in differences(told(), told(description="?"))] == ["description"]


SCHEMA: dict[str, Any] = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "properties": {
        "path": {"type": "string", "format": "uri", "default": "/"},
        "limit": {"type": ["integer", "null"], "minimum": 1, "maximum": 10**12},
        "kind": {"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "null"}]},
        "edits": {"type": "array", "items": {"$ref": "#/$defs/edit"}},
        "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "open": {"type": "object", "additionalProperties": True},
        "anything": True,
        "tree": {"$ref": "#/$defs/node"},
        "elsewhere": {"$ref": "http://example.org/schema.json"},
        "where": {"type": "object", "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}}},
    },
    "required": ["path", "edits"],
    "$defs": {
        "edit": {
            "type": "object",
            "properties": {"old": {"type": "string"}, "new": {"type": "string"}},
            "required": ["old", "new"],
        },
        "node": {"type": "object", "properties": {"child": {"$ref": "#/$defs/node"}}},
    },
}


def test_a_schema_is_told_in_plain_types() -> None:
    made = translated(SCHEMA)
    shape = made.schema
    text = json.dumps(shape)
    for word in ("$ref", "$schema", "format", "default", "anyOf", 'additionalProperties": true', "http"):
        assert word not in text, word
    assert len(shape["properties"]) == MOST_PROPERTIES
    assert list(shape["properties"])[:2] == ["path", "edits"]
    assert shape["required"] == ["path", "edits"]
    assert shape["properties"]["limit"] == {"type": "integer", "minimum": 1}
    assert shape["properties"]["kind"]["enum"] == ["a", "b"]
    assert shape["properties"]["edits"]["type"] == "string"
    assert "JSON" in shape["properties"]["edits"]["description"]
    assert {"edits", "either", "open", "tree"} <= made.as_json
    assert shape["properties"]["anything"] == {"type": "string"}


def test_what_a_model_gives_is_held_against_the_original() -> None:
    edits = json.dumps([{"old": "a", "new": "b"}])
    given = {"path": "/x", "edits": edits, "limit": "10", "either": "5", "open": '{"deep": [1]}', "anything": "words"}
    offered = OfferedTool("t", "", translated(SCHEMA).schema)
    read = check({"name": "t", "arguments": given}, [offered]).arguments
    assert read is not None
    ready = arguments_for(SCHEMA, read)
    assert ready["edits"] == [{"old": "a", "new": "b"}]
    assert (ready["limit"], ready["open"], ready["anything"]) == (10, {"deep": [1]}, "words")
    with pytest.raises(ToolRejected):
        arguments_for(SCHEMA, {"path": "/x", "edits": json.dumps([{"old": "a"}])})
    with pytest.raises(ToolRejected):
        arguments_for(SCHEMA, {"path": "/x"})


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object"},
        {"type": "object", "properties": []},
        {"type": "object", "properties": {"a": None, "b": [], "c": "x", "d": {"type": 7}}},
        {"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}},
        {"type": "object", "properties": {"a": {"enum": []}}, "required": "a"},
        {"type": "object", "properties": {"a": {"allOf": [{"$ref": "#/properties/a"}]}}},
    ],
)
def test_an_odd_schema_is_translated_all_the_same(schema: dict[str, Any]) -> None:
    shape = translated(schema).schema
    assert shape["type"] == "object"
    assert "$ref" not in json.dumps(shape)


FURTHER: dict[str, Any] = {"surely_unknown": [1, {"deep": "x"}]}
PLACE = {"type": "object", "properties": {"lat": {"type": "number"}}}


@pytest.mark.parametrize(
    ("schema", "given"),
    [
        ({}, FURTHER),
        ({"type": "object"}, FURTHER),
        ({"type": "object", "required": ["surely_unknown"]}, FURTHER),
        ({"type": "object", "properties": {"a": {"type": "string"}}}, {"a": "x", **FURTHER}),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "array"}}, FURTHER),
        ({"properties": {}, "patternProperties": {"^surely": {}}, "additionalProperties": False}, FURTHER),
        ({"type": "object", "properties": {"where": PLACE}}, {"where": {"lat": 1.5, "floor": 3}}),
        (
            {"properties": {f"p{at}": {"type": "integer"} for at in range(12)}, "additionalProperties": False},
            {f"p{at}": at for at in range(12)},
        ),
    ],
)
def test_a_foreign_tool_takes_what_its_own_schema_takes(schema: dict[str, Any], given: dict[str, Any]) -> None:
    offered = OfferedTool("t", "", translated(schema).schema)
    read = check({"name": "t", "arguments": given}, [offered]).arguments
    assert read == given
    assert arguments_for(schema, read) == given


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "additionalProperties": False},
        {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False},
        {"type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedProperties": False},
    ],
)
def test_a_foreign_tool_that_takes_no_more_is_given_no_more(schema: dict[str, Any]) -> None:
    verdict = check({"name": "t", "arguments": FURTHER}, [OfferedTool("t", "", translated(schema).schema)])
    assert (verdict.verdict, "surely_unknown" in verdict.reason) == ("reject", True)
    with pytest.raises(ToolRejected, match="surely_unknown"):
        arguments_for(schema, FURTHER)


def test_three_failures_rest_a_server_longer_each_time() -> None:
    now = 0.0
    circuit = Circuit(lambda: now)
    circuit.failed()
    circuit.failed()
    assert not circuit.rests_s
    circuit.failed()
    assert circuit.rests_s == FIRST_REST_S
    now = FIRST_REST_S
    assert not circuit.rests_s
    circuit.failed()
    assert circuit.rests_s == 2 * FIRST_REST_S
    for _ in range(12):
        now += circuit.rests_s
        circuit.failed()
        circuit.failed()
        circuit.failed()
    assert circuit.rests_s == LONGEST_REST_S
    circuit.worked()
    assert not circuit.rests_s


def test_failures_far_apart_rest_nothing() -> None:
    now = 0.0
    circuit = Circuit(lambda: now)
    for _ in range(9):
        now += 200.0
        circuit.failed()
    assert not circuit.rests_s


def test_a_flood_of_notifications_is_one() -> None:
    now = 0.0
    gate = NotificationGate(rate=50, dropped=10, clock=lambda: now)
    assert [gate.admits() for _ in range(60)] == [True] * 50 + [False] * 10
    with pytest.raises(McpFailed):
        gate.admits()
    now = 1.0
    assert gate.admits()


def test_some_noise_is_none() -> None:
    gate = NoiseGate(3)
    for _ in range(3):
        gate.heard()
    with pytest.raises(McpFailed):
        gate.heard()


TOOLS = [
    Findable("files__read_file", "Files", "read_file", "Read the complete contents of a file from the file system."),
    Findable("files__list_directory", "Files", "list_directory", "List all files and folders in a directory."),
    Findable("memory__search_nodes", "Memory", "search_nodes", "Search for nodes in the knowledge graph."),
    Findable("weather__get_forecast", "Weather", "get_forecast", "The weather forecast of a town."),
    *(Findable(f"big__tool{n}", "Big", f"tool{n}", "Does something to a widget.") for n in range(40)),
]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("List the files in the shared directory", "files__list_directory"),
        ("What will the weather be in Porto?", "weather__get_forecast"),
        ("search the knowledge graph for Ana", "memory__search_nodes"),
        ("use memory__search_nodes for Ana", "memory__search_nodes"),
        ("que ficheiros há na pasta?", None),
        ("When is my dentist appointment?", None),
        ("", None),
    ],
)
def test_a_question_finds_the_tools_that_it_needs(question: str, first: str | None) -> None:
    names = found(question, TOOLS)
    assert (names[0] if names else None) == first
    assert len(names) <= 6


@pytest.mark.parametrize(
    ("command", "args", "fetches"),
    [
        ("npx", ["-y", "@scope/server"], "@scope/server"),
        ("/usr/bin/npx", ["-y", "@scope/server@latest"], "@scope/server@latest"),
        ("npx", ["-y", "@scope/server@1.2.3"], None),
        ("uvx", ["mcp-server-git==1.0.1"], None),
        ("uvx", ["mcp-server-git"], "mcp-server-git"),
        ("npx", [], "a package"),
        ("node", ["/opt/server.js"], None),
    ],
)
def test_a_package_without_a_version_is_not_pinned(command: str, args: list[str], fetches: str | None) -> None:
    assert unpinned(command, args) == fetches
