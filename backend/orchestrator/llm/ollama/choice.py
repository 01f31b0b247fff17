"""Which of the models that are installed at an Ollama server serve best, where the user named none?

The *smart* one is the largest that has `tools` and fits this machine; the *fast* one a small one beside it, where there
is one. What a model can do is what the server says (`capabilities`), never guessed from its name. Models that only
embed, and those that the server itself sends on to somebody's cloud, are left out: nothing leaves the house unasked.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from orchestrator.kit import patterns
from orchestrator.kit.memory import GIB, total_memory
from orchestrator.llm.failures import NoSuchRoute, refusal
from orchestrator.llm.ollama.model import with_scheme
from orchestrator.llm.port import BadModelOutput, ModelError, ModelUnavailable
from orchestrator.llm.stream import ModelServer, deadline, whole_body

LOOK_S = 10.0
"""For the list and all cards; a card is a look at a file on the server."""
MOST_LOOKED_AT = 100
LOOKED_AT_ONCE = 4

ENOUGH_CONTEXT = 8192
"""A turn's prompt with tools and results takes about 6000 tokens, its answer the rest."""
BESIDE_THE_MODEL = 2 * GIB
"""What a model takes beside its file: the cache of a turn's window, and the server itself."""
LARGEST = 40e9
"""Above so many parameters a household machine does not answer within a turn's time: only where there is no other."""
FAST_AT_MOST = 5e9
FAST_AT_LEAST = 1e9
"""Half a billion parameters classify worse than the rules do (contracts/local_models.md, part 3)."""
FAST_SHARE = 0.5
"""A fast model more than half as large as the smart one wins no time worth its memory."""

_SIZE = patterns.compile(r"(?i)(\d+(?:\.\d+)?)\s*([KMBT])?")
_UNITS = {"K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
_BITS = patterns.compile(r"(\d+)")
_FULL_BITS = 16.0
_FEW_BITS = 4.0
_LOST_BELOW = {2: 0.6, 3: 0.85}  # what a model of so few bits is worth of its size
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1", "0.0.0.0"})  # noqa: S104  (compared, not bound)
_BY_MEMORY = ((16 * GIB, "qwen3:8b"), (8 * GIB, "qwen3:4b"), (0, "qwen3:1.7b"))


class NothingSuitable(ModelUnavailable):
    """The server answers, but has no model that can serve; the message says what to pull."""


@dataclass(frozen=True)
class InstalledModel:
    """A model as the server describes it. `capabilities` None = a server too old to say; `parameters` and
    `context_tokens` 0 = not told; `elsewhere`: the server does not run it itself."""

    name: str
    size_bytes: int = 0
    parameters: float = 0.0
    quantization: str = ""
    context_tokens: int = 0
    capabilities: frozenset[str] | None = None
    elsewhere: bool = False

    @property
    def chats(self) -> bool:
        """It may answer a conversation, as far as is known."""
        return not self.elsewhere and (self.capabilities is None or "completion" in self.capabilities)

    @property
    def calls(self) -> bool:
        """It is known to have `tools`."""
        return self.chats and self.capabilities is not None and "tools" in self.capabilities

    @property
    def worth(self) -> float:
        """Parameters, less what coarse quantization loses; from the file's size where they are not told."""
        parameters = self.parameters or self.size_bytes * 8 / (_bits(self.quantization) or _FEW_BITS)
        return parameters * _LOST_BELOW.get(int(_bits(self.quantization) or _FEW_BITS), 1.0)

    def __str__(self) -> str:
        told = [f"{self.parameters / 1e9:.1f}B" if self.parameters else "", self.quantization]
        inside = ", ".join(part for part in told if part)
        return f"{self.name} ({inside})" if inside else self.name


@dataclass(frozen=True)
class Picked:
    """The names for both roles, and why these."""

    smart: str
    fast: str
    why: str


async def pick(url: str, *, timeout_s: float = LOOK_S) -> Picked:
    """The best models of the server at `url`. Raises ModelError: NothingSuitable where it has none that can serve."""
    models = await look(url, timeout_s=timeout_s)
    here = (urlsplit(with_scheme(url)).hostname or "") in _LOOPBACK
    return choose(models, memory=total_memory() if here else None)


async def look(url: str, *, timeout_s: float = LOOK_S) -> list[InstalledModel]:
    """What the server has. Raises ModelError."""
    server = ModelServer(with_scheme(url), refuse=_refused)
    ends_at = deadline(timeout_s)
    try:
        async with server.answering("GET", "/api/tags", ends_at=ends_at) as response:
            body = await whole_body(response, ends_at=ends_at)
        listed = _objects(body.get("models") if isinstance(body, dict) else None)
        turns = asyncio.Semaphore(LOOKED_AT_ONCE)
        asked = [_described(server, entry, turns, ends_at) for entry in listed[:MOST_LOOKED_AT]]
        return [model for model in await asyncio.gather(*asked) if model is not None]
    finally:
        await server.close()


def choose(models: Sequence[InstalledModel], *, memory: int | None) -> Picked:
    """The best of `models`; `memory` (bytes) is that of the machine they run on, None = not known.

    Raises NothingSuitable.
    """
    calling = [model for model in models if model.calls]
    untold = [model for model in models if model.chats and model.capabilities is None]
    candidates = calling or untold
    if not candidates:
        raise NothingSuitable(_what_to_do(models, memory))
    smart = max(candidates, key=lambda model: _rank(model, memory))
    fast = _fast_beside(smart, [model for model in models if model.chats], memory)
    why = f"{smart} is the best of {len(models)} installed that has tools"
    if not calling:
        why = f"{smart} is the largest of {len(models)} installed; this Ollama does not say which have tools"
    if not _fits(smart, memory):
        why += ", though it may be too large for this machine"
    if fast is not smart:
        why += f"; {fast} is the fast one"
    return Picked(smart.name, fast.name, why)


def _rank(model: InstalledModel, memory: int | None) -> tuple[bool, bool, bool, float, float, int, str]:
    """What counts first stands first; of models too large the smaller is the better."""
    fits = _fits(model, memory)
    usable = model.worth <= LARGEST
    worth = model.worth if fits and usable else -model.worth
    wide_enough = not model.context_tokens or model.context_tokens >= ENOUGH_CONTEXT
    return (wide_enough, fits, usable, worth, _bits(model.quantization), model.context_tokens, model.name)


def _fast_beside(smart: InstalledModel, chatting: Sequence[InstalledModel], memory: int | None) -> InstalledModel:
    """The largest of the small ones, those with tools first (it stands in for the smart one); else the smart one."""
    limit = min(FAST_AT_MOST, smart.worth * FAST_SHARE)
    small = [
        model
        for model in chatting
        if model.parameters >= FAST_AT_LEAST and model.worth <= limit and _both_fit(smart, model, memory)
    ]
    return max(small, key=lambda model: (model.calls, model.worth, model.name), default=smart)


def _fits(model: InstalledModel, memory: int | None) -> bool:
    return memory is None or model.size_bytes + BESIDE_THE_MODEL <= memory


def _both_fit(smart: InstalledModel, fast: InstalledModel, memory: int | None) -> bool:
    return memory is None or smart.size_bytes + fast.size_bytes + 2 * BESIDE_THE_MODEL <= memory


def _what_to_do(models: Sequence[InstalledModel], memory: int | None) -> str:
    fitting = next(name for least, name in _BY_MEMORY if memory is None or memory >= least)
    pull = f"ollama pull {fitting}"
    if not models:
        return f"Ollama has no model yet: {pull}"
    chatting = [model.name for model in models if model.chats]
    if chatting:
        return (
            f"none of Ollama's models has tools: {pull} (or set STEWARD_SMART_MODEL={chatting[0]} to have that one "
            "asked without)"
        )
    return f"none of Ollama's {len(models)} models can answer here (embedding or cloud models): {pull}"


async def _described(
    server: ModelServer, entry: Mapping[str, Any], turns: asyncio.Semaphore, ends_at: float
) -> InstalledModel | None:
    """The model with its card; without one that the server can't describe. Raises ModelError where it is gone."""
    name = entry.get("model") or entry.get("name")
    if not isinstance(name, str) or not name:
        return None
    card: Mapping[str, Any] = {}
    try:
        async with (
            turns,
            server.answering("POST", "/api/show", body={"model": name}, ends_at=ends_at) as response,
        ):
            card = _object(await whole_body(response, ends_at=ends_at))
    except (BadModelOutput, _NotShown):
        return None
    except NoSuchRoute:
        pass  # a server with fewer routes: what its list says has to do
    details = {**_object(entry.get("details")), **_object(card.get("details"))}
    info = _object(card.get("model_info"))
    lengths = [value for key, value in info.items() if key.endswith(".context_length") and isinstance(value, int)]
    told = card.get("capabilities") or entry.get("capabilities")
    return InstalledModel(
        name=name,
        size_bytes=_whole(entry.get("size")),
        parameters=float(_whole(info.get("general.parameter_count"))) or _parameters(details.get("parameter_size")),
        quantization=str(details.get("quantization_level") or ""),
        context_tokens=max(lengths, default=0),
        capabilities=frozenset(map(str, told)) if isinstance(told, list) else None,
        elsewhere=any(one.get(key) for one in (entry, card) for key in ("remote_host", "remote_model")),
    )


class _NotShown(ModelError):
    """The server answers, but not for this model (removed meanwhile, a broken file)."""


def _refused(status: int, said: str, retry_after_s: float | None) -> ModelError:
    error = refusal("ollama", "", status, said, retry_after_s=retry_after_s)
    return _NotShown(str(error)) if "model" in said.casefold() else error


def _bits(quantization: str) -> float:
    """`Q4_K_M` → 4, `F16` and `BF16` → 16; 0 = not told."""
    found = _BITS.search(quantization)
    return min(float(found[1]), _FULL_BITS) if found else 0.0


def _parameters(text: Any) -> float:
    """`7.6B` → 7.6e9; 0 = not told."""
    found = _SIZE.search(text) if isinstance(text, str) else None
    return float(found[1]) * _UNITS.get((found[2] or "").upper(), 1.0) if found else 0.0


def _whole(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
