"""Which statements read and write accounts and tokens?"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, Text, bindparam, case, func, select, text, update
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.locks import lock_writers
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts.model import ApiToken, User
from orchestrator.domain.people.accounts.schemas import DEFAULT_LOCALE

_OWNER_LOCK = 5_715_931_002
"""Held while the owner is made, so that replicas that start together make one."""

NOTED_EVERY_S = 5.0
"""A token's use is written down so often: idle work stops at the first request, and none costs more than a look-up."""

_LAST_SEEN = text(
    "select steward_now(),"
    " greatest((select max(last_used_at) from api_tokens), (select max(last_active_at) from users))"
)
_FIND_TOKEN = text(
    """
    select t.id as token_id, t.name as token_name, t.scopes, u.id as user_id, u.name, u.email, u.locale,
           u.captured_locale,
           coalesce(u.captured_timezone, u.timezone) as timezone,
           (t.last_used_at is null or t.last_used_at < steward_now() - make_interval(secs => :stale_after)) as stale
    from api_tokens t join users u on u.id = t.user_id
    where t.sha256 = :digest and t.revoked_at is null
    """
)

_ZONE = func.coalesce(User.captured_timezone, User.timezone).label("timezone")
_SPOKEN = case(
    (User.locale == DEFAULT_LOCALE, func.coalesce(User.captured_locale, User.locale)), else_=User.locale
).label("locale")


async def lock_owner(session: AsyncSession) -> None:
    """Wait for whoever else makes the owner now."""
    await session.execute(select(func.pg_advisory_xact_lock(_OWNER_LOCK)))


async def owner(session: AsyncSession) -> User | None:
    """The first user, who runs this Steward."""
    return (await session.execute(select(User).where(User.is_owner))).scalar_one_or_none()


async def by_email(session: AsyncSession, email: str) -> User | None:
    """The user with that email, in any case."""
    return (await session.execute(select(User).where(func.lower(User.email) == email.lower()))).scalar_one_or_none()


async def get(tx: Tx, *, for_update: bool = False) -> User | None:
    """The user's own row."""
    statement = select(User).where(User.id == tx.owner_id)
    if for_update:
        await lock_writers(tx)
        statement = statement.with_for_update(key_share=True)  # whoever inserts the user's rows need not wait
    return (await tx.session.execute(statement)).scalar_one_or_none()


_NAMES = text("select email, name, identifiers from users where id = :owner").bindparams(
    bindparam("owner", type_=PgUUID(as_uuid=True))
)


async def names(tx: Tx) -> list[str] | None:
    """Email, name and identifiers of the user; None where there is no such user."""
    row = (await tx.session.execute(_NAMES, {"owner": tx.owner_id})).one_or_none()
    return None if row is None else [row.email, row.name, *row.identifiers]


async def reach(session: AsyncSession, users: Sequence[UUID]) -> Sequence[Row[Any]]:
    """id, effective timezone and effective locale of these users."""
    columns: Any = (User.id, _ZONE, _SPOKEN)
    return (await session.execute(select(*columns).where(User.id.in_(users)))).all()


async def mornings(session: AsyncSession, *conditions: ColumnElement[bool]) -> Sequence[Row[Any]]:
    """id, effective timezone, effective locale, briefing_time and created_at of users."""
    columns: Any = (User.id, _ZONE, _SPOKEN, User.briefing_time, User.created_at)
    return (await session.execute(select(*columns).where(*conditions).order_by(User.id))).all()


async def user_ids(session: AsyncSession) -> list[UUID]:
    """The ids of all users, oldest first."""
    return list(await session.scalars(select(User.id).order_by(User.id)))


async def users_page(session: AsyncSession, *, after: UUID | None, limit: int, q: str | None) -> Sequence[User]:
    """Users in the order they were made, for the operator."""
    statement = select(User).order_by(User.id).limit(limit)
    if after is not None:
        statement = statement.where(User.id > after)
    if q:
        statement = statement.where(User.email.icontains(q, autoescape=True) | User.name.icontains(q, autoescape=True))
    return (await session.execute(statement)).scalars().all()


async def find_token(session: AsyncSession, digest: bytes) -> Row[Any] | None:
    """The live token with that hash joined to its user; `stale` = its use was not noted within `NOTED_EVERY_S`."""
    return (await session.execute(_FIND_TOKEN, {"digest": digest, "stale_after": NOTED_EVERY_S})).first()


async def last_seen(session: AsyncSession) -> tuple[datetime, datetime | None]:
    """The database's moment, and when anybody was last there: by a request with a token, or a turn."""
    row = (await session.execute(_LAST_SEEN)).one()
    return row[0], row[1]


async def token_by_digest(session: AsyncSession, digest: bytes) -> ApiToken | None:
    """The token with that hash, revoked or not."""
    return (await session.execute(select(ApiToken).where(ApiToken.sha256 == digest))).scalar_one_or_none()


async def touch_token(tx: Tx, token_id: UUID) -> None:
    """Note that the token is in use now; does not wait for another request that notes the same."""
    await tx.session.execute(
        text(
            "update api_tokens set last_used_at = steward_now() where user_id = :owner and id = "
            "(select id from api_tokens where user_id = :owner and id = :id for update skip locked)"
        ),
        {"owner": tx.owner_id, "id": token_id},
    )


async def tokens_page(
    session: AsyncSession, *, after: UUID | None, limit: int, q: str | None, user_id: UUID | None
) -> Sequence[ApiToken]:
    """Tokens in the order they were made; of one user, or of all for the operator."""
    statement = select(ApiToken).order_by(ApiToken.id).limit(limit)
    if after is not None:
        statement = statement.where(ApiToken.id > after)
    if q:
        statement = statement.where(ApiToken.name.icontains(q, autoescape=True))
    if user_id is not None:
        statement = statement.where(ApiToken.user_id == user_id)
    return (await session.execute(statement)).scalars().all()


async def revoke_token(session: AsyncSession, token_id: UUID) -> bool:
    """Revoke it; False where there is no such token that still lives."""
    result = await session.execute(
        update(ApiToken)
        .where(ApiToken.id == token_id, ApiToken.revoked_at.is_(None))
        .values(revoked_at=func.steward_now())
        .returning(ApiToken.id)
    )
    return result.first() is not None


_CAPTURE = text(
    "update users set last_active_at = steward_now(), captured_timezone = coalesce(:zone, captured_timezone), "
    "captured_at = case when :zone is null then captured_at else steward_now() end where id = :owner"
).bindparams(bindparam("owner", type_=PgUUID(as_uuid=True)), bindparam("zone", type_=Text()))


async def capture(tx: Tx, zone: str | None) -> None:
    """Note that the user is active now, and where their client says they are."""
    await tx.session.execute(_CAPTURE, {"owner": tx.owner_id, "zone": zone})


async def move_home(tx: Tx, place_id: UUID, to_id: UUID) -> bool:
    """Let the home be another place where it is this one; True where it was."""
    moved = await tx.session.execute(
        update(User)
        .where(User.id == tx.owner_id, User.home_place_id == place_id)
        .values(home_place_id=to_id, version=User.version + 1, updated_at=func.steward_now())
        .returning(User.id)
        .execution_options(synchronize_session=False)
    )
    return moved.first() is not None


async def capture_locale(tx: Tx, locale: str) -> None:
    """Note in which language and region the user's client speaks."""
    await tx.session.execute(
        update(User)
        .where(User.id == tx.owner_id)
        .values(captured_locale=locale)
        .execution_options(synchronize_session=False)
    )


async def clear_home(tx: Tx, places: Sequence[UUID]) -> bool:
    """Take the home place away where it is one of `places`; True where it was."""
    cleared = await tx.session.execute(
        update(User)
        .where(User.id == tx.owner_id, User.home_place_id.in_(places))
        .values(home_place_id=None, version=User.version + 1, updated_at=func.steward_now())
        .returning(User.id)
        .execution_options(synchronize_session=False)
    )
    return cleared.first() is not None
