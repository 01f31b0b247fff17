"""How is a name spelled, in any script? Its words in Latin letters, and how they sound and stand without vowels.

`spelled("Müller, 王伟") -> (Word("muller"), Word("wang"), Word("wei"))`. Two spellings of one name share a form: the
letters themselves ("Asa", "Åsa"), with an umlaut written out ("Mueller"), the sound ("Stephen", "Steven") or, where
one of the two comes from another alphabet, the consonants ("Obama", "أوباما"). Words of one Chinese or Korean
character each are compared by that character within their script: a romanised one hides differences.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from anyascii import anyascii

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize, tokens

CACHED_WORDS = 65_536
_POSSESSIVE = patterns.compile(r"(?i)['’`´]s\b")
_NOT_LETTERS = patterns.compile(r"[^a-z0-9]+")
_ARABIC_ARTICLE = "ال"
_WITHOUT_VOWELS = (
    *("ARABIC", "HEBREW", "SYRIAC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU"),
    *("KANNADA", "MALAYALAM", "SINHALA", "KHMER", "LAO", "THAI", "MYANMAR", "TIBETAN"),
)
# What parts the words of a name; marks on a letter belong to it, which `\w` does not know.
_BETWEEN = patterns.compile(r"[\s\-–—_.,;:/\\()\[\]{}'’`´\"“”«»&+@|*#!?<>=~·]+")
# Abdulrahman, Abdul Rahman, Abd al-Rahman: one name.
_SERVANT = patterns.compile(r"^abd[aeu]l(\w{3,})$")
_SOUNDS: tuple[tuple[str, str], ...] = (
    ("tsch", "ch"),
    ("sch", "sh"),
    ("tch", "ch"),
    ("dzh", "j"),
    ("chr", "kr"),
    ("ph", "f"),
    ("ck", "k"),
    ("kh", "h"),
    ("gh", "g"),
    ("dh", "d"),
    ("th", "t"),
    ("dj", "j"),
    ("qu", "k"),
    ("q", "k"),
    ("x", "ks"),
    ("w", "v"),
    ("ou", "u"),
    ("oo", "u"),
    ("ee", "i"),
    ("ey", "i"),
    ("iy", "i"),
    ("yy", "i"),
    ("ie", "i"),
    ("y", "i"),
    ("ae", "a"),
    ("oe", "o"),
    ("ue", "u"),
    ("z", "s"),
)
_SOFT_C = patterns.compile(r"c([ei])")
_HARD_C = patterns.compile(r"c(h?)")
_LAST_F = patterns.compile(r"f+$")
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a"))
_SOUNDED = "aeiou"
_VOWELS = patterns.compile(r"[aeiouyw'`]")
_HISSING = patterns.compile(r"tch|ch|sh|zh|ts|tz|z|c([eiy])|s")
# Korean family names whose usual spelling is far from the letters.
_KOREAN = {
    **dict.fromkeys(("lee", "yi", "rhee", "ri"), "i"),
    **dict.fromkeys(("park", "pak"), "bak"),
    **dict.fromkeys(("choi", "choy"), "choe"),
    **dict.fromkeys(("roh", "rho"), "no"),
    **dict.fromkeys(("lim", "rim", "yim"), "im"),
    **dict.fromkeys(("yoo", "ryu", "you"), "yu"),
    **dict.fromkeys(("woo",), "u"),
    **dict.fromkeys(("oh",), "o"),
}
_KOREAN_CONSONANTS = str.maketrans("gdbrwy", "ktpl  ")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a name. `text`: its Latin letters, `plain`: with umlauts brought to one vowel, `sound`: as spoken,
    `bones`: its consonants, `char`: the character itself in Chinese and Korean, `script`: "latin", "han", "hangul",
    "abjad" (written without vowels) or "other"."""

    text: str
    plain: str
    sound: str
    bones: frozenset[str]
    script: str
    char: str = ""

    def __hash__(self) -> int:
        return hash((self.text, self.char))


@lru_cache(maxsize=CACHED_WORDS)
def spelled(name: str) -> tuple[Word, ...]:
    """The words of a name, in order."""
    return tuple(word for token in _tokens(name) for word in _words(token))


@lru_cache(maxsize=CACHED_WORDS)
def latin_word(text: str, script: str = "latin", char: str = "") -> Word:
    """A word from its Latin letters."""
    plain = text
    for pair, vowel in _UMLAUTS:
        plain = plain.replace(pair, vowel)
    return Word(text, plain, _sound(text), _bones(text, script), script, char)


def korean_bones(word: Word) -> str:
    """The consonants of a word as Korean tells them apart; "" where there are none."""
    text = _KOREAN.get(word.text, word.text).replace("ch", "j").replace("sh", "s")
    bare = patterns.compile(r"[aeiouyw]").sub("", text.translate(_KOREAN_CONSONANTS)).replace(" ", "")
    return _once(bare) or "-"


def _tokens(name: str) -> list[str]:
    if name.isascii():
        return tokens(name)
    found: list[str] = []
    for piece in _BETWEEN.split(_POSSESSIVE.sub("", name)):
        found += [piece] if _script(piece) in {"abjad", "han", "hangul"} else tokens(piece)
    return found


def _words(token: str) -> list[Word]:
    script = _script(token)
    if script in {"han", "hangul"}:
        return [latin_word(_letters(char), script, char) for char in token if _letters(char)]
    bare = token.removeprefix(_ARABIC_ARTICLE) if len(token) > len(_ARABIC_ARTICLE) + 1 else token
    text = _letters(bare) if script != "latin" or not bare.isascii() else bare
    if not text:
        return []
    if script == "abjad":
        return [latin_word(_hebrew(text) if "\u0590" < token[0] < "\u0600" else text, script)]
    if (servant := _SERVANT.match(text)) is not None and servant[1] != "lah":
        return [latin_word("abd", script), latin_word(servant[1], script)]
    return [latin_word("abd" if text in {"abdul", "abdel", "abdal"} else text, script)]


def _hebrew(text: str) -> str:
    """Its vav is a vowel as often as not, its kaf a k."""
    return text.replace("kh", "k").replace("v", "w")


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", normalize(anyascii(text)))


@lru_cache(maxsize=CACHED_WORDS)
def _script(token: str) -> str:
    if token.isascii():
        return "latin"
    name = unicodedata.name(next((char for char in token if not char.isascii()), "a"), "LATIN")
    if name.startswith("CJK"):
        return "han"
    if name.startswith("HANGUL"):
        return "hangul"
    if name.startswith(_WITHOUT_VOWELS):
        return "abjad"
    return "latin" if name.startswith("LATIN") else "other"


def _sound(text: str) -> str:
    spoken = text
    for letters, sound in _SOUNDS[:5]:
        spoken = spoken.replace(letters, sound)
    spoken = _SOFT_C.sub(r"s\1", spoken)
    for letters, sound in _SOUNDS[5:]:
        spoken = spoken.replace(letters, sound)
    spoken = _LAST_F.sub("v", _HARD_C.sub(lambda found: found[0] if found[1] else "k", spoken))
    return _once(_without_silent(spoken)) or text


def _without_silent(spoken: str) -> str:
    """Without an "h" after a vowel that stands before none."""
    return "".join(
        char
        for at, char in enumerate(spoken)
        if char != "h" or not at or spoken[at - 1] not in _SOUNDED or spoken[at + 1 : at + 2] in tuple(_SOUNDED)
    )


def _once(text: str) -> str:
    """Each letter that is written twice or more, once."""
    return "".join(char for char, _ in groupby(text))


def _bones(text: str, script: str) -> frozenset[str]:
    """The consonants, hissing ones as one; with and without a `j`, which some languages read as a vowel."""
    found = text if script == "abjad" else text.replace("ph", "f").replace("gh", "g").replace("kh", "h")
    found = found.replace("th", "t").replace("dzh", "j").replace("dh", "d").replace("x", "ks").replace("q", "k")
    if found.endswith("ic"):
        found = f"{found[:-1]}S"
    found = _HISSING.sub(lambda hiss: f"S{hiss[1] or ''}", found).replace("c", "k").replace("v", "f")
    found = _VOWELS.sub("", found)
    if len(found) > 1:
        found = found.removesuffix("h")
    return frozenset(_once(form) for form in (found, found.replace("j", "")) if form)
