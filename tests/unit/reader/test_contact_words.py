"""Whose relative is somebody that the words after `/contact` name: the user's, or another one's?"""

from tests.support.corpora import corpus

from orchestrator.reader.line import spelled
from orchestrator.reader.requests.people.contact_words import graph_of
from orchestrator.reader.words import words_of


@corpus("contact_words", "of_whom")
def test_of_whom(language: str, text: str, name: str, related: dict[str, str]) -> None:
    graph = graph_of(spelled(text, language), words_of(language))
    assert graph is not None
    assert graph["contacts"][0]["name"] == name
    assert {one["label"]: one["of"] for one in graph["relationships"]} == related
    assert {one["person"] for one in graph["relationships"]} <= {name}


def test_what_is_told_beside_it_stays() -> None:
    text = "Ana, born 3 May 1990, Rui's wife and lives at Main St 5"
    graph = graph_of(spelled(text, "en"), words_of("en"))
    assert graph is not None
    assert graph["contacts"][0]["birthday"] == "3 May 1990"
    assert graph["contact_place_links"] == [{"person": "Ana", "place": "Main St 5", "label": "Home"}]
