"""Who is meant by "she", and who by a speaker's name? The query as it is searched, from the words of the turn.

A question that follows another one leaves out what both know: "what else did she paint?" is about the person of the
question before.
"""

from dataclasses import dataclass

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.kit import patterns
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.text.normalize import STOP_WORDS, normalize, tokens
from orchestrator.language.time import mentions

_SOMEBODY = patterns.compile(
    r"(?i)\b(?:she|he|her|his|hers|him|ela|ele|dela|dele|nela|nele|com ela|com ele|ella)\b"
    r"|(?:^|[^\p{L}\p{N}_])él(?:$|[^\p{L}\p{N}_])",
)
_FIRST = patterns.compile(
    r"\b(?:i|i'm|i've|me|my|mine|we|us|our|eu|mim|me|meu|minha|meus|minhas|nos|nosso|nossa|yo|mi|mis|nosotros|nuestro"
    r"|nuestra|disse|fui|fiz|dije|hice|hable|conte|pedi|\w+(?:ei|amos|emos|imos))\b"
)
"""Somebody who asks about their own words; the Romance languages say it by the verb ("o que disse eu", "falei")."""
_PRONOUNS = frozenset("she he her his hers him ela ele dela dele ella el".split())
_WRITTEN = patterns.compile(r"[\w'’][\w'’-]*")
_CAPITALISED = patterns.compile(r"(?:^|-)([A-ZÀ-Þ][\w'’-]*[a-zß-ÿ][\w'’-]*)$")
_POSSESSIVE = patterns.compile(r"['’]s?$")
_QUESTION_WORDS = 40
_OPENING = frozenset(".!?¿¡")
_NO_NAMES = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday"
    " thursday friday saturday sunday christmas easter janeiro fevereiro marco abril maio junho julho agosto setembro"
    " outubro novembro dezembro natal pascoa enero febrero marzo mayo junio julio septiembre octubre noviembre"
    " diciembre navidad i i'm i'd i've".split()
)


@dataclass(frozen=True)
class Looked:
    """What is searched: `query` with the person that a pronoun means, `speaker` where somebody's words are asked for.
    `asked`: the user's whole question where the query is its words: what it asks for ("when", "who") tells what would
    answer it. `about`: the same without its time phrases."""

    query: str
    speaker: str
    asked: str
    about: str


def rewritten(ctx: ToolContext, *, query: str, speaker: str) -> Looked:
    """The query and speaker with the pronouns of this turn resolved; as they are where nobody was named before."""
    if normalize(speaker) in SELF_WORDS and ctx.question and not _FIRST.search(normalize(ctx.question)):
        # A small model puts "user" where nobody's words are asked for.
        speaker = ""
    asked = ctx.question if _is_of(query, ctx.question) else query
    about = _timeless(asked, ctx)
    who = person_in_mind(ctx)
    if normalize(speaker) in _PRONOUNS:
        return Looked(query, who, asked, about)
    refers = _SOMEBODY.search(query) or (_SOMEBODY.search(ctx.question) and not names_in(ctx.question))
    named = speaker or names_in(query) or set(tokens(who)) & set(tokens(query))
    if not who or named or not refers:
        return Looked(query, speaker, asked, about)
    return Looked(f"{who} {query}".strip(), speaker, f"{who}: {asked}", f"{who}: {about}")


def _timeless(text: str, ctx: ToolContext) -> str:
    """The text without its time phrases, which say when and not what."""
    parts = [part for found in mentions(text, now=ctx.local_now, locale=ctx.locale) for part in found.parts]
    for start, end in sorted(parts, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text


def _is_of(query: str, question: str) -> bool:
    """Whether the query is made of the question's words; a long message holds more than its question."""
    asked = tokens(question)
    return bool(query.strip()) and len(asked) <= _QUESTION_WORDS and set(tokens(query)) <= set(asked)


def person_in_mind(ctx: ToolContext) -> str:
    """Whom the talk was about last: somebody whom the user named, else the one person of the last answer."""
    for text in reversed(ctx.discourse.asked_before):
        if found := names_in(text):
            return found[-1]
    people = ctx.discourse.mentioned_people
    return people[0] if len(people) == 1 else ""


def names_in(text: str) -> list[str]:
    """What is written like a name: capitalised, not only because it opens a sentence, no month, weekday or feast."""
    found = []
    last = 0
    for match in _WRITTEN.finditer(text):
        before, last = text[last : match.start()], match.end()
        capitalised = _CAPITALISED.search(match.group())
        if capitalised is None:
            continue
        word = _POSSESSIVE.sub("", capitalised[1])
        low = normalize(word)
        opens = capitalised.start(1) == 0 and _opens(before, first=not match.start())
        owned = capitalised[1] != word
        if low in _NO_NAMES or any(low in words for words in STOP_WORDS.values()) or (opens and not owned):
            continue
        found.append(word)
    return found


def _opens(before: str, *, first: bool) -> bool:
    """Whether a word opens a sentence, by what stands between it and the word before."""
    words = before.rstrip()
    return first or "\n" in before[len(words) :] or words[-1:] in _OPENING
