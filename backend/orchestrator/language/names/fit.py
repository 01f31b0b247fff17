"""Can a name that was asked for be this name, and how sure is that?

`fit(asked, known)` sets the words of the one against those of the other, in any order, each used once: initials, words
written together or apart, particles and titles left aside. Words left over on both sides are two people.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from orchestrator.language.names.likeness import Grade, is_slip, letters_apart, likeness
from orchestrator.language.names.short import full_forms, short_forms
from orchestrator.language.names.spelling import CACHED_WORDS, Word, latin_word, spelled


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


TITLES = _set(
    "mr mrs ms miss mx dr dra doctor doutor doutora sr sra srta senhor senhora senor senora senorita don dona dna"
    " prof professor professora profesor profesora sir dame lord lady queen king prince princess rainha rei reina rey"
    " president presidente presidenta minister sheikh shaikh shaykh sheik emir amir sultana imam mullah maulana mawlawi"
    " haji hajji hajj general gen colonel col captain capt major maj lieutenant lt sergeant sgt rabbi reverend rev"
    " pastor frei engenheiro eng engenheira arq herr frau monsieur mme"
)
SUFFIXES = _set("jr jnr junior senior ii iii iv esq phd md mba llc ltd inc corp gmbh lda plc")
GENERATIONS = {
    word: row.split()[0] for row in ("jr jnr junior", "sr snr senior", "ii", "iii", "iv") for word in row.split()
}
"""Behind a name; two that differ are father and son."""
PARTICLES = _set("de da do das dos del la las los van von der den di du y e bin ibn bint al el ul ud af av of the")
_LONG_NAME = 12
_INITIALS = 3
CUT_LENGTH = 3
_GLUED = 4
_SHORTEST_RUN = 4
_LETTERS_OFF = 3


@dataclass(frozen=True)
class Name:
    """A name as it is compared. `words`: without titles and suffixes, `core`: without particles too, `key`: the whole
    in one piece, `generation`: "jr", "sr", "ii" and so on behind it."""

    words: tuple[Word, ...]
    core: tuple[Word, ...]
    key: str
    generation: str | None = None

    @property
    def empty(self) -> bool:
        return not self.words


@dataclass(frozen=True)
class Fit:
    """How a name was read as another. `worst`: of its words, `extent`: "whole", "part" (the known name has more words),
    "wide" (the asked one has), `sure`: hardly anyone else is meant, `apart`: slips in all, `initials`: they stand for
    a word."""

    worst: Grade
    extent: str
    sure: bool
    apart: int = 0


@lru_cache(maxsize=CACHED_WORDS)
def name_of(text: str) -> Name:
    """A name, its parts around one comma turned: "Souza, Ana"."""
    if text.count(",") == 1:
        family, given = text.split(",")
        if given.strip() and not {word.text for word in spelled(given)} <= SUFFIXES:
            text = f"{given} {family}"
    words = spelled(text)
    bare = tuple(word for word in words if word.text not in TITLES and word.text not in SUFFIXES) or words
    core = tuple(word for at, word in enumerate(bare) if at == 0 or word.text not in PARTICLES)
    if len(core) > 1 and core[0].text in PARTICLES:
        core = core[1:]
    generation = GENERATIONS.get(words[-1].text) if len(words) > 1 else None
    return Name(bare, core, "".join(word.text for word in bare), generation)


def fit(asked: Name, known: Name) -> Fit | None:
    """How the words asked for can be that name; None where they can't."""
    if asked.empty or known.empty:
        return None
    if asked.generation and known.generation and asked.generation != known.generation:
        return None
    if asked.words == known.words or (asked.key == known.key and _scripts(asked) == _scripts(known)):
        return Fit(Grade.SAME, "whole", sure=True)
    graded = _graded(asked.core, known.core)
    rest_asked, rest_known = list(range(len(asked.core))), list(range(len(known.core)))
    pairs = _paired([one for one in graded if one[2] > Grade.NEAR], rest_asked, rest_known)
    pairs += _glued(asked, known, rest_asked, rest_known)
    pairs += _paired([one for one in graded if one[2] == Grade.NEAR], rest_asked, rest_known)
    pairs += _initials(asked, known, rest_asked, rest_known, alone=not pairs)
    if not pairs or (rest_asked and rest_known):
        return None
    return _judged(asked, known, pairs, rest_asked, rest_known)


def _scripts(name: Name) -> set[str]:
    return {word.script for word in name.words}


_Pair = tuple[int, int, Grade]


def _graded(asked: Sequence[Word], known: Sequence[Word]) -> list[_Pair]:
    """All pairs of words that may be one, the surest first, then those in the same place."""
    graded = [
        (one, other, grade)
        for one, word in enumerate(asked)
        for other, full in enumerate(known)
        if (grade := likeness(word, full) or _cut(word, full, one, other))
        and (len(word.text) > 1 or grade == Grade.SAME)
    ]
    return sorted(graded, key=lambda pair: (-pair[2], abs(pair[0] - pair[1]), pair))


def _paired(graded: Sequence[_Pair], rest_asked: list[int], rest_known: list[int]) -> list[_Pair]:
    found = []
    for one, other, grade in graded:
        if one in rest_asked and other in rest_known:
            rest_asked.remove(one)
            rest_known.remove(other)
            found.append((one, other, grade))
    return found


def _cut(word: Word, full: Word, one: int, other: int) -> Grade:
    """Whether a given name is cut down to its beginning in a way that no table has."""
    begins = one == other == 0 and len(word.text) >= CUT_LENGTH and full.text.startswith(word.text)
    return Grade.NEAR if begins else Grade.NONE


def _glued(asked: Name, known: Name, rest_asked: list[int], rest_known: list[int]) -> list[_Pair]:
    """Words that the one writes together and the other apart: "vanderberg", "Jae In"."""
    found: list[_Pair] = []
    for left, right, one_side, many_side, swapped in (
        (rest_asked, rest_known, asked, known, False),
        (rest_known, rest_asked, known, asked, True),
    ):
        for at in list(left):
            run = _run(one_side.core[at], many_side, right)
            if run is None:
                continue
            where, grade = run
            left.remove(at)
            for one in where:
                right.remove(one)
            found += [(where[0], at, grade) if swapped else (at, where[0], grade)]
    return found


def _run(word: Word, name: Name, free: Sequence[int]) -> tuple[list[int], Grade] | None:
    """The free neighbours whose letters together are this word, with the particles between them."""
    doubles = any(" " in full for full in full_forms(word.text))
    if (len(word.text) < _SHORTEST_RUN and not doubles) or not free:
        return None
    index = {id(core): at for at, core in enumerate(name.core)}
    for length in range(2, min(_GLUED, len(name.words)) + 1):
        for start in range(len(name.words) - length + 1):
            run = name.words[start : start + length]
            if not doubles and abs(sum(len(one.text) for one in run) - len(word.text)) > _LETTERS_OFF:
                continue
            where = [index[id(one)] for one in run if id(one) in index]
            if not where or any(one not in free for one in where):
                continue
            if word.text in short_forms(" ".join(one.text for one in run)):
                return where, Grade.SHORT
            grade = likeness(word, latin_word("".join(one.text for one in run), run[0].script))
            if grade in {Grade.SAME, Grade.VARIANT, Grade.SLIP}:
                return where, Grade.JOINED if grade == Grade.SAME else grade
    return None


def _initials(asked: Name, known: Name, rest_asked: list[int], rest_known: list[int], *, alone: bool) -> list[_Pair]:
    """Letters that stand for words: "R. Hoffmann", "moreau jl", and a stored "J. Moreau" for Jean."""
    found: list[_Pair] = []
    for at in list(rest_asked):
        letters = asked.core[at].text
        if len(letters) > _INITIALS or (alone and len(letters) < 2):
            continue
        where = _standing_for(letters, known, rest_known)
        if where is None or (alone and (len(where) < 2 or len(where) < len(known.core))):
            continue
        rest_asked.remove(at)
        for one in where:
            rest_known.remove(one)
        found.append((at, where[0], Grade.NEAR if alone else Grade.INITIAL))
    for at in list(rest_known):
        if len(known.core[at].text) == 1 and not alone:
            where = _standing_for(known.core[at].text, asked, rest_asked)
            if where is not None:
                rest_known.remove(at)
                rest_asked.remove(where[0])
                found.append((where[0], at, Grade.INITIAL))
    return found


def _standing_for(letters: str, name: Name, free: Sequence[int]) -> list[int] | None:
    for start in range(len(free) - len(letters) + 1):
        where = list(free[start : start + len(letters)])
        if all(name.core[at].text.startswith(letter) for at, letter in zip(where, letters, strict=True)):
            return where
    return None


def _judged(
    asked: Name, known: Name, pairs: list[_Pair], rest_asked: Sequence[int], rest_known: Sequence[int]
) -> Fit | None:
    worst = min(grade for _, _, grade in pairs)
    doubtful = [(one, other) for one, other, grade in pairs if grade in {Grade.NEAR, Grade.SLIP}]
    apart = sum(letters_apart(asked.core[one].text, known.core[other].text) for one, other in doubtful)
    sure = _sure_words(asked, known, pairs, apart)
    if rest_asked:
        return _wide(asked, known, pairs, rest_asked, Fit(worst, "wide", sure, apart))
    if not rest_known:
        return Fit(worst, "whole", sure and _in_place(pairs), apart)
    if len(asked.core) > 1 and 0 in rest_known:
        where = [other for _, other, _ in sorted(pairs)]
        if not _in_order(pairs):
            return None
        # Family names alone may leave out the given one; middle names rather not.
        last = where == list(range(len(known.core) - len(where), len(known.core)))
        sure = sure and last and worst > Grade.SLIP
    if len(known.core) - 1 in rest_known and not _in_order(pairs):
        sure = False  # "David Martin" is hardly Martin David Lewis
    return Fit(worst, "part", sure, apart)


def _sure_words(asked: Name, known: Name, pairs: Sequence[_Pair], apart: int) -> bool:
    doubtful = [pair for pair in pairs if pair[2] in {Grade.NEAR, Grade.SLIP}]
    surely = [pair for pair in pairs if pair[2] > Grade.SLIP]
    if not doubtful:
        alone = len(asked.core) == 1
        return bool(surely) and not (alone and surely[0][2] in {Grade.SIBLING, Grade.VARIANT} and _far(asked, known))
    if len(doubtful) > 1:
        return False
    letters = sum(len(known.core[other].text) for _, other, grade in surely if grade > Grade.SIBLING)
    if doubtful[0][2] == Grade.SLIP:
        return bool(surely) or len(asked.core[0].text) > _INITIALS + 2
    return apart == 1 and letters >= _LONG_NAME


def _far(asked: Name, known: Name) -> bool:
    """Whether a single word is alike in its sound, its vowels or by a common full form only: Anna may be no Ana."""
    word = asked.core[0]
    return all(word.plain != one.plain and not is_slip(word, one) for one in known.core)


def _wide(asked: Name, known: Name, pairs: Sequence[_Pair], rest_asked: Sequence[int], found: Fit) -> Fit | None:
    """The asked name has more words: sure where they stand in the middle of it."""
    if len(known.core) < 2 or found.worst < Grade.VARIANT:
        return None
    inside = min(rest_asked) > 0 and max(rest_asked) < len(asked.core) - 1
    return Fit(found.worst, "wide", found.sure and inside and len(pairs) > len(rest_asked), found.apart)


def _in_order(pairs: Sequence[_Pair]) -> bool:
    where = [other for _, other, _ in sorted(pairs)]
    return where == sorted(where)


def _in_place(pairs: Sequence[_Pair]) -> bool:
    """Whether the words stand in the same order, or with the family name first: an order of its own of three or more
    words is another name sooner than this one."""
    where = [other for _, other, _ in sorted(pairs)]
    turned = [where[-1:] + where[:-1], where[1:] + where[:1]]
    slack = sum(abs(at - place) for at, place in enumerate(where))
    return where == sorted(where) or any(one == sorted(one) for one in turned) or slack <= 2
