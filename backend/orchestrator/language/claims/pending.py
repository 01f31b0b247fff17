"""Does a text say that something is prepared and waits for the user's yes? The three languages are read together.

What is missed costs a sentence more ("Waiting for your confirmation: …"); what is taken for it leaves the user in the
dark about what a "yes" would do. So only words that hardly stand for anything else count.
"""

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize
from orchestrator.language.word_patterns import END, but

_WAITS = patterns.compile(
    rf"\bconfirm(?:$|\W|{but('ed ei ado ados ada adas ou o')}{END})"
    r"|\b(?:waits|waiting|awaits|awaiting|pending|pendentes?|pendientes?)\b|\bwait (?:for|until) you"
    r"|\bprepar(?:ed|ei|ad[oa]s?)\b|\bpropos(?:ed?|als?|tas?|ing)\b|\bpropuest[ao]s?\b|\bpropus\b"
    r"|\b(?:approve|approval|aprove|aprovar|aprovacao|apruebas?|apruebes?|aprobar|aprobacion)\b"
    r"|\baguard(?:a|am|o|ando)\b|\b(?:a|en) (?:la )?espera d|\besperando\b"
    r"|\bespera[nm]? (?:[ao] |por |pel[ao] )?(?:tu|tua|teu|su|sua|seu)\b"
    r"|[\"“'‘«](?:yes|sim|si)\b|\b(?:say|reply|answer|diga|responda) (?:with |com |con )?(?:yes|sim)\b"
)


def says_it_waits(text: str) -> bool:
    """Whether the text tells that something is not done yet and needs the user's word. Linear in its length."""
    return _WAITS.search(normalize(text)) is not None
