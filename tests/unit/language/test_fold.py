"""Are two spellings of a word the same, and two words of one stem related?"""

from hypothesis import given
from hypothesis import strategies as st

from orchestrator.language.text.normalize import content_words, normalize, stems, tokens


def test_folding_takes_accents_case_and_blanks() -> None:
    assert normalize("  São\tPAULO\x00 ") == "sao paulo"
    assert normalize("ﬁancée") == "fiancee"
    assert normalize("") == ""


def test_letters_that_unicode_takes_apart_in_no_form_are_those_that_people_write() -> None:
    assert normalize("Ma SŒUR, Łukasz, Jørgen, Đặng, Kjær") == "ma soeur, lukasz, jorgen, dang, kjaer"
    assert tokens("des œufs") == tokens("des oeufs")


def test_tokens_leave_out_marks_and_the_possessive() -> None:
    assert tokens("Ana's café, às 10! 😀") == ["ana", "cafe", "as", "10"]


def test_related_words_share_a_stem_across_languages() -> None:
    first, second = stems("dentist dentista")
    assert set(first) & set(second)
    plain, accented = stems("reuniao reunião")
    assert set(plain) & set(accented)
    assert len(stems("one two, three")) == 3


def test_content_words_are_no_stop_words() -> None:
    assert content_words("When is my dentist appointment?") == ["dentist", "appointment"]
    assert content_words("quando é a minha consulta", ["pt"]) == ["consulta"]


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)
    assert len(stems(text)) <= max(1, 2 * len(tokens(text)))
