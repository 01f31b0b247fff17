"""Which briefings tell what was erased? Those that name it as a source of a line: it goes out of them."""

from orchestrator.domain.foundation.provenance.erasable import Erasable
from orchestrator.domain.work.briefings.service import redact

ERASABLE = Erasable(kind="briefing", redact=redact)
"""A whole user goes by the foreign keys of their rows. Previews are cleaned before, so that it is seen here which."""
