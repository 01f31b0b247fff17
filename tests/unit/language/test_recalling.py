"""Is it asked what was talked about with Steward, and of which time?"""

import pytest

from orchestrator.language.discourse.recalling import AskedTalk, asked_talk

ANYTHING = {
    "what did we talk about?": "",
    "What did we talk about last week?": "last week",
    "what have we talked about since March?": "since March",
    "What did we discuss yesterday?": "yesterday",
    "What were we talking about on Tuesday": "on Tuesday",
    "what did I talk about with you yesterday?": "yesterday",
    "recap of March": "march",
    "Quick recap of last week please": "last week",
    "Give me a recap of our conversations last week": "last week",
    "Can you summarize our conversations in March?": "in March",
    "summarize what we talked about yesterday": "yesterday",
    "summary of our last conversation": "",
    "what was our conversation on Tuesday about?": "on Tuesday",
    "remind me what we talked about on Monday": "on Monday",
    "o que falámos ontem?": "ontem",
    "O que é que discutimos em março?": "em março",
    "de que falámos na terça?": "na terça",
    "Sobre o que conversámos na semana passada?": "na semana passada",
    "resumo das nossas conversas de março": "de março",
    "faz-me um resumo das nossas conversas da semana passada": "da semana passada",
    "recapitula março": "março",
    "resumo de março": "de março",
    "sobre o que foi a nossa última conversa?": "",
    "¿de qué hablamos el martes?": "el martes",
    "¿Qué hablamos la semana pasada?": "la semana pasada",
    "de qué estuvimos hablando ayer": "ayer",
    "resumen de nuestras conversaciones de marzo": "marzo",
    "resumen de marzo": "marzo",
    "¿sobre qué conversamos en marzo?": "en marzo",
    "¿de qué trató nuestra última conversación?": "",
}
OF_SOMETHING = {
    "What did we discuss about the boat in March?": AskedTalk("boat", "in March"),
    "de que falámos ontem sobre o barco?": AskedTalk("barco", "ontem"),
    "¿de qué hablamos ayer sobre el barco?": AskedTalk("barco", "ayer"),
    "when did I last talk about the boat?": AskedTalk("boat", last=True),
    "When did we last discuss the mortgage?": AskedTalk("mortgage", last=True),
    "when was the last time we talked about the garden?": AskedTalk("garden", last=True),
    "quando falei do barco pela última vez?": AskedTalk("barco", last=True),
    "quando foi a última vez que falámos do barco?": AskedTalk("barco", last=True),
    "quando é que falámos sobre a hipoteca?": AskedTalk("hipoteca", last=True),
    "¿cuándo hablamos por última vez del barco?": AskedTalk("barco", last=True),
    "¿cuándo fue la última vez que hablé del barco?": AskedTalk("barco", last=True),
}
NONE = (
    "what did I talk about with Ana?",
    "What did we talk about with Rui in the meeting?",
    "when did I last talk to Ana?",
    "when did Ana last talk about the boat?",
    "What did Ana say about the boat?",
    "what did I say about the boat?",
    "what did they discuss yesterday?",
    "what did we eat yesterday?",
    "what did I do last week?",
    "what did we discuss yesterday at the meeting?",
    "summarize my contract",
    "summarize the meeting of Monday",
    "summary of my day",
    "summary of the week",
    "recap of the contract",
    "Meeting recap with Ana tomorrow",
    'add "recap of March" to my list',
    "schedule a talk about March",
    "we talked about food",
    "Remember that we talked about the boat",
    "what do you know about me?",
    "When is the dentist?",
    "resumo do dia",
    "resumo do meu dia",
    "resumo da semana",
    "o que falou a Ana ontem?",
    "o que se falou na reunião de ontem?",
    "quando falei com a Ana?",
    "O que fizemos ontem?",
    "resumen de mi día",
    "resumen del documento",
    "¿de qué habló Ana?",
    "¿cuándo hablé con Ana?",
    "¿qué hicimos el martes?",
    "",
    "👋",
    "what did we talk about " + "and what " * 200,
)


@pytest.mark.parametrize(("question", "when"), ANYTHING.items())
def test_what_was_talked_about(question: str, when: str) -> None:
    assert asked_talk(question) == AskedTalk("", when)


@pytest.mark.parametrize(("question", "wanted"), OF_SOMETHING.items())
def test_talks_about_something(question: str, wanted: AskedTalk) -> None:
    assert asked_talk(question) == wanted
    assert asked_talk(question.upper()) is not None


@pytest.mark.parametrize("question", NONE)
def test_other_questions_are_left_alone(question: str) -> None:
    assert asked_talk(question) is None
