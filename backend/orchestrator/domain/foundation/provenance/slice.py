"""What does provenance register? What was made from what, and what was erased for good, for archives."""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.provenance.repository import Derivation, Tombstone
from orchestrator.domain.foundation.slices.manifest import Slice

SLICE = Slice(
    "provenance",
    portable=(
        Portable(
            Derivation.__tablename__,
            newer=None,
            same=(("source_id", "source_kind", "derived_kind", "derived_id"),),
        ),
        Portable(Tombstone.__tablename__, key=("user_id", "kind", "digest"), newer=None),
    ),
)
