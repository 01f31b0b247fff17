"""What does pairing register? That its codes stay in this home."""

from orchestrator.domain.foundation.slices.manifest import Slice

SLICE = Slice("pairing", left_out={"pairing_codes": "a secret of a few minutes"})
