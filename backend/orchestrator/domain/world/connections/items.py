"""What becomes of what was read from another server? Events and contacts, by the ingests of their slices."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files import ingest as ics_ingest
from orchestrator.domain.world.calendar_files import reading as ics_reading
from orchestrator.domain.world.calendar_files.ingest import Feed
from orchestrator.domain.world.connections import group_cards, service
from orchestrator.domain.world.connections.schemas import KIND, SyncResult
from orchestrator.domain.world.contact_files import reading as vcard_reading
from orchestrator.domain.world.contact_files import service as vcard_files
from orchestrator.domain.world.contact_files import vcard
from orchestrator.domain.world.contacts.schemas import Shelf
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.sync import imports
from orchestrator.worker_processes.task import Run

MOST_NOTES = 20
_THIRD_PARTY = "third_party"


class Tally:
    """Counts what becomes of items; `result` is what the user is told."""

    def __init__(self) -> None:
        self.result = SyncResult()
        self._skipped: dict[str, int] = {}

    def add(self, results: Iterable[IngestResult]) -> None:
        """Count them; what was wrong with the first ones is told."""
        for one in results:
            setattr(self.result, one.status, getattr(self.result, one.status) + 1)
            self.result.duplicates += one.duplicate_of is not None
            self.result.waiting += one.waits
            if one.status == "invalid":
                what = one.errors[0].message if one.errors else "it can't be read"
                self.note(f"{(one.external_id or 'an item')[:80]}: {what[:200]}")
            else:
                self.skipped(f"{error.loc[-1]} {error.message}"[:200] for error in one.errors)

    def unreadable(self, href: str, what: str) -> None:
        """An object of the server's that is no calendar object."""
        self.result.invalid += 1
        self.note(f"{href[-80:]}: {what[:200]}")

    def skipped(self, notes: Iterable[str]) -> None:
        """What of a contact or an event was not kept."""
        for one in notes:
            self._skipped[one] = self._skipped.get(one, 0) + 1

    def stays(self, title: str) -> None:
        """It is gone from the server, and the user had changed it."""
        self.result.kept += 1
        self.note(f"“{title[:80]}” is no longer there; you had changed it, so it stays")

    def note(self, text: str) -> None:
        """Something that the user should know."""
        if len(self.result.notes) < MOST_NOTES:
            self.result.notes.append(text)

    def told(self) -> SyncResult:
        """The result, with what was skipped once each."""
        for text, number in sorted(self._skipped.items(), key=lambda one: -one[1]):
            self.note(f"{text} ({number} times)" if number > 1 else text)
        return self.result


@dataclass(frozen=True)
class Origin:
    """Where items come from: their connection, and the `source` that they carry. `zone`: the user's; `calendar`: what
    the calendar is called; `collection_id`: of an account."""

    connection_id: UUID
    source: str
    zone: str
    calendar: str | None = None
    collection_id: UUID | None = None


@dataclass(frozen=True)
class Parsed:
    """What an object holds; `wrong`: why nothing."""

    items: Sequence[Any] = ()
    wrong: str = ""


class Items(ABC):
    """One kind of what a server holds. `run`: where it is read. Counts in `tally`."""

    def __init__(self, owner_id: UUID, origin: Origin, tally: Tally, run: Run) -> None:
        self._owner = owner_id
        self._run = run
        self._origin = origin
        self._tally = tally

    @abstractmethod
    async def parse(self, objects: Sequence[bytes]) -> list[Parsed]:
        """What each object holds. Raises OutOfLimits, WorkerEnded."""

    @abstractmethod
    async def take(self, tx: Tx, items: Sequence[Any]) -> Sequence[IngestResult]:
        """Take in parsed items; one result each, in order."""

    @abstractmethod
    async def gone(self, tx: Tx, uids: Sequence[str], present: Collection[str]) -> set[str]:
        """The server has these no longer, and has those that are `present`. Answers what was hidden for that, and will
        be shown again when it comes `back`."""

    @abstractmethod
    async def back(self, tx: Tx, uids: Collection[str]) -> None:
        """These were hidden, and are there again."""

    async def _derived(self, tx: Tx, kind: str, results: Sequence[IngestResult]) -> None:
        made = [one.id for one in results if one.status == "created" and one.id is not None]
        source = (KIND, self._origin.connection_id)
        await provenance.record_each(tx, source=source, kind=kind, ids=made)


class Events(Items):
    """Calendar objects: events, each with its whole series."""

    async def parse(self, objects: Sequence[bytes]) -> list[Parsed]:
        read = await ics_reading.read_all(self._run, self._owner, objects, zone=self._origin.zone)
        return [Parsed(one.items) if isinstance(one, ics.IcsFile) else Parsed(wrong=str(one)) for one in read]

    async def take(self, tx: Tx, items: Sequence[Any]) -> Sequence[IngestResult]:
        feed = Feed(self._origin.source, self._origin.zone, self._origin.calendar)
        live = await service.sources(tx)
        uids = [one.uid for one in items]
        await imports.adopt(tx, uids, source=self._origin.source, live=live)
        results = await ics_ingest.take_in(tx, items, feed)
        await self._derived(tx, events.kind, results)
        self._tally.add(results)
        return results

    async def gone(self, tx: Tx, uids: Sequence[str], present: Collection[str]) -> set[str]:
        """They are called off, no tombstone; those that the user changed stay, and it is told. They come back by being
        taken in again."""
        del uids
        absent = await ics_ingest.absent(tx, source=self._origin.source, present=present)
        self._tally.result.cancelled += len(absent.cancelled)
        for row in await events.many(tx, absent.kept):
            self._tally.stays(row.title)
        return set()

    async def back(self, tx: Tx, uids: Collection[str]) -> None:
        del tx, uids


class Cards(Items):
    """vCards: contacts."""

    @property
    def _collection(self) -> UUID:
        assert self._origin.collection_id is not None
        return self._origin.collection_id

    async def parse(self, objects: Sequence[bytes]) -> list[Parsed]:
        return [Parsed(one) for one in await vcard_reading.read_all(self._run, self._owner, objects)]

    async def take(self, tx: Tx, items: Sequence[Any]) -> Sequence[IngestResult]:
        told = [one for one in items if isinstance(one, vcard.VCard)]
        moves = await group_cards.keep(tx, self._collection, [one for one in told if one.is_group])
        uids = {str(one.uid) for one in told if not one.is_group}
        groups = await group_cards.of_members(tx, self._collection, uids)
        shelf = Shelf(self._origin.zone, self._origin.source, groups=groups)
        results = await vcard_files.ingest(tx, items, shelf)
        elsewhere = {uid: one for uid, one in moves.items() if uid not in uids}
        await group_cards.regroup(tx, self._origin.source, elsewhere, self._origin.zone)
        for one, card in zip(results, items, strict=True):
            if not (isinstance(card, vcard.VCard) and card.is_group):  # its members may come later
                self._tally.skipped(one.notes)
        people = [
            one for one, card in zip(results, items, strict=True) if isinstance(card, vcard.VCard) and not card.is_group
        ]
        await self._derived(tx, contacts.kind, people)
        self._tally.add(results)
        return results

    async def gone(self, tx: Tx, uids: Sequence[str], present: Collection[str]) -> set[str]:
        """They are hidden; those that the user changed stay, and it is told. Of group cards their members leave."""
        del present
        moves = await group_cards.drop(tx, self._collection, uids)
        await group_cards.regroup(tx, self._origin.source, moves, self._origin.zone)
        rows = await contacts.repository.by_keys(tx, [(self._origin.source, uid) for uid in uids])
        hid: set[str] = set()
        for (_, uid), row in rows.items():
            if row.waits_for is not None:
                row.waits_for = None  # what is gone waits for nobody: it stays hidden
                self._tally.result.hidden += 1
                hid.add(uid)
            if row.hidden_at is not None:
                continue
            if row.origin != _THIRD_PARTY or row.user_fields:
                self._tally.stays(row.display_name)
                continue
            await contacts.hide(tx, row.id)
            self._tally.result.hidden += 1
            hid.add(uid)
        return hid

    async def back(self, tx: Tx, uids: Collection[str]) -> None:
        rows = await contacts.repository.by_keys(tx, [(self._origin.source, uid) for uid in uids])
        for row in rows.values():
            await contacts.unhide(tx, row.id)
