"""Who is meant by a pronoun, and which words of a question are names?"""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

from tests.support.corpora import corpus

from orchestrator.agent.ports.discourse import Discourse
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.domain.foundation.search.text.rewriting import names_in, rewritten


def turn(question: str, *, before: tuple[str, ...] = (), in_mind: tuple[str, ...] = ()) -> ToolContext:
    now = datetime(2026, 7, 20, 9, tzinfo=UTC)
    values: dict[str, Any] = {
        "question": question,
        "discourse": Discourse(asked_before=before, mentioned_people=in_mind),
        "local_now": now.replace(tzinfo=None),
        "locale": "en-GB",
    }
    return cast("ToolContext", SimpleNamespace(**values))


@corpus("rewriting", "names_are_what_is_written_like_one")
def test_names_are_what_is_written_like_one(text: str, names: list[str]) -> None:
    assert names_in(text) == names


@corpus("rewriting", "she_is_who_the_talk_was_about")
def test_she_is_who_the_talk_was_about(
    question: str, query: str, before: tuple[str, ...], in_mind: tuple[str, ...], wanted: str
) -> None:
    assert rewritten(turn(question, before=before, in_mind=in_mind), query=query, speaker="").query == wanted


def test_a_pronoun_is_no_speaker() -> None:
    before = ("When did Nora build the shed?",)
    assert rewritten(turn("What did she say?", before=before), query="", speaker="she").speaker == "Nora"
    assert rewritten(turn("What did she say?"), query="", speaker="she").speaker == ""
    assert rewritten(turn("What did Rui say?", before=before), query="", speaker="Rui").speaker == "Rui"


def test_the_whole_question_is_searched_where_the_query_is_its_words() -> None:
    found = rewritten(turn("When did Rui repair the boat last May?"), query="boat Rui", speaker="")
    assert found.asked == "When did Rui repair the boat last May?"
    assert "May" not in found.about
    assert rewritten(turn("When did Rui repair it?"), query="sailing vessel", speaker="").asked == "sailing vessel"
