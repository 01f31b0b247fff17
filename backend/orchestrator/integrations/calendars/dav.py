"""What does a CalDAV or CardDAV account hold, and what changed in it? RFC 4791, 6352, 6578, 6764 by the few requests
that it takes; hrefs are kept as the server gave them (docs/decisions/0026)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urljoin, urlsplit

import httpx

from orchestrator.integrations.calendars import dav_xml
from orchestrator.integrations.calendars.dav_xml import CAL, CARD, DAV, MultiStatus, Response
from orchestrator.integrations.calendars.failures import failure_of
from orchestrator.integrations.guarded.client import Answer, GuardedClient
from orchestrator.integrations.guarded.errors import ServerFailed

AT_ONCE: Final = 50
"""Objects that one multiget asks for: servers refuse thousands."""
MOST_COLLECTIONS: Final = 200
MOST_PAGES: Final = 1_000
"""Of one answer to sync-collection that the server gives in parts."""
_XML: Final = {"Content-Type": "application/xml; charset=utf-8"}
_NO_TOKEN: Final = frozenset({400, 403, 405, 409, 410, 412, 415, 501})
"""How servers say that they don't know a sync token, or that they have none."""
_TRUNCATED: Final = 507


@dataclass(frozen=True)
class Dialect:
    """What differs between calendars and address books."""

    what: str
    service: str
    resource: str
    home: str
    home_asked: str
    report: str
    data_asked: str
    data: str
    media_type: str


CALENDARS: Final = Dialect(
    what="calendar",
    service="caldav",
    resource=f"{CAL}calendar",
    home=f"{CAL}calendar-home-set",
    home_asked="c:calendar-home-set",
    report="c:calendar-multiget",
    data_asked="c:calendar-data",
    data=f"{CAL}calendar-data",
    media_type="text/calendar; charset=utf-8",
)
ADDRESS_BOOKS: Final = Dialect(
    what="address book",
    service="carddav",
    resource=f"{CARD}addressbook",
    home=f"{CARD}addressbook-home-set",
    home_asked="a:addressbook-home-set",
    report="a:addressbook-multiget",
    data_asked="a:address-data",
    data=f"{CARD}address-data",
    media_type="text/vcard; charset=utf-8",
)


@dataclass(frozen=True)
class Found:
    """A calendar or address book. `url`: absolute."""

    url: str
    name: str


@dataclass(frozen=True)
class Changes:
    """What an account's collection holds or held. `etags`: by href, of all (`whole`) or of what changed; `gone`: hrefs;
    `token`: to ask from the next time, None where the server gives none."""

    etags: dict[str, str]
    gone: frozenset[str]
    token: str | None
    whole: bool


@dataclass(frozen=True)
class Read:
    """An object as the server has it."""

    href: str
    etag: str
    data: bytes


class DavClient:
    """Speaks to one account."""

    def __init__(self, client: GuardedClient, dialect: Dialect) -> None:
        self._client = client
        self._dialect = dialect

    # Finding

    async def collections(self, url: str) -> list[Found]:
        """What is there: at `url` itself, or of the account that it leads to. Raises ServerFailed."""
        starts = [url, urljoin(url, f"/.well-known/{self._dialect.service}")]
        last: ServerFailed | None = None
        for start in starts:
            try:
                found = await self._from(start)
            except ServerFailed as error:
                if error.answered not in {404, 405, 501}:
                    raise
                last = last or error
                continue
            if found:
                return found[:MOST_COLLECTIONS]
        if last is not None:
            raise last
        told = f"There is no {self._dialect.what} at this address. Give that of the account, or of one of them."
        raise ServerFailed(told, attention=True)

    async def _from(self, start: str) -> list[Found]:
        asked = ("d:current-user-principal", "d:principal-URL", self._dialect.home_asked, *self._shown)
        told, at = await self._told(start, *asked)
        own = next((one for one in told if dav_xml.same_path(urljoin(at, one.href), at)), None) or (
            told[0] if told else None
        )
        if own is None:
            return []
        if self._is_one(own):
            return [self._found(own, at)]
        home = own.href_of(self._dialect.home)
        principal = own.href_of(f"{DAV}current-user-principal")
        if home is None and principal is not None:
            at = urljoin(at, principal)
            about, at = await self._told(at, self._dialect.home_asked)
            home = next((href for one in about if (href := one.href_of(self._dialect.home))), None)
        return await self._inside(urljoin(at, home) if home is not None else at)

    async def _inside(self, home: str) -> list[Found]:
        told, at = await self._told(home, *self._shown, depth="1")
        return [self._found(one, at) for one in told if self._is_one(one)]

    @property
    def _shown(self) -> tuple[str, ...]:
        return ("d:resourcetype", "d:displayname", "c:supported-calendar-component-set")

    def _is_one(self, one: Response) -> bool:
        if self._dialect.resource not in one.children(f"{DAV}resourcetype"):
            return False
        kinds = one.attributes(f"{CAL}supported-calendar-component-set", "name")
        return self._dialect is ADDRESS_BOOKS or kinds is None or not kinds or "VEVENT" in kinds

    def _found(self, one: Response, at: str) -> Found:
        url = urljoin(at, one.href)
        name = one.text(f"{DAV}displayname") or urlsplit(url).path.rstrip("/").rpartition("/")[2]
        return Found(url, (name or self._dialect.what)[:200])

    async def _told(self, url: str, *names: str, depth: str = "0") -> tuple[list[Response], str]:
        answer = await self._asked("PROPFIND", url, dav_xml.propfind(*names), depth=depth)
        return self._multistatus(answer).responses, answer.url

    # Reading

    async def changes(self, url: str, token: str | None) -> Changes:
        """What changed in a collection since `token`; all of it where there is none, or the server forgot it. Raises
        ServerFailed."""
        if token is not None:
            found = await self._since(url, token)
            if found is not None:
                return found
        answer = await self._asked(
            "PROPFIND", url, dav_xml.propfind("d:getetag", "d:sync-token", "d:resourcetype"), depth="1"
        )
        etags: dict[str, str] = {}
        new_token: str | None = None
        for one in self._multistatus(answer).responses:
            if dav_xml.same_path(urljoin(answer.url, one.href), answer.url):
                new_token = one.text(f"{DAV}sync-token")
            elif f"{DAV}collection" not in one.children(f"{DAV}resourcetype") and one.status in {None, 200}:
                etags[one.href] = one.text(f"{DAV}getetag") or ""
        return Changes(etags, frozenset(), new_token, whole=True)

    async def _since(self, url: str, token: str) -> Changes | None:
        etags: dict[str, str] = {}
        gone: set[str] = set()
        for _ in range(MOST_PAGES):
            answer = await self._client.send(
                "REPORT", url, headers={**_XML, "Depth": "0"}, content=dav_xml.sync_collection(token)
            )
            if answer.status in _NO_TOKEN:
                return None
            told = self._multistatus(answer)
            more = False
            for one in told.responses:
                if dav_xml.same_path(urljoin(answer.url, one.href), answer.url):
                    more = more or one.status == _TRUNCATED
                elif one.status == httpx.codes.NOT_FOUND:
                    gone.add(one.href)
                    etags.pop(one.href, None)
                else:
                    etags[one.href] = one.text(f"{DAV}getetag") or ""
                    gone.discard(one.href)
            if not told.sync_token or (more and told.sync_token == token):
                return None
            token = told.sync_token
            if not more:
                return Changes(etags, frozenset(gone), token, whole=False)
        return None

    async def objects(self, url: str, hrefs: Sequence[str]) -> list[Read]:
        """Those of `hrefs` (at most AT_ONCE) that are still there. Raises ServerFailed."""
        body = dav_xml.multiget(self._dialect.report, self._dialect.data_asked, list(hrefs))
        told = self._multistatus(await self._asked("REPORT", url, body, depth="1"))
        asked = {_plain(href): href for href in hrefs}
        found = []
        for one in told.responses:
            data = one.properties.get(self._dialect.data)
            href = asked.get(_plain(one.href))
            if href is not None and data is not None and data.text:
                found.append(Read(href, one.text(f"{DAV}getetag") or "", data.text.encode()))
        return found

    # Writing

    @staticmethod
    def path_of(url: str, uid: str) -> str:
        """Where an object of ours is written in a collection."""
        return urlsplit(urljoin(url if url.endswith("/") else f"{url}/", f"{quote(uid, safe='-')}.ics")).path

    async def get(self, url: str, href: str) -> Read | None:
        """One object; None where it is not there. Raises ServerFailed."""
        answer = await self._client.send("GET", urljoin(url, href))
        if answer.status in {404, 410}:
            return None
        if answer.status != httpx.codes.OK:
            raise failure_of(answer, self._dialect.what)
        return Read(href, answer.headers.get("etag", "").removeprefix("W/"), answer.body)

    async def put(self, url: str, href: str, data: bytes, *, etag: str | None = None) -> Answer:
        """Write an object: a new one, or over the one with this `etag` ("": whatever is there). The answer is 201 or
        204, or 412 where it is not so. Raises ServerFailed for every other."""
        precondition = {"If-Match": etag or "*"} if etag is not None else {"If-None-Match": "*"}
        headers = {"Content-Type": self._dialect.media_type, **precondition}
        answer = await self._client.send("PUT", urljoin(url, href), headers=headers, content=data)
        if answer.status not in {200, 201, 204, 412}:
            raise failure_of(answer, self._dialect.what)
        return answer

    async def delete(self, url: str, href: str, *, etag: str) -> Answer:
        """Take away the object with this `etag`. The answer is a success, 404 or 410 where it is gone, or 412 where it
        is another one by now. Raises ServerFailed for every other."""
        answer = await self._client.send("DELETE", urljoin(url, href), headers={"If-Match": etag or "*"})
        if answer.status not in {200, 202, 204, 404, 410, 412}:
            raise failure_of(answer, self._dialect.what)
        return answer

    # Inside

    async def _asked(self, method: str, url: str, body: bytes, *, depth: str) -> Answer:
        return await self._client.send(method, url, headers={**_XML, "Depth": depth}, content=body)

    def _multistatus(self, answer: Answer) -> MultiStatus:
        if answer.status != httpx.codes.MULTI_STATUS:
            raise failure_of(answer, self._dialect.what)
        return dav_xml.multistatus(answer.body)


def _plain(href: str) -> str:
    """The path of an href, however it is written."""
    return httpx.URL(href).path
