"""Does a hit answer what was looked for, or does it only share some words with it?

Two things decide: how many of the words it holds (its own, or those of the question that it answers), and whose matter
it speaks of. "I got promoted", said by John, is no evidence about Maria, however well its words match; "you got
promoted", said by John to Maria, is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.domain.foundation.search.schemas import SPOKEN, Hit, Said
from orchestrator.domain.foundation.search.text.lexemes import aligned
from orchestrator.kit import patterns
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.tables import LANGUAGES
from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems, tokens

ANSWERS = 0.4
"""From this share of the words on a hit counts as an answer; measured on LoCoMo's development part, as are the next
three (tests/evals/README.md)."""
STRONG_SCORE, STRONG_SHARE = 16.0, 0.2
"""A score of a search with vectors from which on this share is enough: it then answers in other words."""
ANSWERS_THEN = 0.25
"""The same where the time that the question names was searched alone: that it was said then tells something too."""
NEAR = 0.3
"""From this relevance on a hit is worth telling beside those that answer."""
ASKED_BEFORE = 0.9
"""What a word counts that stands in the question which the message replies to."""
SAID_BEFORE = 0.5
"""What it counts where the message before it was no question."""
ONLY_ASKED = 0.3
"""What a word counts that the message itself only asks about ("have you seen the boat?")."""
FEWEST_TOLD = 4
"""Words beside a question; "wow, that's great!" tells nothing."""
OTHERS_MATTER = 0.25
"""What is left of a hit that speaks of somebody else than the person asked about."""
READ_CHARACTERS = 4_000

_SHORTEST, _SHORTENED = 3, 2
"""Letters of a short name, and how many fewer than the name's."""
_SENTENCE = patterns.compile(r"[^.!?\n]+[.!?]*")
_CLAUSE = patterns.compile(r"[^,.;:!?\n–—]+")
_USER = frozenset({"user", "me"})
_ALL_STOP_WORDS = frozenset[str]().union(*STOP_WORDS.values())
_GENERIC = frozenset(
    "kind type sort thing things way many much often long time times year ever also still recent recently currently"
    " know knows known remember find show happen happened happening say said says saying tell told talk talked mention"
    " mentioned do does did done doing"
    " posso pode podem podemos puedo puede pueden podria tener"
    " tipo coisa coisas vez vezes muito tempo ainda recentemente aconteceu acontece passou disse dizer falou falar"
    " contou fez fazer cosa cosas veces mucho tiempo todavia paso pasa sucedio ocurrio dijo decir hablo hablar conto"
    " hizo hacer sabe sabes saber lembra lembras encontra mostra recuerda recuerdas muestra".split()
)
"""Words that say how something is asked for, not what."""
_GREETINGS = "hey|hi|hello|thanks|thank you|wow|congrats|oi|ola|obrigad[oa]|hola|gracias"
_FIRST = patterns.compile(
    r"\b(?:i|i'm|im|i've|ive|i'll|i'd|me|my|mine|myself|we|we're|we've|our|ours|us"
    r"|eu|mim|meu|minha|meus|minhas|comigo|nos|nosso|nossa|nossos|nossas"
    r"|yo|mi|mis|mio|mia|conmigo|nosotros|nuestro|nuestra)\b"
)
_SECOND = patterns.compile(
    r"\b(?:you|you're|youre|you've|you'll|you'd|your|yours|yourself|u|ur"
    r"|tu|ti|te|teu|tua|teus|tuas|voce|voces|vc|seu|sua|seus|suas|contigo"
    r"|usted|ustedes|tus|tuyo|tuya|vos|vosotros)\b"
)


@dataclass(frozen=True)
class Sought:
    """What is looked for: the alternative stems of each word, and the people (folded words of a name each) whose
    matter it is; `me`: it is the user's own; `spoken`: they are asked for as speakers, whatever they said it about."""

    words: tuple[frozenset[str], ...]
    people: tuple[frozenset[str], ...] = ()
    me: bool = False
    spoken: bool = False


@dataclass(frozen=True)
class Judged:
    """A hit and what it is worth to a question, 0 to 1; `answers`: it may be told as an answer; `of_others`: it speaks
    of somebody else than the person asked about."""

    hit: Hit
    relevance: float
    answers: bool
    of_others: bool = False


def sought(query: str, speakers: Iterable[str | None], *, speaker: str = "") -> Sought:
    """What a query looks for. People are those it names who speak in `speakers`, or the one that `speaker` names."""
    named = {frozenset(tokens(one)) for one in speakers if one and normalize(one) not in _USER}
    said = tokens(query)
    short = {word: whole for word in said for who in named for whole in who if _is_short_for(word, whole)}
    people = [who for who in named if _is_named(who, [short.get(word, word) for word in said], named)]
    me = bool(speaker) and normalize(speaker) in SELF_WORDS | _USER
    if speaker and not me:
        people.append(frozenset(tokens(speaker)))
    names = frozenset[str]().union(*people) if people else frozenset[str]()
    left_out = names | short.keys() | _ALL_STOP_WORDS | _GENERIC
    stemmed = zip(said, aligned(query, said, LANGUAGES), strict=True)
    words = [frozenset(forms) for word, forms in stemmed if word not in left_out]
    return Sought(tuple(dict.fromkeys(words)), tuple(dict.fromkeys(people)), me, spoken=bool(speaker) and not me)


def judged(
    hits: Sequence[Hit],
    wanted: Sought,
    before: Mapping[UUID, Sequence[Said]],
    weights: Mapping[str, float],
    *,
    by_meaning: bool = False,
    bounded: bool = False,
) -> list[Judged]:
    """Each hit with what it is worth, in the order of `hits`. `weights`: what a stem tells (its idf); an unknown one
    tells most. `by_meaning`: the scores are of a search with vectors; `bounded`: only a time that the question names
    was searched. Where the words are found best in what somebody else said of themselves, nothing answers."""
    worth = tuple(weight_of(forms, weights) for forms in wanted.words)
    shares = [share(hit, wanted, before.get(hit.entry_id, ()), worth) for hit in hits]
    matter = [whose(hit, wanted, next(iter(before.get(hit.entry_id, ())), None)) for hit in hits]
    found = list(zip(hits, shares, matter, strict=True))
    needed = ANSWERS_THEN if bounded else ANSWERS
    theirs = [(hit.score, held) for hit, held, own in found if own == 1.0]
    # What somebody replies to another's news holds its words only by standing beside it.
    others = [(hit.score, share(hit, wanted, (), worth)) for hit, _, own in found if own < 1.0]
    found_elsewhere = bool(others and wanted.words) and any(
        max((one[place] for one in theirs), default=0.0) < max(one[place] for one in others) for place in (0, 1)
    )
    return [
        Judged(
            hit,
            held * own,
            answers=own == 1.0
            and not found_elsewhere
            and _tells(hit)
            and (held >= needed or (by_meaning and held >= STRONG_SHARE and hit.score >= STRONG_SCORE)),
            of_others=own < 1.0,
        )
        for hit, held, own in found
    ]


def weight_of(forms: frozenset[str], weights: Mapping[str, float]) -> float:
    """What a word tells: that of its best known stem, else as much as the rarest."""
    known = [weights[form] for form in forms if form in weights]
    return min(known) if known else max(weights.values(), default=1.0)


def share(hit: Hit, wanted: Sought, before: Sequence[Said], worth: Sequence[float]) -> float:
    """The share of the words that the hit holds, weighed by `worth`; 1 where no word is looked for. `before`: what was
    said before it, the nearest first. Where a message holds one of them, the title of its talk counts too: with whom it
    was ("Mum", "Sofi the sitter")."""
    if not wanted.words or not sum(worth):
        return 1.0
    told, only_asked = _told_and_asked(hit)
    beside = [(_held(one.text), _worth_beside(one, number)) for number, one in enumerate(before)]
    with_whom = _held(hit.title) if hit.kind in SPOKEN and any(forms & told for forms in wanted.words) else frozenset()
    sums = 0.0
    for forms, weight in zip(wanted.words, worth, strict=True):
        near = [1.0] if forms & (told | with_whom) else [counts for held, counts in beside if forms & held]
        sums += weight * max([*near, ONLY_ASKED if forms & only_asked else 0.0])
    return sums / sum(worth)


def _worth_beside(said: Said, distance: int) -> float:
    """What a word counts that stands in a message before the hit, `distance` messages further back than the last."""
    if distance == 0 and said.asks:
        return ASKED_BEFORE
    return SAID_BEFORE / (1 + distance)


def _tells(hit: Hit) -> bool:
    """Whether a message is more than a question: "Nice! What did you make?" tells nothing."""
    if hit.kind not in SPOKEN or "?" not in hit.text:
        return True
    told = " ".join(one for one in _SENTENCE.findall(hit.text[:READ_CHARACTERS]) if not one.rstrip().endswith("?"))
    return len(tokens(told)) >= FEWEST_TOLD


def _told_and_asked(hit: Hit) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of what a hit tells and of what it only asks; a question is evidence of nothing but the asking."""
    if hit.kind not in SPOKEN:
        return _held(f"{hit.title} {hit.text or hit.title}"), frozenset()
    sentences = _SENTENCE.findall(hit.text[:READ_CHARACTERS])
    asked = " ".join(one for one in sentences if one.rstrip().endswith("?"))
    told = " ".join(one for one in sentences if not one.rstrip().endswith("?"))
    return _held(told), _held(asked)


def whose(hit: Hit, wanted: Sought, before: Said | None = None) -> float:
    """1 where the hit may speak of the people looked for, `OTHERS_MATTER` where it speaks of somebody else alone. The
    clauses that hold the words decide: "my daughter plays the cello, you would love it" is about the speaker's."""
    if hit.kind not in SPOKEN or not wanted.people:
        return 1.0
    said = normalize(hit.text[:READ_CHARACTERS]).replace("’", "'")
    held = [clause for clause in _CLAUSE.findall(said) if any(forms & _held(clause) for forms in wanted.words)]
    telling = " , ".join(held) or said
    words = set(tokens(said))
    speaks = frozenset(tokens(hit.speaker or ""))
    if not (_FIRST.search(telling) or _SECOND.search(telling)):
        telling = said
    first, second = _FIRST.search(telling) is not None, _SECOND.search(telling) is not None
    for who in wanted.people:
        own = bool(who & speaks)
        if own and (wanted.spoken or first or not second):
            return 1.0
        if not own and second and _is_answer_to(who, before):
            return 1.0
        if not own and who & words and not _is_vocative(who, said):
            return 1.0
    return OTHERS_MATTER


def _is_answer_to(who: frozenset[str], before: Said | None) -> bool:
    """Whether "you" is the person: they spoke just before, or nobody knows who did."""
    return before is None or bool(who & frozenset(tokens(before.speaker or "")))


def _is_vocative(who: frozenset[str], said: str) -> bool:
    """ "Thanks, Ana!" speaks to her, not of her."""
    names = "|".join(sorted(map(patterns.escape, who)))
    rest = patterns.compile(rf"(?:^|[,.!?;:]|\b(?:{_GREETINGS})) ?,? ?(?:{names})(?: ?[,.!?;:]|$)").sub(" ", said)
    rest = patterns.compile(rf",? (?:{names}) ?([.!?]|$)").sub(r" \1", rest)
    return not who & set(tokens(rest))


def _is_short_for(word: str, name: str) -> bool:
    """ "Alex" is Alexandra, who speaks in what was found."""
    return _SHORTEST <= len(word) <= len(name) - _SHORTENED and name.startswith(word) and word not in _ALL_STOP_WORDS


def _is_named(who: frozenset[str], said: Sequence[str], others: set[frozenset[str]]) -> bool:
    """Whether the query names this speaker: all of the name, or a part that no other speaker has."""
    held = who & set(said)
    if not held:
        return False
    return held == who or not any(held & other for other in others if other != who)


def _held(text: str) -> frozenset[str]:
    return frozenset(form for forms in stems(text[:READ_CHARACTERS]) for form in forms)
