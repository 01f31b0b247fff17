"""What of the talk between the user and Steward is worth finding again: what they told, or also what they asked?

A question that was asked before matches its own repetition better than anything else does, and answers nothing; so does
the answer it got. What the user told stays evidence. Only who asks about the talk itself ("what did I ask you
yesterday?") is shown all of it.
"""

from orchestrator.kit import patterns
from orchestrator.language.speech_acts.intents import Topic, topics_of
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.text.normalize import normalize

READ_CHARACTERS = 2_000
_ASIDE = frozenset({Mood.QUESTION, Mood.REQUEST, Mood.CONFIRMATION})
_SENTENCE = patterns.compile(r"[^.!?;\n]+[.!?;]*")
_MOST_SENTENCES = 20
_FEWEST_WORDS = {Mood.STATEMENT: 3, Mood.UNCLEAR: 5}
"""Of a sentence that tells something beside a question; "Good morning." tells nothing."""

_TALK = patterns.compile(
    "|".join(
        (
            r"\b(?:did|have|had) (?:i|we) (?:\w+ )?(?:ask(?:ed)?|tell|told|sa(?:y|id)|writ(?:e|ten)) (?:to )?you\b",
            r"\bi (?:just |already |once )?(?:asked|told|said to) you\b",
            r"\b(?:did|have|had) i (?:just |last )?(?:ask|request)(?:ed)?"
            r"(?:$|[^\w ]| (?:$|[^a-z]|about|for|that|any|some))",
            r"\b(?:did|have|had) i (?:just |last )?sa(?:y|id)(?:$|[^\w ]| (?:$|[^t]|t(?:$|[^o]|o(?:$|[^ ]))))",
            r"\b(?:did|have|had) you (?:just |ever |already )?(?:say|said|tell|told|answer|reply|replied"
            r"|suggest|recommend|propose|mention|promise)(?:e?d)?\b",
            r"\byou (?:just |already |once )?(?:said|told me|answered|replied|suggested|recommended|proposed)\b",
            r"\b(?:did|have) we (?:just )?(?:talk|discuss|speak|spoken)(?:ed)?\b",
            r"\bmy (?:last |previous |first |earlier )?(?:question|request|message)s?\b",
            r"\byour (?:last |previous |first |earlier )?(?:answer|reply|suggestion|recommendation)s?\b",
            r"\b(?:te|lhe) (?:perguntei|pedi|disse|falei|contei|escrevi)\b",
            r"\beu (?:ja |te |lhe )*(?:perguntei|pedi|disse|falei)\b",
            r"\b(?:perguntei|pedi|disse|falei|contei)-(?:te|lhe)\b|\bque (?:e que )?(?:perguntei|pedi)\b",
            r"\b(?:voce|vc|tu) (?:ja |me )*(?:disse|respondeu|sugeriu|recomendou|falou)\b",
            r"\b(?:disseste|respondeste|sugeriste|recomendaste|propuseste)\b|\b(?:falamos|conversamos)\b",
            r"\bminhas? (?:ultimas? |primeiras? )?(?:perguntas?|mensage(?:m|ns))\b",
            r"\b(?:tuas?|suas?) (?:ultimas? )?(?:respostas?|sugest(?:ao|oes))\b",
            r"\bte (?:pregunte|dije|pedi|conte|escribi|he (?:dicho|preguntado|pedido))\b|\bque (?:pregunte|pedi)\b",
            r"\b(?:dijiste|respondiste|contestaste|recomendaste|propusiste)\b|\bhablamos\b",
            r"\bme (?:habias|has) (?:dicho|respondido|contestado)\b",
            r"\bmis? (?:ultimas? |primeras? )?(?:preguntas?|mensajes?)\b",
            r"\btus? (?:ultimas? )?(?:respuestas?|sugerencias?)\b",
        )
    )
)


def tells(text: str, locale: str | None = None) -> bool:
    """True where a message of the user to Steward tells something that may be asked for later. What can't be told to
    be a question, request, confirmation or command counts as told."""
    read = text[:READ_CHARACTERS].strip()
    if read.startswith("/"):
        return False
    mood = mood_of(read, locale)
    if (mood.mood not in _ASIDE and not mood.negated) or Topic.REMEMBER in topics_of(read):
        return True
    sentences = _SENTENCE.findall(read)[:_MOST_SENTENCES]
    return len(sentences) > 1 and any(_is_told(one, locale) for one in sentences)


def _is_told(sentence: str, locale: str | None) -> bool:
    fewest = _FEWEST_WORDS.get(mood_of(sentence, locale).mood)
    return fewest is not None and len(sentence.split()) >= fewest


def asks_about_talk(question: str) -> bool:
    """True for a question about what the user or the assistant said to each other."""
    return _TALK.search(normalize(question[:READ_CHARACTERS])) is not None
