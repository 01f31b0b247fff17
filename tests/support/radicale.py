"""A real CalDAV and CardDAV server (Radicale), as a process of its own."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, Process
from dataclasses import dataclass
from pathlib import Path

import httpx
from tests.support.served import free_port
from tests.support.waiting import eventually

_CONFIG = """
[server]
hosts = 127.0.0.1:{port}
[auth]
type = htpasswd
htpasswd_filename = {folder}/users
htpasswd_encryption = plain
delay = 0
[rights]
type = owner_only
[storage]
filesystem_folder = {folder}/collections
[logging]
level = error
"""
_MKCALENDAR = """<?xml version="1.0" encoding="utf-8"?>
<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>
<d:displayname>{name}</d:displayname>
<c:supported-calendar-component-set><c:comp name="{component}"/></c:supported-calendar-component-set>
</d:prop></d:set></c:mkcalendar>"""
_MKCOL = """<?xml version="1.0" encoding="utf-8"?>
<d:mkcol xmlns:d="DAV:" xmlns:a="urn:ietf:params:xml:ns:carddav"><d:set><d:prop>
<d:resourcetype><d:collection/><a:addressbook/></d:resourcetype><d:displayname>{name}</d:displayname>
</d:prop></d:set></d:mkcol>"""


@dataclass
class Radicale:
    """The server; `folder` is its own. Users have the password `{name}-secret`."""

    folder: Path
    port: int = 0
    process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self, *users: str) -> None:
        """Start it; the port stays the same over restarts."""
        if self.port == 0:
            self.port = free_port()
            (self.folder / "users").write_text("".join(f"{user}:{user}-secret\n" for user in users))
        config = self.folder / "config"
        config.write_text(_CONFIG.format(port=self.port, folder=self.folder))
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "radicale", "--config", str(config)),
            stdout=DEVNULL,
            stderr=DEVNULL,
            env={"PATH": os.defpath},
        )
        async with httpx.AsyncClient(verify=False) as client:
            await eventually(lambda: client.get(self.url), lambda _: True, despite=(httpx.HTTPError,))

    async def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()

    async def send(self, user: str, method: str, path: str, body: str = "", **headers: str) -> httpx.Response:
        """Any request as this user."""
        async with httpx.AsyncClient(auth=(user, f"{user}-secret"), verify=False) as client:  # loads no certificates
            return await client.request(method, f"{self.url}{path}", content=body.encode(), headers=headers)

    async def calendar(self, user: str, name: str, component: str = "VEVENT") -> str:
        """A new calendar; its path."""
        path = f"{user}/{name.lower()}/"
        made = await self.send(user, "MKCALENDAR", path, _MKCALENDAR.format(name=name, component=component))
        assert made.status_code == 201, made.text
        return path

    async def address_book(self, user: str, name: str) -> str:
        """A new address book; its path."""
        path = f"{user}/{name.lower()}/"
        made = await self.send(user, "MKCOL", path, _MKCOL.format(name=name))
        assert made.status_code == 201, made.text
        return path

    async def put(self, user: str, path: str, body: str) -> None:
        """Write an object."""
        kind = "text/vcard" if path.endswith(".vcf") else "text/calendar"
        made = await self.send(user, "PUT", path, body, **{"Content-Type": f"{kind}; charset=utf-8"})
        assert made.status_code in {201, 204}, made.text

    async def remove(self, user: str, path: str) -> None:
        """Delete an object or a collection."""
        gone = await self.send(user, "DELETE", path)
        assert gone.status_code in {200, 204}, gone.text
