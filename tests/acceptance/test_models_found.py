"""A model that is not there at start: an Ollama that comes later, one without a model, one without a name."""

from contextlib import closing
from socket import socket
from typing import Any

from tests.acceptance.conftest import Start
from tests.support.ollama_server import OllamaServer

UNNAMED: dict[str, Any] = {"smart_model": None, "fast_model": None}


def _resting() -> OllamaServer:
    """A server that is not started, whose address is known."""
    server = OllamaServer()
    with closing(socket()) as reserved:
        reserved.bind(("127.0.0.1", 0))
        server.port = reserved.getsockname()[1]
    server.url = f"http://127.0.0.1:{server.port}"
    return server


async def test_an_ollama_that_starts_later_is_used_without_a_restart(start: Start) -> None:
    ollama = _resting()
    async with start(model=ollama, llm_provider="auto", **UNNAMED) as steward:
        ana = await steward.person()
        before = await ana.ask("What's next?")
        assert before["run"]["models"][0]["name"] == "reader"
        assert before["run"]["stop_reason"] == "final_answer"
        ready = await ana.get("/ready")
        assert (ready["model"], ready["provider"]) == ("ok", "reader")
        with ollama:
            await steward.time_passes(61)
            ready = await ana.get("/ready")
            assert (ready["model"], ready["provider"], ready["models"]) == ("ok", "ollama", ["smart"])
            assert "no model named: smart" in ready["why"]
            ollama.call("get_events", {"action": "next"})
            ollama.say("Nothing is planned.")
            after = await ana.ask("What's next?")
            assert after["answer"].startswith("Nothing is planned.")
            assert after["run"]["models"][0]["name"] == "smart"


async def test_an_ollama_without_a_model_says_what_to_pull_until_there_is_one(start: Start) -> None:
    async with OllamaServer() as ollama:
        ollama.models.clear()
        async with start(model=ollama, llm_provider="ollama", **UNNAMED) as steward:
            ana = await steward.person()
            bundle = await ana.ask("What's next?")
            assert bundle["run"]["stop_reason"] == "model_unavailable"
            told = await ana.follow("What's next?")
            assert any("ollama pull" in warning["message"] for warning in told.of("warning"))
            ready = await ana.get("/ready")
            assert (ready["model"], ready["provider"]) == ("degraded", "ollama")
            assert "ollama pull" in ready["why"]
            ollama.install("qwen3:8b")
            await steward.time_passes(61)
            assert (await ana.get("/ready"))["models"] == ["qwen3:8b"]
            ollama.remove("qwen3:8b")
            ollama.install("llama3.1:8b")
            await ana.ask("What's next?")  # finds out that it is gone
            await steward.time_passes(61)
            assert (await ana.get("/ready"))["models"] == ["llama3.1:8b"]
