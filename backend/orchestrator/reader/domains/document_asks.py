"""Does the message ask for what stands in the user's documents, and what has to be looked up for that?"""

from dataclasses import dataclass, replace

from orchestrator.language.documents import BY_NAME, asked_kind
from orchestrator.language.speech_acts.document_questions import DocumentQuestion, asked_documents
from orchestrator.language.text.normalize import content_words, normalize, tokens
from orchestrator.language.values import Value, asked_value, explained
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted
from orchestrator.reader.passages.vocabulary import term_word
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.words import words_of

COUNT, SEARCH, READ = "count_documents", "search_documents", "get_document"
TOOLS = frozenset({COUNT, SEARCH, READ})
_GENERIC = frozenset(
    """document documents doc docs file files paper papers pdf pdfs scan scans upload uploads documento documentos
    papel papeis papeles arquivo arquivos archivo archivos ficheiro ficheiros say says state states mention
    mentions tell tells show shows find open list search look give get summarise summarize summary sum up
    explain read according anything something diz dizem fala menciona mostra mostrar procura encontra abre lista
    resume resumir resumo segundo acordo conforme dice dicen habla muestra busca encuentra resumen segun acuerdo
    pone figura about sobre acerca respeito respecto whole all todos todas any medical medica medicas medico
    recent latest new please""".split()
)
_SILENT = {Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES, Kind.UNABLE, Kind.NOTHING}


@dataclass(frozen=True)
class PaperAsk:
    """`asked`: what is wanted; `words`: what about (as written), `kind_word`: the kind as it was said; `attached`: the
    question came with documents."""

    asked: DocumentQuestion
    words: tuple[str, ...] = ()
    attached: bool = False
    when: str | None = None
    value: Value | None = None
    question: str = ""
    """As it was asked, folded: its other words tell one value from another."""

    @property
    def elsewhere(self) -> bool:
        """Whether what no paper tells may stand in a note or a message: "when does the insurance expire?"."""
        return not self.attached and self.asked.file is None and (self.asked.act == "find" or self.value is not None)


def paper_ask(facts: TurnFacts, reading: Reading) -> PaperAsk | None:
    """What is asked of the documents; None where the message is about something else."""
    attached = any(entry.tool == READ and entry.outcome == "done" and not entry.empty for entry in facts.ledger)
    asked = asked_documents(facts.question) if facts.mood in {"question", "unclear", "request"} else None
    if asked is not None and facts.mood == "request" and not asked.leads and not attached:
        asked = None
    if asked is None and not attached:
        asked = _continued(facts, reading)
    if asked is None and attached and reading.kind not in _SILENT:
        asked = DocumentQuestion("say")
    if asked is None or (not attached and not any(offered(facts, tool) for tool in TOOLS)):
        known = any(entry.tool in TOOLS for entry in facts.ledger)
        if asked is None or not known:
            return None
    named = frozenset([*tokens(asked.person or ""), *tokens(asked.file or ""), asked.file or ""])
    words = tuple(word for word in reading.words if _tells(word, asked, named))
    if not words and asked.file is None:  # "what does the paper about the roof say?": the roof is the paper's
        words = tuple(word for word in content_words(reading.who or "") if _tells(word, asked, named))
    value = asked_value(facts.question) if asked.act == "say" else None
    if not words and value is not None and asked.kind is not None:  # "until when does the contract run?"
        words = tuple(word for word in tokens(facts.question) if explained(value, word))
        # "When does the lease run out?": it may end in any word.
        words = words or ((term_word(words_of(reading.language).language),) if value is Value.DATE else ())
    return PaperAsk(asked, words, attached, reading.when, value, reading.line.low)


def _tells(word: str, asked: DocumentQuestion, named: frozenset[str]) -> bool:
    folded = normalize(word)
    if folded in _GENERIC or folded in named or not folded:
        return False
    kind = BY_NAME.get(asked.kind or "")
    return kind is None or kind.asked.search(folded) is None


def _continued(facts: TurnFacts, reading: Reading) -> DocumentQuestion | None:
    """ "And Bruno?" after "how many prescriptions does Ana have?"."""
    if not reading.follow or reading.when or not (reading.words or reading.names):
        return None
    before = [text for role, text in facts.history if role == "user" and text.strip() != facts.question.strip()]
    asked = asked_documents(before[-1]) if before else None
    if asked is None or asked.person is None:
        return None
    kind = asked_kind(reading.about)
    return (
        replace(asked, kind=kind)
        if kind is not None
        else replace(asked, person=" ".join(reading.names) or reading.about)
    )


def paper_calls(ask: PaperAsk | None, facts: TurnFacts) -> list[Wanted]:
    """The look-ups in the documents."""
    if ask is None or ask.attached:
        return []
    file = ask.asked.file
    if file is not None and offered(facts, READ):
        return [wanted(READ, title=file)]
    about = {"kind": (ask.asked.kind or "").replace("_", " "), "person": ask.asked.person, "when": ask.when}
    if ask.asked.act == "count" and offered(facts, COUNT):
        return [wanted(COUNT, **about)]
    if not offered(facts, SEARCH):
        return []
    said = [word for word in tokens(ask.question) if ask.value is not None and explained(ask.value, word)]
    return [wanted(SEARCH, query=" ".join(dict.fromkeys(filter(None, [file, *ask.words, *said]))), **about)]
