"""What worker processes do with address books: `vcard.read`, its answer as JSON, a card a part."""

from collections.abc import Iterator
from typing import Any

from orchestrator.domain.world.contact_files import vcard
from orchestrator.worker_processes.task import Given


def read(given: Given) -> Iterator[Any]:
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
