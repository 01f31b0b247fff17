"""May this message be about a draft at all? What is surely something else costs no model call and no wrong edit.

Elliptical words ("on Friday at one", "falta o Bob") look like questions to the mood gate, which is right where nothing
stands before the user. Beside a draft they are read; what asks in so many words is not.
"""

from orchestrator.agent.turn.routing import by_rules
from orchestrator.agent.types.vocabulary import SHORT_CIRCUIT, Vocabulary
from orchestrator.kit import lookaround
from orchestrator.language.mood import Mood, mood_of
from orchestrator.language.normalize import normalize

_OWN_INTENTS = frozenset({"event_management", "contact_management"})
"""Where the rules send a message that may as well be about a draft."""
_ASKING = (
    "who whom whose what when where why which how do does did is are was were am have has show tell list find search"
    " quem qual quais quando onde como porque cade tem tenho mostra mostre diga lista procura busca"
    " quien quienes cual cuales cuando donde hay tengo muestra dime enumera"
).split()
_ASKS = lookaround.compile(
    rf"^\W*(?:(?:and|e|y|but|mas|pero|so|ok|hey),? )?(?:{'|'.join(_ASKING)}|o que|que horas|por que)\b"
)
_PROPOSES = lookaround.compile(r"^\W*(?:what about|how about|e se for|que tal|y si es|and)\b(?: \S+){1,4}$")
"""A change in the form of a question: "what about 5pm?"."""


def other_business(text: str, locale: str, vocabulary: Vocabulary) -> bool:
    """A question, or a message that the rules surely send elsewhere."""
    folded = normalize(text).strip(" .!?")
    if _PROPOSES.match(folded):
        return False
    reading = mood_of(text, locale)
    if reading.mood is Mood.QUESTION and (text.rstrip().endswith("?") or _ASKS.match(folded)):
        return True
    route = by_rules(text, reading, vocabulary)
    asks_elsewhere = reading.mood is not Mood.QUESTION or route.intent not in {"memory_search", "data_query"}
    return route.confidence >= SHORT_CIRCUIT and route.intent not in _OWN_INTENTS and asks_elsewhere
