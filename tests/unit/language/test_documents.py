"""What kind of paper a text is, and what is asked of papers, in three languages."""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.documents import KINDS, asked_kind, kind_label, kinds_of
from orchestrator.language.speech_acts.document_questions import asked_documents


@corpus("documents", "the_kind_of_a_paper")
def test_the_kind_of_a_paper(title: str, text: str, kind: str) -> None:
    assert kinds_of(title, f"{title}.pdf", text)[:1] == (kind,)


@pytest.mark.parametrize("text", ["", "Today we went to the market and bought bread.", "Hoje fomos à praia com a Ana."])
def test_what_is_no_paper_has_no_kind(text: str) -> None:
    assert kinds_of("notes", "notes.txt", text) == ()


@corpus("documents", "what_is_asked_of_papers")
def test_what_is_asked_of_papers(question: str, act: str, kind: str | None, person: str | None) -> None:
    asked = asked_documents(question)
    assert asked is not None
    assert (asked.act, asked.kind, asked.person) == (act, kind, person)


@corpus("documents", "a_paper_is_named_by_its_file")
def test_a_paper_is_named_by_its_file(question: str, act: str, file: str) -> None:
    asked = asked_documents(question)
    assert asked is not None
    assert (asked.act, asked.file, asked.kind, asked.person) == (act, file, None, None)


@corpus("documents", "what_is_no_question_about_papers")
def test_what_is_no_question_about_papers(question: str) -> None:
    assert asked_documents(question) is None


def test_every_kind_has_its_names_in_every_language() -> None:
    for kind in KINDS:
        for language in ("en", "pt", "es"):
            assert asked_kind(kind_label(kind.name, 2, language)) is not None, (kind.name, language)
