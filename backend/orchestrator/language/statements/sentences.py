"""Where do the sentences of a message begin and end? A point of a number, after "Dr" or after an initial ends none."""

from collections.abc import Iterator

from orchestrator.kit import patterns
from orchestrator.language.statements.shape import ABBREVIATED

_RUN = patterns.compile(r"[^.!?\n;]+")
_RUN_OR_LIST = patterns.compile(r"[^.!?\n]+")
_SHORT = patterns.compile(rf"(?i)(?:^|\W)(?:{'|'.join(ABBREVIATED)})$")
_LONGEST_SHORT = max(map(len, ABBREVIATED)) + 1
_INITIAL = patterns.compile(r"(?:^|\W)[B-DF-HJ-NP-XZ]$")
"""No vowel: "plan A. Then …" ends there."""


def sentence_spans(text: str, *, semicolons: bool) -> Iterator[tuple[int, int]]:
    """[start, end) of each with what closes it; `semicolons` close one too."""
    closing = ".!?;" if semicolons else ".!?"
    start, end = None, 0
    for run in (_RUN if semicolons else _RUN_OR_LIST).finditer(text):
        if start is not None and not (run.start() == end + 1 and text[end] == "." and _is_inner(text, end)):
            yield start, _closed(text, end, closing)
            start = None
        start = run.start() if start is None else start
        end = run.end()
    if start is not None:
        yield start, _closed(text, end, closing)


def _closed(text: str, end: int, closing: str) -> int:
    while end < len(text) and text[end] in closing:
        end += 1
    return end


def _is_inner(text: str, at: int) -> bool:
    """Whether the point there stands within a sentence."""
    after = text[at + 1 : at + 2]
    if after.isalnum() or after == "_":
        return True
    if _SHORT.search(text[max(at - _LONGEST_SHORT, 0) : at]):
        return True
    return after == " " and "A" <= text[at + 2 : at + 3] <= "Z" and bool(_INITIAL.search(text[max(at - 2, 0) : at]))
