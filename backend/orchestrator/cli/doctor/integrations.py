"""Does what Steward reaches answer? Web search, geocoding, photos, what is off; and the sandbox for programs."""

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

from orchestrator.bootstrap.services import sandbox_of
from orchestrator.cli.doctor.findings import Check
from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.geocoding.geoapify import GeoapifyGeocoder
from orchestrator.integrations.geocoding.port import Point
from orchestrator.integrations.photos import immich
from orchestrator.integrations.photos.immich import ImmichLibrary
from orchestrator.integrations.web_search.searxng import SearxngSearch
from orchestrator.settings import Settings


async def sandbox(settings: Settings) -> AsyncIterator[Check]:
    """Which one holds, and what became of each attempt to break out."""
    report = await sandbox_of(settings).report()
    if report.backend == "off":
        yield Check("sandbox", "ok", f"off, so these are refused: {', '.join(report.refuses)}")
        return
    stopped = sum(one.stopped for one in report.verdicts)
    found = f"{report.backend}: {stopped} of {len(report.verdicts)} attempts to break out were stopped"
    advice = "; ".join(report.why)[:500]
    yield Check("sandbox", "ok" if report.backend != "none" else "note", found, advice)
    for one in report.verdicts:
        became = "stopped" if one.stopped else one.detail
        yield Check("sandbox", "ok" if one.stopped else "note", f"{one.attempt}: {became}")


async def web_search(url: str) -> Check:
    """One search at the user's own instance."""
    search = SearxngSearch(url)
    try:
        found = await search.search("SearXNG", language="en", limit=1)
    except IntegrationFailed as error:
        return Check("web search", "broken", error.detail, "set STEWARD_SEARCH_URL, or look at that SearXNG")
    finally:
        await search.close()
    return Check("web search", "ok", f"{urlsplit(url).hostname} answers" + ("" if found else ", but found nothing"))


async def geocoding(url: str, api_key: str) -> Check:
    """One look at a point that is nobody's: the Greenwich observatory."""
    geocoder = GeoapifyGeocoder(url, api_key)
    try:
        found = await geocoder.reverse(Point(51.4779, 0.0), language="en")
    except IntegrationFailed as error:
        return Check("geocoding", "broken", error.detail, "towns come from the offline gazetteer meanwhile")
    finally:
        await geocoder.close()
    return Check("geocoding", "ok", f"{urlsplit(url).hostname} answers" + ("" if found else ", but found nothing"))


async def photos(settings: Settings) -> Check:
    """Whether Immich answers, and whether its key may do what is needed and no more than one key should."""
    url, key = settings.immich_url, settings.immich_api_key
    if url is None or key is None:
        missing = "STEWARD_IMMICH_API_KEY" if url else "STEWARD_IMMICH_URL"
        if url is None and key is None:
            return Check("photos", "ok", "off; set STEWARD_IMMICH_URL and STEWARD_IMMICH_API_KEY")
        return Check("photos", "note", "off", f"set {missing} too")
    library = ImmichLibrary(url, key.get_secret_value())
    try:
        info = await library.key_info()
    except IntegrationFailed as error:
        return Check("photos", "broken", error.detail, "look at that Immich, its address and its API key")
    finally:
        await library.close()
    found = f"Immich {'.'.join(str(one) for one in info.version)} at {urlsplit(url).hostname}"
    if immich.ALL in info.permissions:
        advice = f"make a key there with these permissions alone: {', '.join(immich.NEEDED)}"
        return Check("photos", "broken", f"{found}: its API key may do everything", advice)
    if lacking := [one for one in immich.NEEDED if one not in info.permissions]:
        told = f"{found}: its API key lacks {', '.join(lacking)}"
        return Check("photos", "broken", told, "give it these permissions there (Account settings, API keys)")
    return Check("photos", "ok", f"{found} answers, its key may do what is needed")


def switched(settings: Settings) -> list[Check]:
    """Which are configured; those that are off say by which variable they go on."""
    configured: dict[str, tuple[Any, str]] = {} if settings.search_url else {"web search": (None, "STEWARD_SEARCH_URL")}
    if settings.geoapify_api_key is None:
        configured["geocoding"] = (None, "STEWARD_GEOAPIFY_API_KEY (without it: the offline gazetteer)")
    configured |= {
        "push": (settings.expo_access_token, "STEWARD_EXPO_ACCESS_TOKEN (only where Expo asks for one)"),
        "tracing": (settings.otlp_endpoint, "OTEL_EXPORTER_OTLP_ENDPOINT"),
    }
    return [
        Check(name, "ok", "configured") if value else Check(name, "ok", f"off; set {variable}")
        for name, (value, variable) in configured.items()
    ]
