"""Results of what people type are kept, those of long texts and of other arguments are not."""

from orchestrator.kit.memo import SHORT, kept_for_short_texts


def test_a_short_text_is_worked_out_once_for_the_same_arguments() -> None:
    worked: list[tuple[str, str]] = []

    @kept_for_short_texts(2)
    def shouted(text: str, *, mark: str) -> str:
        worked.append((text, mark))
        return text.upper() + mark

    assert [shouted("a", mark="!"), shouted("a", mark="!"), shouted("a", mark="?")] == ["A!", "A!", "A?"]
    assert worked == [("a", "!"), ("a", "?")]
    shouted("b", mark="!")
    shouted("a", mark="!")  # of two that were kept it was the older one
    assert worked[2:] == [("b", "!"), ("a", "!")]


def test_a_long_text_is_not_kept() -> None:
    worked: list[int] = []

    @kept_for_short_texts(2)
    def counted(text: str) -> int:
        worked.append(len(text))
        return len(text)

    long = "a" * (SHORT + 1)
    assert counted(long) == counted(long) == len(long)
    assert worked == [len(long)] * 2
