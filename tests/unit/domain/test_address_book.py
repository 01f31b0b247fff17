"""Whom does a phrase mean, one person or several, and when is it asked?"""

import pytest
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.domain.world.resolution.book import AddressBook
from orchestrator.domain.world.resolution.records import Around, Group, Record
from orchestrator.domain.world.resolution.verdicts import names_verdict

_RECORDS = (
    Record("me", "Jo Self", emails=("me@example.org",), is_user=True),
    Record(
        "ana",
        "Ana Souza",
        emails=("ana@acme.com",),
        organization="Acme Corp",
        relations=("Sister",),
        groups=("Book Club",),
    ),
    Record("pedro", "Pedro Castro", emails=("pedro@mail.acme.com",), organization="Acme Corp", groups=("Porto",)),
    Record("joao", "João Silva", relations=("Irmão",), groups=("Football", "kids")),
    Record("rui", "Rui Souza", relations=("Brother",)),
    Record("lia", "Lia Prado", groups=("kids", "Lisbon trip")),
    Record("lima", "Ana Lima", organization="Beta Ltd", relations=("Colleague",)),
    Record("carl", "Carlos Dias"),
    Record("chef", "Marta Reis", relations=("Chefe",)),
)
_AROUND = Around(ties={"ana": [("carl", "Marido"), ("lia", "Daughter")], "lima": []}, residents=("carl", "lia"))
_BOOK = AddressBook(_RECORDS)


@corpus("address_book", "several_people")
def test_several_people(phrase: str, ids: str, inferred: bool) -> None:
    found = _BOOK.resolve(phrase, _AROUND)
    assert (found.status, sorted(found.ids)) == ("resolved", ids.split())
    assert found.group is not None
    assert found.group.inferred is inferred


@corpus("address_book", "one_person")
def test_one_person(phrase: str, who: str) -> None:
    found = _BOOK.resolve(phrase, _AROUND)
    assert (found.status, found.ids) == ("resolved", (who,))


@corpus("address_book", "a_doubt_is_asked")
def test_a_doubt_is_asked(phrase: str, ids: tuple[str, ...]) -> None:
    found = _BOOK.resolve(phrase, _AROUND)
    assert (found.status, found.ids) == ("ambiguous", ids)


@corpus("address_book", "nobody")
def test_nobody(phrase: str) -> None:
    assert _BOOK.resolve(phrase, _AROUND).status == "unknown"


def test_a_list_is_each_of_them() -> None:
    found = _BOOK.resolve("Ana Lima, Pedro and me")
    assert (found.status, found.ids) == ("resolved", ("lima", "pedro"))


def test_a_stored_family_is_shown_again_when_somebody_joined() -> None:
    stored = Group("Family", ("ana", "joao"), id="g", kind="family")
    found = AddressBook(_RECORDS, [stored]).resolve("a família")
    assert (found.ids, found.group and found.group.inferred) == (("ana", "joao", "rui"), True)
    chosen = AddressBook(_RECORDS, [Group("Família", ("ana",), id="g")]).resolve("my family")
    assert (chosen.ids, chosen.group and chosen.group.inferred) == (("ana",), False)


def test_what_is_asked_for_besides() -> None:
    assert _BOOK.owners("Ana's husband") == ("ana", "lima")
    assert _BOOK.owners("Ana") == ()
    assert _BOOK.place_words("o pessoal de Coimbra") == "coimbra"
    assert _BOOK.place_words("the Porto group") == ""


def test_the_format_of_a_case() -> None:
    case = {
        "id": "x",
        "query": "my sister",
        "contacts": [{"id": 1, "name": "Ana", "relation": "sister", "groups": None}, {"id": 2, "name": "Bo"}],
    }
    assert names_verdict(case) == {"id": "x", "status": "resolved", "contact_ids": [1]}
    with pytest.raises(KeyError):
        names_verdict({"id": "x", "query": "Ana"})


def _crowd(number: int) -> AddressBook:
    given = "Ana Bruno Carla Duarte Eva Filipa Gil Helena Ivo Joana".split()
    family = "Reis Souza Lima Castro Prado Dias Melo Costa Pinto Rocha Silva".split()
    return AddressBook(
        [
            Record(
                str(at), f"{given[at % 10]} {family[at % 11]} {family[at % 7]}", relations=("Friend",) * (at % 9 == 0)
            )
            for at in range(number)
        ]
    )


@pytest.mark.parametrize("part", ["Ana e ", "Ana Reis ", "Ana, ", "Ana and Bruno and ", "ﷺ ", "a=b;"])
def test_a_long_phrase_takes_no_longer_than_some_names(part: str) -> None:
    book = _crowd(1_000)
    with processor_time() as spent:
        for name in ("Ana Reis", "Bruna Souza", "Carlo Lima", "my friend", "the Costas") * 4:
            book.resolve(name)
    some = spent.seconds
    for size in (500, 2_000, 64_000):
        with processor_time() as spent:
            book.resolve((part * size)[:size])
        assert spent.seconds < 10 * max(some, 0.05), size


def test_what_is_longer_than_any_list_of_names_names_nobody() -> None:
    assert _BOOK.resolve("Ana Souza, " * 200).status == "unknown"
    assert _BOOK.resolve(", ".join(["Ana Souza", "Pedro Castro"] * 40)).ids == ("ana", "pedro")


def test_a_path_of_three_relations_is_followed_step_by_step() -> None:
    people = (
        Record("rui", "Rui Souza", relations=("Husband",)),
        Record("leo", "Leo Souza"),
        Record("eva", "Eva Lima"),
    )
    book = AddressBook(people)
    ties = {"rui": [("leo", "Brother")], "leo": [("eva", "Wife")]}
    for phrase in (
        "Rui's brother's wife",
        "my husband's brother's wife",
        "a mulher do irmão do Rui",
        "la mujer del hermano de Rui",
    ):
        known: dict[str, list[tuple[str, str]]] = {}
        asked = []
        while new := [one for one in book.owners(phrase, Around(ties=known)) if one not in known]:
            asked += new
            known |= {one: ties.get(one, []) for one in new}
        found = book.resolve(phrase, Around(ties=known))
        assert (asked, found.status, found.ids) == (["rui", "leo"], "resolved", ("eva",)), phrase
    assert book.resolve("Rui's brother's mother", Around(ties=ties)).status == "unknown"
