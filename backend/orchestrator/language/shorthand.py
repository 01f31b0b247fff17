"""What do thumbs and dictation leave out or swap? Common misspellings and chat spellings, written out.

`SPELLED` holds spellings that are no word, name or acronym of any of the three languages. Those of `OWN` are that in
another language ("kien" is "quien" in Spanish and a name in English, "vc" is "você" and a venture capitalist): they are
written out in their own language alone. What is quoted, an address, and what bears a capital letter amid a sentence are
names, and stay as they were written.

The text that comes out is for recognising what somebody means. What is stored is cut from the words that were written:
`pieces` tells which those were.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.tables import Language
from orchestrator.language.word_patterns import lettered, lettered_pattern

SPELLED: Mapping[str, str] = {
    "whn": "when", "wehn": "when", "waht": "what", "wht": "what", "whre": "where",
    "wher": "where", "hwo": "who", "wats": "what is", "wheres": "where is", "whos": "who is",
    "whens": "when is", "hows": "how is", "whats": "what is", "tmr": "tomorrow", "tmrw": "tomorrow",
    "tmw": "tomorrow", "tomorow": "tomorrow", "tommorow": "tomorrow", "tommorrow": "tomorrow",
    "2morrow": "tomorrow", "tomorroww": "tomorrow", "tonite": "tonight", "2nite": "tonight",
    "apointment": "appointment", "appointmet": "appointment", "appoitment": "appointment", "appt": "appointment",
    "appts": "appointments", "calender": "calendar", "calandar": "calendar", "remeber": "remember",
    "rember": "remember", "remid": "remind", "remmind": "remind", "reming": "remind", "meetin": "meeting",
    "meating": "meeting", "mtg": "meeting", "wensday": "wednesday", "wendesday": "wednesday",
    "wednsday": "wednesday", "thurday": "thursday", "thrusday": "thursday", "thursay": "thursday",
    "saterday": "saturday", "satuday": "saturday", "tuseday": "tuesday", "teusday": "tuesday", "firday": "friday",
    "munday": "monday", "birthdy": "birthday", "brithday": "birthday", "bday": "birthday", "adress": "address",
    "adrress": "address", "pls": "please", "plz": "please", "plss": "please", "shedule": "schedule",
    "scedule": "schedule", "schedual": "schedule", "resturant": "restaurant", "nubmer": "number",
    "numbr": "number", "recieve": "receive", "delte": "delete", "delet": "delete", "cancell": "cancel",
    "cancle": "cancel", "anythin": "anything", "smth": "something",
    "thx": "thanks", "oq": "o que", "oque": "o que", "qnd": "quando",
    "qdo": "quando", "tbm": "também", "cadê": "onde está",
    "tô": "estou", "tá": "está", "tava": "estava",
    "amnh": "amanhã", "qto": "quanto", "qtos": "quantos", "qtas": "quantas", "pfvr": "por favor",
    "pfv": "por favor", "cuano": "cuando", "porfa": "por favor",
    "porfis": "por favor", "xfa": "por favor", "xfavor": "por favor", "tmb": "también",
    "tmbn": "también",
}  # fmt: skip
OWN: Mapping[Language, Mapping[str, str]] = {
    "en": {"wen": "when", "wat": "what", "abt": "about", "sth": "something", "msgs": "messages", "u": "you",
           "w": "with", "n": "and"},
    "pt": {
        "vc": "você", "vcs": "vocês", "hj": "hoje", "kd": "onde está", "cade": "onde está", "naum": "não",
        "agd": "agenda", "ke": "que", "msgs": "mensagens",
    },
    "es": {"ke": "que", "kien": "quien", "dnd": "dónde", "finde": "fin de semana", "msgs": "mensajes"},
}  # fmt: skip
_WORD = patterns.compile(r"[^\W_]+")
_KEPT = patterns.compile(
    r"\"[^\"\n]{1,120}\"|“[^”\n]{1,120}”|«[^»\n]{1,120}»|‘[^’\n]{2,80}’"
    r"|\S{1,80}@\S{1,80}|\w{1,20}://\S{1,200}|\bwww\.\S{1,200}"
)
"""Quotations and addresses."""
_OPENS = patterns.compile(r"(?:^|[.!?…\n¿¡])[\W_]*$")
_TITLE = patterns.compile(r"(?i)\b(?:mrs?|ms|drs?|dra|sra?|srta|prof|eng|st)\.\s*$")
_SHORTEST_QUOTED, _LONGEST_QUOTED = 2, 80
_LOOKED_BACK = 12
"""Letters before a word that tell whether it opens a sentence."""
_NUMBERED_DAY = lettered_pattern(r"\bel \d")
_DAY_ALONE = lettered_pattern(r"\d{1,2}\s*(?:$|[?,.!;]| a las| por la)")
""" "El 15" is a day where nothing follows that it could count."""
_ONLY_DAY = lettered_pattern(r"(?:^\s*(?:e|e na|na)|\b(?:para|pra|de)) (?:segunda|ter[cç]a|quarta|quinta|sexta)")
_AFTER_ONLY = lettered_pattern(r"\s*\?*\s*$| [àa] mesma| para (?:segunda|ter[cç]a|quarta|quinta|sexta)")
_BARE_DAY = lettered_pattern(
    r"\b(?:tenho|temos|agenda|marcado|marcada|planos|fa[cç]o|livre|ocupad[oa]|reuni[aã]o|reuni[oõ]es|compromissos?)"
    r" (?:segunda|ter[cç]a|quarta|quinta|sexta)"
)
_AFTER_BARE = lettered_pattern(r"\s*(?:$|[?,.!;]| e | de manh| [àa] (?:tarde|noite)| [àa]s \d)")
_FOLLOWS = 60
"""Characters after a day that tell whether it is one."""
""" "Segunda" is also "second": where no preposition tells that it is a day, its "-feira" does."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text: as it is meant, and as it was written ("" where the writer left it out)."""

    meant: str
    written: str


def spelled_out(text: str, language: Language) -> str:
    """The text with its shorthand written out; what is no shorthand stays as it was written."""
    return "".join(piece.meant for piece in pieces(text, language))


def pieces(text: str, language: Language) -> tuple[Piece, ...]:
    """The text cut where shorthand is written out: joined, `meant` is what `spelled_out` gives, `written` the text."""
    found: list[Piece] = []
    at = 0
    for start, end, meant in sorted([*_left_out(text), *_words(text, language, everything=True)]):
        found += [Piece(text[at:start], text[at:start]), Piece(meant, text[start:end])]
        at = end
    found.append(Piece(text[at:], text[at:]))
    return tuple(piece for piece in found if piece.meant or piece.written)


def own_words(text: str, language: Language) -> str:
    """The text with that shorthand written out which is none in the other languages."""
    found: list[str] = []
    at = 0
    for start, end, meant in _words(text, language, everything=False):
        found += [text[at:start], meant]
        at = end
    return "".join(found) + text[at:]


def _left_out(text: str) -> set[tuple[int, int, str]]:
    """The places of words that the writer left out, with these words."""
    kept = _spans(text)
    letters = lettered(text)
    days: set[tuple[int, int, str]] = set()
    for day, after in ((_ONLY_DAY, _AFTER_ONLY), (_BARE_DAY, _AFTER_BARE)):
        ends = [found.end() for found in day.finditer(letters)]
        days |= {(end, end, "-feira") for end in ends if after.match(_following(letters, end))}
    starts = [found.end() - 1 for found in _NUMBERED_DAY.finditer(letters)]
    days |= {(start, start, "día ") for start in starts if _DAY_ALONE.match(_following(letters, start))}
    return {each for each in days if not _within(each[0], kept)}


def _words(text: str, language: Language, *, everything: bool) -> Iterator[tuple[int, int, str]]:
    """The places of spellings, with what they stand for."""
    own = OWN[language]
    found = [
        (match, meant)
        for match in _WORD.finditer(text)
        if (meant := own.get(low := match.group().casefold()) or (SPELLED.get(low) if everything else None))
    ]
    if not found:
        return
    kept = _spans(text)
    shouted = text.isupper()
    for match, meant in found:
        if not _within(match.start(), kept) and (shouted or not _is_name(text, match)):
            yield match.start(), match.end(), meant


def _is_name(text: str, match: patterns.Match) -> bool:
    """Whether a capital letter makes a word a name: all of them do, one does where no sentence begins, or where it
    begins with a name of several words, or is nothing else."""
    word = match.group()
    if not word[0].isupper():
        return False
    before = text[max(0, match.start() - _LOOKED_BACK) : match.start()]
    if word.isupper() or _TITLE.search(before) is not None or _OPENS.search(before) is None:
        return True
    after = _WORD.search(text, match.end())
    return after is None or (after.group()[0].isupper() and text[match.end() : after.start()] == " ")


def _spans(text: str) -> list[tuple[int, int]]:
    return [*(found.span() for found in _KEPT.finditer(text)), *_apostrophes(text)]


def _apostrophes(text: str) -> Iterator[tuple[int, int]]:
    """Quotations between apostrophes, which stand in words too."""
    start = text.find("'")
    while start >= 0:
        end = text.find("'", start + 1)
        inner = text[start + 1 : end] if end >= 0 else ""
        if (
            _SHORTEST_QUOTED <= len(inner) <= _LONGEST_QUOTED
            and "\n" not in inner
            and not _in_word(text[start - 1 : start])
            and not _in_word(text[end + 1 : end + 2])
        ):
            yield start, end + 1
            end = text.find("'", end + 1)
        start = end


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _following(letters: str, at: int) -> str:
    """What follows, near; a mark where more does."""
    rest = letters[at : at + _FOLLOWS]
    return f"{rest}\0" if len(letters) > at + _FOLLOWS else rest


def _within(place: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)
