"""How is a receipt told to a person? By kind and count, in their language."""

from collections.abc import Mapping

from orchestrator.agent.ports import Receipt
from orchestrator.domain.foundation.asking.wording import Wording, language_of, said
from orchestrator.language import render

_SAY: Wording = {
    "en": {"deleted": "goes: {rows}", "rebuilt": "made anew from what is left: {rows}",
           "redacted": "cleaned of its words: {rows}"},
    "pt": {"deleted": "vai-se: {rows}", "rebuilt": "refeito com o que resta: {rows}",
           "redacted": "limpo das suas palavras: {rows}"},
    "es": {"deleted": "se va: {rows}", "rebuilt": "rehecho con lo que queda: {rows}",
           "redacted": "limpiado de sus palabras: {rows}"},
}  # fmt: skip
_NOUNS: Mapping[str, Mapping[str, tuple[str, str]]] = {  # beside those that `render` knows, or knows by another name
    "en": {
        "thread": ("conversation", "conversations"),
        "run": ("record of a turn", "records of turns"),
        "preview": ("proposal", "proposals"),
        "push": ("notification", "notifications"),
        "meeting": ("meeting transcript", "meeting transcripts"),
        "conversation_summary": ("summary", "summaries"),
        "episode": ("episode", "episodes"),
        "contact_group": ("group", "groups"),
        "document_contact": ("link to a document", "links to documents"),
        "account": ("setting of yours", "settings of yours"),
        "geocoder_answer": ("looked-up address", "looked-up addresses"),
        "fact": ("fact", "facts"),
    },
    "pt": {
        "thread": ("conversa", "conversas"),
        "run": ("registo de uma resposta", "registos de respostas"),
        "preview": ("proposta", "propostas"),
        "push": ("notificação", "notificações"),
        "meeting": ("transcrição de reunião", "transcrições de reuniões"),
        "conversation_summary": ("resumo", "resumos"),
        "episode": ("episódio", "episódios"),
        "contact_group": ("grupo", "grupos"),
        "document_contact": ("ligação a um documento", "ligações a documentos"),
        "account": ("definição sua", "definições suas"),
        "geocoder_answer": ("endereço consultado", "endereços consultados"),
        "location": ("ponto de localização", "pontos de localização"),
        "briefing": ("briefing", "briefings"),
        "fact": ("facto", "factos"),
        "connection": ("ligação", "ligações"),
    },
    "es": {
        "thread": ("conversación", "conversaciones"),
        "run": ("registro de una respuesta", "registros de respuestas"),
        "preview": ("propuesta", "propuestas"),
        "push": ("notificación", "notificaciones"),
        "meeting": ("transcripción de reunión", "transcripciones de reuniones"),
        "conversation_summary": ("resumen", "resúmenes"),
        "episode": ("episodio", "episodios"),
        "contact_group": ("grupo", "grupos"),
        "document_contact": ("vínculo con un documento", "vínculos con documentos"),
        "account": ("ajuste tuyo", "ajustes tuyos"),
        "geocoder_answer": ("dirección consultada", "direcciones consultadas"),
        "location": ("punto de ubicación", "puntos de ubicación"),
        "briefing": ("informe", "informes"),
        "fact": ("hecho", "hechos"),
        "connection": ("conexión", "conexiones"),
    },
}


def told(receipt: Receipt, locale: str) -> str:
    """ "goes: 1 event; cleaned of its words: 2 messages"."""
    parts = []
    for name, counted in (("deleted", receipt.deleted), ("rebuilt", receipt.rebuilt), ("redacted", receipt.redacted)):
        rows = [_counted(kind, number, locale) for kind, number in counted.items() if number]
        if rows:
            parts.append(said(_SAY, name, locale, rows=render.join(rows, locale)))
    return "; ".join(parts)


def _counted(kind: str, number: int, locale: str) -> str:
    named = _NOUNS[language_of(locale)].get(kind)
    if named is None:
        return render.count(number, kind.replace("_", " "), locale)
    return f"{number} {named[number != 1]}"
