"""What does this unit of work still owe the index? Computes and writes the postings of its changed entries."""

from collections import Counter
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.ground.search import repository
from orchestrator.domain.ground.search.lexemes import lexemes

TITLE_WEIGHT = 2
"""A word of the title counts like this many in the text."""


@dataclass
class _Changes:
    old: list[tuple[str, int]] = field(default_factory=list)
    new: list[tuple[str, int, int, int]] = field(default_factory=list)
    frequencies: Counter[str] = field(default_factory=Counter)
    indexed: list[tuple[int, str, int]] = field(default_factory=list)
    withdrawn: list[int] = field(default_factory=list)
    documents: int = 0
    length: int = 0


async def flush(session: AsyncSession, *, owner_id: UUID) -> None:
    """Write what is owed. Under one lock a user and with lexemes in order: two writers of one user would deadlock on
    the frequencies otherwise."""
    rows = await repository.owed(session, owner_id)
    if not rows:
        return
    changes = _Changes()
    for row in rows:
        _add(changes, row)
    await repository.remove_postings(session, owner_id, sorted(changes.old))
    await repository.add_postings(session, owner_id, sorted(changes.new))
    deltas = sorted((lexeme, delta) for lexeme, delta in changes.frequencies.items() if delta)
    await repository.settle(
        session, owner_id, deltas, changes.indexed, documents=changes.documents, length=changes.length
    )
    if fewer := [lexeme for lexeme, delta in deltas if delta < 0]:
        await repository.drop_unused(session, owner_id, fewer)
    if changes.withdrawn:
        await repository.drop(session, owner_id, changes.withdrawn)


def _add(changes: _Changes, row: repository.Owed) -> None:
    was_counted = row.length is not None
    for lexeme in row.lexemes or ():
        changes.old.append((lexeme, row.doc))
        changes.frequencies[lexeme] -= 1
    changes.length -= row.length or 0
    if row.state == "withdrawn":
        changes.withdrawn.append(row.doc)
        changes.documents -= int(was_counted)
        return
    found = lexemes(row.body, row.language)
    if row.group_id is None:  # the title of a grouped entry is its group's: every message would match it
        for lexeme, count in lexemes(row.title, row.language).items():
            found[lexeme] += TITLE_WEIGHT * count
    length = found.total()
    for lexeme, tf in found.items():
        changes.new.append((lexeme, row.doc, tf, length))
        changes.frequencies[lexeme] += 1
    changes.indexed.append((row.doc, " ".join(found), length))
    changes.documents += int(not was_counted)
    changes.length += length
