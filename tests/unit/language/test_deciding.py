"""Which sentences say that something was decided, in three languages?"""

from tests.support.corpora import corpus

from orchestrator.language.speech_acts.deciding import decides


@corpus("deciding", "decides_says")
def test_decides_says(sentence: str, expected: bool) -> None:
    assert bool(decides(sentence)) is expected
