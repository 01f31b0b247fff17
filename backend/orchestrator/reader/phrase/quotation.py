"""How are words of others quoted: on one line, cut to what is of interest, without invisible characters?

They are what somebody said, nothing more.
"""

import unicodedata

from orchestrator.kit import patterns
from orchestrator.kit.text import shorten
from orchestrator.language.text.normalize import stems

QUOTE_LENGTH = 300
_TITLE = 120
_SENTENCE = patterns.compile(r"[^.!?\n]+[.!?]*")
_QUOTES = str.maketrans({"“": "‘", "”": "’", '"': "'", "«": "‘", "»": "’"})
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def clean(text: str, limit: int = _TITLE) -> str:
    """A text of others on one line, without invisible characters and without marks that end a quotation."""
    plain = "".join(" " if unicodedata.category(char) in _INVISIBLE else char for char in text[: limit * 8])
    return shorten(" ".join(plain.translate(_QUOTES).split()), limit)


def quoted(text: str, limit: int = _TITLE) -> str:
    """ "“Dentist”"."""
    return f"“{clean(text, limit)}”"


def passage(text: str, words: tuple[str, ...]) -> str:
    """The part of a long text that holds most of the words, from the start of a sentence, with what stands beside it:
    what is asked for is often told in the sentence after the one that names it."""
    if len(text) <= QUOTE_LENGTH:
        return text
    sought = {form for word in words for forms in stems(word) for form in forms}
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(text[:8000])]
    held = [sum(1 for forms in stems(sentence) if sought.intersection(forms)) for sentence in sentences]
    start = held.index(max(held, default=0)) if held else 0
    end, length = start, 0
    while end < len(sentences) and (end == start or length + len(sentences[end]) < QUOTE_LENGTH):
        length += len(sentences[end]) + 1
        end += 1
    while start > 0 and length + len(sentences[start - 1]) < QUOTE_LENGTH:
        start -= 1
        length += len(sentences[start]) + 1
    return " ".join(one for one in sentences[start:end] if one) or text
