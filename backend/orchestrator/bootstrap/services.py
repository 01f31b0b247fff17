"""How are the slices and the integrations wired to the runtime's ports?"""

import asyncio
from contextlib import AsyncExitStack

from orchestrator import catalog
from orchestrator.agent.ports.vectors import QueryVectors
from orchestrator.agent.turn.services import Services
from orchestrator.bootstrap.mcp_programs import held_by
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
from orchestrator.domain.work.mcp_servers.live import LiveServers
from orchestrator.domain.work.mcp_servers.tools import ExternalTools
from orchestrator.domain.work.pushes.reach import Pushing
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.work.skills.choosing import SkillChoice
from orchestrator.domain.work.skills.service import Skills
from orchestrator.domain.work.skills.shelf import SkillShelf
from orchestrator.domain.work.skills.telling import SkillsTold
from orchestrator.domain.work.workspaces.service import Workspaces
from orchestrator.domain.work.workspaces.store import WorkspaceStore, shared_folders
from orchestrator.domain.world.connections.calendars import CalendarWriter
from orchestrator.domain.world.connections.service import Reach
from orchestrator.domain.world.connections.vault import Vault
from orchestrator.domain.world.contacts.merging.service import Merges
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.domain.world.events.dates import DatesOfEvents
from orchestrator.domain.world.geolocation.geocoding import CachedGeocoder
from orchestrator.domain.world.geolocation.service import Whereabouts
from orchestrator.domain.world.places.merging.service import PlaceMerges
from orchestrator.domain.world.resolution.service import WorldResolver
from orchestrator.integrations.geocoding.gazetteer import Gazetteer
from orchestrator.integrations.geocoding.geoapify import GeoapifyGeocoder
from orchestrator.integrations.geocoding.port import Geocoder
from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.mcp_client.client import SupervisedConnector
from orchestrator.integrations.photos.immich import ImmichLibrary
from orchestrator.integrations.push.apprise.service import AppriseServices
from orchestrator.integrations.push.apprise.service import installed as has_apprise
from orchestrator.integrations.push.channels import Channels
from orchestrator.integrations.push.expo import ExpoPush
from orchestrator.integrations.push.ntfy import Ntfy
from orchestrator.integrations.push.port import Channel, Kind
from orchestrator.integrations.push.webpush.sender import WebPush
from orchestrator.integrations.push.webpush.vapid import contact_of
from orchestrator.integrations.sandbox.chosen import ChosenSandbox
from orchestrator.integrations.sandbox.monty import MontyCalculator
from orchestrator.integrations.sandbox.port import Sandbox, UntrustedCode
from orchestrator.integrations.voice_embedding.campplus import NAME as CAMPPLUS
from orchestrator.integrations.voice_embedding.campplus import CampplusEmbedder, installed
from orchestrator.integrations.voice_embedding.port import SpeakerEmbedder
from orchestrator.integrations.web_search.port import WebSearch
from orchestrator.integrations.web_search.searxng import SearxngSearch
from orchestrator.kit.clock import Clock
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.settings import Settings
from orchestrator.worker_processes.service import WorkerProcesses


def wired_services(
    stack: AsyncExitStack,
    settings: Settings,
    database: Database,
    clock: Clock,
    query_vectors: QueryVectors,
    own: Own,
    models: ModelRouter | None = None,
) -> Services:
    """The runtime's ports, implemented by the slices, and its tools, over the integrations that the settings name;
    these are closed with `stack`. `own`: what jobs work with too; `models`: without them none is asked beside turns."""
    web, geocoder = _web_search(stack, settings), _geocoder(stack, settings)
    resolver = WorldResolver(FactRules())
    cached = CachedGeocoder(geocoder, database.unit_of_work) if geocoder is not None else None
    whereabouts = Whereabouts(database.unit_of_work, resolver, _gazetteer(stack, settings), cached)
    own = own.beside(whereabouts, CalendarWriter(own[Reach], database.unit_of_work, clock))
    choice = SkillChoice(own[Skills], models, database.unit_of_work, clock) if models is not None else None
    guides = SkillsTold(own[Skills], choice)
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
        dates=DatesOfEvents(),
        eraser=Erasure(catalog.erasables(own)),
        query_vectors=query_vectors,
        reranking=reranking_of(stack, settings),
        notifier=Pushes(settings.timezone),
        reception=OwnTurns(),
        lessons=KnownLessons(),
        guides=guides,
        tool_source=ExternalTools(own[LiveServers]),
    )


def live_servers(
    stack: AsyncExitStack, settings: Settings, database: Database, reach: Reach, sandbox: Sandbox
) -> LiveServers:
    """The MCP servers that the users let Steward use; none is started yet. Closed with `stack`."""
    connector = SupervisedConnector(confine=held_by(sandbox, settings.home))
    live = LiveServers(connector, database.unit_of_work, reach, Pushes(settings.timezone))
    stack.push_async_callback(live.close)
    return live


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


def _gazetteer(stack: AsyncExitStack, settings: Settings) -> Gazetteer:
    """The offline one; nothing is loaded yet. Closed with `stack`."""
    gazetteer = Gazetteer(settings.home)
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


def pushing_over(stack: AsyncExitStack, settings: Settings, reach: Reach, clock: Clock) -> tuple[Pushing, Channels]:
    """The keys of pushes, which come from the home's own, and the services that carry them: Expo's, or what
    STEWARD_EXPO_URL names in its place, and those of the other kinds of devices. Nothing is asked of them yet. Closed
    with `stack`."""
    contact = contact_of(settings.public_url, settings.owner_email)
    pushing = Pushing.of(reach.vault, reach.hosts, base_url=settings.base_url, contact=contact, apprise=has_apprise())
    token = settings.expo_access_token
    expo = ExpoPush(settings.expo_url, access_token=token.get_secret_value() if token is not None else None)
    others: dict[Kind, Channel] = {"webpush": WebPush(reach.hosts, pushing.vapid, clock), "ntfy": Ntfy(reach.hosts)}
    if pushing.apprise:
        others["apprise"] = AppriseServices(reach.hosts)
    push = Channels(expo, others)
    stack.push_async_callback(push.close)
    return pushing, push


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


async def own_means(stack: AsyncExitStack, settings: Settings, database: Database, clock: Clock) -> Own:
    """What slices, jobs and doors work with alike: files, the reach of connections, what pushes need, MCP servers,
    workspaces, skills, what runs others' programs, the photo library where one is configured. Closed with `stack`.
    Raises ConfigurationError."""
    reach, workspaces = await asyncio.to_thread(lambda: (reach_of(settings), workspaces_of(settings)))
    photos, untrusted = photo_access(stack, settings), untrusted_code(stack, settings)
    parts = (file_store(settings), reach, workspaces, untrusted, settings.agent_clis, skills_of(settings, untrusted))
    pushes = pushing_over(stack, settings, reach, clock)
    live = live_servers(stack, settings, database, reach, untrusted.sandbox)
    return Own(*parts, *pushes, live, *([photos] if photos is not None else []))


def skills_of(settings: Settings, untrusted: UntrustedCode | None = None) -> Skills:
    """The skills of this home; `untrusted`: what runs their scripts."""
    return Skills(SkillShelf(settings.home / "skills"), untrusted.sandbox if untrusted is not None else None)


def untrusted_code(stack: AsyncExitStack, settings: Settings) -> UntrustedCode:
    """What runs others' programs and calculations; nothing is started or tried yet. Closed with `stack`."""
    calculator = MontyCalculator()
    stack.push_async_callback(calculator.close)
    return UntrustedCode(sandbox_of(settings), calculator)


def sandbox_of(settings: Settings) -> ChosenSandbox:
    """The sandbox of this home."""
    return ChosenSandbox(settings.sandbox.value, settings.home / "sandbox.json")


def workspaces_of(settings: Settings) -> Workspaces:
    """The workspaces of this home, and what they see of the operator's folders. Raises ConfigurationError."""
    shared = shared_folders(settings.shared_folders, settings.home)
    return Workspaces(WorkspaceStore(settings.home / "workspaces", shared))


def portability_over(settings: Settings, own: Own, processes: WorkerProcesses) -> Portability:
    """The export and import of all slices in the catalogue."""
    erasure = Erasure(catalog.erasables(own))
    merges = (Merges(catalog.REGISTERED.referrers), PlaceMerges(catalog.REGISTERED.place_referrers))
    carriers = catalog.carriers(own)
    return Portability(catalog.PORTABLES, erasure, own[FileStore], settings.home, processes, carriers, merges)
