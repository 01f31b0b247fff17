"""What is proposed where news, a reason or an event stands beside what is planned or wished."""

from tests.support.corpora import corpus
from tests.unit.reader.world import ask

from orchestrator.language.speech_acts.mood import mood_of

LOCALES = {"en": "en-GB", "es": "es-ES", "pt": "pt-BR", "fr": "fr-FR"}


@corpus("news_and_wishes", "what_follows")
def test_what_follows_of_it(language: str, said: str, writes: list[list[str | None]]) -> None:
    locale = LOCALES[language]
    turn = ask(said, locale=locale, mood=mood_of(said, locale).mood)
    assert [name for name, _ in turn.writes] == [tool for tool, _, _ in writes]
    for (_, title, when), (_, made) in zip(writes, turn.writes, strict=True):
        if title is not None:
            assert (made["title"], made.get("when") or "") == (title, when)
