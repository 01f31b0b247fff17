"""What is given back where memory is short? What this process has loaded and can load again: embedder and models."""

from orchestrator.kit.memory import MemoryInUse
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.port import Embedder, ModelError, Unloadable

PRESSED_FROM = 0.8
"""Share of the machine's or the container's memory (product.md, Idle work)."""


async def relieved(models: ModelRouter, embedder: Embedder | None, in_use: MemoryInUse) -> tuple[bool, str]:
    """Whether memory is short, and what was given back, in words for the history of the job; "" where nothing was."""
    share = in_use()
    if share is None or share <= PRESSED_FROM:
        return False, ""
    given_back = await models.unload()
    try:
        if isinstance(embedder, Unloadable) and await embedder.unload():
            given_back.append(f"embedder {embedder.name}")
    except ModelError:
        pass  # its server is not there: then it holds nothing of ours either
    told = f"{share:.0%} of the memory is in use; unloaded: {', '.join(given_back)}" if given_back else ""
    return True, told
