"""Is an answer rejected where the next message says that it was wrong, and only there? Three languages."""

import pytest
from tests.support.processor_time import processor_time

from orchestrator.language.discourse.rejecting import rejects

REJECTS_EN = """
No, that's wrong
That's wrong.
that is not correct
No. That's not right.
This is incorrect
That's not what I asked
that's not what I meant
No, that isn't what I asked for.
It's wrong
Wrong.
wrong answer
Wrong day!
Nope, that's the wrong date
You got it wrong
You got the date wrong
You're wrong
you are mistaken
You misunderstood me
You misunderstood my question.
I said Tuesday, not Thursday
No, I said Tuesday, not Thursday.
I meant the dentist, not the doctor
I asked for the summary, not the transcript
No, Tuesday, not Thursday
I never said that
I didn't ask for that
That doesn't answer my question
You didn't answer my question
Sorry, but that's wrong
Hmm, that's not quite right
Actually, that's not true
That's wrong, can you check again?
Thanks, but that's not what I wanted
The date is wrong
I think that's wrong
not what I asked for
That’s incorrect
THAT IS WRONG!!!
You made a mistake
No no, that's not it
No, I meant the other Ana
No. I was asking about Tuesday
"""
REJECTS_PT = """
Não é isso
não, não é isso
não, queria dizer terça
Não, me referia à outra Ana
cometeste um erro
Não é bem isso.
Isso está errado
Está errado.
tá errado
Não, está errado
Isso não está certo
não está correto
Resposta errada
Não foi isso que eu perguntei
Não foi isso que eu disse
não era isso
Não é isso que eu queria
não é o que eu pedi
Você errou
Você se enganou
Enganaste-te
Você entendeu errado
Você não entendeu a pergunta
Eu disse terça, não quinta
Não, eu disse terça, não quinta.
Disse terça e não quinta
Pedi o resumo, não a transcrição
Eu não disse isso
A data está errada
Isso não é verdade
isso não responde à minha pergunta
Desculpa, mas isso está errado
nada disso
Não tem nada a ver
Percebeste mal
Erraste
Quis dizer o dentista, não o médico
"""
REJECTS_ES = """
no, quise decir el martes
No, perdón, me refería a la otra Ana
Has cometido un error
Eso no es correcto
No, eso no es correcto.
Eso está mal
No es eso
No es cierto
Eso no es lo que pedí
No es lo que te pregunté
No era eso
Te equivocas
te has equivocado
Te equivocaste.
Es incorrecto
Incorrecto
Respuesta incorrecta
La respuesta es incorrecta
Dije martes, no jueves
No, te dije martes, no jueves
He dicho martes, no jueves
Quise decir el dentista, no el médico
Pedí el resumen, no la transcripción
Yo no dije eso
Me entendiste mal
No me has entendido
No respondiste a mi pregunta
La fecha está mal
La hora es incorrecta
Eso no tiene sentido
Perdona, pero eso no es así
Creo que eso está mal
No, está mal
Nada que ver
Mira, eso es falso
eso no es verdad
No fue lo que pregunté
¡Eso está mal!
"""
NONE_EN = """
I meant Tuesday
No, I meant to thank you
No
No.
nope
No, thanks
no thank you
No, not today
No, that's fine
No, that's all
No, I moved in May
No, he lives in Porto
No problem
no worries
Not right now
It's not right now
That's right
That's correct
Yes, that's right
Is that wrong?
Is that correct?
What's wrong?
What did I do wrong?
That's wrong of him
It's wrong to lie
Ana said that's wrong
She told me that's not right
Ana thinks you're wrong
I was wrong
I'm not sure that's right
He got it wrong in the exam
Remind me that the invoice is wrong
Add a note: that's wrong
What's on Tuesday, not Thursday?
I need Tuesday, not Thursday
I work on Tuesdays, not on Thursdays
I like tea, not coffee
I said yes to Ana, not to Bruno
Why is the date wrong?
Can you check if that's wrong?
That's wrong, isn't it?
Something is wrong with my car
My bike is not right
My sister is wrong about it
The wrong trousers is a film
When is the dentist?
No meetings before 10
No idea
not bad
Not yet
Nothing
No. When is my dentist appointment?
No, tell me about Ana instead
Delete that
never mind
That's great
It wasn't Ana who came
You are right
You got it
You're welcome
"That's wrong" is what she said to me
"""
NONE_PT = """
Queria dizer terça
Não, queria dizer que gostei
Não
Não, obrigado
não, obrigada
Não precisa
não sei
Não quero
Não, está bem
não é agora
Não é isso que me preocupa
Isso está certo
Está certo
Está correto
Tudo bem
A Ana disse que está errado
Está errado?
Isso está errado?
O que está errado?
O carro está com um barulho errado
Ela se enganou na conta
O João errou a prova
não é verdade que a Ana mora no Porto?
Não foi a Ana
Não era para hoje
Eu disse sim
Disse que vinha
Pedi pizza ontem
Não tenho reunião
não hoje, amanhã
Não, amanhã
Marca para terça, não quinta
Gosto de chá, não de café
Trabalho à terça, não à quinta
Está mal
A minha mãe está mal
Nada
nada mais
Nada disso me interessa
Você está certo
Não faz mal
Não há problema
Não te preocupes
Isso é tudo
Não, só isso
Quanto é isso?
Esquece
Errado ou certo, tanto faz
Não é isso um problema?
Obrigado, é isso
É isso
É isso mesmo
não, é o dentista
Erro meu
Eu estava errado
Ele está errado
Não entendi
Não percebi
Podes repetir?
Acho que sim
Não é preciso
Não, mas obrigado
"""
NONE_ES = """
No quise decir nada
Quise decir martes
No, gracias
no hace falta
No sé
No, está bien
No quiero
No es necesario
No ahora
no tengo reuniones
Está mal
Mi madre está mal
Ana dijo que eso está mal
¿Está mal?
¿Eso es correcto?
Eso es correcto
Es correcto
Así es
Eso es todo
No pasa nada
no te preocupes
Tienes razón
Nada más
Nada
Me equivoqué
Ella se equivocó de tren
Juan se equivocó en el examen
No fue Ana
No era para hoy
No es hoy
No es eso lo que me preocupa
Dije que sí
Dije que venía
Pedí pizza ayer
Trabajo los martes, no los jueves
Prefiero té, no café
Pon la reunión el martes, no el jueves
No, mañana
No, mañana, gracias
No entiendo
¿Puedes repetir?
Olvídalo
Mal
Muy bien
No está
No está Ana
No, es el dentista
¿No es cierto que Ana vive en Lugo?
No es cierto que Ana viva en Lugo
Creo que sí
No creo
Eso no me importa
Eso espero
Eso no
La comida está mal
No me entiende mi jefe
No contestó mi madre
No es fácil
¿Qué está mal?
¿Te equivocaste alguna vez?
¿Por qué está mal la fecha?
Perfecto
No tiene nada que ver con Ana
No, cancela la cita
"""


def phrases(*blocks: str) -> list[str]:
    return [line for block in blocks for line in block.strip().splitlines()]


@pytest.mark.parametrize("message", phrases(REJECTS_EN, REJECTS_PT, REJECTS_ES))
def test_a_rejection(message: str) -> None:
    assert rejects(message)
    assert rejects(f"  {message.upper()}  ")
    assert rejects(f"{message.rstrip('!.')}. When is it?"), "and then goes on"


@pytest.mark.parametrize("message", phrases(NONE_EN, NONE_PT, NONE_ES))
def test_no_rejection(message: str) -> None:
    assert not rejects(message)
    assert not rejects(f"“{message}, that's wrong” he said to me")


@pytest.mark.parametrize(
    "message",
    [
        "",
        "   ",
        "…",
        "> That's wrong",
        "```\nThat's wrong\n```",
        "---- Forwarded message ----\nThat's wrong",
        "\x00\ud800",
        "🙃" * 100,
    ],
)
def test_what_is_not_said_by_the_user_rejects_nothing(message: str) -> None:
    assert not rejects(message)


def test_a_long_message_costs_no_more_than_a_short_one() -> None:
    with processor_time() as spent:
        for odd in ("no " * 20_000, "that's " * 20_000, "hm " * 20_000 + "x", "i said " + "a b " * 20_000 + ", not x"):
            rejects(odd)
    assert spent.seconds < 10  # square in its length it would be minutes
