"""What do a DAV server's XML answers say? Entities, DTDs and outside references are refused."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote
from xml.sax.saxutils import escape

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from orchestrator.integrations.guarded.errors import ServerFailed

DAV: Final = "{DAV:}"
CAL: Final = "{urn:ietf:params:xml:ns:caldav}"
CARD: Final = "{urn:ietf:params:xml:ns:carddav}"
_NAMESPACES: Final = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="urn:ietf:params:xml:ns:carddav"'
_HEAD: Final = '<?xml version="1.0" encoding="utf-8"?>'


@dataclass(frozen=True)
class Response:
    """What a multistatus says of one href: the properties that were found, and a status of the whole where it names
    one."""

    href: str
    status: int | None = None
    properties: dict[str, Any] = field(default_factory=dict)

    def text(self, name: str) -> str | None:
        """The text of a property."""
        found = self.properties.get(name)
        return (found.text or "").strip() or None if found is not None else None

    def href_of(self, name: str) -> str | None:
        """The href inside a property."""
        found = self.properties.get(name)
        inner = found.find(f"{DAV}href") if found is not None else None
        return (inner.text or "").strip() or None if inner is not None else None

    def children(self, name: str) -> set[str]:
        """The names of the elements inside a property."""
        found = self.properties.get(name)
        return {child.tag for child in found} if found is not None else set()

    def attributes(self, name: str, attribute: str) -> set[str] | None:
        """An attribute of the elements inside a property; None where the property is not there."""
        found = self.properties.get(name)
        return {str(child.get(attribute, "")).upper() for child in found} if found is not None else None


@dataclass(frozen=True)
class MultiStatus:
    """A whole answer. `sync_token`: up to which it goes."""

    responses: list[Response]
    sync_token: str | None = None


def multistatus(body: bytes) -> MultiStatus:
    """Raises ServerFailed where it is none."""
    try:
        root = ElementTree.fromstring(body, forbid_dtd=True)
    except (ElementTree.ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise ServerFailed("The server's answer is not the XML that it should be. Is this a DAV address?") from error
    if root.tag != f"{DAV}multistatus":
        raise ServerFailed("The server's answer is not the XML that it should be. Is this a DAV address?")
    token = root.find(f"{DAV}sync-token")
    return MultiStatus(list(_responses(root)), (token.text or "").strip() or None if token is not None else None)


def _responses(root: Any) -> Iterator[Response]:
    for one in root.findall(f"{DAV}response"):
        href = one.find(f"{DAV}href")
        if href is None or not (href.text or "").strip():
            continue
        found: dict[str, Any] = {}
        for stat in one.findall(f"{DAV}propstat"):
            if _status(stat) in {None, 200}:
                found |= {child.tag: child for part in stat.findall(f"{DAV}prop") for child in part}
        yield Response(href.text.strip(), _status(one), found)


def _status(element: Any) -> int | None:
    """`HTTP/1.1 404 Not Found` as 404."""
    found = element.find(f"{DAV}status")
    parts = (found.text or "").split() if found is not None else []
    return int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else None


def propfind(*names: str) -> bytes:
    """A body that asks for these properties (`d:getetag`, `c:calendar-home-set`, …)."""
    asked = "".join(f"<{name}/>" for name in names)
    return f"{_HEAD}<d:propfind {_NAMESPACES}><d:prop>{asked}</d:prop></d:propfind>".encode()


def sync_collection(token: str) -> bytes:
    """A body that asks for what changed since a token."""
    told = f"<d:sync-token>{escape(token)}</d:sync-token><d:sync-level>1</d:sync-level>"
    body = f"<d:sync-collection {_NAMESPACES}>{told}<d:prop><d:getetag/></d:prop></d:sync-collection>"
    return f"{_HEAD}{body}".encode()


def multiget(report: str, data: str, hrefs: list[str]) -> bytes:
    """A body that asks for these objects with their etags."""
    wanted = "".join(f"<d:href>{escape(href)}</d:href>" for href in hrefs)
    body = f"<{report} {_NAMESPACES}><d:prop><d:getetag/><{data}/></d:prop>{wanted}</{report}>"
    return f"{_HEAD}{body}".encode()


def same_path(one: str, other: str) -> bool:
    """Whether two paths are the same, however they are percent-encoded."""
    return unquote(one).rstrip("/") == unquote(other).rstrip("/")
