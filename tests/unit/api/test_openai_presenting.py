"""What does a chat client show of previews and clarifications?"""

from datetime import UTC, datetime
from typing import Any

from tests.support.corpora import corpus

from orchestrator.agent.types.bundle import Bundle, NeedUserInputOut, OptionOut, PreviewOut, RunOut
from orchestrator.api.openai_v1 import routes as presenting


def preview(number: int, summary: str = "Add todo “milk”", state: Any = "pending") -> PreviewOut:
    return PreviewOut(
        id=f"p{number}", tool="todos_create", title="Todo", summary=summary, arguments={}, draft={}, digest="d",
        editable_fields=[], timezone="UTC", expires_at=datetime(2026, 11, 22, tzinfo=UTC), state=state,
    )  # fmt: skip


def shown(answer: str, question: str = "Add milk", **fields: Any) -> str:
    bundle = Bundle(thread_id="", message_id="", status="answered", answer=answer, run=RunOut(id="r"), **fields)
    return presenting.text_of(bundle, base_url="https://steward.example.org", question=question, locale="en-US")


def test_an_answer_is_itself() -> None:
    assert shown("On **Friday**.") == "On **Friday**."
    assert shown("Done.", previews=[preview(1, state="confirmed")]) == "Done."


@corpus("openai_presenting", "a_preview_has_a_link_and_says_how_to_confirm")
def test_a_preview_has_a_link_and_says_how_to_confirm(question: str, yes: str, look: str) -> None:
    told = shown("I prepared it.", question, previews=[preview(1)])
    assert yes in told
    assert told.endswith(f"{look}\n\n- [Add todo “milk”](https://steward.example.org/#/preview/p1)")


def test_it_is_said_once() -> None:
    assert shown("Answer “yes” to carry it out.", previews=[preview(1)]).count("yes") == 1


def test_nothing_in_a_summary_ends_the_link() -> None:
    told = shown("Ok.", previews=[preview(1, "Call [Ana](http://evil.example)\n\\now")])
    assert "- [Call (Ana)(http://evil.example) now](https://steward.example.org/#/preview/p1)" in told


def test_choices_are_numbered_and_ask_for_no_yes() -> None:
    asked = NeedUserInputOut(
        id="c",
        kind="choice",
        question="Which?",
        options=[OptionOut(id="a", label="Ana"), OptionOut(id="b", label="Bo")],
    )
    told = shown("Which?", previews=[preview(1)], need_user_input=asked)
    assert "Which?\n\n1. Ana\n2. Bo\n\n" in told
    assert "yes" not in told
    assert "#/preview/p1" in told
