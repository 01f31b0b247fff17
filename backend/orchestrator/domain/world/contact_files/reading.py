"""Address books as worker processes read them, bounded in time and memory: whatever they say, nobody else waits."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.domain.world.contact_files import vcard
from orchestrator.domain.world.contact_files.values import Address, Related
from orchestrator.domain.world.contact_files.vcard import BadCard, VCard
from orchestrator.worker_processes.task import Given, Limits, Run, Task


def look_at(given: Given) -> Iterator[Any]:
    """`data`: files one after the other; argument: their `lengths`. Yields for each file `{}`, then its cards."""
    at = 0
    for length in given.argument["lengths"]:
        data, at = given.data[at : at + length], at + length
        yield {}
        for one in vcard.read(data):
            if isinstance(one, vcard.BadCard):
                yield {"bad": vars(one)}
            else:
                related, addresses = [vars(each) for each in one.related], [vars(each) for each in one.addresses]
                yield {"card": {**vars(one), "related": related, "addresses": addresses}}


PROCESSOR_S, WALL_S = 30.0, 300.0
"""Twenty thousand cards, as many as a file may have, take a third of it."""
READ = Task(
    f"{__name__}:look_at",
    "Reading this vCard file",
    "Send it in smaller files, or leave out the card that is unusually large.",
    Limits(processor_s=PROCESSOR_S, wall_s=WALL_S),
)


async def read(run: Run, owner_id: UUID, data: bytes) -> list[VCard | BadCard]:
    """What `vcard.read` gives. Raises OutOfLimits, WorkerEnded, and Busy where `run` does."""
    (cards,) = await read_all(run, owner_id, [data])
    return cards


async def read_all(run: Run, owner_id: UUID, files: Sequence[bytes]) -> list[list[VCard | BadCard]]:
    """The same of many small ones, in one process."""
    found: list[list[VCard | BadCard]] = []
    for told in await run(READ, {"lengths": [len(data) for data in files]}, b"".join(files), owner_id=owner_id):
        if "bad" in told:
            found[-1].append(BadCard(**told["bad"]))
        elif "card" in told:
            found[-1].append(_card(told["card"]))
        else:
            found.append([])
    return found


def _card(told: Mapping[str, Any]) -> VCard:
    related, addresses = [Related(**one) for one in told["related"]], [Address(**one) for one in told["addresses"]]
    return VCard(**{**told, "related": related, "addresses": addresses})
