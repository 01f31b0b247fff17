"""Does the union of patterns find something wherever one of them does?"""

import pytest

from orchestrator.kit import lookaround

WRITTEN = (r"(?:^|(?<= ))done: (?!not: )", r"\bcaf\b", r"^sent: $", r"(?<!un)made: ")
TEXTS = (
    "done: it: ", "done: not: ", "undone: ", "a caf b", "cafe", "é caf é", "sent: ", "sent: it: ", "made: ", "unmade: ",
    "nothing of this", "",
)  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_what_one_finds_the_union_finds(text: str) -> None:
    found = any(lookaround.compile(one).search(text) for one in WRITTEN)
    assert not found or lookaround.any_of(WRITTEN).search(text)


def test_where_the_union_finds_nothing_none_does() -> None:
    assert [text for text in TEXTS if lookaround.any_of(WRITTEN).search(text) is None] == [
        "sent: it: ", "nothing of this", "",
    ]  # fmt: skip
