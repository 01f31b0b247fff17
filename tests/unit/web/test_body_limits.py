"""How large may a body be, by its path?"""

import pytest

from orchestrator.web.bodies.limits import LIMITS, MEGABYTE, limit_of


@pytest.mark.parametrize(
    ("path", "megabytes"),
    [
        ("/ask", 1),
        ("/ingest/contact", 32),
        ("/ingest/gpx", 101),
        ("/meetings/speakers/match", 32),
        ("/documents", 101),
        ("/documents/x/enhance", 1),
        ("/events/x/photos", 26),
        ("/events/x", 1),
        ("/mobile/events/x/photos", 26),
        ("/workspaces", 1),
        ("/workspaces/x/files", 1),
        ("/workspaces/x/files/a.txt", 32),
        ("/workspaces/x/files/a/b.txt", 32),
        ("/workspaces/x/snapshots", 1),
    ],
)
def test_the_path_says_how_large_a_body_may_be(path: str, megabytes: int) -> None:
    assert limit_of(path, LIMITS) == megabytes * MEGABYTE
