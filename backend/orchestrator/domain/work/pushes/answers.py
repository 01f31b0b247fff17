"""Which frozen write does somebody answer who pressed a button of a notification? Good once, for a short time."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.work.pushes import repository
from orchestrator.domain.work.pushes.links import Links, named
from orchestrator.errors import NotFound
from orchestrator.integrations.push.port import Act

SPENT = "This button is no longer good: it was used, or is over an hour old. Open Steward to answer."


@dataclass(frozen=True)
class Answer:
    """What the user answered to which of their previews, which they saw as `digest`."""

    user_id: UUID
    act: Act
    preview_id: UUID
    digest: str


class Forged(NotFound):
    """No button of ours has this address."""


async def taken(session: AsyncSession, links: Links, token: str) -> Answer:
    """The answer that this button gives, which it gives never again once this is committed. Raises Forged; NotFound
    where it was used or is too old."""
    told = named(token)
    found = await repository.answerable(session, told[0]) if told is not None else None
    if told is None or found is None or not links.holds(token, found.preview_id, found.preview_digest):
        raise Forged(SPENT)
    if not await repository.take_answer(session, told[0]):
        raise NotFound(SPENT)
    return Answer(found.user_id, told[1], found.preview_id, found.preview_digest)
