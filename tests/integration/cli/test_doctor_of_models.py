"""Does `steward doctor` say what a model that answers lacks: a window, tools, a server that cuts nothing silently?"""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import steward
from tests.support.first_home import copy_home
from tests.support.ollama_server import OllamaServer
from tests.support.openai_server import OpenAIServer


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_home(tmp_path_factory.mktemp("doctor") / "home")


async def smart_model(home: Path, **settings: str) -> dict[str, Any]:
    said = await asyncio.to_thread(steward, home, "doctor", "--json", **settings)
    (found,) = [one for one in json.loads(said.stdout)["checks"] if one["name"] == "smart model"]
    return dict(found)


async def test_servers_with_openais_api(home: Path) -> None:
    async with OpenAIServer() as server:
        told = {"llm_provider": "openai", "openai_url": f"{server.url}/v1", "smart_model": "scripted-1"}
        assert (await smart_model(home, **told))["state"] == "ok"
        server.described = {"owned_by": "library"}
        cut = await smart_model(home, **told)
        assert (cut["state"], "cuts long prompts" in cut["found"], "OLLAMA_URL" in cut["advice"]) == (
            "note",
            True,
            True,
        )
        for described in ({"max_model_len": 4096}, {"meta": {"n_ctx": 4096}}):
            server.described = described
            short = await smart_model(home, **told)
            assert (short["state"], "4096 tokens" in short["found"]) == ("note", True), short
        server.described = {"max_model_len": 32_768, "owned_by": "vllm"}
        assert (await smart_model(home, **told))["state"] == "ok"


async def test_models_at_ollama(home: Path) -> None:
    async with OllamaServer() as server:
        told = {"llm_provider": "ollama", "ollama_url": server.url, "smart_model": "smart"}
        assert (await smart_model(home, **told))["state"] == "ok"
        server.install("smart", capabilities=("completion",))
        without = await smart_model(home, **told)
        assert (without["state"], "takes no tools" in without["found"]) == ("note", True), without
        server.install("smart", context_tokens=2048)
        short = await smart_model(home, **told)
        assert (short["state"], "2048 tokens" in short["found"]) == ("note", True), short
