"""Is what was kept of a talk worth keeping? Judged by code alone, by rules that share nothing with the product's checks.

*Stands*: the span stands, letter for letter, in a message of the user's, and the fact's words are the user's too: every
number, every name (a capital inside the sentence), and three in four of its content words are in that session's messages.

*Junk* is, in this order, the first of:
  made up     it does not stand
  question    the sentence of the span ends with a question mark
  order       it tells the other to do something ("Let me know", "Keep it up", "take care")
  reply       it is about the talk or the one spoken to ("I'm so proud of you", "glad to hear that", "you're right")
  third       nothing in it is of the user or of anybody named: no "I", "my", "we", no name ("It was amazing"); English
              alone: in Portuguese and Spanish the verb tells the person
  moment      it holds for an hour ("gotta go", "I'm off to bed", "talk to you later")
  filler      fewer than two content words are left besides greetings, praise and feelings' fillers
  duplicate   a fact kept before it says the same: four in five of the content words of the longer one, and as many "not"s
Whether a fact *matters* is beyond code: an event of last week counts as no junk, as the annotators of the data keep such.
"""
# ruff: noqa: E501

import re
from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.language.detect import scores
from orchestrator.language.text.normalize import content_words, normalize, stems, tokens

REASONS = ("made up", "question", "order", "reply", "third", "moment", "filler", "duplicate")
WORDS_THAT_STAND = 0.75
SAME_WORDS = 0.8
FEWEST_WORDS = 2
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_EDGES = " \t\r\n.,;:!?\"'“”«»*-–—…"
_NAME = re.compile(r"(?<=[\w,;] )[A-ZÀ-Ý][\w'-]+")
_FIRST_PERSON = re.compile(
    r"\b(?:i|me|my|mine|myself|we|us|our|ours|i'm|i've|i'd|i'll|we're|we've|eu|meus?|minhas?|nos|noss[oa]s?|yo|mis?|mi"
    r"|nuestr[oa]s?|tenho|tengo|sou|soy|estou|estoy|gosto|trabalho|trabajo|moro|vivo|comecei|empece|fui|prefiro|prefiero)\b"
)
_ORDER = re.compile(
    r"^(?:(?:so|and|but|well|hey|ok|okay|yeah|yep),? )*(?:let me|let's|lets|keep (?:it|on|up|going|me|doing|pushing)|tell me|"
    r"take care|don't|do not|go for|go ahead|check (?:it|out|this)|enjoy|have (?:a|fun)|stay|remember to|make sure|look at|"
    r"just (?:remember|keep|take)|never give|feel free|wish me|believe in|diz-me|conta-me|dime|cuentame|avisa|olha|mira)\b"
)
_REPLY = re.compile(
    r"\b(?:proud of you|glad (?:to hear|you|that you|it)|happy (?:for you|to hear|you)|(?:good|great|nice|awesome|lovely) to hear|"
    r"sorry (?:to hear|about|you)|thanks|thank you|i agree|couldn't agree|you're (?:right|welcome|so|doing|such|an?|the)|"
    r"congrats|congratulations|good luck|i appreciate|wish you|i hope (?:you|it|your)|here for you|let me know|"
    r"sounds? (?:good|great|like|awesome|fun|amazing)|i bet|i can (?:see|imagine|totally|relate)|i (?:totally |completely )?"
    r"(?:get|hear|feel|understand) (?:you|what|that|it)|i (?:believe|know) (?:in )?you|can't wait to (?:see|hear)|talk (?:to you )?"
    r"(?:soon|later)|i (?:love|like|admire) (?:your|that|how you|it)|obrigad[oa]|gracias|de nada|parabens|felicidades)\b"
)
_MOMENT = re.compile(
    r"\b(?:gotta|got to|have to|need to|better) (?:go|run|bounce|head)\b|\b(?:be right back|brb|see you|catch you|bye)\b|"
    r"\bi'?m (?:off|heading|about) to\b|\boff to\b|\bright now\b|\bagora mesmo\b|\bahora mismo\b|\bate logo\b|\bhasta luego\b"
)
_FILLERS = frozenset(
    "thanks thank awesome great amazing wow cool nice glad happy hear good luck yeah yep yes love loved really absolutely"
    " totally definitely sure sound proud agree wish best hope fun feel felt feeling thing stuff lot kind way time much"
    " make made mean know think right hey hi hello guess well super pretty actually just always never day today recently"
    " lately also still even ever more very look looking forward excited exciting wonderful fantastic incredible special"
    " important help take go going one something everything anything i m s ve re d ll t don didn doesn isn wasn".split()
)
_NEGATIONS = frozenset("not never no t nao nunca ni sin sem without neither".split())


@dataclass(frozen=True)
class Kept:
    """A fact as it was kept (or as the model named it): its words, its span and the user's messages of the session."""

    text: str
    quote: str
    messages: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """`junk`: one of REASONS, "" where it is none. `stands`: see above."""

    stands: bool
    junk: str


def judged(kept: Sequence[Kept]) -> list[Verdict]:
    """The verdict of each, in the order in which they were kept; all are one user's."""
    before: list[Kept] = []
    found = []
    for one in kept:
        stands = _stands(one)
        junk = _junk(one, stands=stands)
        if not junk and any(_same(one.text, other.text) for other in before):
            junk = "duplicate"
        before.append(one)
        found.append(Verdict(stands, junk))
    return found


def opposed(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of facts of one user that say the same but for a "not"."""
    found = []
    for place, one in enumerate(texts):
        found += [(one, other) for other in texts[place + 1 :] if _turned(one) != _turned(other) and _near(one, other)]
    return found


def _stands(one: Kept) -> bool:
    said = "\n".join(one.messages)
    if not one.quote or _plain(one.quote) not in _plain(said):
        return False
    if not set(re.findall(r"\d+", one.text)) <= set(re.findall(r"\d+", said)):
        return False
    if not {normalize(name) for name in _NAME.findall(one.text)} <= set(tokens(said)) | {
        normalize(w.strip(_EDGES)) for w in said.split()
    }:
        return False
    words, there = _stems(one.text), {form for forms in stems(said) for form in forms}
    return not words or sum(bool(set(forms) & there) for forms in words) / len(words) >= WORDS_THAT_STAND


def _junk(one: Kept, *, stands: bool) -> str:
    if not stands:
        return "made up"
    sentence = _sentence(one)
    said, told = normalize(sentence), normalize(one.text).strip(_EDGES)
    if sentence.rstrip(" \"'”").endswith("?"):
        return "question"
    span = normalize(one.quote).strip(_EDGES)
    if _ORDER.match(told) or _ORDER.match(span):
        return "order"
    if _REPLY.search(told) or _REPLY.search(span):
        return "reply"
    if scores(sentence)["en"] > 0 and not (
        _FIRST_PERSON.search(told) or _FIRST_PERSON.search(said) or _NAME.search(one.text)
    ):
        return "third"
    if _MOMENT.search(told):
        return "moment"
    return "" if len(set(content_words(one.text)) - _FILLERS) >= FEWEST_WORDS else "filler"


def _sentence(one: Kept) -> str:
    """The sentences of a message that the span stands in."""
    for message in one.messages:
        place = _plain(message).find(_plain(one.quote))
        if place >= 0:
            spaced = " ".join(message.split())
            end = place + len(_plain(one.quote))
            return "".join(m.group() for m in _SENTENCE.finditer(spaced) if m.start() < end and m.end() > place)
    return one.quote


def _plain(text: str) -> str:
    """As letters are compared: capitals and blanks aside, without the punctuation around."""
    return " ".join(text.split()).lower().strip(_EDGES)


def _stems(text: str) -> list[tuple[str, ...]]:
    wanted = set(content_words(text))
    return [forms for word, forms in zip(tokens(text), stems(text), strict=False) if word in wanted]


def _same(one: str, other: str) -> bool:
    return _turned(one) == _turned(other) and _near(one, other)


def _near(one: str, other: str) -> bool:
    first, second = _stems(one), _stems(other)
    if not first or not second:
        return False
    shared = sum(any(set(mine) & set(theirs) for theirs in second) for mine in first)
    return shared / max(len(first), len(second)) >= SAME_WORDS


def _turned(text: str) -> bool:
    return sum(word in _NEGATIONS for word in tokens(text)) % 2 == 1
