"""Is this a chat UI's own housekeeping (a title, tags, follow-ups), and what does it get? An answer by code, without a
run: it is no question to Steward, and most of a small model's time would go there.

The signatures are taken from the default templates of Open WebUI, LibreChat, big-AGI, NextChat, Chatbox, Cherry Studio,
LobeChat, Page Assist and Vercel's chatbot; a template that a user wrote anew is not known again and becomes a turn.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from orchestrator.api.openai_v1.wire import ChatMessage
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten
from orchestrator.language.detect import language_of
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.intents import Topic, topics_of

Kind = Literal["title", "tags", "follow_ups", "queries", "text", "prompt", "emoji", "tool_calls", "summary"]
HEAD_CHARACTERS = 240
"""Open WebUI's templates say in their first sentence what they want."""
CHORE_CHARACTERS = 200_000
"""Chat UIs cut the conversation that they put into a prompt of theirs; what is longer is none."""
TITLE_WORDS = 6
TITLE_CHARACTERS = 60
SUMMARY_CHARACTERS = 1200
"""About 200 words, which is what NextChat asks for."""
UNTITLED = "New chat"

_TASK = "### task:"
_TASKS: tuple[tuple[Kind, str], ...] = (
    ("tags", "broad tags"),
    ("follow_ups", "follow-up"),
    ("queries", "search quer"),
    ("text", "autocompletion system"),
    ("prompt", "image generation"),
    ("title", " title"),
)
_ABOUT_A_CHAT = ("chat_history", "chat history", "conversation", "<text>")
_SIGNATURES: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    ("title", ("provide a concise, 5-word-or-less title for the conversation",)),  # LibreChat
    ("title", ("extremely concise title for this conversation",)),  # LibreChat until 0.7
    ("title", ("analyze this conversation and provide", "concise title")),  # LibreChat, structured
    ("title", ("generate a concise title (max 40 characters) for a conversation",)),  # LibreChat, assistants
    ("title", ("extract a concise chat title that summarizes the conversation",)),  # big-AGI
    ("title", ("four to five word title summarizing our conversation",)),  # NextChat
    ("title", ("based on the chat history, give this conversation a name",)),  # Chatbox
    ("title", ("conversation into a title within",)),  # Cherry Studio
    ("title", ("professional conversation summarizer", "title")),  # LobeChat
    ("title", ("create a concise, 3-5 word", "title")),  # Open WebUI until 0.4, Page Assist
    ("title", ("title based on the first message a user begins a conversation with",)),  # Vercel's chatbot
    ("emoji", ("likely facial expression through a fitting emoji",)),  # Open WebUI
    ("tool_calls", ("choose and return the correct tool(s) from the list of available tools",)),  # Open WebUI
    ("summary", ("discussion briefly in 200 words or less to use as a prompt",)),  # NextChat
)
_CHAT = patterns.compile(r"(?si)<chat_history>(.*?)(?:</chat_history>|\Z)")
_SPEAKER = patterns.compile(r"(?i)[\W_]{0,12}(user|human|you|assistant|ai|response|model)\s{0,3}:\s*(.*)")
_USER = frozenset({"user", "human", "you"})
_QUOTE_STARTS = ("here is the query:", "```")
_QUOTE_ENDS = ("-----", "```")
_SENTENCE_END = patterns.compile(r"\w([.!?])(?:\s|$)|\n")
_MARKS = str.maketrans("", "", '*_#>`"“”[]{}')
_TAGS: tuple[tuple[Topic, str], ...] = (
    (Topic.AGENDA, "chat.tags.calendar"),
    (Topic.TODO, "chat.tags.tasks"),
    (Topic.TODO_LIST, "chat.tags.tasks"),
    (Topic.CONTACT, "chat.tags.people"),
    (Topic.RELATIVE, "chat.tags.people"),
    (Topic.PLACE, "chat.tags.places"),
    (Topic.PERSONAL_DOCUMENT, "chat.tags.documents"),
)
_FOLLOW_UPS = ("chat.follow_ups.next", "chat.follow_ups.today", "chat.follow_ups.waiting")


@dataclass(frozen=True)
class Chore:
    """What a chat UI wants for itself, and what the user said in the conversation that it is about."""

    kind: Kind
    instructions: str
    said: tuple[str, ...]


def chore_in(messages: Sequence[ChatMessage]) -> Chore | None:
    """The housekeeping that the request is, or None where it is a conversation."""
    last = messages[-1]
    if last.role == "assistant" or len(last.text) > CHORE_CHARACTERS:
        return None
    kind = _kind(last.text)
    if kind is not None:
        return Chore(kind, last.text, _said(last.text) or _users(messages[:-1]) or _quoted(last.text))
    beside = messages[:-1]
    if len(beside) == 1 and beside[0].role in {"system", "developer"}:
        kind = _kind(beside[0].text)
        if kind is not None:
            return Chore(kind, beside[0].text, _said(last.text) or (last.text,))
    return None


def answered(chore: Chore, *, wants_json: bool, locale: str) -> str:
    """What it gets, in the form that its template asks for."""
    first = chore.said[0] if chore.said else ""
    language = language_of(first, locale)
    if chore.kind == "title":
        return _titled(chore, title_of(first), language, wants_json=wants_json)
    if chore.kind == "emoji":
        return "🙂"
    if chore.kind == "summary":
        return shorten("\n".join(f"- {' '.join(text.split())}" for text in chore.said), SUMMARY_CHARACTERS)
    values: dict[str, str | list[str]] = {
        "tags": tags_of(chore.said, language),
        "follow_ups": [say(key, language) for key in _FOLLOW_UPS],
        "queries": [],  # Steward looks things up itself
        "text": "",
        "prompt": first,
        "tool_calls": [],
    }
    return json.dumps({chore.kind: values[chore.kind]}, ensure_ascii=False)


def title_of(text: str) -> str:
    """A short title after what the user said first."""
    plain = text.translate(_MARKS).strip()
    end = _SENTENCE_END.search(plain)
    sentence = plain if end is None else plain[: end.start(1) if end[1] else end.start()]
    title = " ".join(sentence.split()[:TITLE_WORDS])[:TITLE_CHARACTERS].strip(" ,;:.!?¿¡-–—/|")
    return title[:1].upper() + title[1:] if title else UNTITLED


def tags_of(said: Sequence[str], language: str) -> list[str]:
    """What the user spoke of, as at most three tags."""
    topics = topics_of("\n".join(said))
    found = [say(key, language) for topic, key in _TAGS if topic in topics]
    return list(dict.fromkeys(found))[:3] or [say("chat.tags.general", language)]


def _titled(chore: Chore, title: str, language: str, *, wants_json: bool) -> str:
    lowered = chore.instructions.lower()
    if "lowercase short title" in lowered:
        title = title.lower()
    if not wants_json and '"title"' not in lowered:
        return title
    named = {"language": say("language.english_name", language)} if "detected language" in lowered else {}
    return json.dumps({**named, "title": title}, ensure_ascii=False)


def _kind(text: str) -> Kind | None:
    asked = " ".join(_CHAT.sub(" ", text).lower().split())
    if asked.startswith(_TASK):
        head, whole = asked[:HEAD_CHARACTERS], text.lower()
        if any(word in whole for word in _ABOUT_A_CHAT):
            return next((kind for kind, word in _TASKS if word in head), None)
        return None
    return next((kind for kind, phrases in _SIGNATURES if all(phrase in asked for phrase in phrases)), None)


def _said(text: str) -> tuple[str, ...]:
    """What the user said in a conversation that is told as text, `User: …` and `Assistant: …` by turns."""
    block = _CHAT.search(text)
    told: list[list[str]] = []
    speaks = False
    for line in (block.group(1) if block else text).splitlines():
        speaker = _SPEAKER.match(line)
        if speaker is not None:
            speaks = speaker.group(1).lower() in _USER
            if speaks:
                told.append([speaker.group(2)])
        elif speaks:
            told[-1].append(line)
    texts = ("\n".join(lines).strip().strip('"').strip() for lines in told)
    return tuple(one for one in texts if one)


def _users(messages: Sequence[ChatMessage]) -> tuple[str, ...]:
    return tuple(message.text for message in messages if message.role == "user" and message.text.strip())


def _quoted(text: str) -> tuple[str, ...]:
    """What stands between fences or rules: one message without a speaker."""
    lowered = text.lower()
    marker = next((one for one in _QUOTE_STARTS if one in lowered), None)
    if marker is None:
        return ()
    inner = text[lowered.index(marker) + len(marker) :].lstrip("- \n\r\t")
    ends = [at for one in _QUOTE_ENDS if (at := inner.find(one)) >= 0]
    quoted = inner[: min(ends, default=len(inner))].strip()
    return (quoted,) if quoted else ()
