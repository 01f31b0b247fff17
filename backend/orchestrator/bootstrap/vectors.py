"""What makes the vectors of texts, when are they owed, and what orders the hits of a search?"""

from contextlib import AsyncExitStack

from sqlalchemy.exc import SQLAlchemyError

from orchestrator.db.session import Database
from orchestrator.domain.foundation.search import embedding
from orchestrator.domain.foundation.search.query_embedding import Meaning
from orchestrator.llm.embedding.choice import choose_embedder
from orchestrator.llm.embedding.queries import QueryEmbedding
from orchestrator.llm.port import Embedder
from orchestrator.llm.reranking.choice import choose_reranker
from orchestrator.llm.reranking.ordering import Reranking
from orchestrator.settings import Settings
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)


def chosen_embedder(settings: Settings) -> Embedder | None:
    """The embedder that the settings name; nothing is loaded or asked yet. Raises ConfigurationError."""
    key = settings.openai_api_key
    return choose_embedder(
        settings.embed_model,
        provider=settings.llm_provider.value,
        ollama_url=settings.ollama_url,
        openai_url=settings.openai_url,
        openai_api_key=key.get_secret_value() if key is not None else None,
        keep_alive=settings.llm_keep_alive,
    )


def reranking_of(stack: AsyncExitStack, settings: Settings) -> Reranking:
    """The order of hits by the reranker that the settings name, if any; closed with `stack`. Raises
    ConfigurationError."""
    reranking = Reranking(
        choose_reranker(settings.rerank_url, settings.rerank_model, keep_alive=settings.llm_keep_alive)
    )
    stack.push_async_callback(reranking.close)
    return reranking


def vectors_of(stack: AsyncExitStack, settings: Settings, database: Database) -> tuple[Embedder | None, Meaning]:
    """What makes vectors, and those of what is looked for; both are closed with `stack`."""
    embedder = chosen_embedder(settings)
    queries = QueryEmbedding(embedder)
    stack.push_async_callback(_closed_embedder, embedder, queries)
    return embedder, Meaning(database.unit_of_work, queries)


async def _closed_embedder(embedder: Embedder | None, queries: QueryEmbedding) -> None:
    await queries.close()
    if embedder is not None:
        await embedder.close()


async def owe_vectors(database: Database, model: str) -> None:
    """Another model was chosen, or none was there before: the job makes what is missing."""
    try:
        async with database.unit_of_work() as session:
            owners = await embedding.catch_up(session, model)
    except (SQLAlchemyError, OSError) as error:
        log.warning("it is not known whether vectors are missing; the next start looks again", error=str(error))
        return
    if owners:
        log.info("vectors are missing and are being made", embedder=model, users=owners)
