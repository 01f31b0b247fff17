"""What must a library of photos be able to do for us?

LibraryFailed       it could not be asked; `final`: its own refusal, trying again changes nothing
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from orchestrator.errors import IntegrationFailed


class LibraryFailed(IntegrationFailed):
    """The message says what to do. `final`: the library refused, and will refuse again."""

    def __init__(self, detail: str, *, final: bool = False) -> None:
        super().__init__(detail)
        self.final = final


@dataclass(frozen=True)
class Person:
    """Somebody whom the library recognises; `name` is "" for one that nobody named."""

    id: UUID
    name: str = ""
    hidden: bool = False


@dataclass(frozen=True)
class Asset:
    """One photo of the library. `taken_at`: aware, in UTC; `lat`, `lon`: both or none; `trashed`: it waits for its end
    there, or its file is away."""

    id: UUID
    owner_id: UUID | None = None
    taken_at: datetime | None = None
    lat: float | None = None
    lon: float | None = None
    people: tuple[Person, ...] = ()
    trashed: bool = False


@dataclass(frozen=True)
class Upload:
    """A file on its way. `filename` has the suffix of what it is; `sha1`: of the whole content; `created_at`: aware,
    counts where the file itself says no time."""

    content: bytes
    filename: str
    media_type: str
    sha1: bytes
    created_at: datetime


@dataclass(frozen=True)
class Picture:
    """A small rendering, to be shown."""

    content: bytes
    media_type: str


@dataclass(frozen=True)
class KeyInfo:
    """What a key may do, by the library's own names, and the version of the server."""

    permissions: frozenset[str]
    version: tuple[int, int, int]


class PhotoLibrary(Protocol):
    """One account of a library. All of these raise LibraryFailed."""

    async def upload(self, upload: Upload) -> UUID:
        """The asset that holds this content, made now or there before."""
        ...

    async def asset(self, asset_id: UUID) -> Asset | None:
        """With its people; None where there is none."""
        ...

    async def taken(self, since: datetime, until: datetime, *, limit: int) -> Sequence[Asset]:
        """The photos of [since, until] (aware), the earliest first."""
        ...

    async def people(self, *, limit: int) -> Sequence[Person]:
        """Those that are not hidden."""
        ...

    async def person(self, person_id: UUID) -> Person | None:
        """None where there is none."""
        ...

    async def thumbnail(self, asset_id: UUID) -> Picture | None:
        """None where there is none, or not yet."""
        ...

    async def person_thumbnail(self, person_id: UUID) -> Picture | None:
        """The person's face; None where there is no such person, or no picture of them."""
        ...

    async def account_id(self) -> UUID:
        """Whose library it is."""
        ...

    async def key_info(self) -> KeyInfo:
        """For a look at what is configured."""
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...
