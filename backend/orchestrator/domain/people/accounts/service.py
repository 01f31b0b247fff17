"""Who is this user, what may this token do, and what have they set about themselves?

The operator's functions (owner, users, tokens) are the only ones here that take no owner id.
"""

import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, TypeVar, cast
from uuid import UUID

from sqlalchemy import Row, func
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.cursors import id_mark
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import repository
from orchestrator.domain.people.accounts.model import ApiToken, User
from orchestrator.domain.people.accounts.schemas import (
    DEFAULT_LOCALE,
    SCOPES,
    USER_SCOPES,
    Account,
    MePatch,
    Morning,
    OwnAccount,
    Reach,
    TokenOut,
    UserOut,
    allows,
)
from orchestrator.errors import Conflict, FieldError, InvalidRequest, NotFound, ScopeMissing, VersionConflict
from orchestrator.kit import patterns
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import Page, PageRequest, encode_cursor
from orchestrator.kit.text import storable
from orchestrator.kit.versions import Expected, is_expected
from orchestrator.language.text.normalize import normalize

TOKEN_PREFIX = "stw_"  # noqa: S105  (the public prefix, no secret)
TOKEN_BYTES = 32
TOKEN_PATTERN = patterns.compile(r"stw_[\x21-\x7e]{20,500}")
"""A made token has 43 url-safe characters after the prefix; one fixed by hand at least 20."""

T = TypeVar("T")
CURATED_FIELDS = frozenset({"auto_confirm", "identifiers"})


@dataclass(frozen=True)
class Owner:
    """The first user; `created` says whether this start made them."""

    user_id: UUID
    created: bool


def new_token_text() -> str:
    """A new random token."""
    return TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)


def token_digest(token: str) -> bytes:
    """What is stored of a token: sha256 is right for 256 random bits (contracts/security.md section 1)."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


async def ensure_owner(session: AsyncSession, email: str | None, token_text: str) -> Owner:
    """Make the first user where there is none, and let `token_text` be a token of theirs with every scope.

    A token that was revoked stays revoked. Raises ValueError where `token_text` has not the form of a token.
    """
    if not TOKEN_PATTERN.fullmatch(token_text):
        msg = "a token is `stw_` and at least 20 printable characters"
        raise ValueError(msg)
    await repository.lock_owner(session)
    found = await repository.owner(session)
    made = found or User(id=new_id(), email=email or "owner@localhost", is_owner=True)
    if found is None:
        session.add(made)
        await session.flush()
    elif email and email.lower() != made.email.lower() and await repository.by_email(session, email) is None:
        made.email = email
    if await repository.token_by_digest(session, token_digest(token_text)) is None:
        _add_token(Tx(session, made.id), "owner", SCOPES, token_text)
        await session.flush()
    return Owner(user_id=made.id, created=found is None)


async def create_user(session: AsyncSession, email: str, name: str) -> tuple[UserOut, str]:
    """A new user and their first token (every scope but `admin`). Raises Conflict `already_exists`."""
    if (known := await repository.by_email(session, email)) is not None:
        raise Conflict("already_exists", "There is a user with this email.", extra={"id": str(known.id)})
    user = User(id=new_id(), email=email, name=name)
    session.add(user)
    await session.flush()
    token = new_token_text()
    _add_token(Tx(session, user.id), "first", USER_SCOPES, token)
    await session.flush()
    await session.refresh(user)
    return _user_out(user), token


async def list_users(session: AsyncSession, page: PageRequest) -> Page[UserOut]:
    """All users, for the operator."""
    rows = await repository.users_page(session, after=id_mark(page.cursor), limit=page.limit + 1, q=page.q)
    return Page([_user_out(row) for row in rows[: page.limit]], _next(rows, page.limit))


async def owner_id(session: AsyncSession) -> UUID:
    """The first user, who runs this Steward. Raises NotFound before there is one."""
    found = await repository.owner(session)
    if found is None:
        raise NotFound("There is no owner yet.")
    return found.id


async def is_owner(tx: Tx) -> bool:
    """Whether this is the first user, who runs this Steward: what the settings name is theirs."""
    row = await repository.get(tx)
    return row is not None and row.is_owner


async def all_user_ids(session: AsyncSession) -> list[UUID]:
    """Every user, oldest first: for what is done to a whole database."""
    return await repository.user_ids(session)


async def create_token(tx: Tx, *, name: str, scopes: Sequence[str], token: str | None = None) -> tuple[TokenOut, str]:
    """A new token of `user_id` and its text. Raises NotFound for an unknown user, InvalidRequest for a scope."""
    if unknown := sorted(set(scopes) - set(SCOPES)):
        raise InvalidRequest(f"No such scope: {', '.join(unknown)}. Scopes: {', '.join(SCOPES)}.")
    if await repository.get(tx) is None:
        raise NotFound("There is no such user.")
    text = token or new_token_text()
    row = _add_token(tx, name, tuple(dict.fromkeys(scopes)), text)
    await tx.session.flush()
    await tx.session.refresh(row)
    return _token_out(row), text


async def list_tokens(session: AsyncSession, page: PageRequest, *, user_id: UUID | None = None) -> Page[TokenOut]:
    """Tokens of one user, or of all for the operator; revoked ones too."""
    rows = await repository.tokens_page(
        session, after=id_mark(page.cursor), limit=page.limit + 1, q=page.q, user_id=user_id
    )
    return Page([_token_out(row) for row in rows[: page.limit]], _next(rows, page.limit))


async def revoke_token(session: AsyncSession, token_id: UUID) -> None:
    """From the next request on it is refused, by every process. Raises NotFound."""
    if not await repository.revoke_token(session, token_id):
        raise NotFound("There is no such token.")


async def authenticate(session: AsyncSession, token: str, *, locale: str | None = None) -> Account | None:
    """Whose token this is; None where it is unknown or revoked. `locale`: what a client in which one asks says that
    its user reads; it holds where the account names none.

    Asked of the database each time: one indexed look-up, so that a revocation holds at once in every process.
    """
    if not TOKEN_PATTERN.fullmatch(token):
        return None
    row = await repository.find_token(session, token_digest(token))
    if row is None:
        return None
    if row.stale:
        await repository.touch_token(Tx(session, row.user_id), row.token_id)
    spoken = row.captured_locale
    if locale and locale != spoken and allows(row.scopes, ("ask",)):
        if row.stale or spoken is None:  # two devices that differ don't write at every request
            await repository.capture_locale(Tx(session, row.user_id), locale)
        spoken = locale
    return Account(
        user_id=row.user_id,
        token_id=row.token_id,
        scopes=frozenset(row.scopes),
        name=row.name,
        email=row.email,
        timezone=row.timezone,
        locale=(spoken or row.locale) if row.locale == DEFAULT_LOCALE else row.locale,
        token_name=row.token_name,
    )


async def me(tx: Tx) -> OwnAccount:
    """The user's own account. Raises NotFound."""
    return _me(await _user(tx))


async def patch_me(
    tx: Tx,
    patch: MePatch,
    *,
    scopes: Collection[str],
    write_tools: Collection[str],
    expected_version: Expected = None,
) -> OwnAccount:
    """Change what `patch` names; its rules are another's to set (memory/facts/rule_account). `write_tools`: the names
    that `auto_confirm` may hold.

    Raises ScopeMissing (`auto_confirm`, `identifiers` need `curate`, the rest `write`), VersionConflict,
    InvalidRequest.
    """
    given = patch.model_fields_set
    if given & CURATED_FIELDS and not allows(scopes, ("curate",)):
        raise ScopeMissing("`auto_confirm` and `identifiers` need a token with scope `curate`.")
    if given - CURATED_FIELDS and not allows(scopes, ("write",)):
        raise ScopeMissing("This needs a token with scope `write`.")
    if unknown := sorted(set(patch.auto_confirm or ()) - set(write_tools)):
        errors: list[FieldError] = [
            {"loc": ["body", "auto_confirm"], "message": f"{storable(name)[:60]!r} is no tool that writes"}
            for name in unknown
        ]
        raise InvalidRequest("`auto_confirm` names tools that write.", errors=errors)
    user = await _user(tx, for_update=True)
    if not is_expected(_version(user), expected_version):
        raise VersionConflict(f"The account is at version {_version(user)}.")
    changes = {name: value for name, value in patch.values().items() if getattr(user, name) != value}
    if not changes:
        return _me(user)
    for name, value in changes.items():
        setattr(user, name, value)
    user.version += 1
    user.updated_at = cast("datetime", func.steward_now())
    await tx.session.flush()
    await tx.session.refresh(user)
    return _me(user)


async def own_names(tx: Tx) -> frozenset[str]:
    """The folded forms under which the user speaks in an ingested conversation."""
    names = _there(await repository.names(tx))
    return frozenset(folded for name in ("user", "me", *names) if (folded := normalize(name)))


async def reach(session: AsyncSession, users: Sequence[UUID]) -> dict[UUID, Reach]:
    """How each of these users may be pushed to; of one who is gone nothing."""
    return {row.id: Reach(row.timezone, row.locale) for row in await repository.reach(session, users)}


async def mornings(session: AsyncSession, *, active_since: datetime) -> list[Morning]:
    """The mornings of all users with a turn, or a device that registered, since then (aware)."""
    rows = await repository.mornings(session, User.last_active_at >= active_since)
    return [_morning(row) for row in rows]


async def morning(tx: Tx) -> Morning:
    """The user's own. Raises NotFound."""
    return _morning(_there(next(iter(await repository.mornings(tx.session, User.id == tx.owner_id)), None)))


async def last_seen(session: AsyncSession) -> tuple[datetime, datetime | None]:
    """Now, and when any user was last there (a request with a token, or a turn), by one clock for all processes, to
    some seconds; None where nobody ever was."""
    return await repository.last_seen(session)


async def note_activity(tx: Tx, zone: str | None) -> None:
    """A turn began; `zone` is what the client's context said, or None."""
    await repository.capture(tx, zone)


def _morning(row: Row[Any]) -> Morning:
    return Morning(row.id, row.timezone, row.locale, time.fromisoformat(row.briefing_time), row.created_at)


async def _user(tx: Tx, *, for_update: bool = False) -> User:
    return _there(await repository.get(tx, for_update=for_update))


def _there(found: T | None) -> T:
    if found is None:
        raise NotFound("There is no such user.")
    return found


def _add_token(tx: Tx, name: str, scopes: Sequence[str], token: str) -> ApiToken:
    row = ApiToken(id=new_id(), user_id=tx.owner_id, name=name, sha256=token_digest(token), scopes=list(scopes))
    tx.session.add(row)
    return row


def _next(rows: Sequence[User] | Sequence[ApiToken], limit: int) -> str | None:
    return encode_cursor(str(rows[limit - 1].id)) if len(rows) > limit else None


def _me(user: User) -> OwnAccount:
    told = OwnAccount.model_validate(user, from_attributes=True)
    return told.model_copy(update={"version": _version(user)})


def _version(user: User) -> int:
    """Of the account with the rules that it shows."""
    return user.version + user.rules_version


def _user_out(user: User) -> UserOut:
    return UserOut.model_validate(user, from_attributes=True)


def _token_out(row: ApiToken) -> TokenOut:
    return TokenOut.model_validate(row, from_attributes=True)


async def forget_erased_home(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """The link to the place that was the user's home, where it was erased; counts `account`."""
    places = [entity_id for kind, entity_id in erased if kind == "place"]
    return {"account": 1} if places and await repository.clear_home(tx, places) else {}


async def repoint_home(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """The user's home was merged into another place, which is it from then on."""
    return [{}] if await repository.move_home(tx, from_id, to_id) else []


async def restore_home(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """It is the home again, unless the user said another one meanwhile."""
    if told:
        await repository.move_home(tx, kept_id, merged_id)
