"""What becomes of tags that were made? They stand beside the user's own, and what the user takes off stays off."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.slices.erasable import REBUILT, Erasable
from orchestrator.domain.world.tagging import repository
from orchestrator.language.text.normalize import normalize

KIND = "tagging"
RULE = "fact"


def merged(present: Sequence[str], before: Sequence[str], made: Sequence[str]) -> tuple[list[str], list[str]]:
    """(the entity's tags, those to remember as made). `present`: its tags now; `before`: what was made the last time;
    a tag of these that is not among the present ones was taken off by the user, and stays off."""
    there, earlier = {normalize(tag) for tag in present}, {normalize(tag) for tag in before}
    off = [tag for tag in before if normalize(tag) not in there]
    own = [tag for tag in present if normalize(tag) not in earlier]
    taken = {normalize(tag) for tag in (*own, *off)}
    fresh = [tag for tag in made if normalize(tag) not in taken]
    return [*own, *fresh], [*fresh, *off]


async def keep(
    tx: Tx,
    service: EntityService[Any, Any],
    entity_id: UUID,
    made: Sequence[str],
    *,
    version: int,
    generated_by: str,
    rules: Sequence[UUID] = (),
) -> bool:
    """Put the tags that were made of the entity at `version` beside the user's own; False where it has changed since,
    or is gone, or one of the user's `rules` whose words became tags: then it is looked at again."""
    if rules:  # no erasure may walk by what is not stored yet
        await provenance.lock_ingestion(tx)
    row = await service.repository.find(tx, entity_id, for_update=True)
    if row is None or row.version != version or await provenance.gone(tx, RULE, rules):
        return False
    derived = (_tags_of(service.kind), entity_id)
    await provenance.forget_sources(tx, *derived)
    await provenance.record_all(tx, sources=[(RULE, one) for one in rules], derived=derived)
    before = await repository.made(tx, service.kind, entity_id)
    tags, remembered = merged(row.tags, before, made)
    await repository.put(tx, service.kind, entity_id, version=version, tags=remembered, generated_by=generated_by)
    if tags != list(row.tags):
        await service.retag(tx, row, tags)
    return True


def erasable(services: Sequence[EntityService[Any, Any]]) -> Erasable:
    """What was made of erased entities goes with them, tags that a rule brought go with the rule, and those of what is
    written anew are made anew. `services`: of the kinds that are tagged."""

    async def forget(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
        for kind in {kind for kind, _ in erased}:
            await repository.forget(tx, kind, [entity_id for one, entity_id in erased if one == kind])
        made = await provenance.derived_from(tx, [one for one in erased if one[0] == RULE])
        anew = [entity_id for kind, entity_id in erased if kind == REBUILT]
        number = 0
        for service in services:
            quoting = [one for one in anew if await repository.made(tx, service.kind, one)]
            for entity_id in [*(one for kind, one in made if kind == _tags_of(service.kind)), *quoting]:
                number += await _untagged(tx, service, entity_id)
        return {KIND: number} if number else {}

    return Erasable(kind=KIND, redact=forget)


async def _untagged(tx: Tx, service: EntityService[Any, Any], entity_id: UUID) -> bool:
    """Take off what was made of the entity; it is tagged anew at the next look."""
    row = await service.repository.find(tx, entity_id, for_update=True)
    before = {normalize(tag) for tag in await repository.made(tx, service.kind, entity_id)}
    await repository.forget(tx, service.kind, [entity_id])
    if row is None:
        return False
    await service.retag(tx, row, [tag for tag in row.tags if normalize(tag) not in before])
    return True


def _tags_of(kind: str) -> str:
    """In provenance: the tags of an entity, by its id."""
    return f"{kind}_tags"
