"""Whose library is it? The one that the operator configured is the owner's own: they may link, look for and be told of
all of it. Other users bring photos of theirs into it, and see those alone.
"""

import time

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.errors import NotConfigured
from orchestrator.integrations.photos.port import PhotoLibrary

RESTS_S = 30.0
"""So long a library that could not be reached is not waited for again while somebody looks at photos."""
SENT_S = 25.0
"""So long an upload is waited for; then the job does it."""


class PhotoAccess:
    """The library of this process. `files`: the documents' own; `retry_s`: STEWARD_JOB_RETRY_S; `rests_s`, `sent_s`:
    see above."""

    def __init__(self, library: PhotoLibrary, files: FileStore, *, retry_s: float) -> None:
        self.library = library
        self.files = files
        self.retry_s = retry_s
        self.rests_s, self.sent_s = RESTS_S, SENT_S
        self._rests_until = 0.0

    @property
    def rests(self) -> bool:
        """Whether it failed just now."""
        return time.monotonic() < self._rests_until

    def rest(self) -> None:
        """It could not be reached."""
        self._rests_until = time.monotonic() + self.rests_s


async def owns_library(tx: Tx) -> bool:
    """Whether the library is this user's own."""
    return await accounts.is_owner(tx)


def configured(access: PhotoAccess | None) -> PhotoAccess:
    """Raises NotConfigured."""
    if access is None:
        raise NotConfigured("Photos need Immich: set STEWARD_IMMICH_URL and STEWARD_IMMICH_API_KEY.")
    return access
