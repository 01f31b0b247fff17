"""What counts as a promise, in three languages, and what is only talk?"""

from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.language.commitments import Commitment, accepts, commitments
from orchestrator.language.tables import Language


@corpus("commitments", "what_is_promised")
def test_what_is_promised(language: Language, said: str, text: str, who: str, name: str | None) -> None:
    (found,) = commitments(said, language)
    assert (found.text, found.who, found.name) == (text, who, name)


@corpus("commitments", "what_is_only_talk")
def test_what_is_only_talk(language: Language, said: str) -> None:
    assert commitments(said, language) == ()


def test_two_people_in_one_sentence() -> None:
    assert commitments("Ana will book the room and Rui will call the bank.", "en") == (
        Commitment("Ana will book the room", "named", "Ana"),
        Commitment("Rui will call the bank", "named", "Rui"),
    )


@corpus("commitments", "agreeing")
def test_agreeing(language: Language, said: str, agreed: bool) -> None:
    assert accepts(said, language) is agreed


@corpus("commitments", "long_text_without_an_end_takes_its_time_once")
def test_long_text_without_an_end_takes_its_time_once(piece: str) -> None:
    """Twice the text must not take four times as long."""
    text = piece * (60_000 // len(piece))
    with processor_time() as spent:
        for language in ("en", "pt", "es"):
            commitments(text, language)  # type: ignore[arg-type]
    assert spent.seconds < 20
