"""Whose relative is somebody that the words after `/contact` name: the user's, or another one's?"""

import pytest

from orchestrator.reader.contact_words import graph_of
from orchestrator.reader.line import spelled
from orchestrator.reader.words import words_of


@pytest.mark.parametrize(
    ("language", "text", "name", "related"),
    [
        ("en", "Tom Baker, my cousin, tom@x.org", "Tom Baker", {"cousin": "me"}),
        ("en", "Bea Lopes, phone 555 1234, she is Rui's sister", "Bea Lopes", {"sister": "Rui"}),
        ("en", "Tom, Rui's older brother, tom@x.org", "Tom", {"older brother": "Rui"}),
        ("en", "Tom, brother of Rui tom@x.org", "Tom", {"brother": "Rui"}),
        ("en", "Eva, she's a friend of James, 5551234567", "Eva", {"friend": "James"}),
        ("en", "Rosa Lima, my mother's sister, rosa@x.org", "Rosa Lima", {"sister": "my mother"}),
        ("en", "Ana, born 3 May 1990, Rui's wife and lives at Main St 5", "Ana", {"wife": "Rui"}),
        ("en", "Pat, head of Sales, pat@x.org", "Pat", {}),
        ("pt", "Marta Dias, mulher do Rui Mota, 912 345 678", "Marta Dias", {"mulher": "Rui Mota"}),
        ("pt", "Nuno Sá, nuno@x.org, amigo da Ana Souza", "Nuno Sá", {"amigo": "Ana Souza"}),
        ("pt", "Inês, melhor amiga da Ana, e irmã do Rui", "Inês", {"irmã": "Rui", "melhor amiga": "Ana"}),
        ("pt", "Rosa, irmã da minha mãe", "Rosa", {"irmã": "minha mãe"}),
        ("pt", "Zé, chefe de vendas", "Zé", {}),
        ("es", "Lucía Pérez, hermana de Ana Souza, lucia@x.es", "Lucía Pérez", {"hermana": "Ana Souza"}),
        ("es", "María de la Paz, hija de Don Pedro", "María de la Paz", {"hija": "Don Pedro"}),
        ("es", "Paco Ruiz, mi jefe, 600 123 456", "Paco Ruiz", {"jefe": "me"}),
    ],
)
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
