"""Which words of a clause name a change, and which of them stand where a command stands?"""

from functools import lru_cache

from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.shape import Form, Lexicon
from orchestrator.language.tables import Language
from orchestrator.language.text.words import Word

_NO_FORM = Form("", frozenset())


@lru_cache(maxsize=16384)
def form_of(text: str, folded: str, language: Language) -> Form:
    """The change that a word names, clitics removed ("añádemelo" -> "añade"); no tags when it names none."""
    lexicon = LEXICONS[language]
    form = lexicon.verbs.get(folded)
    if form is not None:
        return _accented(form, text, folded, lexicon)
    for clitic in lexicon.clitics:
        if folded.endswith(clitic) and len(folded) - len(clitic) >= 2:
            form = lexicon.verbs.get(folded[: -len(clitic)])
            if form is not None and ("w" in form.tags or "g" in form.tags):
                return Form("".join(tag for tag in form.tags if tag in "wngb") + "c", form.kinds)
    return _NO_FORM


def _accented(form: Form, text: str, folded: str, lexicon: Lexicon) -> Form:
    """What the accents rule out: "inclui" is no "incluí", "borre" no "borré", "añado" no "añadó"."""
    tags = form.tags
    for one in lexicon.accents:
        if not one.concerns(text, folded, tags):
            continue
        tags = "".join(tag for tag in tags if tag not in one.loses and (one.keeps is None or tag in one.keeps))
        if one.last:
            break
    return Form(tags, form.kinds)


@lru_cache(maxsize=16384)
def is_read(folded: str, language: Language) -> bool:
    """Whether a word commands reading, clitics removed ("muéstrame")."""
    lexicon = LEXICONS[language]
    if folded in lexicon.reads:
        return True
    return any(
        folded.endswith(clitic) and folded[: -len(clitic)] in lexicon.reads
        for clitic in lexicon.clitics
        if len(folded) - len(clitic) >= 2
    )


def render(found: tuple[Word, ...], lexicon: Lexicon) -> str:
    """`word:tags word:tags …` with a trailing blank: what the rules are matched against."""
    pieces: list[str] = []
    for position, word in enumerate(found):
        tags = form_of(word.text, word.folded, lexicon.language).tags
        if is_read(word.folded, lexicon.language):
            tags += "r"
        if word.folded in lexicon.things:
            tags += "o"
        if word.folded in lexicon.nouns_too:
            tags += "h"
        if "w" in tags and position and _commands(found, position, tags, lexicon):
            tags += "i"
        if word.text in lexicon.accented:
            tags += "q"
        pieces.append(f"{word.folded}:{tags} ")
    return "".join(pieces)


def _commands(found: tuple[Word, ...], position: int, tags: str, lexicon: Lexicon) -> bool:
    """Whether a verb of change in the middle of a clause is a command: nobody before it does it, something follows
    it.
    """
    before = found[position - 1].folded
    if "n" in tags and "c" not in tags and before not in _ADDS:
        return False
    if before in _PROCLITICS and lexicon.clitics:
        return position > 1 and found[position - 2].folded not in lexicon.unimperative_after
    if before in lexicon.unimperative_after:
        return False
    return "c" in tags or (position + 1 < len(found) and found[position + 1].folded in lexicon.objects)


_ADDS = frozenset({"and", "y", "e", "luego", "depois", "despues", "favor"})
_PROCLITICS = frozenset({"me", "nos"})
