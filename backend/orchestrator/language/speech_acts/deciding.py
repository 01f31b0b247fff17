# ruff: noqa: E501  (one form of a language a line)
"""Does a sentence say what was decided or agreed? In English, Portuguese and Spanish.

"We decided to use brick", "ficou combinado que paga a Ana", "quedamos en vernos el lunes"; "I haven't decided yet",
"should we decide?" and wishes say nothing of the kind.
"""

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize

READ_CHARACTERS = 2_000
_DECIDED = patterns.compile(
    r"\b(?:decided|agreed|resolved|concluded) (?:to|that|on|not|upon|against|in favou?r|we|it|he|she|they|you|i)\b"
    r"|\b(?:(?:it|this|that) (?:is|was|has been)|it's|that's|(?:is|was|are|were) (?:all )?(?:finally )?) ?(?:decided|agreed|settled|approved)\b"
    r"|\b(?:we|they)(?:'ve| have)? (?:finally |all )?(?:settled on|settled for|chose|chosen|voted|picked|approved|signed off)\b"
    r"|\b(?:let's|we'll|we will|we are going to|we're going to|we) (?:go|going|went) (?:with|for|ahead with)\b"
    r"|\b(?:the )?(?:decision|agreement|conclusion) (?:is|was)\b|^\W*(?:decision|decided|agreed|resolved)\W*:"
    r"|\b(?:decidimos|decidiram|decidiu-se|acordamos|acordaram|combinamos|combinaram|concordamos|escolhemos|aprovamos)\b"
    r"|\b(?:ficou|ficamos|foi|esta|fica) (?:entao )?(?:decidid|combinad|acordad|assent|aprovad|acertad|definid|fechad)[oa]s?\b"
    r"|\bficamos (?:de|em|com|por)\b|\bvamos (?:entao )?(?:com|avancar com|ficar com)\b|\bassente que\b"
    r"|\ba decisao (?:e|foi)\b|^\W*(?:decisao|decidido|combinado)\W*:"
    r"|\b(?:hemos|han|ha|se ha|se han) (?:decidido|acordado|elegido|aprobado|quedado en|escogido)\b"
    r"|\bse (?:decidio|acordo|aprobo|eligio)\b|\b(?:decidieron|acordaron|eligieron|elegimos|escogimos|aprobamos)\b"
    r"|\b(?:quedamos|quedaron) en\b|\b(?:quedo|queda|esta) (?:entonces )?(?:decidid|acordad|aprobad|cerrad)[oa]s?\b"
    r"|\bvamos (?:entonces )?(?:con|a ir con|a quedarnos con)\b|\bla decision (?:es|fue)\b"
    r"|^\W*(?:decision|decidido|acordado)\W*:"
)
_OPEN = patterns.compile(
    r"\b(?:haven't|hasn't|have not|has not|didn't|did not|not|never|isn't|wasn't|nothing|nobody|no one|yet to|if|once|until"
    r"|unless|whether)\b[^.!?]{0,40}\b(?:decid|agree|settle|approv)"
    r"|\b(?:nao|nada|quando|ate|caso|cuando|hasta|sin) (?:\w+ ){0,2}(?:decid|acord|combin|aprov|concord|eleg|elig|aprob)"
    r"|\bno (?:(?:se|lo|la|nos|hemos|han|ha|he|esta|queda|quedo) ){0,3}(?:decid|acord|eleg|elig|aprob|quedamos|quedado)"
)
"""What is still open, or supposed."""


def decides(sentence: str) -> bool:
    """Whether a sentence says that something was decided or agreed."""
    folded = normalize(sentence[:READ_CHARACTERS]).replace("’", "'")
    if folded.rstrip().endswith("?"):
        return False
    return _DECIDED.search(folded) is not None and _OPEN.search(folded) is None
