"""How is a message cut into comparable words and clauses?

Everything in `mood`, `affirm`, `detect` and `claims` looks at words through this module, so that "Añádeme",
"anademe" and
"AÑÁDEME" are one word, and "don't", "dont" and "do not" are one phrase.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.tables import ABOUT, ELIDED
from orchestrator.language.text.normalize import UNDECOMPOSED
from orchestrator.language.text.shorthand import SPELLED

_WORD = patterns.compile(r"[^\W_]+(?:'[^\W_]+)*")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'", "\x00": " "})
_QUOTED = patterns.compile(r"\"[^\"\n]{0,600}\"|“[^”\n]{0,600}”|«[^»\n]{0,600}»|\"[^\"]{0,600}\Z")
_ASIDE = patterns.compile(r"\([^()?\n]{0,40}\)")
_BREAK = patterns.compile(r"[.!?…]+|[;¿¡\n:,()—–]|\s-\s")
_AFTER_A_STOP = frozenset("\"'”»)*_")
_SHORT = frozenset("mr mrs ms dr st sr sra srta dra prof no nr vs etc a.m p.m am pm e.g i.e approx jr ave".split())

# What speech-to-text and thumbs leave out; expanded so that rules need one spelling only.
_CONTRACTIONS = {
    "can't": "can not", "cannot": "can not", "cant": "can not", "won't": "will not", "wont": "will not",
    "shan't": "shall not", "dont": "do not", "didnt": "did not", "doesnt": "does not", "isnt": "is not",
    "arent": "are not", "wasnt": "was not", "werent": "were not", "havent": "have not", "hasnt": "has not",
    "couldnt": "could not", "wouldnt": "would not", "shouldnt": "should not", "im": "i am", "ive": "i have",
    "whats": "what is", "wheres": "where is", "whos": "who is", "hows": "how is", "whens": "when is",
    "thats": "that is", "theres": "there is", "youre": "you are", "youve": "you have", "let's": "let us", "lets":
    "let us",
    "gotta": "got to", "wanna": "want to", "gonna": "going to", "gimme": "give me", "lemme": "let me", "pls": "please",
    "plz": "please", "u": "you", "doc's": "doc 's", "vc": "voce", "vcs": "voces", "cê": "voce",
    "pra": "para", "pro": "para o", "pros": "para os", "pras": "para as", "tá": "esta", "ta": "esta", "tô": "estou",
    "porfa": "por favor", "porfavor": "por favor", "pfv": "por favor", "pf": "por favor", "xfa": "por favor",
    "q": "que", "ñ": "no", "num": "nao", "ok": "ok", "okay": "ok", "okey": "ok", "oki": "ok",
}  # fmt: skip
_SUFFIXES = {"n't": "not", "'ve": "have", "'re": "are", "'m": "am", "'ll": "will", "'d": "would"}
_LONGEST_WRITTEN = max(map(len, (*_CONTRACTIONS, *SPELLED)))
_KEPT = 60
"""Of a token, in characters, whose words are kept: of a stranger's there may be thousands."""
_IS_HOSTS = frozenset("what who where when how why that there here it he she this which everything all".split())
_ASKED_LAST = patterns.compile("|".join(f"(?:{about.asked_last})[ .!?]*$" for about in ABOUT.values()))
_TAGGED = patterns.compile("|".join(f"(?:{about.tag_last})[ .!?]*$" for about in ABOUT.values()))
_TAGS = patterns.compile(f"(?:{'|'.join(about.tags for about in ABOUT.values())})[ .!?]*$")
_NOT_ASKING = frozenset[str]().union(*(about.not_asking for about in ABOUT.values()))
_LOOKED_BACK = 5
"""Words before what is asked last, and with it, that are looked at."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word: `text` keeps its accents (casefolded NFC), `folded` has none."""

    text: str
    folded: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of words between two breaks. `soft`: begun by a comma. `asked`: it ends with or opens with a
    question mark.
    """

    words: tuple[Word, ...]
    asked: bool
    soft: bool
    span: tuple[int, int]


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Casefolded, in plain letters: "Añádeme" -> "anademe", "Sœur" -> "soeur"."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(UNDECOMPOSED.get(char, char) for char in decomposed if not unicodedata.combining(char))


def level(text: str) -> str:
    """The text folded letter by letter: what stands where stays."""
    return "".join((fold(char) or char)[:1] for char in text)


def clean(text: str) -> str:
    """NFC with one kind of apostrophe and no NUL; lengths may differ from the input's."""
    return unicodedata.normalize("NFC", text).translate(_APOSTROPHES)


def without_quotes(text: str) -> str:
    """Quoted passages blanked, length kept: what is quoted is neither asked nor claimed."""
    return _QUOTED.sub(lambda match: " " * len(match.group()), text)


def without_asides(text: str) -> str:
    """What stands in brackets blanked, length kept, where that asks nothing and is not all: "Steph (my ex) comes"."""
    plain = _ASIDE.sub(lambda match: " " * len(match.group()), text)
    return plain if plain.strip() else text


def hollowed(text: str) -> str:
    """The same, with the marks left: what reads the text sees that something is quoted there, and not what."""
    return _QUOTED.sub(lambda match: f"“{' ' * (len(match.group()) - 2)}”", text)


@lru_cache(maxsize=8192)
def _expand_short(token: str) -> tuple[Word, ...]:
    return _expand(token)


def _expand(token: str) -> tuple[Word, ...]:
    """The words that are written as one: "d'água", "we'll've". Step by step: somebody's "l'l'l'l'…" has no end."""
    start, end = 0, len(token)
    before: list[Word] = []
    after: list[Word] = []
    while True:
        suffix = next((one for one in _SUFFIXES if token.endswith(one, start, end) and end - start > len(one)), None)
        mark = token.find("'", start, end)
        if end - start <= _LONGEST_WRITTEN and (written := _written_out(token[start:end])):
            before.extend(Word(part, fold(part)) for part in written.split())
            break
        if suffix is not None:
            after.append(Word(_SUFFIXES[suffix], _SUFFIXES[suffix]))
            end -= len(suffix)
        elif token.endswith("'s", start, end):
            stem = token[start : end - 2]
            tail = "is" if stem in _IS_HOSTS else "'s"
            before += (Word(stem, fold(stem)), Word(tail, tail))
            break
        elif 0 <= mark < end - 1 and fold(token[start:mark]) in ELIDED:
            before.append(Word(token[start:mark], fold(token[start:mark])))
            start = mark + 1
        else:
            before.append(Word(token[start:end], fold(token[start:end])))
            break
    return (*before, *reversed(after))


def _written_out(token: str) -> str | None:
    return _CONTRACTIONS.get(token) or SPELLED.get(token)


@kept_for_short_texts(512)
def words(text: str) -> tuple[Word, ...]:
    """All words of a cleaned text, contractions expanded."""
    lowered = text.casefold().replace("e-mail", "email").replace("to-do", "todo")
    found: list[Word] = []
    for match in _WORD.finditer(lowered):
        token = match.group()
        found.extend(_expand_short(token) if len(token) <= _KEPT else _expand(token))
    return tuple(found)


def _breaks(text: str) -> Iterator[tuple[int, int]]:
    """Where marks stand that may part clauses: full stops before a blank or a closing mark, every question mark, colons
    before a blank, commas that stand before no figure, and whatever always parts."""
    for match in _BREAK.finditer(text):
        start, end = match.span()
        after = text[end : end + 1]
        if text[start] in ".!?…":
            if not after or after.isspace() or after in _AFTER_A_STOP:
                yield start, end
            else:
                yield from ((at, at + 1) for at in range(start, end) if text[at] == "?")
        elif (text[start] == ":" and after and not after.isspace()) or (text[start] == "," and after.isdecimal()):
            continue
        else:
            yield start, end


def _is_break(text: str, start: int, mark: str, last: int) -> bool:
    """A full stop after "Dr" or an initial is no break."""
    if mark != ".":
        return True
    before = text[max(last, start - 12) : start].split()
    return not before or (before[-1].casefold() not in _SHORT and not (len(before[-1]) == 1 and before[-1].isalpha()))


def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of a cleaned text in order; empty ones are dropped."""
    found: list[Clause] = []
    start, soft, opened = 0, False, False
    for first, last in _breaks(text):
        mark = text[first:last].strip() or "\n"
        if not _is_break(text, first, mark, start):
            continue
        part = words(text[start:first])
        if part:
            found.append(Clause(part, opened or "?" in mark, soft, (start, first)))
            opened = False
        start = last
        if part or not soft:
            soft = mark in {",", "(", ")"}
        opened = (opened and mark == ",") or mark == "¿"
    part = words(text[start:])
    if part:
        found.append(Clause(part, opened, soft, (start, len(text))))
    return tuple(found)


def without_tag(text: str) -> str:
    """A question without what asks at its end only whether it is so: "Sven isn't coming, is he?" is "Sven isn't
    coming?"; any other text as it is."""
    found = _TAGS.search(level(text))
    told = text[: found.start()].strip() if found is not None else ""
    asks = "?" in text or asks_last(" ".join(_TAG_MARKS.sub(" ", level(text)).split()))
    return f"{told}?" if len(told.split()) >= _FEWEST_TOLD and "?" not in told and asks else text


_FEWEST_TOLD = 3
"""Words: "you sure, right?" asks for itself."""
_TAG_MARKS = patterns.compile(r"[,;?!¿¡.]")


def asks_last(folded: str) -> bool:
    """Whether the words end with what they ask for, question mark or not: "sou alérgico a quê", "you went with who",
    "there is no choir, is there"."""
    if _TAGGED.search(folded) is not None:
        return True
    found = _ASKED_LAST.search(folded)
    return found is not None and _NOT_ASKING.isdisjoint(folded[: found.start()].split()[-_LOOKED_BACK:])
