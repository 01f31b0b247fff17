"""Do words stand in texts that are kept as they were written? As conditions of SQL: case and accents make no
difference, as they make none in the folded columns of entities (`language.text.normalize`)."""

import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, SQLColumnExpression, Text, case, func, literal, not_, text

from orchestrator.language.text.normalize import UNDECOMPOSED, normalize

_NFKD = text("NFKD")
_DIACRITICS = "[\u0300-\u036f]"
_SPELLED: Mapping[str, str] = {**UNDECOMPOSED, "ß": "ss"}
_LETTERS = [one for one in map(chr, range(0xC0, 0x100)) if one.isalpha() and len(_SPELLED.get(one.lower(), "a")) == 1]
_PLAIN = [*map(chr, range(1, 0x80)), *_LETTERS, *"¡¿–—‘’“”€"]
"""Each of these folds to one character."""
_BEYOND = f"[^\u0001-\u007f{''.join(_PLAIN[0x7F:])}]"


def _bare(letter: str) -> str:
    plain = unicodedata.normalize("NFKD", letter.lower())[0]
    return _SPELLED.get(plain, plain)


def _forms() -> dict[str, str]:
    found: dict[str, list[str]] = defaultdict(list)
    for one in _PLAIN:
        if one.isalpha():
            found[_bare(one)].append(one)
    return {folded: "".join(forms) for folded, forms in found.items()}


FORMS: Mapping[str, str] = _forms()
"""Of each letter the forms that fold to it, among those of western Europe."""
_ACCENTED, _BARE = "".join(_LETTERS), "".join(map(_bare, _LETTERS))

Written = SQLColumnExpression[str] | SQLColumnExpression[str | None]


def is_plain(whole: SQLColumnExpression[str]) -> ColumnElement[bool]:
    """Whether a text has the letters of western Europe alone, each of which folds to one."""
    return not_(whole.regexp_match(_BEYOND))


def spelled_out(whole: SQLColumnExpression[str]) -> SQLColumnExpression[str]:
    """A text folded, whatever its letters: this costs the most."""
    folded = func.regexp_replace(func.normalize(func.lower(whole), _NFKD), _DIACRITICS, "", "g", type_=Text())
    for letter, meant in _SPELLED.items():
        folded = func.replace(folded, letter, meant, type_=Text())
    return folded


def words_of(q: str) -> Sequence[str]:
    """The folded words of `?q=`, each once: each is a condition."""
    return list(dict.fromkeys(normalize(q).split()))


def holds(q: str, *texts: Written) -> list[ColumnElement[bool]]:
    """What makes each word of `?q=` stand in one of the texts; nothing for a `q` that has none."""
    whole = func.concat_ws(" ", *texts, type_=Text())
    letters = func.translate(whole, literal(_ACCENTED), literal(_BARE), type_=Text())
    folded = case((is_plain(whole), func.lower(letters, type_=Text())), else_=spelled_out(whole))
    return [folded.contains(word, autoescape=True) for word in words_of(q)]
