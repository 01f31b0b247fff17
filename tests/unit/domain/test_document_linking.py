"""Whom a text names: without doubt, with what they are in it, and with the words that say so."""

from uuid import UUID

from orchestrator.domain.world.documents.extraction.reading import Part
from orchestrator.domain.world.documents.linking import Named, links_of

ANA, BRUNO, OTHER = (UUID(int=number) for number in (1, 2, 3))


def labels(text: str, *people: Named, page: int | None = 1) -> dict[UUID, str]:
    return {link.contact_id: link.label for link in links_of([Part(text, page)], people)}


def test_roles_stand_before_the_name() -> None:
    people = Named(ANA, ("Ana Souza",)), Named(BRUNO, ("Bruno Lima",))
    assert labels("Patient: Ana Souza\nDr. Bruno Lima", *people) == {ANA: "Patient", BRUNO: "Doctor"}
    assert labels("Paciente: ANA SOUZA. Dra. Bruno Lima", *people) == {ANA: "Patient", BRUNO: "Doctor"}
    assert labels("Yesterday Ana Souza called.", *people) == {ANA: "Mentioned"}


def test_whose_a_paper_is_does_not_make_them_its_sender() -> None:
    people = Named(ANA, ("Ana Souza",)), Named(BRUNO, ("Bruno Lima",))
    assert labels("Receita de Ana Souza: uma por dia", *people) == {ANA: "Mentioned"}
    assert labels("Enviado ontem, receta de Ana Souza", *people) == {ANA: "Mentioned"}
    assert labels("De: Bruno Lima\nPara: Ana Souza", *people) == {BRUNO: "Sender", ANA: "Recipient"}
    assert labels("Fatura n.º 7\nDe : Bruno Lima", *people) == {BRUNO: "Sender"}


def test_the_evidence_is_the_line_with_its_page() -> None:
    (link,) = links_of([Part("Clinic of the Port\nPatient: Ana Souza, 34\nTake one", 3)], [Named(ANA, ("Ana Souza",))])
    assert (link.quote, link.page) == ("Patient: Ana Souza, 34", 3)


def test_accents_and_case_do_not_matter_but_common_words_are_no_names() -> None:
    assert labels("Paciente: João Conceição", Named(ANA, ("Joao Conceicao",))) == {ANA: "Patient"}
    assert labels("the rose grows; a Rose is a rose", Named(ANA, ("Rose",))) == {}
    assert labels("Patient: Rose", Named(ANA, ("Rose",))) == {ANA: "Patient"}


def test_a_name_that_two_share_links_nobody() -> None:
    assert labels("Patient: Ana Souza", Named(ANA, ("Ana Souza",)), Named(OTHER, ("Ana Souza",))) == {}


def test_the_longest_name_counts_and_an_address_is_a_name() -> None:
    people = Named(ANA, ("Ana",)), Named(OTHER, ("Ana Maria Souza",))
    assert labels("Patient: Ana Maria Souza", *people) == {OTHER: "Patient"}
    assert labels("write to ana@example.org.", Named(ANA, ("Ana S",), ("ana@example.org",))) == {ANA: "Recipient"}
