"""Is what a sentence states read the same in three languages, and are contradictions told from what can stand?"""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.language.forgetting import asked_known, asked_to_forget
from orchestrator.language.mood import Mood, mood_of
from orchestrator.language.secrets import holds_secret
from orchestrator.language.sensitive import is_sensitive
from orchestrator.language.statements import claim_of, contradict
from orchestrator.language.statements.stating import calls_wrong, since_when, statements
from orchestrator.language.statements.whom import named_in

NOW = datetime(2026, 11, 21, 10)


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I live in Porto", "self lives_in", "porto"),
        ("I've moved to Lisbon", "self lives_in", "lisbon"),
        ("Moro no Porto desde 2019", "self lives_in", "porto"),
        ("Mudei-me para Lisboa em maio", "self lives_in", "lisboa"),
        ("Me mudé a Madrid hace dos años", "self lives_in", "madrid"),
        ("The user lives in Porto", "self lives_in", "porto"),
        ("I no longer live in Porto", "self lives_in", "not porto"),
        ("Já não moro no Porto", "self lives_in", "not porto"),
        ("Ya no vivo en Madrid", "self lives_in", "not madrid"),
        ("Ana works for Google", "ana works_at", "google"),
        ("I'm not allergic to nuts", "self allergic_to nut", "no"),
        ("Não sou alérgica a nozes", "self allergic_to noze", "no"),
        ("No me gusta el café", "self likes =coffee", "no"),
        ("Odio el café", "self likes =coffee", "no"),
        ("A Ana não gosta de café", "ana likes =coffee", "no"),
        ("A mi hermana le gusta el café", "f sibling likes =coffee", "yes"),
        ("My doctor is Dr. Silva", "self doctor", "dr. silva"),
        ("Meu aniversário é 5 de maio", "self birthday", "5 de maio"),
        ("my shoe size is 42", "self shoe size", "42"),
        ("I'm 42 years old", "self age", "42"),
        ("And I live in Porto", "self lives_in", "porto"),
        ("because I'm allergic to nuts", "self allergic_to nut", "yes"),
        ("E moro no Porto", "self lives_in", "porto"),
        ("e a minha irmã chama-se Marta", "f sibling name marta", "yes"),
        ("Y vivo en Madrid", "self lives_in", "madrid"),
        ("And Ana lives in Porto", "ana lives_in", "porto"),
        ("mudei-me em maio para Braga", "self lives_in", "braga"),
        ("me mudé en mayo a Cádiz", "self lives_in", "cadiz"),
        ("I moved in May to Bath", "self lives_in", "bath"),
        ("Deixei de ser vegetariana", "self diet", "not vegetariana"),
        ("Dejé de trabajar en Telefónica", "self works_at", "not telefonica"),
        ("I stopped working at the NHS", "self works_at", "not nhs"),
        ("I quit being vegetarian", "self diet", "not vegetarian"),
        ("No bebo alcohol", "self drinks alcohol", "no"),
        ("Sou celíaca", "self is celiaca", "yes"),
        ("I was born in 1985", "self birth year", "1985"),
        ("Nasci em 1985", "self birth year", "1985"),
        ("I was born in Porto", "self born_in", "porto"),
    ],
)
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


@pytest.mark.parametrize(
    ("message", "texts"),
    [
        ("remember that Rui hates olives", ["Rui hates olives"]),
        ("Lembra-te que odeio coentros.", ["odeio coentros"]),
        ("Can you remember that I prefer tea?", ["I prefer tea"]),
        ("I live in Porto. My birthday is 5 May.", ["I live in Porto", "My birthday is 5 May"]),
        ("By the way, my sister is called Ana!", ["my sister is called Ana"]),
        ("Am I allergic to nuts?", []),
        ("Ana says that I'm allergic to nuts", []),
        ("I think I live in Porto", []),
        ("I like the plan", []),
        ("add milk to my list", []),
        ("I have a meeting tomorrow", []),
        ('My boss wrote: "I live in Porto"', []),
    ],
)
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
