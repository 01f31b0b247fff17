"""Is what a sentence states read the same in three languages, and are contradictions told from what can stand?"""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import cases

from orchestrator.language.speech_acts.forgetting import asked_known, asked_to_forget
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.statements import claim_of, contradict
from orchestrator.language.statements.stating import calls_wrong, since_when, statements
from orchestrator.language.statements.whom import named_in
from orchestrator.language.text.secrets import holds_secret
from orchestrator.language.text.sensitive import is_sensitive

NOW = datetime(2026, 11, 21, 10)


@pytest.mark.parametrize(("text", "attribute", "value"), cases("statements", "claims"))
def test_claims(text: str, attribute: str, value: str) -> None:
    claim = claim_of(text)
    assert claim is not None
    assert (claim.attribute, claim.value) == (attribute, value)
    assert claim.known


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("My sister is called Marta", "sister"), ("A minha irmã chama-se Marta", "irmã"),
        ("A mi hermana le gusta el café", "hermana"), ("Rui hates olives", "Rui"), ("A Ana não gosta de café", "Ana"),
        ("Ana's birthday is 5 May", "Ana"), ("I live in Porto", None), ("Sou alérgica a nozes", None),
    ],
)  # fmt: skip
def test_of_whom_a_statement_is_in_the_users_own_word(text: str, word: str | None) -> None:
    assert named_in(text) == word


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("porto", "lisbon", True), ("porto", "porto, portugal", False), ("5 may", "may 5", False), ("yes", "no", True),
        ("not porto", "porto", True), ("not porto", "lisbon", False), ("not porto", "not lisbon", False),
    ],
)  # fmt: skip
def test_contradictions(one: str, other: str, *, expected: bool) -> None:
    assert contradict(one, other) is contradict(other, one) is expected


@pytest.mark.parametrize(("message", "texts"), cases("statements", "what_a_message_states"))
def test_what_a_message_states(message: str, texts: list[str]) -> None:
    found = statements(message)
    assert [one.text for one in found] == texts
    assert [message[one.start : one.end] for one in found] == texts


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    for one in statements(text):
        assert text[one.start : one.end] == one.text
    claim_of(text)
    holds_secret(text)
    is_sensitive(text)
    asked_to_forget(text)
    asked_known(text, now=NOW, locale="en-US")


@pytest.mark.parametrize(
    ("message", "texts"),
    [
        ("My dentist is Dr. Gomez", ["My dentist is Dr. Gomez"]),
        ("A minha dentista é a Dra. Sousa. Moro no Porto.", ["A minha dentista é a Dra. Sousa", "Moro no Porto"]),
        ("Mi médico es el Sr. Ruiz", ["Mi médico es el Sr. Ruiz"]),
        ("My doctor is Mrs. J. Silva. She is nice.", ["My doctor is Mrs. J. Silva"]),
        ("Mude a reunião para sexta", []),
    ],
)
def test_a_title_ends_no_sentence(message: str, texts: list[str]) -> None:
    assert [one.text for one in statements(message) if one.claim is not None and one.claim.about == "self"] == texts


@pytest.mark.parametrize(
    ("message", "locale"),
    [("Vivo em Lisboa", "pt-PT"), ("Bebo cerveja", "pt-PT"), ("Me llamo Rita", "es-ES"),
     ("Me mudé a Cádiz en mayo", "es-ES"), ("Hablo francés", "es-ES")],
)  # fmt: skip
def test_what_only_tells_asks_for_nothing(message: str, locale: str) -> None:
    assert mood_of(message, locale).mood is Mood.STATEMENT


@pytest.mark.parametrize(
    ("message", "locale"),
    [("Mude a reunião para sexta", "pt-BR"), ("Múdame la cita al viernes", "es-ES"), ("Como combinado", "pt-PT")],
)
def test_what_tells_nothing_is_no_statement(message: str, locale: str) -> None:
    assert mood_of(message, locale).mood is not Mood.STATEMENT


@pytest.mark.parametrize(
    "message",
    ["That's wrong.", "not true", "You got that wrong", "isso está errado", "não é verdade", "eso no es cierto",
     "no es verdad"],
)  # fmt: skip
def test_what_calls_wrong(message: str) -> None:
    assert calls_wrong(message)


def test_since_when() -> None:
    assert since_when("I moved to Lisbon in May", now=NOW, locale="en-US") == datetime(2026, 5, 1)
    assert since_when("Moro no Porto desde 2019", now=NOW, locale="en-US") == datetime(2019, 1, 1)
    assert since_when("My birthday is 5 May", now=NOW, locale="en-US") is None


@pytest.mark.parametrize(
    "text",
    ["my password is hunter2!", "a minha senha é abc123", "mi contraseña es x9!kd", "card 4111 1111 1111 1111",
     "the PIN code is 4821", "key sk-live-abcdefghijklmnop1234", "AKIAIOSFODNN7EXAMPLE", "https://ana:geheim@example.org"],
)  # fmt: skip
def test_secrets(text: str) -> None:
    assert holds_secret(text)


@pytest.mark.parametrize(
    "text",
    ["I forgot my password", "my password is in the safe", "my phone number is +351 912 345 678", "I was born in 1980",
     "my shoe size is 42", "order 1234567890123456 is late"],
)  # fmt: skip
def test_no_secrets(text: str) -> None:
    assert not holds_secret(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [("forget that", ""), ("esquece isso", ""), ("olvida eso", ""), ("forget it", None), ("don't forget to call", None),
     ("forget that I'm vegan", "i'm vegan"), ("olvida que soy vegana", "soy vegana"), ("I forgot my keys", None)],
)  # fmt: skip
def test_forgetting(text: str, what: str | None) -> None:
    assert asked_to_forget(text) == what
