"""Where do sessions stand, and which lie near?"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import bindparam, text

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.store.parameters import INTEGERS, MOMENTS, UUIDS
from orchestrator.domain.foundation.search.store.sessions import GAP, Session


async def sessions_near(tx: Tx, spans: Mapping[UUID, tuple[datetime, datetime]]) -> dict[UUID, list[Session]]:
    """The sessions of each group that lie within GAP of its span of time, in the order of time."""
    found = await tx.session.execute(
        text("""
            select s.group_id, s.first_position, s.room, s.used, s.first_at, s.last_at
              from unnest(:groups, :firsts, :lasts) as g (group_id, first_at, last_at)
              join search_sessions s on s.user_id = :owner and s.group_id = g.group_id
               and s.last_at >= g.first_at and s.first_at <= g.last_at
             order by s.first_at, s.first_position
        """).bindparams(
            bindparam("groups", type_=UUIDS), bindparam("firsts", type_=MOMENTS), bindparam("lasts", type_=MOMENTS)
        ),
        {
            "owner": tx.owner_id,
            "groups": list(spans),
            "firsts": [first - GAP for first, _ in spans.values()],
            "lasts": [last + GAP for _, last in spans.values()],
        },
    )
    near: dict[UUID, list[Session]] = {}
    for group_id, *fields in found:
        near.setdefault(group_id, []).append(Session(*fields))
    return near


async def save_sessions(tx: Tx, rows: Sequence[tuple[UUID, Session]], gone: Sequence[int]) -> None:
    """Insert or change sessions; delete those that begin at `gone`."""
    if gone:
        await tx.session.execute(
            text("delete from search_sessions where user_id = :owner and first_position = any(:gone)").bindparams(
                bindparam("gone", type_=INTEGERS)
            ),
            {"owner": tx.owner_id, "gone": list(gone)},
        )
    if rows:
        await tx.session.execute(
            text("""
                insert into search_sessions (user_id, first_position, room, used, group_id, first_at, last_at)
                select :owner, * from unnest(:firsts, :rooms, :used, :groups, :begins, :ends)
                on conflict (user_id, first_position) do update
                   set used = excluded.used, first_at = excluded.first_at, last_at = excluded.last_at
            """).bindparams(
                bindparam("firsts", type_=INTEGERS),
                bindparam("rooms", type_=INTEGERS),
                bindparam("used", type_=INTEGERS),
                bindparam("groups", type_=UUIDS),
                bindparam("begins", type_=MOMENTS),
                bindparam("ends", type_=MOMENTS),
            ),
            {
                "owner": tx.owner_id,
                "firsts": [one.first_position for _, one in rows],
                "rooms": [one.room for _, one in rows],
                "used": [one.used for _, one in rows],
                "groups": [group_id for group_id, _ in rows],
                "begins": [one.first_at for _, one in rows],
                "ends": [one.last_at for _, one in rows],
            },
        )


async def drop_empty_sessions(tx: Tx, groups: Collection[UUID]) -> None:
    """Delete the sessions of these groups in which no entry stands any more."""
    await tx.session.execute(
        text("""
            delete from search_sessions s where s.user_id = :owner and s.group_id = any(:groups) and not exists (
                select 1 from search_documents d where d.user_id = :owner
                   and d.position >= s.first_position and d.position < s.first_position + s.room)
        """).bindparams(bindparam("groups", type_=UUIDS)),
        {"owner": tx.owner_id, "groups": sorted(groups)},
    )
