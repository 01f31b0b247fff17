"""Which routes does every entity have? List, create, read, change, erase: built once for all of them (api.md)."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query
from sqlalchemy import ColumnElement
from starlette.responses import Response

from orchestrator.api.ruled import Bound, writing
from orchestrator.db.repository import EntityRow
from orchestrator.domain.foundation.entities.schemas import EntityFields, patch_of
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.errors import VersionConflict
from orchestrator.kit.paging import Page
from orchestrator.kit.versions import is_expected
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedVersion, set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.overriding import OverrideRule
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

M = TypeVar("M", bound=EntityRow)
F = TypeVar("F", bound=EntityFields)

Reader = Annotated[Principal, require("read")]
Writer = Annotated[Principal, require("write")]
Conditions = Sequence[ColumnElement[bool]]


async def _all() -> Conditions:
    return ()


def add_crud(
    router: Router,
    path: str,
    service: EntityService[M, F],
    *,
    narrow: Callable[..., Awaitable[Conditions]] = _all,
    listed: bool = True,
    creates: bool = True,
    erases: bool = True,
    bound: Bound | None = None,
    conflicts: bool = False,
) -> None:
    """Add the five routes of `service` under `path`. `narrow`: a dependency that gives further conditions of the
    list; not `listed`, `creates`, `erases`: these are routes of their own; `bound`: what rules say to its writes;
    `conflicts`: a change may meet another one (409), rules aside."""
    name = service.out.__name__.removesuffix("Out").lower()
    if listed:
        _add_list(router, path, name, service, narrow)
    _add_read(router, path, name, service)
    if creates:
        _add_create(router, path, name, service, bound)
    _add_change(router, path, name, service, bound, conflicts=conflicts or bound is not None)
    if erases:
        _add_erase(router, path, name, service)


def _add_list(
    router: Router, path: str, name: str, service: EntityService[M, F], narrow: Callable[..., Awaitable[Conditions]]
) -> None:
    async def list_all(
        runtime: RuntimeDep,
        principal: Reader,
        page: PageDep,
        conditions: Annotated[Any, Depends(narrow)],
        *,
        hidden: Annotated[bool, Query(description="Those that were removed too.")] = False,
    ) -> Any:
        async with runtime.database.unit_of_work_of(principal.user_id) as tx:
            found = await service.page(tx, page, *conditions, hidden=hidden)
            items = await service.present(tx, found.items)
        return listed(Page(items, found.next_cursor))

    page_of: Any = Listed[service.out]  # type: ignore[name-defined]
    router.get(
        path,
        response_model=page_of,
        responses=responses(),
        name=f"list_{name}s",
        summary=f"{name.capitalize()}s",
        description="One page; `q` looks into their texts.",
    )(list_all)


def _add_read(router: Router, path: str, name: str, service: EntityService[M, F]) -> None:
    async def read(runtime: RuntimeDep, principal: Reader, response: Response, entity_id: EntityId) -> Any:
        async with runtime.database.unit_of_work_of(principal.user_id) as tx:
            row = await service.get(tx, entity_id)
            (found,) = await service.present(tx, [row])
        set_etag(response, found.version)
        return found

    router.get(
        _one(path),
        response_model=service.out,
        responses=responses(404),
        name=f"read_{name}",
        summary=f"One {name}",
        description="With its version as `ETag`.",
    )(read)


def _add_create(router: Router, path: str, name: str, service: EntityService[M, F], bound: Bound | None) -> None:
    async def create(
        runtime: RuntimeDep, principal: Writer, response: Response, body: Any, override_rule: OverrideRule = None
    ) -> Any:
        async with runtime.database.unit_of_work_of(principal.user_id) as tx:
            if bound is not None:
                body = await bound.making(await writing(tx, principal, override_rule), body)
            row = await service.create(tx, body, zone=principal.timezone)
            (made,) = await service.present(tx, [row])
        set_etag(response, made.version)
        return made

    # The body's type is known here only: FastAPI reads it from the annotations.
    create.__annotations__["body"] = service.fields
    made: Any = create if bound is not None else _without_override(create)
    made_by: Any = {"response_model": service.out}
    router.post(
        path,
        status_code=201,
        responses=responses(409, 413),
        name=f"create_{name}",
        summary=f"Make {_a(name)}",
        description="As the user's own act: an ingestion never replaces these fields.",
        **made_by,
    )(made)


def _add_change(
    router: Router, path: str, name: str, service: EntityService[M, F], bound: Bound | None, *, conflicts: bool
) -> None:
    async def change(
        runtime: RuntimeDep,
        principal: Writer,
        response: Response,
        entity_id: EntityId,
        expected: ExpectedVersion,
        *,
        body: Any,
        override_rule: OverrideRule = None,
    ) -> Any:
        changes = body.model_dump(exclude_unset=True)
        async with runtime.database.unit_of_work_of(principal.user_id) as tx:
            if bound is not None:
                await bound.changing(await writing(tx, principal, override_rule), entity_id, changes)
            row = await service.update(tx, entity_id, changes, zone=principal.timezone, version=expected)
            (made,) = await service.present(tx, [row])
        set_etag(response, made.version)
        return made

    change.__annotations__["body"] = patch_of(service.fields, f"{service.fields.__name__.removesuffix('Fields')}Patch")
    made_by: Any = {"response_model": service.out}
    router.patch(
        _one(path),
        responses=responses(404, 412, 413, *([409] if conflicts else [])),
        name=f"change_{name}",
        summary=f"Change {_a(name)}",
        description="Absent fields stay, null clears; `If-Match` refuses where it was changed meanwhile.",
        **made_by,
    )(change if bound is not None else _without_override(change))


def _add_erase(router: Router, path: str, name: str, service: EntityService[M, F]) -> None:
    async def erase(
        runtime: RuntimeDep,
        principal: Writer,
        entity_id: EntityId,
        expected: ExpectedVersion,
        *,
        dry_run: DryRun = False,
    ) -> ReceiptOut:
        async with runtime.database.unit_of_work_of(principal.user_id) as tx:
            if expected is not None:
                row = await service.get(tx, entity_id)
                if not is_expected(row.version, expected):
                    raise VersionConflict(f"The {service.kind} is at version {row.version}.")
            receipt = await runtime.eraser.erase(tx, service.kind, entity_id, dry_run=dry_run)
        return ReceiptOut.of(receipt)

    router.delete(
        _one(path),
        response_model=ReceiptOut,
        responses=responses(404, 412),
        name=f"erase_{name}",
        summary=f"Erase {_a(name)}",
        description="For good, with everything derived from it; the receipt counts by kind.",
    )(erase)


def _without_override(route: Callable[..., Any]) -> Callable[..., Any]:
    """The route of an entity that no rule holds: it has no such parameter."""
    signature = inspect.signature(route)
    kept = [one for name, one in signature.parameters.items() if name != "override_rule"]
    route.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
    return route


def _one(path: str) -> str:
    return f"{path}/{{entity_id}}"


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"
