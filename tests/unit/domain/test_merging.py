"""Is taking a merge back the inverse of making it, whatever the contacts hold?"""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from orchestrator.domain.world.contacts.merging.provenance_of_values import JOINED, join, part

_WORD = st.sampled_from(["Ana", "ana", "Bea", "Ána S.", "c", ""]).filter(bool)
_LIST = st.lists(_WORD, max_size=3, unique=True)
_REACHED = st.lists(st.fixed_dictionaries({"value": _WORD, "label": st.sampled_from([None, "home"])}), max_size=3)
_MAYBE = st.one_of(st.none(), _WORD)
CONTACT = st.fixed_dictionaries(
    {
        "display_name": _WORD,
        **dict.fromkeys(("given_name", "family_name", "organization", "title", "birthday", "notes"), _MAYBE),
        **dict.fromkeys(("aliases", "nicknames", "groups", "tags"), _LIST),
        "emails": _REACHED,
        "phones": _REACHED,
        "origin": st.sampled_from(["own_data", "third_party"]),
        "user_fields": st.lists(st.sampled_from(["organization", "title"]), unique=True).map(sorted),
    }
)


def _key(text: str) -> str:
    return text.casefold()


@given(CONTACT, st.lists(CONTACT, min_size=1, max_size=4))
def test_merges_taken_back_leave_nothing(kept: dict[str, Any], others: list[dict[str, Any]]) -> None:
    now, gains = kept, []
    for other in others:
        joined, gain = join(now, other, _key)
        assert set(joined) == set(JOINED)
        gains.append(gain)
        now = joined
    for gain in reversed(gains):
        now, refused = part(now, gain, _key)
        assert refused == {}
    assert now == kept


@given(CONTACT, CONTACT, CONTACT)
def test_what_the_user_took_out_does_not_come_again(kept: dict[str, Any], other: dict[str, Any], edit: Any) -> None:
    joined, gain = join(kept, other, _key)
    edited = {**joined, **{name: edit[name] for name in ("emails", "groups", "organization", "notes")}}
    left, refused = part(edited, gain, _key)
    again, _ = join(left, other, _key, refused)
    for name in ("emails", "groups"):
        assert again[name][: len(left[name])] == left[name]
        assert all(item in edited[name] for item in again[name])
    if not edited["organization"] and other["organization"]:
        assert not again["organization"]


@given(CONTACT, CONTACT)
def test_a_merge_adds_and_never_replaces(kept: dict[str, Any], other: dict[str, Any]) -> None:
    joined, _ = join(kept, other, _key)
    for name in JOINED:
        if name == "user_fields":
            assert set(kept[name]) <= set(joined[name])
        elif isinstance(kept[name], list):
            assert joined[name][: len(kept[name])] == kept[name]
        elif name == "origin":
            took = any(joined[other_name] != kept[other_name] for other_name in JOINED if other_name != "origin")
            assert joined[name] == ("third_party" if took and other[name] == "third_party" else kept[name])
        elif kept[name] and name != "notes":
            assert joined[name] == kept[name]
