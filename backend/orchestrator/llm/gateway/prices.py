"""What does a model's answer cost? Whole micro-units of US dollars, always rounded up.

Who says it: the owner (`STEWARD_PRICES`) before everybody; what runs at home (Ollama, a GGUF file, the reader, a server
on this machine or network) costs nothing; else the offline list of genai-prices, where the server's address is that of
a vendor it knows. A name alone is no price: another vendor may ask another for the same model. What remains is unknown.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import ROUND_CEILING, Decimal
from functools import lru_cache
from importlib.metadata import version

from orchestrator.kit.tokens import estimate
from orchestrator.llm.messages import FREE, ChatRequest, Cost, Usage, transcript
from orchestrator.llm.port import ChatModel, Remote

MICROS = 1_000_000
"""In a dollar; prices are dollars for as many tokens."""
MILLION, SAMPLE = 1_000_000, 100_000
ANY_MODEL = "*"
"""The owner's price for all models that have none of their own."""
BYTES_PER_TOKEN = 3
"""Of a text in any script: where characters are long, more tokens come of them than characters tell."""
MARGIN = 1.1
TOKENS_OF_A_MESSAGE = 8
"""What a chat template puts around each."""

OwnPrices = Mapping[str, tuple[Decimal, Decimal]]
"""By model: dollars a million tokens, of the prompt and of the completion."""

UNKNOWN = Cost(None, "unknown")


class Prices:
    """Prices of this process's models. `now`: which of a vendor's prices holds."""

    def __init__(self, own: OwnPrices, now: Callable[[], datetime]) -> None:
        self._own = own
        self._now = now

    def of(self, model: ChatModel, usage: Usage) -> Cost:
        """What this usage of the model costs."""
        own = self._own.get(model.name) or self._own.get(ANY_MODEL)
        if own is not None:
            return Cost(_whole(own[0] * usage.prompt_tokens + own[1] * usage.completion_tokens), "owner")
        if not (isinstance(model, Remote) and model.remote):
            return FREE
        return self._listed(model.name, model.address, usage)

    def worst(self, model: ChatModel, request: ChatRequest, most_tokens: int) -> Cost:
        """What `request` costs at most: its prompt, generously counted, and a completion of `most_tokens`."""
        return self.of(model, Usage(worst_prompt_tokens(request), most_tokens))

    def per_million(self, model: ChatModel) -> tuple[int, int] | None:
        """Micro-units a million tokens of the prompt and of the completion; None where nobody knows. A vendor that asks
        more of long prompts is asked for what a hundred thousand tokens cost."""
        prompt, completion = (self.of(model, used).micros for used in (Usage(SAMPLE, 0), Usage(0, SAMPLE)))
        if prompt is None or completion is None:
            return None
        return prompt * MILLION // SAMPLE, completion * MILLION // SAMPLE

    def _listed(self, name: str, address: str, usage: Usage) -> Cost:
        from genai_prices import Usage as Used  # noqa: PLC0415  (its data takes a while to load, and few need it)
        from genai_prices import calc_price  # noqa: PLC0415

        used = Used(input_tokens=usage.prompt_tokens, output_tokens=usage.completion_tokens)
        try:
            found = calc_price(used, name, provider_api_url=address, genai_request_timestamp=self._now())
        except LookupError:
            return UNKNOWN
        return Cost(_whole(found.total_price * MICROS), "list", list_version())


def worst_prompt_tokens(request: ChatRequest) -> int:
    """Tokens that the prompt of `request` hardly passes at any model."""
    parts = [transcript(request.messages)]
    parts += [call.name + _text(call.arguments) for one in request.messages for call in one.tool_calls]
    parts += [tool.name + tool.description + _text(tool.parameters) for tool in request.tools]
    parts += [_text(request.schema)] if request.schema is not None else []
    whole = "".join(parts)
    counted = max(estimate(whole), len(whole.encode("utf-8", "replace")) // BYTES_PER_TOKEN)
    return int(counted * MARGIN) + TOKENS_OF_A_MESSAGE * len(request.messages) + 1


@lru_cache(maxsize=1)
def list_version() -> str:
    """Which list it is."""
    return f"genai-prices {version('genai-prices')}"


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _whole(micros: Decimal) -> int:
    return int(micros.to_integral_value(ROUND_CEILING))
