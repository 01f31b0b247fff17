"""May what a model took from the user's messages be learned? Code judges each item by the words that the user wrote.

A line that it points to, or a span that stands in one (`lines`); the text may say no more than that.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.agent.types.origin import without_invisible
from orchestrator.domain.memory.fact_learning.lines import READ_CHARACTERS, Line, around
from orchestrator.domain.memory.facts.privacy import others_private
from orchestrator.domain.memory.facts.schemas import CATEGORIES, CATEGORY_CHARACTERS
from orchestrator.domain.people.conversations.said import Said
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten, storable
from orchestrator.language.detect import scores
from orchestrator.language.people.self_reference import answers_or_orders, without_lead
from orchestrator.language.statements import Claim, claim_of, contradict
from orchestrator.language.statements.stating import Statement, statements
from orchestrator.language.statements.whom import named_in
from orchestrator.language.text.normalize import STOP_WORDS, content_words, normalize, stems, tokens
from orchestrator.language.text.quoted import not_own, orders_about, overlaps
from orchestrator.language.text.secrets import holds_secret

_PREFERENCE = (
    r"i (?:really |also |just |do |absolutely )?(?:love|like|enjoy|prefer|hate|dislike|adore|can'?t stand|"
    r"don'?t like|(?:would|'d) rather)|(?:my|a) fav(?:e|ou?rite)?s?|fond of|big fan"
    r"|(?:gosto|adoro|prefiro|odeio|detesto|amo|nao gosto|nao suporto|nao me gusta|me gusta|me gustan|me encanta|"
    r"me encantan|prefiero|odio)|favorit[oa]s?|preferid[oa]s?"
)
_DECISION = (
    r"decided|decision|settled on|chose|chosen|made up (?:my|our) mind|going with|decidi\w*|optei|escolh\w+|"
    r"resolvi|decidido|elegi\w*"
)
_PLAN = (
    r"going to|gonna|will|'ll|plan(?:s|ning|ned)? (?:to|on)|about to|i'?m (?:off|set) to|quit|vou|vamos|voy a|"
    r"planeo|pretendo|penso em|pienso"
)
_REMINDER = (
    r"(?:i|we) (?:have to|need to|must|should)|have got to|gotta|don'?t forget|deadline|due (?:on|by)|appointment|"
    r"tenho (?:de|que)|temos (?:de|que)|preciso (?:de )?|devo|tengo que|tenemos que|debo|necesito"
)
_PATTERN = (
    r"every (?:\w+ )?(?:day|morning|evening|night|week|weekend|month|year|monday|tuesday|wednesday|thursday|"
    r"friday|saturday|sunday)s?|usually|always|often|most (?:days|mornings)|once or twice|times a (?:day|week|"
    r"month|year)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|todos os|todas as|costumo|normalmente|sempre|"
    r"todos los|todas las|suelo|siempre|cada (?:dia|semana|mes|ano)"
)
_ONGOING = (
    r"(?:i'?m|we'?re|i am|we are|been) (?:currently |still |also |now )?(?:working on|learning|writing|building|"
    r"studying|training|looking (?:for|into)|trying|preparing|planning|taking)|started (?:to |a |learning|writing|"
    r"training)|estou a|estou (?:escrevendo|aprendendo|trabalhando)|ando a|comecei a|estoy (?:escribiendo|"
    r"aprendiendo|trabajando|estudiando|buscando)|empece a"
)
_INSIGHT = (
    r"learn(?:ed|t)|reali[sz]ed?|noticed|found out|turns out|figured out|aprendi\w*|percebi|dei-me conta|descobri|"
    r"me di cuenta|descubri"
)


def _said(words: str) -> patterns.Pattern:
    return patterns.compile(rf"\b(?:{words})(?:\W|$)")


_CUES: Mapping[str, patterns.Pattern] = {
    name: _said(words)
    for name, words in (
        ("decision", _DECISION),
        ("reminder", _REMINDER),
        ("preference", _PREFERENCE),
        ("ongoing_task", _ONGOING),
        ("pattern", _PATTERN),
        ("insight", _INSIGHT),
    )
}
_BORNE_OUT: Mapping[str, patterns.Pattern] = {
    "decision": _said(f"{_DECISION}|{_PLAN}"),
    "reminder": _said(f"{_REMINDER}|{_PLAN}"),
    "insight": _said(f"{_INSIGHT}|means|because|helps?|important|key|significa|porque|ajuda|ayuda|importante"),
}
PLAIN = "fact"


def category_of(told: str, by_model: str) -> str:
    """Its category; `by_model` is one of the known ones. The words that tell it decide; else what the model says, where
    any word bears it out: small models call everything a decision or an insight."""
    said = normalize(told).replace("’", "'")
    found = next((name for name, words in _CUES.items() if words.search(said)), None)
    if found is not None:
        return found
    borne_out = _BORNE_OUT.get(by_model)
    return PLAIN if borne_out is not None and not borne_out.search(said) else by_model


TEXT_CHARACTERS = 300
"""A learned fact is one sentence."""
SPAN_CHARACTERS = 600
SUBJECT_CHARACTERS = 80
MOST_SUBJECTS = 5
LEAST_SPAN = 3
PLAIN_IMPORTANCE = 5
SMALL_TALK = 2
"""What the model itself holds for no more important (prompts/extract.md)."""
SURE, LIKELY, PLAUSIBLE, DOUBTFUL = 0.7, 0.6, 0.5, 0.3
"""Confidence of what was learned (product.md: 0.3 to 0.7): a form that the tables know; all words are the user's; most
are; they were not sure themselves, or told what others said."""
_MOST_WORDS = 0.5
_NUMBER = patterns.compile(r"\d+")
_EDGES = " \t\r\n.,;:!?\"'“”«»`*-–—…"
_ABOUT_USER = frozenset("user usuario usuaria utilizador utilizadora they their them his her he she him".split())
_NEGATIONS = frozenset("not never no t nao nunca nem ni sin sem without neither".split())
_UNSURE = patterns.compile(
    r"\b(?:maybe|perhaps|probably|might|not sure|i think|i guess|said|says|told me|claims|talvez|acho que|provavelmente"
    r"|se calhar|disse|contou|quizas?|tal vez|creo que|probablemente|a lo mejor|dijo|conto)\b"
)


@dataclass(frozen=True)
class Learnable:
    """What may be kept: `quote` stands at [start, end) of `said`. `stated`: in a form that the lexicons know.
    `private`: others' health, money or intimacy, kept only after asking."""

    text: str
    said: Said
    start: int
    end: int
    quote: str
    category: str = "fact"
    subjects: tuple[str, ...] = ()
    importance: int = PLAIN_IMPORTANCE
    confidence: float = SURE
    stated: bool = False
    private: bool = False
    by_model: bool = False

    @property
    def claim(self) -> Claim | None:
        return claim_of(self.text)


def stated_in(parts: Sequence[Said], *, to_steward: bool = True) -> list[Learnable]:
    """What the user states in the forms that the lexicons know, in the words that they used. Said to somebody else
    (`to_steward` False), "remember that …" is no word to an assistant."""
    found: list[Learnable] = []
    for part in parts:
        foreign = not_own(part.text[:READ_CHARACTERS])
        for one in statements(part.text) if not part.text.lstrip().startswith("/") else ():
            kept = _worth_keeping(one, to_steward=to_steward) and not overlaps(one.start, one.end, foreign)
            if kept and not _forbidden(one.text):
                found.append(_of_statement(part, one))
    return found


def _worth_keeping(one: Statement, *, to_steward: bool) -> bool:
    known = one.claim is not None and one.claim.known
    if one.since_only:
        return False
    return (known or one.asked) if to_steward else known and not answers_or_orders(one.text)


def _of_statement(part: Said, one: Statement) -> Learnable:
    told = one.claim.attribute.split() if one.claim is not None and one.claim.known else []
    text = _sanitised(one.text, TEXT_CHARACTERS)
    return Learnable(
        text,
        part,
        one.start,
        one.end,
        one.text,
        category="preference" if {"likes", "eats", "drinks", "favourite"} & set(told) else "fact",
        subjects=tuple(one for one in (named_in(text),) if one is not None),
        importance=9 if "allergic_to" in told else PLAIN_IMPORTANCE,
        stated=True,
        private=others_private(text),
    )


def checked(items: Sequence[Any], lines: Sequence[Line]) -> list[Learnable]:
    """Those of a model's items that may be kept, in order, each once; the rest is dropped. An item names one of `lines`
    by its number, from 1 on, or a span within one."""
    found: list[Learnable] = []
    for item in items:
        one = _checked(item, lines) if isinstance(item, Mapping) else None
        if one is not None and all(
            (one.said.id, normalize(one.text)) != (each.said.id, normalize(each.text)) for each in found
        ):
            found.append(one)
    return found


def _checked(item: Mapping[str, Any], lines: Sequence[Line]) -> Learnable | None:
    importance = _importance(item.get("importance"))
    where = (
        None if importance <= SMALL_TALK else _numbered(item.get("line"), lines) or _spanned(item.get("span"), lines)
    )
    if where is None:
        return None
    part, start, end = where
    quote = part.text[start:end]
    sentence = around(part.text, start, end)
    text = _worded(without_lead(_sanitised(item.get("text"), TEXT_CHARACTERS)), quote, sentence, lines)
    if not text or _forbidden(text) or _forbidden(quote):
        return None
    return Learnable(
        text,
        part,
        start,
        end,
        quote,
        category=category_of(sentence, _category(item.get("category"))),
        subjects=_subjects(item.get("subjects"), f"{text}\n{sentence}"),
        importance=importance,
        confidence=_confidence(text, quote, sentence),
        private=others_private(text) or others_private(quote),
        by_model=True,
    )


def _numbered(number: object, lines: Sequence[Line]) -> tuple[Said, int, int] | None:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number <= len(lines):
        return None
    line = lines[number - 1]
    start, end = line.start, line.end
    words = line.said.text[start:end]
    start += len(words) - len(words.lstrip(_EDGES))
    return line.said, start, start + len(words.strip(_EDGES))


def _spanned(value: object, lines: Sequence[Line]) -> tuple[Said, int, int] | None:
    """The place of a span within a line: blanks and capitals aside, letter for letter."""
    span = _sanitised(value, SPAN_CHARACTERS).strip(_EDGES)
    words = span.split()
    if len(span) < LEAST_SPAN or not content_words(span):
        return None
    between = r"\s+".join(patterns.escape(word) for word in words)
    pattern = patterns.compile(rf"(?i)(?:^|\W)({between})(?:\W|$)")
    for line in lines:
        match = pattern.search(line.said.text[line.start : line.end])
        if match is not None:
            return line.said, line.start + match.start(1), line.start + match.end(1)
    return None


def _worded(text: str, quote: str, sentence: str, lines: Sequence[Line]) -> str | None:
    """The fact's words: the model's where they say what the user did and no more, else the user's own; None where these
    alone say nothing."""
    whole = text and _share(_content(quote) or [("",)], text) >= _MOST_WORDS
    if whole and not text.endswith("?") and not answers_or_orders(text) and _supported(text, quote, sentence, lines):
        return text
    own = without_lead(_sanitised(quote, TEXT_CHARACTERS))
    claim = claim_of(own)
    tells = (claim is not None and claim.known) or len(content_words(own)) >= LEAST_SPAN
    return own if tells and len(quote) <= TEXT_CHARACTERS else None


def _supported(text: str, quote: str, sentence: str, lines: Sequence[Line]) -> bool:
    """Whether the words are the user's: most of the sentence's, its numbers, and not turned round."""
    words = _content(text)
    if not words or _share(words, sentence) < _MOST_WORDS or _other_language(text, sentence):
        return False
    everything = "\n".join(dict.fromkeys(line.said.text for line in lines))
    if _share(words, everything) < 1.0 and _share(words, sentence) < 2 / 3:
        return False
    if not set(_NUMBER.findall(text)) <= set(_NUMBER.findall(everything)):
        return False
    mine, theirs = claim_of(text), claim_of(quote)
    if mine is not None and theirs is not None and mine.known and theirs.known:
        return mine.attribute == theirs.attribute and not contradict(mine.value, theirs.value)
    return _turned(text) in (_turned(quote), _turned(sentence))


def _other_language(text: str, sentence: str) -> bool:
    """Whether words of it are of a language that the user did not speak there ("My vizinha …")."""
    mine, theirs = scores(text), scores(sentence)
    return any(mine[one] > 0 and theirs[one] <= 0 for one in mine) and any(score > 0 for score in theirs.values())


def _content(text: str) -> list[tuple[str, ...]]:
    idle = _ABOUT_USER.union(*STOP_WORDS.values())
    return [found for word, found in zip(tokens(text), stems(text), strict=False) if word not in idle]


def _share(words: Sequence[tuple[str, ...]], text: str) -> float:
    there = {stem for found in stems(text) for stem in found}
    return sum(bool(there & set(found)) for found in words) / len(words)


def _turned(text: str) -> bool:
    return sum(word in _NEGATIONS for word in tokens(text)) % 2 == 1


def _confidence(text: str, quote: str, sentence: str) -> float:
    if _UNSURE.search(normalize(sentence)):
        return DOUBTFUL
    claim = claim_of(quote)
    if claim is not None and claim.known:
        return SURE
    return LIKELY if _share(_content(text) or [("",)], quote) == 1.0 else PLAUSIBLE


def _sanitised(value: object, most: int) -> str:
    """One line without invisible characters and fences. "" of what is no text, or longer than `most`."""
    if not isinstance(value, str):
        return ""
    text = " ".join(storable(without_invisible(value)).replace("```", " ").split())
    return text if len(text) <= most else ""


def _category(value: object) -> str:
    given = normalize(_sanitised(value, CATEGORY_CHARACTERS)).replace(" ", "_")
    return given if given in CATEGORIES else "fact"


def _subjects(value: object, said: str) -> tuple[str, ...]:
    """Those that the user named there."""
    given = [_sanitised(one, SUBJECT_CHARACTERS) for one in value] if isinstance(value, list) else []
    named = [one for one in given if (words := _content(one)) and _share(words, said) == 1.0]
    return tuple(dict.fromkeys(one for one in named if not _forbidden(one)))[:MOST_SUBJECTS]


def _importance(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        return PLAIN_IMPORTANCE
    return int(min(10, max(1, value)))


def _forbidden(text: str) -> bool:
    return holds_secret(text) or orders_about(text)


def hold(text: str, limit: int = TEXT_CHARACTERS) -> str:
    """For prompts: one line of a message."""
    return shorten(" ".join(storable(without_invisible(text)).split()), limit)
