"""Under which ids does an archive's row stand here? Its own, unless another user has that one here, or the same thing
came to this user by another way under another id."""

import hashlib
from collections.abc import Mapping, Sequence
from uuid import UUID

from orchestrator.kit import patterns

_ID = patterns.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = 6
"""Bytes of a UUIDv7 that say when it was made: the order of ids stays."""


class Names:
    """What ids of the archive become. Replaced in whole lines: whatever points to a row points to it still."""

    def __init__(self) -> None:
        self._here: dict[str, str] = {}
        self._theirs: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._here)

    def stands_as(self, told: UUID, here: UUID) -> None:
        """The row that these names call `told` by now is `here`."""
        theirs = self._theirs.pop(str(told), str(told))
        self._here[theirs] = str(here)
        self._theirs[str(here)] = theirs

    def of(self, theirs: UUID | None) -> UUID | None:
        """The id here."""
        return UUID(self._here.get(str(theirs), str(theirs))) if theirs is not None else None

    def replaced(self, lines: Sequence[str]) -> list[str]:
        """The lines with the ids that hold here."""
        if not self._here:
            return list(lines)
        here: Mapping[str, str] = self._here
        return [_ID.sub(lambda found: here.get(found[0], found[0]), line) for line in lines]


def another(owner_id: UUID, theirs: UUID) -> UUID:
    """The id that a row gets whose own one another user has here: always the same one, made at the same time."""
    made = hashlib.sha256(b"steward-import" + owner_id.bytes + theirs.bytes).digest()
    value = bytearray(theirs.bytes[:_TIME] + made[: 16 - _TIME])
    value[6] = (value[6] & 0x0F) | 0x70
    value[8] = (value[8] & 0x3F) | 0x80
    return UUID(bytes=bytes(value))
