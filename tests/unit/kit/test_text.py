"""Are small words before a name left out, and the last word kept?"""

from orchestrator.kit.text import without_leading

SMALL = {"the", "my"}.__contains__


def test_small_words_before_a_name_are_left_out_and_the_last_word_stays() -> None:
    assert without_leading(["my", "the", "old", "my", "dog"], SMALL) == ["old", "my", "dog"]
    assert without_leading(["my", "the"], SMALL) == ["the"]
    assert without_leading(["dog"], SMALL) == ["dog"]
    assert without_leading([], SMALL) == []
