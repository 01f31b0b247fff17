"""Which messages of a talk stand beside each other? A session's messages have positions that follow each other.

A session is a thread's messages without a gap of over 30 minutes (product.md). New messages at its end take the room it
has left; one that lands inside it, or finds no room, moves the session to the end of the user's positions. A very long
session is cut, so that a move stays small.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

GAP = timedelta(minutes=30)
APART = 4
"""Positions between what are no neighbours: more than neighbours reach (`scoring.NEIGHBOURS`)."""
LONGEST = 500
"""Messages of one session; moving it then takes about 100 ms."""
LEAST_ROOM = 16
"""Positions of a session that begins: a talk that grows by one message moves at 16, 32, 64, …"""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a group: `key` orders those of the same moment."""

    doc: int
    at: datetime
    key: UUID


@dataclass(frozen=True, slots=True)
class Session:
    """A session that has positions already."""

    first_position: int
    room: int
    used: int
    first_at: datetime
    last_at: datetime


@dataclass
class Seating:
    """What is to be done for one group. `appended`: (session, its new messages in order). `opened`: sessions to be
    given positions: (present sessions whose messages move there too, new messages), to be `split`."""

    appended: list[tuple[Session, list[Message]]] = field(default_factory=list)
    opened: list[tuple[list[Session], list[Message]]] = field(default_factory=list)


def seat(sessions: Sequence[Session], messages: Sequence[Message]) -> Seating:
    """Where the new messages of one group go; `sessions`: those of the group that lie within GAP of any of them."""
    plan = Seating()
    for near, new in _clusters(sessions, messages):
        if not near:
            plan.opened.append(([], new))
        elif len(near) > 1 and sum(session.used for session in near) <= LONGEST:
            plan.opened.append((near, new))  # what is new joins them
        else:
            for session, share in _shares(near, new):
                _take_in(plan, session, share)
    return plan


def split(messages: Iterable[Message]) -> list[list[Message]]:
    """Messages in the order of time, parted at session breaks, and evenly where a session would be too long."""
    runs: list[list[Message]] = []
    for message in sorted(messages, key=_order):
        if runs and message.at - runs[-1][-1].at <= GAP:
            runs[-1].append(message)
        else:
            runs.append([message])
    pieces: list[list[Message]] = []
    for run in runs:
        size = -(-len(run) // -(-len(run) // LONGEST))
        pieces += [run[start : start + size] for start in range(0, len(run), size)]
    return pieces


def room_for(messages: int, *, moved: bool) -> int:
    """Positions for a session of so many messages; one that had to move will grow again."""
    return max(messages, min(LONGEST, max(LEAST_ROOM, 2 * messages if moved else messages)))


def _take_in(plan: Seating, session: Session, new: list[Message]) -> None:
    if new[0].at < session.last_at:
        plan.opened.append(([session], new))
    elif len(new) <= session.room - session.used:
        plan.appended.append((session, new))
    elif session.used >= LONGEST:
        plan.opened.append(([], new))
    else:
        plan.opened.append(([session], new))


def _shares(near: list[Session], new: list[Message]) -> list[tuple[Session, list[Message]]]:
    """Each new message with the last session that began before it, else with the first one."""
    shares: dict[int, list[Message]] = {}
    for message in new:
        began = [number for number, session in enumerate(near) if session.first_at <= message.at]
        shares.setdefault(began[-1] if began else 0, []).append(message)
    return [(near[number], share) for number, share in shares.items()]


def _order(message: Message) -> tuple[datetime, UUID]:
    return message.at, message.key


def _clusters(
    sessions: Sequence[Session], messages: Sequence[Message]
) -> Iterator[tuple[list[Session], list[Message]]]:
    """New messages without a break between them, with the present sessions that they touch."""
    items: list[tuple[datetime, datetime, Session | Message]] = [
        *((session.first_at, session.last_at, session) for session in sessions),
        *((message.at, message.at, message) for message in sorted(messages, key=_order)),
    ]
    near: list[Session] = []
    new: list[Message] = []
    until: datetime | None = None
    for start, end, item in sorted(items, key=lambda one: one[0]):
        if until is not None and start - until > GAP:
            if new:
                yield near, new
            near, new, until = [], [], None
        until = end if until is None else max(until, end)
        if isinstance(item, Session):
            near.append(item)
        else:
            new.append(item)
    if new:
        yield near, new
