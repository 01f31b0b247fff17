"""Does `steward mcp` serve a program that starts it as its child? The official client over pipes, to a Steward that
runs, that is restarted meanwhile, or that is not there at all."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError
from mcp.types import Implementation
from tests.support import command
from tests.support.accounts import OWNER_TOKEN
from tests.support.command import Answer
from tests.support.first_home import copy_home
from tests.support.mcp import called, refused, token_for
from tests.support.processes import SOURCE
from tests.support.served import Served, free_port, served
from tests.support.steward import Person, Steward

from orchestrator.cli.terminal.client import reached
from orchestrator.errors import OperatorError
from orchestrator.mcp_api.stdio import Upstream

ANSWER_S = 60.0


def environ(home: Path) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": str(SOURCE),
        "STEWARD_HOME": str(home),
        "STEWARD_OWNER_TOKEN": OWNER_TOKEN,
        "STEWARD_LLM_PROVIDER": "reader",
        "STEWARD_EMBED_MODEL": "off",
    }


@asynccontextmanager
async def child(home: Path, *arguments: str, mode: str = "auto") -> AsyncIterator[Client]:
    """`steward mcp` as an agent's program starts it."""
    words = ["-m", "orchestrator", "mcp", *arguments]
    parameters = StdioServerParameters(command=sys.executable, args=words, env=environ(home), cwd=home.parent)
    with (home.parent / "mcp.log").open("a") as log:
        async with Client(stdio_client(parameters, errlog=log), mode=mode, read_timeout_seconds=ANSWER_S) as client:
            yield client


async def whole_story(steward: Served, client: Client, name: str) -> None:
    assert [one.name for one in (await client.list_tools()).tools][:1] == ["record_interaction"]
    assert "get_developer_profile" in (client.instructions or "")
    assert client.server_info.name == "steward"
    await called(client, "remember_short_term", session_id=name, key="k", value=["á", None])
    assert (await called(client, "recall_short_term", session_id=name, key="k"))["value"] == ["á", None]
    assert (await refused(client, "no_such_tool"))["code"] == "unknown_tool"
    assert "Europe/Lisbon" in (await client.read_resource("steward://profile")).contents[0].text
    assert len((await client.list_resource_templates()).resource_templates) == 1
    assert (await client.get_prompt("session_start")).messages
    assert (await client.list_prompts()).prompts
    with pytest.raises(MCPError):
        await client.read_resource("steward://facts/none")
    waiting = await called(client, "todos_create", title=f"Milk for {name}")
    async with steward.owner() as owner:
        shown = await owner.get(f"/previews/{waiting['preview']['id']}")
    assert "mcp 0.1.0" in shown["summary"], "the client's own name is passed on"


async def test_a_running_steward_is_found_and_may_be_restarted(tmp_path: Path) -> None:
    async with served(tmp_path) as steward:
        async with child(steward.home, mode="legacy") as client:
            await whole_story(steward, client, "home")
        async with child(steward.home, "--url", f"{steward.url}/mcp", "--token", OWNER_TOKEN) as client:
            await whole_story(steward, client, "by-url")
            await steward.stop()
            await steward.start()
            again = await called(client, "recall_short_term", session_id="by-url", key="k")
            assert again["value"] == ["á", None], "the same pipes, after a restart"
        wrong = ["--url", steward.url, "--token", "stw_" + "w" * 43]
        ended = await asyncio.to_thread(_run, steward.home, *wrong)
        assert ended.returncode == 2
        assert "token is not accepted" in ended.stderr
        assert ended.stdout == "", "pipes are for the protocol alone"


async def test_without_a_running_steward_the_home_is_served_by_the_child_itself(tmp_path: Path) -> None:
    home = await asyncio.to_thread(copy_home, tmp_path / "home", owner_token=OWNER_TOKEN)
    async with child(home) as client:
        await called(client, "add_profile_note", text="Likes the sea")
        assert (await called(client, "discover_tools", query="warm_agent"))["tools"][0]["name"] == "warm_agent"
    with command.serving(home, owner_token=OWNER_TOKEN):
        headers = {"Authorization": f"Bearer {OWNER_TOKEN}"}
        async with httpx.AsyncClient(base_url=command.address(home), headers=headers, verify=False) as owner:
            notes = (await owner.get("/notes")).json()["items"]
    assert [one["text"] for one in notes] == ["Likes the sea"]


async def test_a_call_waits_for_a_steward_that_is_being_restarted(steward: Steward, ana: Person) -> None:
    places = [None, None, f"http://127.0.0.1:{free_port()}", steward.url]
    upstream = Upstream(lambda: places.pop(0) if len(places) > 1 else places[0], await token_for(steward, ana, "mcp"))
    told = await upstream.request("tools/list", {}, Implementation(name="x", version="1"))
    assert [one["name"] for one in told["tools"]][:1] == ["record_interaction"]
    await upstream.close()


async def test_what_a_steward_refuses_is_passed_on(steward: Steward, ana: Person) -> None:
    upstream = Upstream(lambda: steward.url, await token_for(steward, ana, "read"))
    with pytest.raises(MCPError, match="scope `mcp`") as refusal:
        await upstream.request("tools/list", {}, None)
    assert refusal.value.error.data == {"status": 403}
    await upstream.close()


def test_without_a_home_it_says_where_it_looked(tmp_path: Path) -> None:
    ended = _run(tmp_path / "nowhere")
    assert ended.returncode == 2
    assert str(tmp_path / "nowhere") in ended.stderr
    assert _run(tmp_path / "nowhere", "--url", "http://127.0.0.1:9").returncode == 2
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("url", ["steward.example.org", "ftp://x", "http://", "http://[", "http://x:99999", ""])
def test_a_url_that_is_none_is_told(url: str) -> None:
    with pytest.raises(OperatorError, match="is no address"), reached(url, OWNER_TOKEN):
        pass


def _run(home: Path, *arguments: str) -> Answer:
    return command.steward(home, "mcp", *arguments, owner_token=OWNER_TOKEN)
