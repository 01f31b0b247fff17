"""What a model's answer costs: who says so, rounded up, and what is unknown."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.llm.gateway.prices import OwnPrices, Prices, worst_prompt_tokens
from orchestrator.llm.json_tools import JsonTools
from orchestrator.llm.messages import FREE, ChatRequest, Message, Role, ToolSchema, Usage
from orchestrator.llm.ollama.model import OllamaModel
from orchestrator.llm.openai.model import OpenAIModel
from orchestrator.llm.port import ChatModel
from orchestrator.llm.scripted import ScriptedModel

VENDOR = "https://api.openai.com/v1"
NOW = datetime(2026, 11, 20, tzinfo=UTC)


def prices(**own: tuple[str, str]) -> Prices:
    given: OwnPrices = {name: (Decimal(one), Decimal(other)) for name, (one, other) in own.items()}
    return Prices(given, lambda: NOW)


def test_what_runs_at_home_costs_nothing() -> None:
    at_home: list[ChatModel] = [
        OllamaModel("http://elsewhere.example:11434", "qwen3:8b"),
        OpenAIModel("http://127.0.0.1:8080/v1", "gpt-5"),
        OpenAIModel("http://192.168.1.20:8080/v1", "gpt-5"),
        ScriptedModel([], name="reader"),
    ]
    for model in at_home:
        assert prices().of(model, Usage(1_000_000, 1_000_000)) == FREE
        assert prices().of(JsonTools(model), Usage(1_000_000, 1_000_000)) == FREE


@pytest.mark.parametrize("wrap", [lambda model: model, JsonTools])
def test_a_vendor_of_the_list_is_known_by_its_address(wrap: type[JsonTools]) -> None:
    cost = prices().of(wrap(OpenAIModel(VENDOR, "gpt-5")), Usage(1000, 100))
    assert (cost.micros, cost.source) == (2250, "list")
    assert cost.version.startswith("genai-prices ")


def test_a_name_alone_is_no_price() -> None:
    elsewhere = OpenAIModel("https://llm.example.com/v1", "gpt-5")
    assert prices().of(elsewhere, Usage(1, 1)).micros is None
    assert prices().of(OpenAIModel(VENDOR, "no-such-model"), Usage(1, 1)).source == "unknown"


def test_the_owners_price_wins_over_list_and_home() -> None:
    own = prices(**{"gpt-5": ("0.10", "0.20"), "local": ("1", "1")})
    assert own.of(OpenAIModel(VENDOR, "gpt-5"), Usage(10, 10)).micros == 3
    assert own.of(OllamaModel("http://127.0.0.1:1", "local"), Usage(1, 1)).micros == 2
    everything = prices(**{"*": ("0", "0"), "gpt-5": ("1", "1")})
    assert everything.of(OpenAIModel("https://llm.example.com/v1", "x"), Usage(9, 9)).micros == 0
    assert everything.of(OpenAIModel(VENDOR, "gpt-5"), Usage(9, 9)).micros == 18


@given(st.integers(0, 10**7), st.integers(0, 10**6))
def test_a_part_of_a_micro_unit_is_a_whole_one(prompt: int, completion: int) -> None:
    own = prices(m=("0.000001", "0.333333"))
    exact = Decimal("0.000001") * prompt + Decimal("0.333333") * completion
    micros = own.of(OpenAIModel(VENDOR, "m"), Usage(prompt, completion)).micros
    assert micros is not None
    assert exact <= micros < exact + 1


def test_the_worst_case_counts_prompt_tools_schema_and_the_whole_completion() -> None:
    bare = ChatRequest(messages=(Message(Role.USER, "x" * 3600),), purpose="turn")
    tools = (ToolSchema("events_create", "Adds an event.", {"type": "object", "properties": {"title": {}}}),)
    full = ChatRequest(messages=bare.messages, purpose="turn", tools=tools, schema={"type": "object"})
    assert 1100 < worst_prompt_tokens(bare) < worst_prompt_tokens(full)
    japanese = ChatRequest(messages=(Message(Role.USER, "予定を確認して" * 100),), purpose="turn")
    assert worst_prompt_tokens(japanese) > 700
    own = prices(m=("1", "10"))
    worst = own.worst(OpenAIModel(VENDOR, "m"), bare, 500)
    assert worst.micros == worst_prompt_tokens(bare) + 5000
