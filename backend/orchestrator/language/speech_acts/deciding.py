"""Does a sentence say what was decided or agreed? The words are each language's (`deciding.toml`).

"We decided to use brick", "ficou combinado que paga a Ana", "quedamos en vernos el lunes"; "I haven't decided yet",
"should we decide?" and wishes say nothing of the kind.
"""

from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.language.text.normalize import normalize

READ_CHARACTERS = 2_000


class _Deciding(Table):
    """`deciding.toml`. `decided`: how it is said; `open`: what is still open, or supposed."""

    decided: Compiled
    open: Compiled


_TABLES = ByLanguage(lambda language: read_patterns(language, "deciding", _Deciding))


def decides(sentence: str) -> bool:
    """Whether a sentence says that something was decided or agreed."""
    folded = normalize(sentence[:READ_CHARACTERS]).replace("’", "'")
    if folded.rstrip().endswith("?") or any(table.open.search(folded) for table in _TABLES.values()):
        return False
    return any(table.decided.search(folded) for table in _TABLES.values())
