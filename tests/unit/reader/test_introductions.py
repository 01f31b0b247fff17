"""Who is said to be who, in one sentence? What only looks like that names nobody."""

from tests.support.corpora import corpus

from orchestrator.reader.acts import Act
from orchestrator.reader.line import spelled
from orchestrator.reader.requests.people.introductions import introduced
from orchestrator.reader.words import words_of


@corpus("introductions", "who_is_who")
def test_who_is_who(language: str, text: str, who: str, label: str, whom: str, phones: list[str]) -> None:
    known = words_of(language)
    (found,) = introduced(spelled(text, known.language), known, asked=False, sure=True)
    graph = found.arguments if found.act is Act.CONTACT_GRAPH else found.otherwise.arguments if found.otherwise else {}
    first, *others = graph["contacts"]
    assert (first["name"], first.get("phones", [])) == (who, phones)
    assert [one["name"] for one in others] == ([whom] if whom else [])
    assert graph["relationships"] == [{"person": who, "label": label, "of": whom or "me"}]


@corpus("introductions", "who_each_of_several_is")
def test_who_each_of_several_is(language: str, text: str, told: list[list[str]]) -> None:
    known = words_of(language)
    found, *kept = introduced(spelled(text, known.language), known, asked=False, sure=True)
    assert found.act is Act.CONTACT_GRAPH
    assert [one["name"] for one in found.arguments["contacts"]] == [name for name, _ in told]
    links = [{"person": name, "label": label, "of": "me"} for name, label in told]
    assert found.arguments["relationships"] == links
    assert [one.arguments for one in kept] in ([], [{"text": text}])  # an age, or a second clause, is remembered


@corpus("introductions", "who_is_who_and_when_born")
def test_a_second_clause_tells_when_somebody_was_born(
    language: str, text: str, who: str, label: str, born: str
) -> None:
    """One that tells only the month is remembered as it was said."""
    known = words_of(language)
    found, *kept = introduced(spelled(text, known.language), known, asked=False, sure=True)
    assert found.arguments["contacts"] == [{"name": who, "birthday": born} if born else {"name": who}]
    assert found.arguments["relationships"] == [{"person": who, "label": label, "of": "me"}]
    assert [one.arguments for one in kept] == ([] if born else [{"text": text}])


@corpus("introductions", "who_is_nobody")
def test_who_is_nobody(language: str, text: str) -> None:
    known = words_of(language)
    assert introduced(spelled(text, known.language), known, asked=False, sure=False) == []
