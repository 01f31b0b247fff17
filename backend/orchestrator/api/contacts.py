"""Contacts, their links and groups over HTTP (api.md, Entities)."""

from contextlib import suppress
from uuid import UUID

from starlette.responses import Response

from orchestrator import catalog
from orchestrator.api.crud import Reader, Writer, add_crud
from orchestrator.db.tx import Tx, tried
from orchestrator.domain.world.contacts import waiting_answers
from orchestrator.domain.world.contacts.groups import contact_groups
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.merging.service import Merges
from orchestrator.domain.world.contacts.schemas import (
    ContactOut,
    MergeIn,
    MergeOut,
    PlaceLinkIO,
    RelationshipIO,
    UnmergeIn,
    UnmergeOut,
    WaitingAnswerIn,
    WaitingAnswerOut,
)
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.contacts.tools import duplicates
from orchestrator.domain.world.contacts.tools.duplicates import DuplicateOut
from orchestrator.domain.world.contacts.tools.merge_tools import merge_tool
from orchestrator.errors import Conflict, NotFound
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedVersion, set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["entities"])
MERGES = Merges(catalog.REGISTERED.referrers)
"""Merging contacts, with all slices that keep ids of contacts."""
MERGE_TOOL = merge_tool(MERGES)


@router.get("/contacts/duplicates", responses=responses())
async def list_duplicates(runtime: RuntimeDep, principal: Reader) -> Listed[DuplicateOut]:
    """The pairs of contacts that may be one person, all on one page. By the name alone a pair is shown, never
    proposed."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await duplicates.shown(tx))


@router.post("/contacts/duplicates", status_code=200, responses=responses())
async def propose_duplicates(runtime: RuntimeDep, principal: Writer) -> Listed[DuplicateOut]:
    """Look now: each group of contacts that are likely one becomes a waiting preview of `contacts_merge`, once."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await duplicates.propose(tx, MERGES, MERGE_TOOL, runtime.clock)
        return Listed(items=await duplicates.shown(tx))


@router.post("/contacts/duplicates/answer", status_code=200, responses=responses())
async def answer_duplicates(runtime: RuntimeDep, principal: Writer, body: WaitingAnswerIn) -> WaitingAnswerOut:
    """Say at once who those are that wait (`waiting`): all of them the contacts that they wait for, or all somebody
    else. Merges can be taken back one by one (`unmerge`). Of many only the first 200 are settled: ask again."""
    settled = await waiting_answers.settle(
        runtime.database,
        principal.user_id,
        MERGES,
        same=body.same,
        only=body.contact_ids,
        zone=principal.timezone,
    )
    for preview_id in dict.fromkeys(settled.over):
        with suppress(NotFound, Conflict):  # somebody answered it meanwhile
            await runtime.confirmer.cancel(principal.owner(), preview_id)
    return WaitingAnswerOut(contact_ids=settled.ids, waiting=settled.left)


add_crud(router, "/contacts", contacts)
add_crud(router, "/contact-groups", contact_groups, conflicts=True)  # the name of another group


@router.post("/contacts/merge", responses=responses(404, 409, 412))
async def merge_contacts(
    runtime: RuntimeDep, principal: Writer, response: Response, expected: ExpectedVersion, body: MergeIn
) -> MergeOut:
    """Let contacts become part of another one: names, addresses, numbers, links, and all that refers to them. Their own
    routes answer 404 from then on; `unmerge` takes it back."""
    owner, zone = principal.user_id, principal.timezone
    async with runtime.database.unit_of_work_of(owner) as tx, tried(tx, dry_run=body.dry_run):
        row, moves = await MERGES.merge(tx, body.keep_id, body.merge_ids, zone=zone, version=expected)
        found = await _shown(tx, row.id)
    if not body.dry_run:
        set_etag(response, found.version)
    return MergeOut(
        **found.model_dump(),
        merged_ids=list(dict.fromkeys(body.merge_ids)),
        fields=moves.fields,
        moves=moves.rows,
        left_aside=moves.left_aside,
        dry_run=body.dry_run,
    )


@router.post("/contacts/{contact_id}/unmerge", responses=responses(404, 409, 412))
async def unmerge_contact(
    runtime: RuntimeDep,
    principal: Writer,
    response: Response,
    contact_id: EntityId,
    expected: ExpectedVersion,
    body: UnmergeIn,
) -> UnmergeOut:
    """Take a merged contact out again, as it was; what was changed since on the kept one stays."""
    owner, zone = principal.user_id, principal.timezone
    async with runtime.database.unit_of_work_of(owner) as tx:
        restored, keep = await MERGES.unmerge(tx, contact_id, body.contact_id, zone=zone, version=expected)
        found, kept = await _shown(tx, restored.id), await _shown(tx, keep.id)
    set_etag(response, found.version)
    return UnmergeOut(**found.model_dump(), kept=kept)


@router.get("/contacts/{contact_id}/relationships", responses=responses(404))
async def list_relationships(runtime: RuntimeDep, principal: Reader, contact_id: EntityId) -> Listed[RelationshipIO]:
    """What others are to this contact."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await contacts.get(tx, contact_id)
        found = await links.relationships(tx, [contact_id])
    return Listed(items=found[contact_id])


@router.post("/contacts/{contact_id}/relationships", status_code=201, responses=responses(404))
async def relate(
    runtime: RuntimeDep, principal: Writer, response: Response, contact_id: EntityId, body: RelationshipIO
) -> ContactOut:
    """Say what another contact is to this one; it replaces what was said of the two before."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await links.relate(tx, contact_id, body)
        return await _contact(tx, contact_id, response)


@router.delete("/contacts/{contact_id}/relationships/{other_id}", responses=responses(404))
async def unrelate(
    runtime: RuntimeDep, principal: Writer, contact_id: EntityId, other_id: EntityId, *, dry_run: DryRun = False
) -> ReceiptOut:
    """Take away what these two are to each other."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx, tried(tx, dry_run=dry_run):
        gone = await links.unrelate(tx, contact_id, other_id)
    return ReceiptOut(deleted={"contact_relationship": gone}, rebuilt={}, redacted={})


@router.get("/contacts/{contact_id}/places", responses=responses(404))
async def list_contact_places(runtime: RuntimeDep, principal: Reader, contact_id: EntityId) -> Listed[PlaceLinkIO]:
    """The places of this contact."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await contacts.get(tx, contact_id)
        found = await links.place_links(tx, [contact_id])
    return Listed(items=found[contact_id])


@router.post("/contacts/{contact_id}/places", status_code=201, responses=responses(404))
async def settle(
    runtime: RuntimeDep, principal: Writer, response: Response, contact_id: EntityId, body: PlaceLinkIO
) -> ContactOut:
    """Link a place to this contact; its label replaces the one before."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await links.settle(tx, contact_id, body)
        return await _contact(tx, contact_id, response)


@router.delete("/contacts/{contact_id}/places/{place_id}", responses=responses(404))
async def unsettle(
    runtime: RuntimeDep, principal: Writer, contact_id: EntityId, place_id: EntityId, *, dry_run: DryRun = False
) -> ReceiptOut:
    """Unlink a place from this contact."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx, tried(tx, dry_run=dry_run):
        gone = await links.unsettle(tx, contact_id, place_id)
    return ReceiptOut(deleted={"contact_place": gone}, rebuilt={}, redacted={})


async def _contact(tx: Tx, contact_id: UUID, response: Response) -> ContactOut:
    found = await _shown(tx, contact_id)
    set_etag(response, found.version)
    return found


async def _shown(tx: Tx, contact_id: UUID) -> ContactOut:
    row = await contacts.get(tx, contact_id)
    await tx.session.refresh(row)
    (found,) = await contacts.present(tx, [row])
    return ContactOut.model_validate(found)
