"""What counts as a promise, in three languages, and what is only talk?"""

import time

import pytest

from orchestrator.language.commitments import Commitment, accepts, commitments
from orchestrator.language.lexicon.shape import Language


@pytest.mark.parametrize(
    ("language", "said", "text", "who", "name"),
    [
        ("en", "Well, I'll send the offer by Friday.", "I'll send the offer by Friday", "speaker", None),
        ("en", "So I'll I'll check that and update you", "I'll check that and update you", "speaker", None),
        ("en", "Um I’ll get some up for next time, um not now", "I’ll get some up for next time", "speaker", None),
        ("en", "I'm going to follow up with Dr. Kim.", "I'm going to follow up with Dr. Kim", "speaker", None),
        ("en", "Then Eva Silva will look into the costs.", "Eva Silva will look into the costs", "named", "Eva Silva"),
        ("en", "I'll be sending the slides round.", "I'll be sending the slides round", "speaker", None),
        ("en", "Ana, you'll be working on the costs.", "you'll be working on the costs", "listener", "Ana"),
        ("en", "Action item: Rui to call the bank.", "Rui to call the bank.", "named", "Rui"),
        ("en", "To-do for Ana: renew the licence.", "renew the licence.", "named", "Ana"),
        ("en", "Next steps: publish the minutes.", "publish the minutes.", "nobody", None),
        ("en", "Ana, could you review the contract?", "could you review the contract", "listener", "Ana"),
        ("en", "Can you book the room by Monday?", "Can you book the room by Monday", "listener", None),
        ("en", "Everybody will prepare for next week.", "Everybody will prepare for next week", "everybody", None),
        ("en", "I have to call the bank tomorrow.", "I have to call the bank tomorrow", "speaker", None),
        ("en", "Let me prepare the slides for Monday.", "Let me prepare the slides for Monday", "speaker", None),
        ("pt", "Eu reservo a sala para o workshop.", "Eu reservo a sala para o workshop", "speaker", None),
        ("pt", "Não, vou enviar o relatório hoje.", "vou enviar o relatório hoje", "speaker", None),
        ("pt", "Não se preocupem, eu envio a ata.", "eu envio a ata", "speaker", None),
        ("pt", "Mando-te o contrato.", "Mando-te o contrato", "speaker", None),
        ("pt", "A Marta envia a ata até sexta.", "Marta envia a ata até sexta", "named", "Marta"),
        ("pt", "Tenho de ligar ao banco amanhã.", "Tenho de ligar ao banco amanhã", "speaker", None),
        ("pt", "Então eu vou enviar a proposta até sexta.", "vou enviar a proposta até sexta", "speaker", None),
        ("pt", "Mando-te isso amanhã.", "Mando-te isso amanhã", "speaker", None),
        ("pt", "Trago o contrato até às 17h.", "Trago o contrato até às 17h", "speaker", None),
        ("pt", "Faço isso até dia 3.", "Faço isso até dia 3", "speaker", None),
        ("pt", "Fico de confirmar com o cliente.", "Fico de confirmar com o cliente", "speaker", None),
        ("pt", "A Ana vai marcar a sala.", "Ana vai marcar a sala", "named", "Ana"),
        ("pt", "O João enviará o relatório.", "João enviará o relatório", "named", "João"),
        ("pt", "Ação: Rui ligar para o banco.", "Rui ligar para o banco.", "named", "Rui"),
        ("pt", "Podes rever o contrato, Rui?", "Podes rever o contrato, Rui", "listener", "Rui"),
        ("es", "Yo reservo la sala para el taller.", "Yo reservo la sala para el taller", "speaker", None),
        ("es", "No, voy a enviar el informe hoy.", "voy a enviar el informe hoy", "speaker", None),
        ("es", "Te lo mando luego.", "Te lo mando luego", "speaker", None),
        ("es", "Marta envía el acta antes del viernes.", "Marta envía el acta antes del viernes", "named", "Marta"),
        ("es", "Tengo que llamar al banco mañana.", "Tengo que llamar al banco mañana", "speaker", None),
        ("es", "Voy a enviar la propuesta.", "Voy a enviar la propuesta", "speaker", None),
        ("es", "Enviaré el informe mañana.", "Enviaré el informe mañana", "speaker", None),
        ("es", "Llevo el contrato para el viernes.", "Llevo el contrato para el viernes", "speaker", None),
        ("es", "Llevo el contrato mañana por la mañana.", "Llevo el contrato mañana por la mañana", "speaker", None),
        ("es", "Compro el pan para la próxima semana.", "Compro el pan para la próxima semana", "speaker", None),
        ("es", "Me encargo de llamar al cliente.", "Me encargo de llamar al cliente", "speaker", None),
        ("es", "Ana va a reservar la sala.", "Ana va a reservar la sala", "named", "Ana"),
        ("es", "Luis revisará el presupuesto.", "Luis revisará el presupuesto", "named", "Luis"),
        ("es", "Tarea: Rui va a llamar al banco.", "Rui va a llamar al banco.", "named", "Rui"),
        ("es", "Rui, ¿puedes revisar eso antes del lunes?", "puedes revisar eso antes del lunes", "listener", "Rui"),
    ],
)  # fmt: skip
def test_what_is_promised(language: Language, said: str, text: str, who: str, name: str | None) -> None:
    (found,) = commitments(said, language)
    assert (found.text, found.who, found.name) == (text, who, name)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "I'll just put the cable in."),
        ("en", "I'll go first, and I'll draw one."),
        ("en", "If you want I'll send it."),
        ("en", "She said I'll send the file."),
        ("en", "It will send an email."),
        ("en", "We will work on it."),
        ("en", "Shall I'll send it?"),
        ("en", "I'll send."),
        ("en", "Can you hear me?"),
        ("en", "The remote will need a battery."),
        ("en", "I need to think about it tomorrow."),
        ("en", "Let me share my screen."),
        ("pt", "Não vou enviar o relatório amanhã."),
        ("pt", "Eu não te envio isso hoje."),
        ("pt", "Nunca vou pagar isso."),
        ("pt", "O Rui não enviará o relatório."),
        ("pt", "Eu envio relatórios todas as semanas."),
        ("pt", "Eu confirmo que isso está certo."),
        ("pt", "Depois envia a ata até sexta."),
        ("pt", "O contrato termina na sexta."),
        ("es", "No voy a enviar el informe mañana."),
        ("es", "Ya no te lo mando."),
        ("es", "Yo envío informes todas las semanas."),
        ("es", "Nunca voy a pagar eso hoy."),
        ("es", "Luego envía el acta antes del viernes."),
        ("pt", "Vou dizer uma coisa."),
        ("pt", "Se der, eu envio."),
        ("pt", "Ele vai enviar isso."),
        ("pt", "Podes ouvir-me?"),
        ("pt", "Vejo até agora poucos resultados."),
        ("pt", "Trago isso até onde posso."),
        ("pt", "Faço isto até alguém pedir outra coisa."),
        ("es", "Voy a decir una cosa."),
        ("es", "Si puedo, llamo al banco"),
        ("es", "Eso va a terminar mal hoy."),
        ("es", "Creo que esto es para la gente."),
        ("es", "Llevo toda la mañana con esto."),
        ("es", "Hago esto para el cliente de siempre."),
        ("es", "Creo que hoy no hay nadie."),
    ],
)
def test_what_is_only_talk(language: Language, said: str) -> None:
    assert commitments(said, language) == ()


def test_two_people_in_one_sentence() -> None:
    assert commitments("Ana will book the room and Rui will call the bank.", "en") == (
        Commitment("Ana will book the room", "named", "Ana"),
        Commitment("Rui will call the bank", "named", "Rui"),
    )


@pytest.mark.parametrize(
    ("language", "said", "agreed"),
    [
        ("en", "Sure, no problem.", True),
        ("en", "Not today.", False),
        ("pt", "Combinado!", True),
        ("pt", "Não sei.", False),
        ("es", "Vale, de acuerdo.", True),
        ("es", "Imposible.", False),
    ],
)
def test_agreeing(language: Language, said: str, agreed: bool) -> None:
    assert accepts(said, language) is agreed


@pytest.mark.parametrize(
    "piece", ["i will ", "Ana Ana ", "if , ", "a. ", "I'll send ", "¿", "por favor ", ", Ana", "'"]
)
def test_long_text_without_an_end_takes_its_time_once(piece: str) -> None:
    """Twice the text must not take four times as long."""
    text = piece * (60_000 // len(piece))
    begun = time.process_time()
    for language in ("en", "pt", "es"):
        commitments(text, language)  # type: ignore[arg-type]
    assert time.process_time() - begun < 20
