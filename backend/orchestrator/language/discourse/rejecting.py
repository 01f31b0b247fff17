"""Does a message begin by rejecting the answer before it? "No, that's wrong", "não é isso", "I said May, not June".

High precision, code alone, the words are each language's (`rejecting.toml`): after what people open with ("no",
"sorry", "hm") the first clause must be a rejection as a whole. A bare "no" answers a question; what somebody else
found wrong is told, not rejected.
"""

from collections.abc import Iterable

from orchestrator.kit import patterns
from orchestrator.language.meant import meant
from orchestrator.language.pattern_tables import read_patterns
from orchestrator.language.tables import LANGUAGES, Branches, Joined, Table
from orchestrator.language.text.normalize import normalize
from orchestrator.language.text.quoted import not_own
from orchestrator.language.word_patterns import END, but

READ_CHARACTERS = 400
"""Who rejects an answer says so at once."""
_SENTENCE = patterns.compile(r"[^.!?;\n…]+[.!?;\n…]*")
_CLAUSE = patterns.compile(r"[,:—–]+| - |\s+(?:but|mas|pero|sino|so)\s+")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'"})
_MARKS = patterns.compile(r"[\"“”«»¡¿()\[\]*_~]")

_MOST_OPENERS = 8
_MORE = r"(?:[:'/-][\w:'/-]*)"
_IDLE = "thanks thank need worries problem gracias obrigado obrigada precisa hace today not no nao merci pas"
_WORD = rf"(?:{but(_IDLE)}{_MORE}?|{_MORE})"
_TOKEN = rf"(?:{but('yes no hi hello that sim nao si hola oi thanks it so isso eso oui ca')}{_MORE}?|{_MORE})"
_PIECES = {
    "short": rf"{_TOKEN}(?: [\w:'/-]+){{0,4}}?",
    "no_point": but("it that to no what every* well que nada ca"),
    "end": END,
}


class _Rejecting(Table):
    """`rejecting.toml`, patterns of whole clauses. `openers`: what people open with ("no", "sorry", "hm");
    `rejections`: clauses that say it was wrong, with what may end them (`tail`); `no`: a plain no, after which
    `after_no` rejects too (alone it may tell how somebody is), and `meant` puts right how it was understood;
    `said_not`: "I said … not …", and `and_not` what parts "this, not that"; `asks_again`: how a question goes on that
    rejects first."""

    openers: Joined
    rejections: Branches
    tail: Joined
    no: Joined
    after_no: Joined
    meant: Joined
    said_not: Joined
    and_not: Joined
    asks_again: Joined


_TABLES = [read_patterns(language, "rejecting", _Rejecting, _PIECES) for language in LANGUAGES]


def _any(parts: Iterable[str]) -> str:
    return "(?:" + "|".join(part for part in parts if part) + ")"


_OPENER = patterns.compile(rf"{_any(one.openers for one in _TABLES)}(?:\s+|$)")
_NO = patterns.compile(rf"{_any(one.no for one in _TABLES)}\b")
_TAIL = _any(one.tail for one in _TABLES)
_REJECTION = patterns.compile(_any(one.rejections for one in _TABLES) + _TAIL)
_AFTER_NO = patterns.compile(_any(one.after_no for one in _TABLES) + _TAIL)
_MEANT = patterns.compile(_any(one.meant for one in _TABLES))
_SAID_NOT = patterns.compile(_any(one.said_not for one in _TABLES))
_THIS_NOT_THAT = patterns.compile(rf"{_WORD}(?: {_WORD})?, {_any(one.and_not for one in _TABLES)} {_WORD}(?: {_WORD})?")
_ASKS_AGAIN = patterns.compile(_any(one.asks_again for one in _TABLES))


def rejects(message: str) -> bool:
    """Whether the message says of the answer before it that it was wrong, or not what was meant."""
    own = meant(_own(message[:READ_CHARACTERS])).text
    said_no = opened = False
    for match in _SENTENCE.finditer(own):
        sentence = normalize(_MARKS.sub(" ", match.group().strip().rstrip(".!?;…")).translate(_APOSTROPHES))
        if not sentence:
            continue
        said_no = said_no or _NO.match(sentence) is not None
        if not _without_openers(" ".join(sentence.replace(",", " ").split())):
            opened = True
            continue
        return _rejected(sentence, asked="?" in match.group(), said_no=said_no, opened=opened)
    return False


def _rejected(sentence: str, *, asked: bool, said_no: bool, opened: bool) -> bool:
    """Whether this sentence, the first that says anything, is a rejection. `opened`: there was one before it."""
    clauses = [" ".join(one.split()) for one in _CLAUSE.split(sentence) if one.strip()]
    said = next((at for at, clause in enumerate(clauses) if _without_openers(clause)), len(clauses))
    clauses, opened = clauses[said:], opened or said > 0
    if not clauses:
        return False
    if asked and not (len(clauses) > 1 and _ASKS_AGAIN.match(clauses[-1])):
        return False
    first = clauses[0]
    for text in dict.fromkeys((first, _without_openers(first))):
        if _REJECTION.fullmatch(text) or (said_no and _AFTER_NO.fullmatch(text)):
            return True
    if said_no and opened and _MEANT.fullmatch(first):
        return True
    bare = _without_openers(", ".join(clauses))
    if _SAID_NOT.fullmatch(bare):
        return True
    return said_no and _THIS_NOT_THAT.fullmatch(bare) is not None


def _without_openers(text: str) -> str:
    """What is left after what people open with."""
    for _ in range(_MOST_OPENERS):
        opener = _OPENER.match(text)
        if opener is None:
            break
        text = text[opener.end() :]
    return text


def _own(message: str) -> str:
    """The message without what it quotes or forwards."""
    foreign = not_own(message)
    return "".join(one for at, one in enumerate(message) if not any(since <= at < until for since, until in foreign))
