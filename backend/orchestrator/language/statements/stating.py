"""What does the user state in a message that is worth keeping, and with which words? Three languages, code alone.

"Remember that Rui hates olives" states what follows. Without such a word only what the tables know counts, of the
user or their nearest ("I'm allergic to …", "my sister is called …"). A question, a condition, what somebody else said
and what is quoted state nothing.
"""
# ruff: noqa: E501

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from orchestrator.kit import patterns
from orchestrator.language.detect import language_of
from orchestrator.language.meant import folded, meant
from orchestrator.language.statements.reading import SELF, Claim, claim_of
from orchestrator.language.statements.sentences import sentence_spans
from orchestrator.language.tables import ABOUT
from orchestrator.language.text.normalize import normalize
from orchestrator.language.text.words import asks_last
from orchestrator.language.time import mentions, resolve_range

READ_CHARACTERS = 4_000
READ_ALONE = 200
_LIKE = "como "
"""Portuguese and Spanish: "I eat", and much oftener "like", "as", "how"."""
MOST = 5
LONGEST = 600
"""Characters of one statement; what is longer is a story."""
_KEEP = patterns.compile(
    r"(?i)^\s*(?:(?:hey|hi|ok|okay|please|por favor|ei|oi|ol[aá]|hola|e|and|also|y|tamb[eé]m|tambi[eé]n)[, ]+)*"
    r"(?:(?:can|could|would|will) you (?:please )?|voc[eê] (?:pode|poderia) |pode(?:s|ria)? |puedes? |podr[ií]as )?"
    r"(?:(?:please |por favor,? )?(?:"
    r"remember|don'?t forget|keep in mind|bear in mind|note for the future|know"
    r"|lembra[- ]?te|lembre[- ]?se|lembra|lembre|n[aã]o (?:te |se )?esque[çc](?:[ae]s?|am)?|fica a saber|fique sabendo"
    r"|tenha em mente|guarda|guarde"
    r"|recuerda|recuerde|acu[eé]rdate|no (?:te )?olvides|ten en cuenta|ten presente|ten(?:ga)? en mente"
    r")(?: de)?(?: that| que|:|,)(?: que)?"
    r"|for (?:your|the) (?:information|record|future)[,:]?|fyi[,:]?|heads[- ]up[,:]?|just so you know[,:]?"
    r"|you should know(?: that)?"
    r"|(?:que|para que) (?:lo )?sepas(?: que)?[,:]?|s[oó] p(?:a)?ra (?:tu )?saberes(?: que)?[,:]?|olha que"
    r"|oye que|mira que"
    r"|para (?:tua|sua|que conste|que saibas|que saiba)(?: informa[cç][aã]o)?[,:]?|para que (?:lo )?sepas[,:]?)\s*",
)
_REMEMBER = patterns.compile(
    r"(?i)^\s*(?:please |pls )?(?:remember|keep in mind|don'?t forget|recuerda|lembra-te|retiens)[,:]? "
)
""" "Remember Teo hates broccoli": to keep where a statement follows; "remember the milk" reminds."""
_KEEP_MINE = patterns.compile(
    r"(?i)^\s*(?:please )?(?:(remember )(?:my |i'?m? )|((?:lembra[- ]?te|lembre[- ]?se) d[eoa]s? )(?:meus? |minhas? ))"
)
"""Its first or second group is what does not belong to the statement."""
_AND_THAT = patterns.compile(
    r"(?i)\s*[,;]?\s+(?:and|e|y|as well as|assim como|as[ií] como)(?: also| tamb[eé]m| tambi[eé]n)?\s+"
    r"(?:that(?P<clause>\s+(?:(?:i|you|he|she|it|we|they|my|your|his|her|its|our|their|the|an?)\b|(?-i:[A-Z])))"
    r"|(?:de )?que\s+)"
)
""" "Remember that Rui is vegan and that Ana can't eat nuts": two statements."""
_LEAD = patterns.compile(
    r"(?i)^\s*(?:(?:by the way|btw|turns out(?: that)?|as it turns out|it turns out(?: that)?|resulta que"
    r"|pelos vistos|por lo visto|al final|afinal|also|oh|so|well|and|hey|hi|hello|ok|okay|ali[aá]s|j[aá] agora"
    r"|por acaso|e|ol[aá]|oi|bem|por cierto|salut|bonjour|bonsoir|coucou|alors"
    r"|adem[aá]s|y|hola|bueno|pues)[,:]?\s+)+",
)
_NO = patterns.compile(
    r"(?i)^\s*(?:no|não|nao|wrong|that'?s (?:wrong|not (?:right|true))|errado|isso est[aá] errado"
    r"|est[aá] errado|est[aá] mal"
    r"|eso (?:no es|est[aá]) (?:cierto|mal|correcto)|actually|na verdade|en realidad|correction|corre[cç][aã]o"
    r"|correcci[oó]n|te equivocas|you'?re wrong|est[aá]s equivocad[oa]|sorry|my mistake|i was wrong|i misspoke"
    r"|i mistyped"
    r"|enganei[- ]?me|me enganei|desculpa|desculpe|perd[aã]o|me equivoqu[eé]|perd[oó]n|perdona|disculpa)"
    r"\s*[,.:;!–—-]+\s*"
)
_MEANT = patterns.compile(r"(?i)^(?:i mean|i meant|quero dizer|quis dizer|quiero decir|quise decir)\b[,:]?\s*")
_WRONG = patterns.compile(
    r"^(?:no[,. ]+|nao[,. ]+)?(?:(?:but |mas |pero )?(?:that|this|it)(?:'s| is| was)(?: just| simply)?(?: wrong"
    r"| false| incorrect| not (?:true|right|correct|so)| a mistake)"
    r"|you(?:'re| are) wrong|wrong|(?:that is |that's |it is |it's )?not (?:true|right|correct)"
    r"|(?:no es|eso no es) (?:verdad|cierto|asi|correcto)|nao e (?:verdade|assim|certo)"
    r"|you(?: have|'ve)? got (?:that|this|it) wrong|(?:isso|isto)(?: ai)? (?:esta|e|ta) (?:errado|mal|falso"
    r"|mentira|incorre[c]?to)|isso nao e (?:verdade|assim|certo)"
    r"|(?:esta|ta) (?:errado|mal)|(?:estas|esta) enganad[oa]|enganaste-te|enganou-se|errado"
    r"|(?:eso|esto) (?:esta mal|es falso|es mentira|es incorrecto|no es (?:verdad|cierto|asi|correcto))"
    r"|te equivocas|esta mal)[ .!]*$"
)
_MOVED = patterns.compile(
    r"^(?:i|we|eu|yo|nos|nosotros)? ?(?:(?:have|actually|already|ja|ya) )?(?:moved|moved house|moved in|mudei-me|mudei"
    r"|me mudei|mudamo-nos|me mude|nos mudamos|me he mudado)(?: (?:there|here|para (?:la|ca)|alli|alla"
    r"|aqui))? ?(?P<when>.+)$"
)
_DOUBTFUL = patterns.compile(
    r"^(?:if|when|unless|suppose|imagine|what if|maybe|perhaps|i (?:think|guess|wish|hope|want|would|might|may|could)\b"
    r"|se\b|quando\b|talvez|acho que|queria|gostaria|imagina|supon|si\b|cuando\b|quizas?|tal vez|creo que"
    r"|quisiera|ojala)"
)
_REPORTED = patterns.compile(
    r"\b(?:said|says|told me|wrote|writes|claims|according to|disse|diz|contou|escreveu|segundo|dijo|dice|conto"
    r"|escribio"
    r"|segun)\b"
)
_QUOTED = patterns.compile(r"[\"“”«»]")
_TASTES = frozenset({"likes", "eats", "drinks"})
_POINTS = patterns.compile(
    r"\b(?:the|this|that|it|your|these|those|them|isso|isto|ess[ae]s?|est[ae]s?|aquilo|eso|esto|es[ae]s?|lo|os"
    r"|as|tu|sua)\b"
)
""" "I like the plan" is a reply, "I like tea" a taste."""
_DATED = frozenset({"expires", "birthday", "anniversary", "born_in", "year", "age"})
"""Attributes whose value is a time: it says nothing of since when they hold."""


_KEEP_LAST = patterns.compile(
    r"(?i)\s*[,;.–—-]?\s+(?:and |e |y )?(?:please |por favor,? )?(?:remember (?:that|this|it)|note (?:that"
    r"|it)(?: down)?|keep that in mind"
    r"|don'?t forget(?: (?:that|it))?|fyi|btw|by the way|just so you know|for (?:your information|the record)"
    r"|(?:lembra-te|n[aã]o te esque[çc]as)(?: disso)?|(?:guarda|aponta|anota|regista|memoriza) (?:isso|isto)"
    r"|para (?:que )?saibas|para saberes"
    r"|(?:recu[eé]rda|ap[uú]nta|an[oó]ta|gu[aá]rda)(?:te)?lo|acu[eé]rdate|que no se te olvide|para que "
    r"(?:lo )?sepas)[ .!]*$"
)
""" "I take no sugar, remember that"."""
_AND = patterns.compile(r"(?i)\s*,?\s+(?:and|e|y|et)\s+|\s*,\s+")
_MOST_ANDS = 4


@dataclass(frozen=True)
class Statement:
    """`text` stands at [start, end) of the message. `asked`: the user says that it is to be kept; `denies`: that what was
    said or known is wrong ("no, …"). `since_only`: no value, just since when ("no, I moved in May")."""

    text: str
    start: int
    end: int
    claim: Claim | None
    asked: bool = False
    denies: bool = False
    since_only: bool = False

    @property
    def own(self) -> bool:
        """Whether it tells of the user, or of theirs."""
        return (self.claim is not None and self.claim.about == SELF) or normalize(self.text).startswith(_MINE)


def statements(message: str) -> tuple[Statement, ...]:
    """All of a message, in order; at most MOST."""
    out = meant(message)
    if out.text == message:
        return _statements(message)
    found = []
    for one in _statements(out.text):
        start, end = out.written(one.start, one.end)
        found.append(replace(one, text=message[start:end], start=start, end=end))
    return tuple(found)


def _statements(message: str) -> tuple[Statement, ...]:
    """The same of a message without shorthand."""
    found: list[Statement] = []
    if _QUOTED.search(message) and not _KEEP.match(message):
        return ()
    for start, end in sentence_spans(message[:READ_CHARACTERS], semicolons=True):
        kept = _kept(message[start:end])
        last = _KEEP_LAST.search(message[start:end])
        stop = start + last.start() if last is not None else end
        asked = kept > 0 or last is not None
        for at, to in _each(message, start, stop, kept) if asked else _claims_apart(message, start, stop):
            one = _stated(message, at, to, kept=kept if at == start else 0, asked=asked)
            if one is not None:
                found.append(one)
    return tuple(found[:MOST])


def _each(message: str, start: int, end: int, kept: int) -> list[tuple[int, int]]:
    """The parts of a sentence that asks to keep one thing "and that" other, or two that each tell what is known to be
    told: "Teo hates broccoli and Alba loves peas"."""
    if len(parts := _claims_apart(message, start, end, kept)) > 1:
        return parts
    found = _AND_THAT.finditer(message[start:end])
    joints = [(one.start(), one.start("clause") if one["clause"] else one.end()) for one in found]
    begins = [start, *(start + after for _, after in joints)]
    ends = [*(start + before for before, _ in joints), end]
    return list(zip(begins, ends, strict=True))


def _claims_apart(message: str, start: int, end: int, kept: int = 0) -> list[tuple[int, int]]:
    """The parts of a sentence that each tell what is known to be told: "I'm Freya, I live in Norwich and I'm vegan"."""
    parts, begin, open_from = [], start, start + kept
    joints = list(islice(_AND.finditer(message, open_from, end), _MOST_ANDS))
    for number, joint in enumerate(joints):
        stops = (*(one.start() for one in joints[number + 1 :]), end)
        follows = any(_tells(message[joint.end() : stop]) for stop in stops)
        if follows and _tells(message[open_from : joint.start()]):
            parts.append((begin, joint.start()))
            begin = open_from = joint.end()
    return [*parts, (begin, end)]


def _tells(part: str) -> bool:
    claim = claim_of(_LEAD.sub("", part, count=1))
    return claim is not None and claim.known


def calls_wrong(message: str) -> bool:
    """Whether it says no more than that what was told is wrong ("that's wrong", "isso está errado")."""
    return _WRONG.match(folded(message).strip()) is not None


def only_tells(message: str) -> bool:
    """Whether every sentence of a short message states by itself what the tables know ("vivo em Lisboa")."""
    if len(message) > READ_ALONE or normalize(message).startswith(_LIKE):
        return False
    found = statements(message)
    spans = sentence_spans(message, semicolons=True)
    sentences = [span for span in spans if not _LEAD.fullmatch(f"{message[slice(*span)].strip(' .!;')} ")]
    told = [one for one in sentences if any(one[0] <= each.start < one[1] for each in found)]
    return len(told) == len(sentences) > 0 and not any(one.asked or one.since_only for one in found)


def tells_home(message: str) -> bool:
    """Whether it tells where somebody lives, and nothing else: "me mudé a Cádiz" is no wish."""
    return only_tells(message) and all(
        one.claim is not None and one.claim.attribute.endswith(" lives_in") for one in statements(message)
    )


def _stated(message: str, start: int, end: int, *, kept: int, asked: bool) -> Statement | None:
    """`kept`: how long the words are that ask to keep it; `asked`: whether these stand before it or another part."""
    sentence = message[start:end]
    if sentence.rstrip().endswith("?") and not asked:
        return None
    right = _put_right(sentence)
    denies = right < len(sentence)
    if denies:
        start += right
        sentence = message[start:end]
        kept, asked = (again := _kept(sentence)), asked or again > 0
    lead = _LEAD.match(sentence) if not asked else None
    if kept or lead is not None:
        start += kept or (lead.end() if lead is not None else 0)
        sentence = message[start:end]
    text = sentence.strip(' \t\r\n.!?;,:"“”«»')
    if not text or len(text) > LONGEST:
        return None
    start = message.index(text, start)
    said = normalize(text)
    if asks_last(said) and not asked:
        return None
    if _DOUBTFUL.match(said) and not asked:
        return None
    claim = claim_of(text)
    says_where = claim is not None and claim.known
    since_only = denies and not says_where and _moved(said) is not None
    if not (asked or since_only or _plain(said, claim)):
        return None
    return Statement(text, start, start + len(text), claim, asked, denies, since_only)


def _put_right(sentence: str) -> int:
    """Where what is right begins, after "no, I mean"; its length where nothing is put right."""
    denies = _NO.match(sentence)
    if denies is None or not sentence[denies.end() :].strip():
        return len(sentence)
    meant = _MEANT.match(sentence[denies.end() :])
    after = denies.end() + (meant.end() if meant is not None else 0)
    return after if sentence[after:].strip() else denies.end()


def _kept(sentence: str) -> int:
    """How long the words are that ask to keep what follows; 0 where there are none."""
    if (keep := _KEEP.match(sentence)) is not None:
        return keep.end()
    told = _REMEMBER.match(sentence)
    if told is not None and (claim := claim_of(sentence[told.end() :])) is not None and claim.known:
        return told.end()
    mine = _KEEP_MINE.match(sentence)
    return max(mine.end(1), mine.end(2)) if mine is not None else 0


def _plain(said: str, claim: Claim | None) -> bool:
    """Whether it states by itself what the tables know, of the user or their nearest."""
    if claim is None or _REPORTED.search(said):
        return False
    if not claim.known:
        return claim.ended and _ENDED.match(said) is not None
    if _TASTES & set(claim.attribute.split()) and _POINTS.search(said.replace("these days", "")):
        return False
    return claim.about == SELF or said.startswith(_MINE) or not _POINTS.search(claim.about)


_ENDED = patterns.compile(
    r"^(?:(?:my|our|mi|mis|nuestr[oa]s?|(?:[oa]s? )?(?:meus?|minhas?|noss[oa]s?)) [\w-]+(?: [\w-]+)?|\w{3,}) "
    r"(?:has |have |is |does |do )?"
    r"(?:no longer|not|quit|stopped|gave up|ja nao|deixou de|ya no|dejo de)\b"
)
""" "My mother no longer drives", "Irene quit smoking": of somebody who is named, not of whoever speaks."""
_MINE = ("my ", "our ", "meu ", "minha ", "o meu ", "a minha ", "nosso ", "nossa ", "o nosso ", "a nossa ", "mi ",
         "nuestro ", "nuestra ")  # fmt: skip


def _moved(said: str) -> str | None:
    match = _MOVED.match(said)
    return match["when"] if match is not None else None


def since_when(text: str, *, now: datetime, locale: str) -> datetime | None:
    """Since when what a text states holds, by the time it names, looking back (naive local `now` and answer); None where
    it names none, or where the time is what it states ("my birthday is 5 May")."""
    claim = claim_of(text)
    if claim is not None and claim.known and _DATED & set(claim.attribute.split()):
        return None
    language = language_of(text, locale)
    own = locale if locale[:2].lower() == language else ABOUT[language].locale
    for found in mentions(text, now=now, locale=own):
        if not (found.has_date and found.sure and found.kind in {"instant", "open", "range"}):
            continue
        back = resolve_range(found.text, now=now, zone="UTC", locale=own, looking="back")
        if back is not None and back[0] <= now:
            return back[0]
    return None


_CHANGED = patterns.compile(
    r"\b(?:moved|relocated|started|switched|became|no longer|any ?more|not longer|now|these days|mudei|mudou"
    r"|mudamos|comecei"
    r"|comecou|passei a|agora|ja nao|deixei de|me mude|se mudo|mudado|empece|empezo|ahora|ya no|deje de)\b"
)


def tells_change(text: str) -> bool:
    """Whether it says that something became so, where something else was so before ("I moved to …", "no longer")."""
    return _CHANGED.search(normalize(text)) is not None
