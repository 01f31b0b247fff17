"""Which of the words that names are made of may be a word that somebody wrote?

The distinct words of an address book by what two spellings of one may share: sound, consonants, letters in another
order, a beginning, a short form, up to two slips of the keys. Which of them is meant, `likeness` says.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from orchestrator.language.names.fit import CUT_LENGTH
from orchestrator.language.names.likeness import likeness
from orchestrator.language.names.short import full_forms, short_forms, spellings
from orchestrator.language.names.spelling import Word, korean_bones

SLIPS = 2
LONG_WORD = 4
"""A shorter word has neighbours everywhere."""


class WordIndex:
    """The distinct words of all names by what two spellings of one may share."""

    def __init__(self, words: Iterable[Word]) -> None:
        self._by_text: dict[str, list[Word]] = defaultdict(list)
        self._by_form: dict[str, list[Word]] = defaultdict(list)
        self._by_bones: dict[str, list[Word]] = defaultdict(list)
        self._scrambled: dict[str, list[Word]] = defaultdict(list)
        self._korean: list[Word] = []
        for word in words:
            self._by_text[word.text].append(word)
            self._by_form[word.plain].append(word)
            self._by_form[word.sound].append(word)
            self._scrambled["".join(sorted(word.text))].append(word)
            for bones in word.bones:
                self._by_bones[bones].append(word)
            if word.script == "hangul":
                self._korean.append(word)
        self._texts = sorted(self._by_text)
        self._known: dict[Word, tuple[Word, ...]] = {}

    def near(self, word: Word) -> tuple[Word, ...]:
        """The words that may be this one; which are is for `likeness` to say."""
        if word not in self._known:
            self._known[word] = tuple(one for one in self._near(word) if likeness(word, one) or _begins(word, one))
        return self._known[word]

    def _near(self, word: Word) -> Iterable[Word]:
        found = dict.fromkeys((*self._by_form.get(word.plain, ()), *self._by_form.get(word.sound, ())))
        for text in self._texts_near(word.text):
            found.update(dict.fromkeys(self._by_text[text]))
        for bones in word.bones:
            found.update(dict.fromkeys(self._by_bones.get(bones, ())))
        found.update(dict.fromkeys(self._scrambled.get("".join(sorted(word.text)), ())))
        if word.script == "hangul":
            wanted = korean_bones(word)
            found.update(
                dict.fromkeys(one for some in self._by_text.values() for one in some if korean_bones(one) == wanted)
            )
        elif self._korean:
            found.update(dict.fromkeys(one for one in self._korean if korean_bones(one) == korean_bones(word)))
        return found

    def _texts_near(self, text: str) -> set[str]:
        related = {text, *spellings(text), *full_forms(text), *short_forms(text)}
        related.update(short for full in full_forms(text) for short in short_forms(full))
        found = related & self._by_text.keys()
        if len(text) >= LONG_WORD:
            near = process.extract(text, self._texts, scorer=OSA.distance, score_cutoff=SLIPS, limit=None)
            found.update(one for one, _, _ in near)
        if len(text) >= CUT_LENGTH:
            at = bisect_left(self._texts, text)
            while at < len(self._texts) and self._texts[at].startswith(text):
                found.add(self._texts[at])
                at += 1
        return found


def _begins(word: Word, known: Word) -> bool:
    return len(word.text) >= CUT_LENGTH and known.text.startswith(word.text)
