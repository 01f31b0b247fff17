"""What is to be pushed to this user, and what became of it? Implements the port `Notifier`.

A push is stored, with the job that sends it, in the unit of work of what it tells of. The words are bounded here, once.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.notifications import Push
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.rules.source import FactRules, rules_of
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.pushes import device_rows, repository
from orchestrator.domain.work.pushes.model import Device
from orchestrator.domain.work.pushes.schemas import (
    KINDS,
    SEND,
    TRIAL,
    DeviceIn,
    DeviceOut,
    PushOut,
    PushReceiptOut,
    Sending,
)
from orchestrator.errors import NotFound
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten, storable
from orchestrator.language.messages import say
from orchestrator.scheduling.async_jobs import enqueue

TITLE_CHARACTERS = 100
BODY_CHARACTERS = 400
URL_CHARACTERS = 300
"""Together at most 3.3 kB as UTF-8 with four bytes a character, under the 4 kB of Apple and Google."""
_UNSEEN = patterns.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]+")


class Pushes:
    """`default_zone`: of users who have none themselves (STEWARD_TIMEZONE)."""

    def __init__(self, default_zone: str = "UTC") -> None:
        self._default_zone = default_zone

    async def notify(self, tx: Tx, push: Push) -> UUID:
        """See Notifier. Raises NotFound for a user who is gone, ValueError for `data` that api.md does not know."""
        kind, opens, url = push.data.get("kind"), push.data.get("id"), push.data.get("url")
        if kind not in KINDS or not opens or url is None or len(url) > URL_CHARACTERS:
            msg = f"a push's data are kind (one of {', '.join(KINDS)}), id and url"
            raise ValueError(msg)
        return await self._store(tx, push)

    async def trial(self, tx: Tx, device_id: UUID) -> UUID:
        """Push a few words to this device of the user's alone, as every other push goes; answers the push."""
        reach = (await accounts.reach(tx.session, [tx.owner_id]))[tx.owner_id]
        locale = (await FactRules().rules(tx)).locale(reach.locale)
        push = Push(
            title=say("pushes.test_title", locale),
            body=say("pushes.test_body", locale),
            data={"kind": TRIAL, "id": str(device_id), "url": "/"},
        )
        return await self._store(tx, push, device_id=device_id)

    async def _store(self, tx: Tx, push: Push, *, device_id: UUID | None = None) -> UUID:
        kind = push.data["kind"]
        reach = (await accounts.reach(tx.session, [tx.owner_id])).get(tx.owner_id)
        if reach is None:
            raise NotFound("There is no such user.")
        now = await repository.now(tx.session)
        rules = (await rules_of(tx.session, [tx.owner_id])).get(tx.owner_id, RuleSet())
        until = rules.held_until(now, reach.timezone or self._default_zone, kind)
        state = "held" if until is not None else "queued"
        if not await device_rows.has_device(tx, device_id):
            state = "none"
        preview_id, digest = push.answers or (None, None)
        values = {
            "kind": kind,
            "opens": push.data["id"],
            "url": push.data["url"],
            "title": bounded(push.title, TITLE_CHARACTERS),
            "body": bounded(push.body, BODY_CHARACTERS),
            "once": push.once,
            "sources": [{"kind": name, "id": str(source)} for name, source in push.sources],
            "state": state,
            "due_at": until or now,
            "device_id": device_id,
            "preview_id": preview_id,
            "preview_digest": digest,
        }
        push_id, fresh = await repository.put(tx, values)
        if fresh and state != "none":
            await enqueue(
                tx.session,
                SEND,
                Sending(push_id=push_id),
                owner_id=tx.owner_id,
                run_after=until,
                dedupe_key=str(push_id),
            )
        return push_id

    async def reconsider(self, tx: Tx) -> int:
        """The user's quiet hours or zone may have changed: what is held goes out when the new ones end, or at once;
        what was about to go out is held. Answers how many pushes that concerned."""
        rows = await repository.waiting(tx)
        if not rows:
            return 0
        reach = (await accounts.reach(tx.session, [tx.owner_id]))[tx.owner_id]
        now = await repository.now(tx.session)
        rules = (await rules_of(tx.session, [tx.owner_id])).get(tx.owner_id, RuleSet())
        changed = 0
        for row in rows:
            until = rules.held_until(now, reach.timezone or self._default_zone, row.kind)
            if until == row.due_at or (until is None and row.state == "queued"):
                continue  # a queued one may wait for its next try
            row.state, row.due_at = ("queued", now) if until is None else ("held", until)
            await enqueue(
                tx.session, SEND, Sending(push_id=row.id), owner_id=tx.owner_id, run_after=until, dedupe_key=str(row.id)
            )
            changed += 1
        return changed


async def shown(tx: Tx, push_ids: Sequence[UUID]) -> dict[UUID, PushOut]:
    """What became of those of the user's pushes that there are."""
    rows = await repository.many(tx, push_ids) if push_ids else []
    receipts: dict[UUID, list[PushReceiptOut]] = {row.id: [] for row in rows}
    for one in await repository.deliveries(tx, list(receipts)) if rows else []:
        receipts[one.push_id].append(PushReceiptOut.model_validate(one))
    return {
        row.id: PushOut.model_validate({"state": row.state, "sent_at": row.sent_at, "receipts": receipts[row.id]})
        for row in rows
    }


def bounded(text: str, limit: int) -> str:
    """What a phone shows of a text: without what can't be seen or turns its direction, at most `limit` characters."""
    return shorten(_UNSEEN.sub(" ", storable(text)).strip(), limit)


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Empty those that named what was erased as a source, and send none of them; counts `push`."""
    number = await repository.redact(tx, erased) if erased else 0
    return {"push": number} if number else {}


async def sign_out(tx: Tx, device_id: UUID) -> None:
    """Push to this app no more. Raises NotFound where it is not pushed to anyway."""
    if not await device_rows.sign_out(tx, device_id, kind="expo"):
        raise NotFound("There is no such device.")


async def register(tx: Tx, wanted: DeviceIn) -> tuple[DeviceOut, bool]:
    """Push to this app from now on; True where its token was not known.

    A known token keeps its id and is enabled again. One of another user's moves: whoever holds the phone is signed in
    as `owner_id`, and nothing that waits for the other is sent to it.
    """
    values = {"kind": "expo", "platform": wanted.platform, "timezone": wanted.timezone}
    device, made = await enrolled(tx, wanted.expo_push_token, values)
    return DeviceOut.model_validate(device), made


async def devices(tx: Tx) -> list[DeviceOut]:
    """The user's apps, disabled ones too, in the order in which they were first known."""
    return [DeviceOut.model_validate(one) for one in await device_rows.devices(tx) if one.kind == "expo"]


MOST_DEVICES = 20
"""Of one user; the ones that registered longest ago give way, and as many disabled ones are kept, so that a token can't
fill the table."""


async def enrolled(
    tx: Tx, identity: str, values: Mapping[str, Any], *, sealed: Callable[[UUID], bytes] | None = None
) -> tuple[Device, bool]:
    """The device of this identity, registered by the user; True where it was not known."""
    device, made = await device_rows.register(tx, identity, values, sealed=sealed)
    await device_rows.keep_newest(tx, MOST_DEVICES)
    await accounts.note_activity(tx, values.get("timezone"))
    return device, made
