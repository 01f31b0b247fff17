"""Does a client that shares no line with the official SDK understand us? `chuk-mcp`, over HTTP and over pipes."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from tests.support.mcp import token_for
from tests.support.source import ROOT
from tests.support.steward import Person, Steward

from orchestrator.kit.ids import new_id


@pytest.mark.parametrize("kind", ["http", "pipes"])
async def test_a_client_of_other_hands(steward: Steward, ana: Person, tmp_path: Path, kind: str) -> None:
    token = await token_for(steward, ana, "mcp")
    text = f"Likes {new_id()}"
    program = [sys.executable, "-m", "tests.support.foreign_client", kind, steward.url, token, text]
    client = await asyncio.create_subprocess_exec(
        *program, *([str(tmp_path)] if kind == "pipes" else []), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await client.communicate()
    assert client.returncode == 0
    told = json.loads(output.splitlines()[-1])
    assert told["server"] == "steward"
    assert "get_developer_profile" in told["instructions"]
    assert told["tools"] == ["record_interaction", "get_developer_profile", "discover_tools", "invoke_tool"]
    assert (await ana.get(f"/notes/{told['note']['id']}"))["text"] == text
    assert told["wrong"] is True
