"""Of whom is a statement, in the words of who said it? "sister" of "my sister is called Marta", "Rui" of "Rui hates
olives"; nobody of what the user says of themselves."""

from orchestrator.kit import patterns
from orchestrator.language.statements.reading import SELF, claim_of
from orchestrator.language.text.normalize import normalize

_MINE = patterns.compile(
    r"(?i)^(?:[oa] |[ao]s )?(?:my|our|meus?|minhas?|noss[oa]s?|mis?|nuestr[oa]s?) (?P<whom>[\w-]+)"
)
_WORD = patterns.compile(r"\w+(?:-\w+)*")


def named_in(text: str) -> str | None:
    """The word, as it was written; None of oneself, and where nobody can be told."""
    claim = claim_of(text)
    if claim is None or not claim.known or claim.about == SELF:
        return None
    if (mine := _MINE.match(text.strip())) is not None:
        return str(mine["whom"])
    words = list(_WORD.finditer(text))
    length = len(claim.about.split())
    for at in range(len(words) - length + 1):
        found = text[words[at].start() : words[at + length - 1].end()]
        if normalize(found) == claim.about:
            return found
    return None
