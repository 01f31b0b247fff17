"""Verbs of change and reading, the mood rules and the words of yes and no of each language: `LEXICONS`."""

from collections.abc import Iterator, Mapping
from typing import Final

from orchestrator.language.lexicon.conjugation import Inflection
from orchestrator.language.lexicon.shape import FIGURE, Accent, Answers, Lexicon, merge, rules
from orchestrator.language.pattern_tables import read_patterns
from orchestrator.language.tables import ByLanguage, Language, Phrases, Table, Words, read


class _Verbs(Inflection):
    """`verbs.toml`. `verbs`: infinitives by the kind of change; `irregular`: more forms, "posto:p", each with its tags;
    the others as in `Lexicon`."""

    reads: Words
    things: Words
    nouns_too: Words
    not_verbs: Words
    unimperative_after: Words
    objects: Words
    clitics: Words
    accented: Words
    accents: tuple[Accent, ...]
    verbs: Mapping[str, str]
    irregular: Mapping[str, str]

    def entries(self) -> Iterator[tuple[str, str, str]]:
        """Form, tags and kind of change of every form."""
        for kind, listed in self.verbs.items():
            yield from ((form, tags, kind) for verb in listed.split() for form, tags in self.forms(verb))
        for kind, listed in self.irregular.items():
            for one in listed.split():
                form, _, tags = one.partition(":")
                yield form, tags, kind

    def plain_commands(self) -> dict[str, str]:
        """The plain command of every form that commands or wishes; a form of two verbs is the first one's."""
        every = [verb for listed in self.verbs.values() for verb in listed.split()]
        return {form: plain for verb in reversed(every) for form, plain in self.commands(verb).items()}


class _Mood(Table):
    """`mood.toml`. `rules`: those of `shape.rules`; the others as in `Lexicon`."""

    fillers: Words
    filler_phrases: Phrases
    list_heads: Phrases
    addressed: Words
    function_words: Words
    yes: Words
    yes_phrases: Phrases
    no: Words
    no_phrases: Phrases
    soft: Words
    soft_phrases: Phrases
    absences: Words
    rules: str
    ordinals: Mapping[int, Words]


def _lexicon(language: Language) -> Lexicon:
    verbs = read(language, "verbs", _Verbs)
    mood = read_patterns(language, "mood", _Mood, {"figure": FIGURE})
    return Lexicon(
        language=language,
        verbs=merge(entry for entry in verbs.entries() if entry[0] not in verbs.not_verbs),
        commands=verbs.plain_commands(),
        reads=verbs.reads,
        things=verbs.things,
        accented=verbs.accented,
        accents=verbs.accents,
        nouns_too=verbs.nouns_too,
        unimperative_after=verbs.unimperative_after,
        fillers=mood.fillers | mood.filler_phrases,
        addressed=mood.addressed,
        list_heads=mood.list_heads,
        absences=mood.absences,
        rules=rules(mood.rules),
        function_words=mood.function_words,
        clitics=tuple(sorted(verbs.clitics, key=lambda clitic: (-len(clitic), clitic))),
        answers=Answers(mood.yes | mood.yes_phrases, mood.no | mood.no_phrases, mood.soft | mood.soft_phrases),
        ordinals={word: number for number, words in mood.ordinals.items() for word in words},
        objects=verbs.objects,
    )


LEXICONS: Final[Mapping[Language, Lexicon]] = ByLanguage(_lexicon)
