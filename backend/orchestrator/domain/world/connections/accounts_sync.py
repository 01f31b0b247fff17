"""How is a CalDAV or CardDAV account read? Its collections are found; of each, what changed is fetched and taken in a
few objects at a time, each with its etag; only then the sync token moves on. So a sync that breaks off goes on where it
was, and one that changed nothing asks two questions a collection."""

from collections.abc import Sequence
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.world.connections import repository, service
from orchestrator.domain.world.connections.items import Cards, Events, Origin, Parsed
from orchestrator.domain.world.connections.model import Collection
from orchestrator.domain.world.connections.service import Reach, Work
from orchestrator.domain.world.connections.steps import Steps
from orchestrator.integrations.calendars.dav import ADDRESS_BOOKS, AT_ONCE, CALENDARS, Changes, DavClient, Read
from orchestrator.worker_processes.errors import OutOfLimits, WorkerEnded

Known = dict[str, tuple[str, str]]
"""(etag, uid) by href, as they were read."""


async def read(steps: Steps, reach: Reach, work: Work) -> None:
    """Read the whole account into `steps.tally`. Raises ServerFailed."""
    url = service.web_address(work.url)
    client = reach.client(work, url)
    try:
        dav = DavClient(client, CALENDARS if work.kind == "caldav" else ADDRESS_BOOKS)
        named = {one.url: one.name for one in await dav.collections(url)}
        async with steps.step() as tx:
            there, gone = await repository.keep_collections(tx, work.id, named)
            await service.tell_calendars(tx, work.id)
            wanted = [(row, await _known(tx, row.id)) for row in there]
        for row, known in wanted:
            await _Reading(steps, dav, row, known).read()
        for row in gone:
            await _Reading(steps, dav, row, {}).lose()
    finally:
        await client.close()


async def _known(tx: Tx, collection_id: UUID) -> Known:
    found = await repository.objects(tx, collection_id)
    return {href: (one.etag, one.uid) for href, one in found.items()}


class _Reading:
    """Reads one collection. `known`: as it was read before."""

    def __init__(self, steps: Steps, dav: DavClient, row: Collection, known: Known) -> None:
        self._steps = steps
        self._dav = dav
        self._row = row
        self._known = known
        self._renamed = False
        work = steps.work
        calendar = row.name if work.kind == "caldav" else None
        origin = Origin(work.id, service.source_of(work.kind, row.id), work.zone, calendar, row.id)
        kind = Events if work.kind == "caldav" else Cards
        self._items = kind(steps.owner_id, origin, steps.tally, steps.processes.in_job)

    async def read(self) -> None:
        """What changed comes in, what is gone goes, the token moves on."""
        changes = await self._dav.changes(self._row.href, self._row.sync_token)
        changed = [href for href, etag in changes.etags.items() if not etag or self._known.get(href, ("",))[0] != etag]
        self._steps.tally.result.unchanged += len(changes.etags) - len(changed)
        missing: set[str] = set()
        for at in range(0, len(changed), AT_ONCE):
            part = changed[at : at + AT_ONCE]
            objects = await self._dav.objects(self._row.href, part)
            await self._take(objects)
            missing |= set(part) - {one.href for one in objects}
            await self._steps.report(at + len(part), len(changed))
        await self._settle(changes, missing)

    async def lose(self) -> None:
        """The server no longer has it."""
        async with self._steps.step() as tx:
            known = await _known(tx, self._row.id)
            await self._drop(tx, known, set(known))
            await repository.lose_collection(tx, self._row.id)
        self._steps.tally.note(f"“{self._row.name[:80]}” is no longer on the server")

    async def _take(self, objects: Sequence[Read]) -> None:
        parsed = await self._parsed(objects)
        async with self._steps.step() as tx:
            objects, parsed = await self._not_overtaken(tx, objects, parsed)
            results = await self._items.take(tx, [one for found in parsed for one in found.items])
            kept: list[tuple[str, str, str]] = []
            told = iter(results)
            for one, found in zip(objects, parsed, strict=True):
                if found.wrong:
                    self._steps.tally.unreadable(one.href, found.wrong)
                uids = [next(told).external_id or "" for _ in found.items]
                uid = next(iter(uids), "")
                self._renamed |= self._known.get(one.href, ("", uid))[1] != uid
                kept.append((one.href, one.etag, uid))
            uids = [uid for *_, uid in kept]
            back = await repository.returned(tx, self._row.id, uids)
            await self._items.back(tx, back)
            await repository.keep_objects(tx, self._row.id, kept)

    async def _parsed(self, objects: Sequence[Read]) -> Sequence[Parsed]:
        """What each object holds. Where they can't be read together they are read one by one: the object that is to
        blame is told, and the others come in."""
        try:
            return await self._items.parse([one.data for one in objects])
        except (OutOfLimits, WorkerEnded) as error:
            if len(objects) == 1:
                if isinstance(error, WorkerEnded):
                    raise
                return [Parsed(wrong=error.detail)]
        return [parsed for one in objects for parsed in await self._parsed([one])]

    async def _not_overtaken(
        self, tx: Tx, objects: Sequence[Read], parsed: Sequence[Parsed]
    ) -> tuple[list[Read], list[Parsed]]:
        """Without objects that were written from here since this sync began (`write_out`): it read them before."""
        now = await repository.etags(tx, self._row.id, [one.href for one in objects])
        at_first = {href: etag for href, (etag, _) in self._known.items()}
        kept = [
            (one, found)
            for one, found in zip(objects, parsed, strict=True)
            if now.get(one.href) in {None, "", one.etag, at_first.get(one.href)}
        ]
        return [one for one, _ in kept], [found for _, found in kept]

    async def _settle(self, changes: Changes, missing: set[str]) -> None:
        moved_on = changes.token != self._row.sync_token
        gone = set(self._known) - set(changes.etags) if changes.whole else set(changes.gone)
        if not (moved_on or gone or missing or self._renamed):
            return
        async with self._steps.step() as tx:
            known = await _known(tx, self._row.id)
            if lost := (gone | missing) & set(known):
                await self._drop(tx, known, lost)
            elif self._renamed:
                await self._items.gone(tx, (), {uid for _, uid in known.values()})
            await repository.keep_token(tx, self._row.id, changes.token)

    async def _drop(self, tx: Tx, known: Known, hrefs: set[str]) -> None:
        """These are gone from the server: so are their UIDs, where no other object has them."""
        present = {uid for href, (_, uid) in known.items() if href not in hrefs}
        uids = {known[href][1]: href for href in sorted(hrefs)}
        hid = await self._items.gone(tx, sorted(uids.keys() - present - {""}), present)
        hidden = {uids[uid] for uid in hid}
        await repository.hide_objects(tx, self._row.id, hidden)
        await repository.drop_objects(tx, self._row.id, hrefs - hidden)
