"""Is this Steward well, and if not, what is to be done? Every check of `steward doctor`, in order."""

from collections.abc import AsyncIterator

from orchestrator.bootstrap.kept_secrets import check_secrets
from orchestrator.cli.doctor.findings import Check, halves
from orchestrator.cli.doctor.integrations import geocoding, photos, sandbox, switched, web_search
from orchestrator.cli.doctor.models import embedder, models, reranker, voices
from orchestrator.cli.doctor.storage import database, disk, private
from orchestrator.errors import OperatorError
from orchestrator.settings import Settings


async def examine(settings: Settings) -> AsyncIterator[Check]:
    """Every finding, in the order in which a person would look."""
    for path, mode in ((settings.home, 0o700), (settings.token_path, 0o600), (settings.secret_key_path, 0o600)):
        if path.exists():
            yield private(path, mode)
    try:
        check_secrets(settings)
    except OperatorError as error:
        yield Check("secrets", "broken", *halves(str(error), ": "))
    yield disk(settings)
    async for check in database(settings):
        yield check
    async for check in models(settings):
        yield check
    yield await embedder(settings)
    if settings.rerank_url:
        yield await reranker(settings)
    yield await voices(settings)
    for check in switched(settings):
        yield check
    if settings.search_url:
        yield await web_search(settings.search_url)
    if settings.geoapify_api_key is not None:
        yield await geocoding(settings.geoapify_url, settings.geoapify_api_key.get_secret_value())
    yield await photos(settings)
    async for check in sandbox(settings):
        yield check
