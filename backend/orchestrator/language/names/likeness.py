"""How alike are two words of names, and is the one likely to mean the other?

`likeness(asked, known)` gives a grade: the same, a variant (sound, romanisation, vowels), a short form, a slip of the
keys, or near only (a spelling that may be another name). The grades say how sure one may be, so that nothing that could
be somebody else is taken without asking.
"""

from enum import IntEnum
from functools import lru_cache

from rapidfuzz.distance import OSA

from orchestrator.language.names.short import full_forms, is_given, same_name, short_forms
from orchestrator.language.names.spelling import CACHED_WORDS, Word, korean_bones


class Grade(IntEnum):
    """How sure two words mean the same; greater is surer."""

    NONE = 0
    NEAR = 1
    """It may well be another name: Harry, Larry; Mario, Maria."""
    INITIAL = 2
    SLIP = 3
    """One slip of the keys that hardly makes another name."""
    SIBLING = 4
    """Short forms of one name: Becca, Becky."""
    VARIANT = 5
    """Another spelling of it: Ahmed, Ahmad; Sara, Sarah; Obama in another alphabet."""
    JOINED = 6
    """The same letters written together or apart: Abdulrahman, Abdul Rahman."""
    FULL = 7
    """The full form of a short name that is stored: William for Bill."""
    SHORT = 8
    """A short form: Bill for William."""
    SAME = 9


SLIP_LENGTH = 5
"""A shorter word has too many neighbours for one letter to be a slip: Ana, Ann, Ian."""
_NEAR_LENGTH = 4
_TWO_SLIPS_LENGTH = 8
_SURE_LENGTH = 6
# One letter exchanged makes other names of short ones: Maria, Marta; Carla, Carlo.
_SURE_EXCHANGE_LENGTH = 8
_SCRAMBLE_LENGTH = 5
_LONG_SOUND = 7
_ROMANISED_APART = 3
_VOWELS = frozenset("aeiou")


@lru_cache(maxsize=CACHED_WORDS)
def likeness(asked: Word, known: Word) -> Grade:
    """The surest reading of the one as the other."""
    if asked.char and known.char and asked.script == known.script:
        return Grade.SAME if asked.char == known.char else Grade.NONE
    if asked.text == known.text:
        return Grade.SAME
    if known.text in full_forms(asked.text):
        return Grade.SHORT
    if known.text in short_forms(asked.text):
        return Grade.FULL
    if _variant(asked, known):
        return Grade.VARIANT
    if full_forms(asked.text) & full_forms(known.text):
        return Grade.SIBLING
    return _slip(asked.text, known.text) or (Grade.NEAR if _vowels_differ(asked, known) else Grade.NONE)


def letters_apart(asked: str, known: str) -> int:
    """How many slips of the keys lie between two words; two letters exchanged are one."""
    return int(OSA.distance(asked, known))


def _variant(asked: Word, known: Word) -> bool:
    if asked.plain == known.plain or asked.sound == known.sound or same_name(asked.text, known.text):
        return True
    scripts = {asked.script, known.script}
    if "hangul" in scripts:
        return korean_bones(asked) == korean_bones(known)
    if len(scripts) == 1 or "han" in scripts or not asked.bones & known.bones:
        return False
    return "abjad" in scripts or letters_apart(asked.sound, known.sound) <= _ROMANISED_APART


def _vowels_differ(asked: Word, known: Word) -> bool:
    """Whether vowels inside are all that differs: Larsen, Larson; Muller, Miller. Often a slip, often somebody else."""
    size = min(len(asked.text), len(known.text))
    last, other = asked.sound[-1], known.sound[-1]
    if size < SLIP_LENGTH or not asked.bones & known.bones:
        return False
    if last != other and (last in _VOWELS or other in _VOWELS):
        return False
    return letters_apart(asked.sound, known.sound) <= (2 if size >= _LONG_SOUND else 1)


def is_slip(asked: Word, known: Word) -> bool:
    """Whether one slip of the keys, which hardly makes another name, is all that differs."""
    return _slip(asked.text, known.text) == Grade.SLIP


def _slip(asked: str, known: str) -> Grade:
    size = min(len(asked), len(known))
    if size < _NEAR_LENGTH:
        return Grade.NONE
    apart = OSA.distance(asked, known, score_cutoff=2)
    if apart == 1 and size >= SLIP_LENGTH:
        return Grade.SLIP if _surely(asked, known) else Grade.NEAR
    if apart == 1:
        return Grade.NEAR
    if (apart == 2 and size >= _TWO_SLIPS_LENGTH) or (size >= _SCRAMBLE_LENGTH and sorted(asked) == sorted(known)):
        return Grade.NEAR
    return Grade.NONE


def _surely(asked: str, known: str) -> bool:
    if asked[0] != known[0]:
        return False
    # A last letter tells Mario from Maria and Luis from Luisa.
    if asked[:-1] == known or known[:-1] == asked or asked[:-1] == known[:-1]:
        return False
    if is_given(asked) and is_given(known):
        return False  # Christian is no slip for Christina
    if sorted(asked) == sorted(known):
        return True
    exchanged = len(asked) == len(known)
    return min(len(asked), len(known)) >= (_SURE_EXCHANGE_LENGTH if exchanged else _SURE_LENGTH)
