"""What is done by hand on a page of Steward's own is told where it is asked for, and nothing else is changed in its
place; and "why?" after an answer tells where that was read."""

from datetime import datetime, timedelta

import pytest
from tests.support.steward import Person

from orchestrator.language.messages import say

TOMORROW = (datetime.now() + timedelta(days=1)).date().isoformat()  # noqa: DTZ005  (any day will do)


@pytest.mark.parametrize(
    ("locale", "question", "page"),
    [
        ("en-US", "revoke my phone's token", "tokens"),
        ("en-US", "how do I pair my phone?", "pairing"),
        ("en-GB", "which jobs failed?", "jobs"),
        ("pt-PT", "como exporto os meus dados?", "export"),
        ("pt-BR", "muda o meu fuso horário para Madrid", "zone"),
        ("es-ES", "haz una copia de seguridad", "backup"),
        ("fr-FR", "mets mon briefing à 6h30", "briefing"),
        ("fr-FR", "comment importer mon carnet d'adresses ?", "archive"),
        ("en-US", "how do I connect my Google calendar?", "calendars"),
        ("pt-PT", "como ligo o meu calendário do Google?", "calendars"),
        ("fr-FR", "comment connecter mon agenda Google ?", "calendars"),
        ("en-US", "how do I upload a document?", "upload"),
        ("pt-BR", "que dispositivos recebem notificações?", "devices"),
        ("es-ES", "¿qué dispositivos reciben avisos?", "devices"),
        ("es-ES", "¿cómo subo un documento?", "upload"),
        ("fr-FR", "comment ajouter un document ?", "upload"),
        ("en-US", "which devices get my notifications?", "devices"),
        ("pt-PT", "como envio um documento?", "upload"),
        ("es-ES", "¿cómo conecto mi calendario de Google?", "calendars"),
        ("fr-FR", "quels appareils reçoivent mes notifications ?", "devices"),
        ("en-US", "what time zone am I in?", "own_zone"),
        ("pt-PT", "em que fuso horário estou?", "own_zone"),
        ("es-ES", "¿en qué zona horaria estoy?", "own_zone"),
        ("fr-FR", "quel est mon fuseau horaire ?", "own_zone"),
    ],
)
async def test_it_is_told_where_that_is_done(rita: Person, locale: str, question: str, page: str) -> None:
    await rita.post("/events", {"title": "Call with the council", "start_at": f"{TOMORROW}T10:00"})
    bundle = await rita.ask(question, client_context={"timezone": "Europe/Lisbon", "locale": locale})
    assert bundle["answer"] == say(f"reader.pages.{page}", locale, zone="Europe/Lisbon")
    assert (bundle["actions"], bundle["previews"]) == ([], [])


@pytest.mark.parametrize(
    ("locale", "question", "why"),
    [
        ("en-US", "when is the dentist?", "why?"),
        ("en-US", "when is the dentist?", "how do you know that?"),
        ("pt-PT", "quando é o dentista?", "porquê?"),
        ("es-ES", "¿cuándo es el dentista?", "¿por qué?"),
        ("fr-FR", "quand est le dentiste ?", "pourquoi ?"),
    ],
)
async def test_why_names_what_the_answer_was_read_in(rita: Person, locale: str, question: str, why: str) -> None:
    await rita.post("/events", {"title": "Dentist", "start_at": f"{TOMORROW}T10:00"})
    context = {"timezone": "Europe/Lisbon", "locale": locale}
    first = await rita.ask(question, client_context=context)
    second = await rita.ask(why, thread=first["thread_id"], client_context=context)
    assert second["answer"] == say("reader.sources.answer_named", locale, names="“Dentist”")
