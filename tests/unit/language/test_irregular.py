"""Do irregular forms meet their dictionary form?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.text.normalize import bases_of, stems


@corpus("irregular", "forms_of_one_word_share_a_stem")
def test_forms_of_one_word_share_a_stem(asked: str, said: str) -> None:
    found = {form for forms in stems(said) for form in forms}
    assert any(found & set(forms) for forms in stems(asked))


def test_each_language_has_its_own_forms() -> None:
    assert bases_of("went", ("pt", "es")) == ()
    assert bases_of("trouxe", ("en", "pt")) == ("trazer",)
    assert bases_of("fui", ("en", "pt", "es")) == ("ir",)
    assert stems("went", ("pt",)) == [("went",)]


@pytest.mark.parametrize("word", ["go", "left", "vino", "", "boat"])
def test_other_words_are_left_alone(word: str) -> None:
    assert bases_of(word, ("en", "pt", "es")) == ()
