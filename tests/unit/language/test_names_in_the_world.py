"""Are names found as people write them, in any script, and are others' names left alone?"""

from tests.support.corpora import corpus

from orchestrator.language.names.address_book import NameBook, Person, match
from orchestrator.language.names.short import full_forms, is_formal, same_name, short_forms
from orchestrator.language.names.spelling import spelled

_OTHERS = (Person("2", "Jennifer Quinn"), Person("3", "Teodoro Tavares"))


@corpus("names_in_the_world", "one_person_however_written")
def test_one_person_however_written(query: str, name: str) -> None:
    assert (match(query, [Person("1", name), *_OTHERS]).status, match(query, [Person("1", name), *_OTHERS]).ids) == (
        "resolved",
        ("1",),
    )


@corpus("names_in_the_world", "what_may_be_somebody_else_is_asked")
def test_what_may_be_somebody_else_is_asked(query: str, name: str) -> None:
    found = match(query, [Person("1", name), *_OTHERS])
    assert (found.status, found.ids) == ("ambiguous", ("1",))


@corpus("names_in_the_world", "another_name_is_nobody")
def test_another_name_is_nobody(query: str, name: str) -> None:
    assert match(query, [Person("1", name), *_OTHERS]).status == "unknown"


def test_a_short_form_that_is_a_name_of_its_own() -> None:
    sandra, alexandra = Person("1", "Sandra Rossi"), Person("2", "Alexandra Prado")
    assert match("Sandra", [sandra, alexandra]).ids == ("1",)
    assert match("Sandra", [alexandra]).ids == ("2",)
    assert match("Kim", [Person("1", "Kim Jensen"), Person("2", "Kimberly Rossi")]).status == "ambiguous"


def test_a_given_nickname_and_a_namesake_are_a_question() -> None:
    people = [Person("1", "Robert Hill", nicknames=("Bob",)), Person("2", "Bob Marsh")]
    assert match("Bob", people).ids == ("1", "2")
    assert match("Bob Hill", people).ids == ("1",)


def test_just_these_words() -> None:
    book = NameBook([Person("1", "Ana Souza", aliases=("Aninha",), relations=("Irmã",)), Person("2", "Will Hill")])
    assert book.exactly("souza, ana").ids == ("1",)
    assert book.exactly("aninha").ids == ("1",)
    assert book.exactly("my sister").why == "relation"
    assert book.exactly("will").status == "unknown"


def test_short_forms_and_spellings() -> None:
    assert "bob" in short_forms("robert")
    assert full_forms("nando") >= {"fernando"}
    assert is_formal("sandra")
    assert same_name("mohammed", "muhammad")
    assert not same_name("maria", "mario")


def test_words_of_every_script() -> None:
    assert [word.text for word in spelled("Müller, 王伟")] == ["muller", "wang", "wei"]
    assert [word.text for word in spelled("Сергей")] == ["sergei"]
    assert spelled("\x00 …") == ()
