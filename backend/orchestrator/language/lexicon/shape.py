"""What does a language have to say about itself, and how are its phrase patterns written?

A clause is rendered as `word:tags word:tags …`; a pattern is written with plain words and matched against that
rendering:

    (can|could) you please* <w>     "<w>" is any word with tag w, "_" any word, "$" the end of the clause,
    marc** **ed                     words that begin, and that end so

Tags: w a verb of change in a form that commands (imperative, infinitive), n its infinitive, b its subjunctive or second
person, g its gerund, p its participle (English: or past), d "I did" past, e "he or you did" past, r a verb of
reading that
commands, o a thing that Steward keeps, h also a noun, i a verb of change in a commanding place.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from orchestrator.kit import lookaround, patterns
from orchestrator.language.tables import Language, Table

FIGURE = "|".join(f"{digit}**" for digit in range(10))
"""In a pattern: a number in digits."""
_ELEMENT = patterns.compile(r"<(\w+)>|(\*\*)?([a-z0-9']+)(\*\*)?|(_)|(\(\?[:!=])|(\()|(\{[\d,]+\})| +")


def pattern(template: str, *, anywhere: bool = False) -> patterns.Pattern:
    """The phrase pattern, ready."""
    return lookaround.compile(_written(template, anywhere=anywhere))


def _written(template: str, *, anywhere: bool) -> str:
    """The regular expression of a phrase pattern; each element consumes its trailing space."""

    def element(match: patterns.Match) -> str:
        tag, suffix, word, prefix, anything, special, group, count = match.groups()
        if tag:
            return rf"(?:[^ :]+:[a-z]*[{tag}][a-z]* )"
        if word:
            return rf"(?:{'[^ :]+' if suffix else ''}{word}{'[^ :]*' if prefix else ''}:[a-z]* )"
        if anything:
            return "(?:[^ ]+ )"
        if group:
            return "(?:"
        return special or count or ""

    return (r"(?:^|(?<= ))" if anywhere else "") + _ELEMENT.sub(element, template)


@dataclass(frozen=True)
class Rule:
    """If the clause begins with `starts` (or holds it, with `anywhere`), `says` is its reading."""

    says: str
    template: str
    anywhere: bool = False

    @cached_property
    def starts(self) -> patterns.Pattern:
        """Compiled when it is first asked: a thousand patterns at import would hold up every start by half a second."""
        return pattern(self.template, anywhere=self.anywhere)


@dataclass(frozen=True)
class Rules:
    """Rules in the order in which they are tried."""

    ordered: tuple[Rule, ...]

    def matching(self, rendered: str) -> Iterator[tuple[Rule, patterns.Match]]:
        """The rules that match, one after the other, each with its match."""
        for rule in self.ordered:
            if match := rule.starts.search(rendered) if rule.anywhere else rule.starts.match(rendered):
                yield rule, match

    def may_match(self, rendered: str) -> bool:
        """One search, and not one of each: False where none of the rules matches."""
        return self._any.search(rendered) is not None

    @cached_property
    def _any(self) -> patterns.Pattern:
        return lookaround.any_of(_written(rule.template, anywhere=rule.anywhere) for rule in self.ordered)


def rules(text: str) -> Rules:
    """Rules from a table of lines `READING: pattern`; a pattern after `~` may match anywhere in the clause."""
    found = []
    for line in text.strip().splitlines():
        says, _, template = line.strip().partition(":")
        if not template or says.startswith("#"):
            continue
        template = template.strip()
        anywhere = template.startswith("~")
        found.append(Rule(says.strip(), template.lstrip("~ "), anywhere))
    return Rules(tuple(found))


@dataclass(frozen=True, slots=True)
class Form:
    """One inflected form of a verb of change: its tags and the kinds of change it may name."""

    tags: str
    kinds: frozenset[str]


class Accent(Table):
    """What the accent of a form rules out. For texts that end in one of `text` and have more than `longer_than`
    letters, folded in one of `folded`, in none of `unless` and `unless_folded`, and have all tags of `having`: they
    lose the tags `loses`, or keep only those of `keeps`; with `last` no further row is looked at."""

    text: tuple[str, ...] = ("",)
    folded: tuple[str, ...] = ("",)
    unless: tuple[str, ...] = ()
    unless_folded: tuple[str, ...] = ()
    longer_than: int = 0
    having: str = ""
    loses: str = ""
    keeps: str | None = None
    last: bool = False

    def concerns(self, text: str, folded: str, tags: str) -> bool:
        """Whether the row is about this form."""
        return (
            text.endswith(self.text)
            and folded.endswith(self.folded)
            and not text.endswith(self.unless)
            and not folded.endswith(self.unless_folded)
            and len(text) > self.longer_than
            and set(self.having) <= {*tags}
        )


@dataclass(frozen=True, slots=True)
class Answers:
    """Words of a pure yes or no. `soft` ones may stand beside either and decide nothing."""

    yes: frozenset[str]
    no: frozenset[str]
    soft: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Everything the language-independent code asks of a language. `commands`: the plain command of each form of a verb
    of change that commands or wishes; `list_heads`: what stands before a colon and the things of a list;
    `absences`: what one is on ("holiday"), which tells of oneself."""

    language: Language
    verbs: Mapping[str, Form]
    commands: Mapping[str, str]
    reads: frozenset[str]
    things: frozenset[str]
    accented: frozenset[str]
    accents: tuple[Accent, ...]
    nouns_too: frozenset[str]
    unimperative_after: frozenset[str]
    fillers: frozenset[str]
    addressed: frozenset[str]
    list_heads: frozenset[str]
    absences: frozenset[str]
    rules: Rules
    function_words: frozenset[str]
    clitics: tuple[str, ...]
    answers: Answers
    ordinals: Mapping[str, int]
    objects: frozenset[str]


def split(text: str) -> frozenset[str]:
    """A set from a blank-separated table."""
    return frozenset(text.split())


def merge(tables: Iterable[tuple[str, str, str]]) -> dict[str, Form]:
    """Forms from (form, tags, kind) triples; a form that several verbs share gets all of their tags and kinds."""
    tags: dict[str, set[str]] = {}
    kinds: dict[str, set[str]] = {}
    for form, form_tags, kind in tables:
        tags.setdefault(form, set()).update(form_tags)
        kinds.setdefault(form, set()).add(kind)
    return {form: Form("".join(sorted(found)), frozenset(kinds[form])) for form, found in tags.items()}
