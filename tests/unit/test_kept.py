"""How many of an owner's things are kept, and until when?"""

from uuid import uuid4

from orchestrator.db.kept import MOST_KEPT, Kept


def test_what_was_asked_for_last_stays() -> None:
    kept, owners = Kept(), [uuid4() for _ in range(MOST_KEPT + 1)]
    for owner in owners[:-1]:
        kept.put("names", owner, 1, [owner])
    assert kept.get("names", owners[0], 1) == ([owners[0]],)
    kept.put("names", owners[-1], 1, None)
    assert kept.get("names", owners[1], 1) is None, "asked for longest ago"
    assert kept.get("names", owners[0], 1) == ([owners[0]],)
    assert kept.get("names", owners[-1], 1) == (None,), "nothing is a thing too"


def test_another_state_is_another_thing() -> None:
    kept, owner = Kept(), uuid4()
    kept.put("names", owner, (1, "a"), "then")
    assert kept.get("names", owner, (2, "a")) is None
    assert kept.get("places", owner, (1, "a")) is None
    kept.put("names", owner, (2, "a"), "now")
    assert kept.get("names", owner, (1, "a")) is None
    assert kept.get("names", owner, (2, "a")) == ("now",)
