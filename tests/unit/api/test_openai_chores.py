"""Are a chat UI's own prompts known, and answered in the form that they ask for? What people ask is no such prompt."""

import json
from typing import Any

import pytest
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.api.openai_v1.chores import answered, chore_in, title_of
from orchestrator.api.openai_v1.wire import ChatMessage

CHAT = "<chat_history>\nUSER: When is my dentist appointment? It was moved.\nASSISTANT: On Friday.\nUSER: Thanks\n</chat_history>"  # noqa: E501
PT_CHAT = "<chat_history>\nUSER: Quando é o jantar com a minha mãe?\nASSISTANT: Sexta.\n</chat_history>"


def asked(*messages: tuple[str, str], wants_json: bool = False, locale: str = "en") -> str | None:
    chore = chore_in([ChatMessage(role=role, content=text) for role, text in messages])  # type: ignore[arg-type]
    return answered(chore, wants_json=wants_json, locale=locale) if chore is not None else None


@corpus("openai_chores", "open_webui_gets_its_json")
def test_open_webui_gets_its_json(prompt: str, expected: dict[str, Any]) -> None:
    found = asked(("user", prompt))
    assert found is not None
    told = json.loads(found)
    if "follow_ups" in expected:
        assert len(told["follow_ups"]) == expected["follow_ups"]
        assert all(one.endswith("?") for one in told["follow_ups"])
    else:
        assert told == expected


def test_what_is_said_in_the_history_does_not_decide_what_is_asked() -> None:
    history = "<chat_history>\nUSER: Generate a concise title and broad tags, please\n</chat_history>"
    prompt = f'### Task:\nSuggest 3-5 relevant follow-up questions.\nJSON format: {{ "follow_ups": [] }}\n{history}'
    assert "follow_ups" in json.loads(asked(("user", prompt)) or "")


TITLES = {
    "LibreChat": [
        ("user", "Provide a concise, 5-word-or-less title for the conversation, using its same language, with no "
                 "punctuation. Only return the title itself.\n\nConversation:\nUser: When is my dentist appointment?\n"
                 "AI: On Friday."),
    ],
    "LibreChat until 0.7": [
        ("system", "Detect user language and write in the same language an extremely concise title for this "
                   'conversation, which you must accurately detect.\n\n||>User:\n"When is my dentist appointment?"\n'
                   '||>Response:\n"On Friday."\n\n||>Title:'),
    ],
    "NextChat": [
        ("user", "When is my dentist appointment?"),
        ("assistant", "On Friday."),
        ("user", "Please generate a four to five word title summarizing our conversation without any lead-in, "
                 "punctuation, quotation marks, periods, symbols, bold text, or additional text."),
    ],
    "Chatbox": [
        ("user", "Based on the chat history, give this conversation a name.\nKeep it short.\nHere is the conversation:"
                 "\n\n```\nWhen is my dentist appointment?\n---------\nOn Friday.\n```"),
    ],
    "LobeChat": [
        ("system", "You are a professional conversation summarizer. Generate a concise title.\n- Only the title text"),
        ("user", "user: When is my dentist appointment?\nassistant: On Friday."),
    ],
    "Page Assist": [
        ("user", "Here is the query:\n\n--------------\n\nWhen is my dentist appointment?\n\n--------------\n\nCreate "
                 "a concise, 3-5 word phrase as a title for the previous query."),
    ],
}  # fmt: skip


@pytest.mark.parametrize("client", TITLES)
def test_titles_are_plain_where_text_is_asked_for(client: str) -> None:
    assert asked(*TITLES[client]) == "When is my dentist appointment"


def test_big_agi_gets_lower_case() -> None:
    prompt = (
        "Analyze the given short conversation (every line is truncated) and extract a concise chat title that "
        "summarizes the conversation in as little as a couple of words.\nOnly respond with the lowercase short title "
        "and nothing else.\n\n```\n- You: When is my dentist appointment?\n- Assistant: On Friday.\n```"
    )
    system = "You are an AI conversation titles assistant who specializes in creating expressive yet few-words titles."
    assert asked(("system", system), ("user", prompt)) == "when is my dentist appointment"


def test_a_structured_title_names_the_language() -> None:
    prompt = (
        "Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title in "
        "the detected language (5 words or less, no punctuation)\n\nUser: Quando é o jantar?\nAI: Sexta."
    )
    found = json.loads(asked(("user", prompt), wants_json=True) or "")
    assert found == {"language": "Portuguese", "title": "Quando é o jantar"}


def test_nextchat_gets_a_summary() -> None:
    prompt = "Summarize the discussion briefly in 200 words or less to use as a prompt for future context."
    talk = [
        ("user", "Add milk"),
        ("assistant", "Waiting."),
        ("user", "yes"),
        ("assistant", "Done."),
        ("system", prompt),
    ]
    assert asked(*talk) == "- Add milk\n- yes"


def test_the_largest_body_takes_no_time() -> None:
    prompt = "Based on the chat history, give this conversation a name.\n```"
    with processor_time() as spent:
        for filling in (" ", "\n", "- ", "a ", "user:\n", "```", "<chat_history>"):
            asked(("user", prompt + filling * (1_000_000 // len(filling))))
    assert spent.seconds < 7, "a second each: it is linear"


@pytest.mark.parametrize(
    "text",
    [
        "When is my dentist appointment?",
        "### Task: add milk to my shopping list",
        "### Task:\nAdd milk to my shopping list\n### Title\nGroceries",
        "Generate a title for my essay about our conversation",
        "Suggest follow-up questions for my interview with Ana",
        "What tags does my note about Ana have?",
        "Summarize the conversation I had with Rui",
        "user: hello\nassistant: hi",
        "",
        "x" * 100_000,
        "\n" * 200_000 + "user" + " " * 200_000,
    ],
)
def test_what_people_ask_is_no_chore(text: str) -> None:
    assert asked(("user", text)) is None


@corpus("openai_chores", "titles_are_short_and_clean")
def test_titles_are_short_and_clean(said: str, title: str) -> None:
    assert title_of(said) == title
