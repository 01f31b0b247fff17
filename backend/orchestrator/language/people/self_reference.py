"""Does a sentence tell of the one who says it, or of somebody they name? Three languages, code alone.

Most of a talk does not: greetings, thanks, praise, what the other is told to do, what "it" was like. Of what is left some
is of no use for long, but nothing that is left out here says anything of the user.
"""
# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.detect import scores
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import DEFAULT, ByLanguage, Language, Table
from orchestrator.language.text.normalize import STOP_WORDS, normalize, tokens

READ_CHARACTERS = 4_000
LONGEST = 400
"""Characters of a sentence, and of two that are told together."""
FEWEST_WORDS = 2
FEW_WORDS = 4
"""Too few to tell a language: then it is looked for in all."""
_SENTENCE = patterns.compile(r"[^.!?…\n]+(?:[.!?…][\w'][^.!?…\n]*)*[.!?…]*")
_EDGES = " \t\r\n.,;:!?¡¿\"'“”«»`*-–—…()[]"
_APART = r"yes|no|nah|nope|sim|nao|si|thanks(?: so much| a lot)?|thank you(?: so much)?|thx|great|awesome|cool|nice|obrigad[oa]|gracias|sounds good"
_LEAD = patterns.compile(
    r"(?:hey|hi|hello|hiya|yo|oh|ah|aw+|wow+|woah|whoa|yeah|yea|yep|yup|well|so|and|but|because|cause|ok|okay|lol|haha\w*|btw"
    r"|by the way|anyway|also|plus|actually|honestly|sure|absolutely|definitely|totally|exactly|of course|for sure"
    r"|e|mas|ola|oi|pois|bem|entao|alias|claro|olha|y|pero|hola|bueno|pues|claro que si|mira|oye"
    rf")\b(?:[,!.]+ |(?P<plain> ))|(?:{_APART})[,!.]+ "
)
_CALLS = patterns.compile(r"([^\W\d_]+)[!,]+ ")
"""What opens a sentence and says nothing, with the name called ("Hey Ana, …")."""
_MOST_LEADS = 40
"""Words and names; a sentence of nothing else says nothing."""
_LONGEST_LEAD = 80
_EMPHASIS = patterns.compile(
    r"\b(?:so|really|very|super|totally|truly|just|absolutely|definitely|always|pretty|such|quite|all|also|still|most|completely|extremely|too)\b ?"
)


class _Talk(Table):
    """`talk.toml`. `to_them`: speaks to the other; `of_self`: has an "I" or a "my"; `replies`: answers the other and tells
    of oneself at most that one was glad of it, `orders`: tells them what to do; both after the lead, without emphasis."""

    to_them: Compiled
    of_self: Compiled
    replies: Compiled
    orders: Compiled


_TALK = ByLanguage(lambda language: read_patterns(language, "talk", _Talk))
_FIRST_PERSON = patterns.compile(r"\b(?:i|im|ive|id|ill|me|my|mine|myself|we|us|our|ours|ourselves)\b")
_WISDOM = patterns.compile(
    r"^(\w+ing)\b.{0,80}\b(?:is|are|'s|was|makes?|helps?|takes?|gives?|can|brings?|gets?|will|sure)\b"
)
"""What is so for everybody ("Being in nature helps us …"): of nobody in particular without an "I" or a "my"."""
_BUSY = frozenset("thinking planning working looking going moving starting trying learning getting".split())
"""What somebody does: "Planning a trip is fun" tells of them."""
_SELF = patterns.compile(r"\b(?:i|im|ive|id|ill|me|my|mine|myself)\b")
_CALLED = patterns.compile(r"[,!] ?[A-ZÀ-Ý][\w'-]+|^[A-ZÀ-Ý][\w'-]+")
_AFTER_A_NAME = frozenset(".!?,…")
"""The name of the one spoken to."""
_POINTS = patterns.compile(
    r"^(?:(?:it|its|it's|that|thats|that's|this|these|those|they|theyre|they're|he|she|hes|shes|he's|she's|there|"
    r"isso|isto|aquilo|ele|ela|eles|elas|eso|esto|aquello|ellos|ellas)\b|el (?:es|vive|trabaja|tiene))"
)
"""It tells of what the sentence before told of."""
_UNTOLD = patterns.compile(r"\b(?:it|them|they|this|that|these|those|isso|isto|eso|esto|aquilo|aquello)\b")
"""It may be about what was said elsewhere: then there has to be more in it."""
_PASSES = patterns.compile(
    r"\b(?:gotta|got to|have to|need to|better|must|should) (?:go|run|bounce|head|jet|get going|get back)\b|\bi ?'?a?m (?:off|heading off|about to|going to bed)\b"
    r"|\bbe right back\b|\btenho de ir\b|\btenho que ir\b|\btengo que irme\b|\bme tengo que ir\b|\bme voy a dormir\b|\bvou dormir\b|\bja volto\b|\b(?:ahora|ahorita|ya|enseguida|luego) vuelvo\b|\bvolto ja\b|\bja venho\b|\bvoy por un cafe\b"
)
_MOODS = frozenset(
    # What encourages, praises and sums up: it names no thing, no person, no place.
    "dream dreams quit keep keeps keeping kept stay stays staying stayed push pushes pushing positive positivity motivate motivates motivated motivating motivation"
    " inspire inspires inspired inspiring inspiration inspirational hopefully support supports supporting supported supportive success successful believe believes"
    " believing confidence confident tough hard easy difference impact progress path journey moment moments memory memories life lives joy joys peace lucky"
    " grateful thankful appreciate appreciated amazing powerful rewarding passionate passion others other people someone everyone everybody somebody share"
    " shares sharing shared together connection connections connect connecting encouragement encourage encouraging acceptance accept accepting true self freedom"
    " magic comfort happen happens happened focus focused goal goals determined determination grow grows growing growth learn strength strong stronger courage"
    " brave bravery reach achieve achieving achievement matter matters step steps forward challenge challenges challenging struggle struggles roller coaster"
    " ride world moves moment heart hearts soul mind minds head calm calming calms peaceful happiness smile smiles laugh laughs blast awe vibe vibes energy"
    " reminder reminders remind reminds reminded realize realized truly lasting meaningful valuable inside beauty beautiful stunning gorgeous perfect best better"
    " ahead along bring brings bringing brought chance opportunity option sense worth worthwhile pride proud stuff crazy wild busy fact idea couldn wouldn without"
    " sonho sonhos forca apoio apoiar vida momento momentos caminho jornada alegria paz sorte coragem desistir acreditar conseguir continuar melhor dificil"
    " facil mundo pessoas gente juntos sucesso objetivo objetivos sueno suenos fuerza apoyo apoyar alegria suerte valor rendirme rendirse creer lograr seguir"
    " mejor dificil facil mundo personas juntos exito meta metas".split()
)
_IDLE = _MOODS | frozenset(
    "thanks thank awesome great amazing wow cool nice glad happy hear good luck yeah yep yes love loved really absolutely totally definitely sure sound sounds"
    " proud agree wish best hope fun feel feels felt feeling thing things stuff lot lots kind way time much make makes made mean means know think thought right hey"
    " hi hello guess well super pretty actually just always never even ever still very look looks looking forward excited exciting wonderful fantastic incredible"
    " special important help go going one something everything anything nothing m s ve re d ll t don didn doesn isn wasn aren weren ain won haven hasn hadn shouldn whatever gonna wanna re cant dont"
    " im ive thats its see seeing saw seen let lets came come comes put tell told say said try trying tried find finding found want wanted wants wanna gotta"
    " ya yall pic pics photo photos picture while long ago since last week weekend yesterday night month year years next tomorrow tonight morning bit little big"
    " really kinda sorta maybe probably definitely yet soon again back around able used get getting got gets did does doing done feliz contente bom boa bem otimo fixe legal giro obrigado obrigada coisa coisas tudo nada sempre gracias bueno buena bien genial guay cosa"
    " cosas todo siempre verdad mesmo assim aqui ali agora ahora aca hoje hoy".split()
).union(*STOP_WORDS.values())


@dataclass(frozen=True)
class Told:
    """What tells something: `text` stands at [start, end) of the message; one sentence, with the one before it where it
    speaks of what that told ("It's on 5 May")."""

    text: str
    start: int
    end: int


def told_in(message: str) -> tuple[Told, ...]:
    """The sentences of a message that tell something, in order, those alone that are shorter than LONGEST."""
    found: list[Told] = []
    for sentence in _SENTENCE.finditer(message[:READ_CHARACTERS]):
        text = sentence.group().strip()
        if not text or len(text) > LONGEST:
            continue
        start = message.index(text, sentence.start())
        end = start + len(text)
        before = found[-1] if found and not message[found[-1].end : start].strip() else None
        points = _POINTS.match(_bare(text)) is not None
        if points and before is not None and not text.endswith("?") and end - before.start <= LONGEST and _new(text):
            found[-1] = Told(message[before.start : end], before.start, end)
        elif tells(text) and not (points and not _FIRST_PERSON.search(_bare(text)) and _language(text) == DEFAULT):
            found.append(Told(text, start, end))
    return tuple(found)


def tells(sentence: str) -> bool:
    """Whether one sentence does. What no language's rules know counts as telling."""
    if sentence.rstrip(_EDGES.replace("?", "")).endswith("?"):
        return False
    said = _bare(sentence)
    language = _language(sentence)
    if not _new(sentence) or _PASSES.search(said):
        return False
    if answers_or_orders(sentence):
        return False
    wisdom = _WISDOM.match(said)
    if wisdom is not None and wisdom[1] not in _BUSY and not _SELF.search(said):
        return False
    if language in {DEFAULT, None} and sentence.isascii() and not _FIRST_PERSON.search(said):
        return _TALK[DEFAULT].to_them.search(said) is None and bool(_named(sentence))
    return language in {DEFAULT, None} or not (_TALK[language].to_them.search(said) and _all_of_them(said, language))


def answers_or_orders(sentence: str) -> bool:
    """Whether it only answers the other, or tells them what to do."""
    calm = " ".join(_EMPHASIS.sub("", _bare(sentence)).split())
    found = scores(sentence)
    short = len(calm.split()) <= FEW_WORDS
    likely = [one for one in found if short or found[one] == max(found.values())]
    return any(_TALK[one].replies.search(calm) or _TALK[one].orders.match(calm) for one in likely)


def without_lead(sentence: str) -> str:
    """Without what opens it and says nothing ("Hey Ana, …"), in its own letters."""
    text = " ".join(sentence.split())
    said = normalize(text).replace("’", "'")
    lead = _lead_end(said)
    if not lead or len(said) != len(text):
        return text.strip(_EDGES)
    rest = text[lead:].strip(_EDGES)
    return rest[:1].upper() + rest[1:]


def _all_of_them(said: str, language: Language) -> bool:
    """Whether nothing beside the one spoken to is in it: no "I", no "my"."""
    return _TALK[language].of_self.search(said) is None


def _bare(sentence: str) -> str:
    """Folded, without what opens it."""
    said = normalize(sentence).replace("’", "'").strip(_EDGES)
    return said[_lead_end(said) :].strip(_EDGES)


def _lead_end(said: str) -> int:
    """Where what opens a folded sentence ends; 0 where nothing does."""
    at = 0
    for _ in range(_MOST_LEADS):
        lead = _LEAD.match(said[at : at + _LONGEST_LEAD])
        after = at + lead.end() if lead is not None else at
        if lead is None or (
            lead["plain"] and not (said[after : after + 1].isalnum() or said[after : after + 1] == "_")
        ):
            break
        called = _CALLS.match(said[after : after + _LONGEST_LEAD])
        at = after + called.end() if called is not None and called[1] != "i" else after
    return at


def _new(sentence: str) -> bool:
    """Whether it has words of its own."""
    words = [word for word in tokens(_bare(sentence)) if word not in _IDLE]
    return len(set(words)) >= FEWEST_WORDS or (not sentence.isascii() and _language(sentence) is None and bool(words))


def _named(sentence: str) -> Sequence[str]:
    """Words with a capital inside the sentence, or one that begins it and is no common word."""
    words = patterns.compile(r"[^\W\d_][\w'’-]*").findall(_without_called(sentence))
    return [word for word in words[1:] if word[0].isupper() and not word.isupper() and normalize(word) not in _IDLE]


def _without_called(sentence: str) -> str:
    """Without the name of the one spoken to."""
    end = len(sentence.rstrip())

    def blank(match: patterns.Match) -> str:
        after = sentence[match.end() : match.end() + 1]
        first = match[0][0] in ",!"
        called = after in _AFTER_A_NAME or match.end() >= end if first else after == ","
        return " " if called else str(match[0])

    return _CALLED.sub(blank, sentence)


def _language(sentence: str) -> Language | None:
    """The language that its words tell; None where they tell none."""
    found = scores(sentence)
    best = max(found, key=lambda one: found[one])
    return best if found[best] > 0 else None
