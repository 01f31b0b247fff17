"""What of provenance goes into an archive? What was made from what, and what was erased for good."""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.provenance.model import Derivation, Tombstone

PORTABLES = (
    Portable(
        Derivation.__tablename__,
        newer=None,
        same=(("source_id", "source_kind", "derived_kind", "derived_id"),),
    ),
    Portable(Tombstone.__tablename__, key=("user_id", "kind", "digest"), newer=None),
)
