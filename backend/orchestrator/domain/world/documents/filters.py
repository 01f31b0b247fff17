"""Which documents are meant? As conditions over their table."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, and_, exists, not_, or_, select

from orchestrator.domain.world.documents.model import (
    Document,
    DocumentContact,
    DocumentPart,
)

UNLABELLED = "Mentioned"
"""The label of whom a paper only names."""


@dataclass(frozen=True)
class Whose:
    """Somebody's papers: those that the contact is linked to (but not as one of `not_as`), and, of papers that are
    linked to nobody as theirs, those whose text holds any of `names`."""

    contact_ids: tuple[UUID, ...] = ()
    names: tuple[str, ...] = ()
    not_as: tuple[str, ...] = ()


@dataclass(frozen=True)
class DocumentFilter:
    """Which documents: of a kind (by what it seems to be, or by `kind_tags` where the user tagged it), somebody's,
    made in [since, until) (aware), or these."""

    kind: str | None = None
    kind_tags: tuple[str, ...] = ()
    whose: Whose | None = None
    since: datetime | None = None
    until: datetime | None = None
    ids: tuple[UUID, ...] | None = None
    status: str | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `documents`."""
        found: list[ColumnElement[bool]] = []
        if self.kind is not None:
            tagged_by_user = Document.user_fields.contains(["tags"])
            tagged = Document.tags.overlap(list(self.kind_tags))
            found.append(or_(tagged, and_(not_(tagged_by_user), Document.kinds.contains([self.kind]))))
        if self.whose is not None:
            found.append(_of(self.whose))
        if self.since is not None:
            found.append(Document.created_at >= self.since)
        if self.until is not None:
            found.append(Document.created_at < self.until)
        if self.ids is not None:
            found.append(Document.id.in_(self.ids))
        if self.status is not None:
            found.append(Document.enhancement_status == self.status)
        return found


def _of(whose: Whose) -> ColumnElement[bool]:
    link = DocumentContact
    of_document = and_(link.document_id == Document.id, link.user_id == Document.user_id)
    label_counts = or_(link.label.is_(None), link.label.not_in(whose.not_as))
    linked = exists(select(1).where(of_document, link.contact_id.in_(whose.contact_ids), label_counts))
    if not whose.names:
        return linked
    theirs = exists(select(1).where(of_document, label_counts, or_(link.label.is_(None), link.label != UNLABELLED)))
    known = exists(select(1).where(of_document, link.contact_id.in_(whose.contact_ids)))
    part = DocumentPart
    padded = " " + part.folded + " "
    named = exists(
        select(1).where(
            part.document_id == Document.id,
            part.user_id == Document.user_id,
            or_(*(padded.contains(f" {name} ", autoescape=True) for name in whose.names)),
        )
    )
    titled = or_(*((" " + Document.folded + " ").contains(f" {name} ", autoescape=True) for name in whose.names))
    return or_(linked, and_(not_(theirs), not_(known), or_(named, titled)))
