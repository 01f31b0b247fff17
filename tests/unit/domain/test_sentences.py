"""Which parts of a message are found by themselves?"""

from tests.support.corpora import corpus

from orchestrator.domain.foundation.search.embedding import MAX_PARTS, sentences


@corpus("sentences", "sentences")
def test_sentences(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


def test_a_long_text_becomes_passages_that_hold_all_of_it() -> None:
    said = [f"This is sentence number {number}." for number in range(50)]
    parts = sentences(" ".join(said))
    assert len(parts) == MAX_PARTS
    assert " ".join(parts) == " ".join(said)
