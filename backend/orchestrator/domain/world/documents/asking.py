"""Whose papers, and of which kind, do the words of a call mean?"""

from dataclasses import dataclass
from uuid import UUID

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.documents.filters import DocumentFilter, Whose
from orchestrator.domain.world.documents.linking import ISSUERS
from orchestrator.domain.world.documents.service import tags_of_kind
from orchestrator.kit.ids import parse_id
from orchestrator.language.documents import asked_kind
from orchestrator.language.messages import say
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.text.normalize import normalize, tokens

_NOBODY = frozenset({"i", "we", "anyone", "anybody", "everyone", "all"})


@dataclass(frozen=True)
class Person:
    """Who was named: `ids` are their contacts, none where no contact has the name."""

    name: str
    ids: tuple[UUID, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def whose(self) -> Whose:
        """Their papers: not those that they only wrote for others."""
        return Whose(self.ids, self.names, tuple(sorted(ISSUERS)))


async def person_of(ctx: ToolContext, phrase: str) -> Person | NeedUserInput | None:
    """Who is meant; None for the user's own papers, which are all of them."""
    if not phrase or normalize(phrase) in SELF_WORDS | _NOBODY:
        return None
    (found,) = await ctx.resolver.resolve_contacts(ctx.tx, [phrase], locale=ctx.locale)
    if found.status == "ambiguous":
        question = say("documents.who", ctx.locale, phrase=phrase)
        return NeedUserInput("choice", question, found.options, "ambiguous", "person")
    if found.status != "resolved":
        spoken = " ".join(tokens(phrase))
        return Person(phrase, (), (spoken,) if spoken else ())
    ids = tuple(ref.id for ref in found.entities)
    names: list[str] = []
    for one in await contacts_known.known(ctx.tx):
        if one.id in ids:
            names += [" ".join(tokens(name)) for name in (one.name, *one.aliases)]
    full = tuple(dict.fromkeys(name for name in names if " " in name))
    return Person(", ".join(ref.title for ref in found.entities), ids, full)


@dataclass(frozen=True)
class Wanted:
    """A filter, who and which kind it names, and the words of a kind that is none of those we know."""

    filter: DocumentFilter
    person: Person | None = None
    kind: str | None = None
    words: str = ""


async def wanted_of(
    ctx: ToolContext, *, kind: str, person: str, document_id: str = "", **bounds: object
) -> Wanted | NeedUserInput:
    """What the arguments of a call mean. `bounds`: further fields of the filter."""
    known = kind if kind in tags_of_kind(kind) and asked_kind(kind.replace("_", " ")) == kind else asked_kind(kind)
    if known is None and kind and not set(tokens(kind)) & set(tokens(ctx.question)):
        known = asked_kind(ctx.question)  # a small model translates what it was to copy: "receita" is a "recipe"
    whom = await person_of(ctx, person)
    if isinstance(whom, NeedUserInput):
        return whom
    named = parse_id(document_id) if document_id else None
    narrowed = DocumentFilter(
        kind=known,
        kind_tags=tags_of_kind(known),
        whose=whom.whose if whom is not None else None,
        ids=(named,) if named is not None else None,
        **bounds,  # type: ignore[arg-type]
    )
    words = "" if known is not None or normalize(kind) in _ANY else kind
    return Wanted(narrowed, whom, known, words)


_ANY = frozenset(
    "document documents doc docs file files paper papers documento documentos arquivo arquivos archivo archivos any all"
    " ficheiro ficheiros papel papeis papeles pdf pdfs".split()
)
