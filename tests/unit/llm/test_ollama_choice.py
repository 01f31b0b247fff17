"""Which installed model is the best for this machine."""

from typing import Any

import pytest
from tests.support.loopback_http import LoopbackServer, Recorded, Wire

from orchestrator.kit.memory import GIB
from orchestrator.llm.ollama.choice import InstalledModel, NothingSuitable, choose, pick

TOOLS = frozenset({"completion", "tools"})


def model(name: str, billions: float, **other: object) -> InstalledModel:
    fields: dict[str, object] = {
        "size_bytes": int(billions * 0.6e9),
        "parameters": billions * 1e9,
        "quantization": "Q4_K_M",
        "context_tokens": 32768,
        "capabilities": TOOLS,
    }
    return InstalledModel(name, **{**fields, **other})  # type: ignore[arg-type]


def chosen(*models: InstalledModel, memory: int | None = 32 * GIB) -> tuple[str, str]:
    picked = choose(models, memory=memory)
    return picked.smart, picked.fast


def test_the_largest_that_fits_the_memory() -> None:
    models = (model("small", 4), model("middle", 8), model("large", 32))
    assert chosen(*models, memory=8 * GIB) == ("middle", "middle")
    assert chosen(*models, memory=64 * GIB) == ("large", "small")
    assert chosen(*models, memory=None) == ("large", "small")


def test_where_nothing_fits_the_smallest_is_tried() -> None:
    picked = choose((model("a", 70), model("b", 32)), memory=4 * GIB)
    assert picked.smart == "b"
    assert "too large for this machine" in picked.why


def test_a_giant_is_only_taken_where_there_is_nothing_else() -> None:
    assert chosen(model("giant", 235), model("middle", 8), memory=None)[0] == "middle"
    assert chosen(model("giant", 235), memory=None)[0] == "giant"


def test_a_window_too_narrow_for_a_turn_comes_last() -> None:
    assert chosen(model("narrow", 13, context_tokens=4096), model("wide", 7))[0] == "wide"


def test_coarse_quantization_and_equal_sizes() -> None:
    assert chosen(model("coarse", 9, quantization="Q2_K"), model("fine", 7))[0] == "fine"
    assert chosen(model("a", 8), model("b", 8, quantization="Q8_0"))[0] == "b"


def test_sizes_that_are_not_told_are_taken_from_the_file() -> None:
    untold = model("untold", 0, size_bytes=9_000_000_000, quantization="")
    assert chosen(untold, model("told", 8))[0] == "untold"


def test_the_fast_one_need_not_have_tools_but_is_better_with() -> None:
    plain = model("plain", 4, capabilities=frozenset({"completion"}))
    assert chosen(model("smart", 14), plain)[1] == "plain"
    assert chosen(model("smart", 14), plain, model("calling", 1.7))[1] == "calling"


def test_both_models_have_to_fit_together() -> None:
    assert chosen(model("smart", 8), model("fast", 4), memory=8 * GIB) == ("smart", "smart")


def test_tools_are_never_guessed_from_a_name() -> None:
    with pytest.raises(NothingSuitable, match="none of Ollama's models has tools: ollama pull"):
        choose([model("qwen3-tools:8b", 8, capabilities=frozenset({"completion"}))], memory=None)


def test_what_to_pull_fits_the_machine() -> None:
    for memory, name in ((64 * GIB, "qwen3:8b"), (9 * GIB, "qwen3:4b"), (4 * GIB, "qwen3:1.7b"), (None, "qwen3:8b")):
        with pytest.raises(NothingSuitable, match=f"ollama pull {name}"):
            choose([], memory=memory)


class Terse(LoopbackServer):
    """A server that has a list of models and no cards."""

    async def handle(self, request: Recorded, wire: Wire) -> None:
        if request.path == "/api/tags":
            listed: list[Any] = [
                {"name": "told:8b", "capabilities": ["completion", "tools"], "size": 5},
                {"model": 7},
                "x",
            ]
            await wire.whole(200, {"models": listed})
        else:
            await wire.whole(404, "404 page not found")


async def test_a_list_that_tells_what_its_models_can_do() -> None:
    async with Terse() as server:
        assert (await pick(server.url)).smart == "told:8b"
