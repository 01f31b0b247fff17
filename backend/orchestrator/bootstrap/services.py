"""How are the slices and the integrations wired to the runtime's ports?"""

from contextlib import AsyncExitStack

from orchestrator import catalog
from orchestrator.agent.ports.vectors import QueryVectors
from orchestrator.agent.turn.services import Services
from orchestrator.bootstrap.vectors import reranking_of
from orchestrator.db.session import Database
from orchestrator.domain.foundation.slices.means import Own, ToolMeans
from orchestrator.domain.lifecycle.active_state.service import ActiveState
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.lifecycle.portability.service import Portability
from orchestrator.domain.memory.facts.retrieval.prompting import KnownFacts
from orchestrator.domain.memory.interactions.own_turns import OwnTurns
from orchestrator.domain.memory.knowledge.learning import KnownLessons
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.people.runs.service import Turns
from orchestrator.domain.senses.photos.access import PhotoAccess
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.work.skills.service import Skills
from orchestrator.domain.work.skills.shelf import SkillShelf
from orchestrator.domain.work.skills.telling import SkillsTold
from orchestrator.domain.world.connections.calendars import CalendarWriter
from orchestrator.domain.world.connections.service import Reach
from orchestrator.domain.world.connections.vault import Vault
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.domain.world.geolocation.geocoding import CachedGeocoder
from orchestrator.domain.world.geolocation.service import Whereabouts
from orchestrator.domain.world.resolution.service import WorldResolver
from orchestrator.integrations.geocoding.gazetteer import Gazetteer
from orchestrator.integrations.geocoding.geoapify import GeoapifyGeocoder
from orchestrator.integrations.geocoding.port import Geocoder
from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.photos.immich import ImmichLibrary
from orchestrator.integrations.push.expo import ExpoPush
from orchestrator.integrations.push.port import PushSender
from orchestrator.integrations.voice_embedding.campplus import NAME as CAMPPLUS
from orchestrator.integrations.voice_embedding.campplus import CampplusEmbedder, installed
from orchestrator.integrations.voice_embedding.port import SpeakerEmbedder
from orchestrator.integrations.web_search.port import WebSearch
from orchestrator.integrations.web_search.searxng import SearxngSearch
from orchestrator.kit.clock import Clock
from orchestrator.settings import Settings
from orchestrator.worker_processes.service import WorkerProcesses


def wired_services(
    stack: AsyncExitStack,
    settings: Settings,
    database: Database,
    clock: Clock,
    query_vectors: QueryVectors,
    reach: Reach,
    photos: PhotoAccess | None,
    *,
    skills: Skills,
) -> Services:
    """The runtime's ports, implemented by the slices, and its tools, over the integrations that the settings name;
    these are closed with `stack`."""
    web, geocoder, files = _web_search(stack, settings), _geocoder(stack, settings), file_store(settings)
    resolver = WorldResolver(FactRules())
    cached = CachedGeocoder(geocoder, database.unit_of_work) if geocoder is not None else None
    whereabouts = Whereabouts(database.unit_of_work, resolver, _gazetteer(stack), cached)
    own = Own(whereabouts, CalendarWriter(reach, database.unit_of_work, clock), files, photos, skills)
    guides = SkillsTold(skills)
    return Services(
        unit_of_work=database.unit_of_work,
        clock=clock,
        vocabulary=catalog.VOCABULARY,
        tools=catalog.tools(ToolMeans(own, web)),
        turns=Turns(),
        previews=Previews(),
        rules=FactRules(),
        context=ActiveState(catalog.ACTIVE_STATE, KnownFacts(resolver), (guides,)),
        resolver=resolver,
        places=whereabouts,
        eraser=Erasure(catalog.erasables(own)),
        query_vectors=query_vectors,
        reranking=reranking_of(stack, settings),
        notifier=Pushes(settings.timezone),
        reception=OwnTurns(),
        lessons=KnownLessons(),
        guides=guides,
    )


def _web_search(stack: AsyncExitStack, settings: Settings) -> WebSearch | None:
    """None where no instance is configured: then the tool does not exist. Closed with `stack`."""
    if not settings.search_url:
        return None
    web = SearxngSearch(settings.search_url)
    stack.push_async_callback(web.close)
    return web


def speaker_embedder(stack: AsyncExitStack, settings: Settings) -> SpeakerEmbedder | None:
    """None without the extra `voice`, or where another model's embeddings come from elsewhere; nothing is loaded yet.
    Closed with `stack`."""
    if settings.voice_model != CAMPPLUS or not installed():
        return None
    embedder = CampplusEmbedder()
    stack.push_async_callback(embedder.close)
    return embedder


def _gazetteer(stack: AsyncExitStack) -> Gazetteer:
    """The offline one; nothing is loaded yet. Closed with `stack`."""
    gazetteer = Gazetteer()
    stack.push_async_callback(gazetteer.close)
    return gazetteer


def _geocoder(stack: AsyncExitStack, settings: Settings) -> Geocoder | None:
    """None without a key: then nothing is asked of anybody. Closed with `stack`."""
    key = settings.geoapify_api_key
    if key is None:
        return None
    geocoder = GeoapifyGeocoder(settings.geoapify_url, key.get_secret_value())
    stack.push_async_callback(geocoder.close)
    return geocoder


def push_sender(stack: AsyncExitStack, settings: Settings) -> PushSender:
    """Expo's push service, or what STEWARD_EXPO_URL names in its place; nothing is asked of it yet. Closed with
    `stack`."""
    token = settings.expo_access_token
    push = ExpoPush(settings.expo_url, access_token=token.get_secret_value() if token is not None else None)
    stack.push_async_callback(push.close)
    return push


def photo_access(stack: AsyncExitStack, settings: Settings) -> PhotoAccess | None:
    """The owner's Immich; None where it is not configured whole. Nothing is asked of it yet. Closed with `stack`."""
    if settings.immich_url is None or settings.immich_api_key is None:
        return None
    library = ImmichLibrary(settings.immich_url, settings.immich_api_key.get_secret_value())
    stack.push_async_callback(library.close)
    return PhotoAccess(library, file_store(settings), retry_s=settings.job_retry_s)


def reach_of(settings: Settings) -> Reach:
    """The key of stored passwords, made where there is none, and the private hosts that connections may reach. Raises
    ConfigurationError."""
    return Reach(Vault.at(settings.secret_key_path), PrivateHosts(settings.private_hosts))


def file_store(settings: Settings) -> FileStore:
    """Where the documents' files lie."""
    return FileStore(settings.home / "files")


def skills_of(settings: Settings) -> Skills:
    """The skills of this home."""
    return Skills(SkillShelf(settings.home / "skills"))


def portability_over(settings: Settings, files: FileStore, skills: Skills, processes: WorkerProcesses) -> Portability:
    """The export and import of all slices in the catalogue."""
    return Portability(
        catalog.PORTABLES, Erasure(catalog.erasables(Own(files, skills))), files, settings.home, processes
    )
