"""Does a question get the right answer, in its language, with date and source?"""
# ruff: noqa: E501

import pytest
from tests.unit.reader.world import ask

CASES: list[tuple[str, list[str]]] = [
    # when
    ("When is the dentist?", ["“Dentist”", "27 November 2026, 10:00–11:00", "(event, 27 Nov 2026)"]),
    ("When was my last dentist appointment?", ["4 May 2026", "(event, 4 May 2026)"]),
    ("what time is lunch with Ana tomorrow?", ["12:30–14:00", "tomorrow"]),
    ("When does my flight to Lisbon leave?", ["20 December 2026, 22:00", "(event from another calendar, 20 Dec 2026)"]),
    ("quando é o dentista?", ["sexta-feira, 27 de novembro de 2026", "(evento, 27 nov. 2026)"]),
    ("a que horas é a reunião de orçamento?", ["15:00–16:30", "evento"]),
    ("¿Cuándo es el dentista?", ["viernes, 27 de noviembre de 2026", "(evento, 27 nov 2026)"]),
    ("¿a qué hora es el concierto de Rosalía?", ["21:00–23:30", "Palacio Vistalegre"]),
    # where
    ("where is lunch with Ana?", ["Bistrô Azul"]),
    ("onde é a reunião de orçamento?", ["Sala 4"]),
    ("¿dónde es el concierto de Rosalía?", ["Palacio Vistalegre"]),
    ("where is Clínica Central?", ["Clínica Central"]),
    ("where did I park the car?", ["You: “I parked the car on level three.”", "20 Nov 2026"]),
    ("where does Ana live?", ["Rua das Flores 12", "(contact)"]),
    ("onde mora o Pedro?", ["Rua das Flores 12", "(contato)"]),
    # who
    ("who is coming to lunch tomorrow?", ["Ana Souza and Pedro Lima"]),
    ("quem vai ao concerto da Rosalía?", ["Lucía"]),
    ("who is Ana Souza?", ["+55 11 91234-5678", "ana@example.com", "(contact)"]),
    ("¿quién viene a la comida con Ana?", ["Ana Souza y Pedro Lima"]),
    ("who did I meet most this year?", ["Ana Souza", "2 events", "1 Jan 2026"]),
    ("com quem me encontrei mais este ano?", ["Ana Souza", "2 eventos"]),
    ("¿con quién me he reunido más este año?", ["Ana Souza", "2 eventos"]),
    ("which person do I see most often?", ["21 Nov 2025"]),
    # how many, how long
    ("how many meetings did I have with Ana last month?", ["1 event", "between 1 Oct 2026 and 31 Oct 2026"]),
    ("quantas reuniões tive com a Ana no mês passado?", ["1 evento"]),
    ("¿cuántas tareas tengo?", ["3 tareas"]),
    ("how many tasks do I have?", ["3 to-dos", "Pay the rent"]),
    ("how many events do I have next week?", ["3 events"]),
    ("how many contacts do I have?", ["3 contacts"]),
    ("how long is the dentist appointment?", ["1 hour"]),
    ("quanto tempo dura a reunião de orçamento?", ["1 hora e 30 minutos"]),
    ("¿cuánto dura el concierto?", ["2 horas y 30 minutos"]),
    # what's next, agenda, free
    ("what's next?", ["Next:", "Lunch with Ana"]),
    ("qual é o meu próximo compromisso?", ["A seguir:", "Lunch with Ana"]),
    ("¿qué sigue?", ["Lo siguiente:", "Lunch with Ana"]),
    ("when do I see Carla next?", ["Reunião de orçamento"]),
    ("what's my next task?", ["Pay the rent"]),
    ("what do I have tomorrow?", ["Lunch with Ana", "(event, 22 Nov 2026)"]),
    ("o que tenho na segunda?", ["Reunião de orçamento", "Comprar pão"]),
    ("¿qué tengo el martes?", ["Yoga"]),
    ("what's on my todo list?", ["Buy milk", "Pay the rent"]),
    ("quais são as minhas tarefas?", ["Comprar pão"]),
    ("¿cuáles son mis tareas pendientes?", ["Pay the rent", "atrasada desde ayer"]),
    ("what is overdue?", ["Pay the rent", "overdue since yesterday"]),
    ("what did I do in October?", ["Budget review"]),
    ("am I free on Tuesday morning?", ["Yoga"]),
    ("estou livre na quarta?", ["parece livre"]),
    ("¿estoy libre el miércoles?", ["pareces libre"]),
    ("give me my daily briefing", ["holds nothing", "Pay the rent"]),
    ("what time is it?", ["11:00", "21 November 2026"]),
    ("list everything I have next week", ["Reunião de orçamento", "Yoga"]),
    ("what does my Monday look like", ["Reunião de orçamento"]),
    ("me diz o que tem na minha agenda para segunda", ["Reunião de orçamento"]),
    ("enséñame las tareas", ["Buy milk"]),
    ("¿qué me queda por hacer?", ["Buy milk"]),
    ("o que ainda falta fazer?", ["Buy milk"]),
    ("anything overdue?", ["Pay the rent"]),
    ("em que sítio é o almoço de domingo?", ["Bistrô Azul"]),
    # contacts
    ("what's Ana's phone number?", ["+55 11 91234-5678", "(contact)"]),
    ("Aninha's e-mail", ["ana@example.com"]),
    ("qual é o telefone da Maria?", ["+351 912 345 678"]),
    ("¿cuál es el correo de Pedro?", ["pedro@example.com"]),
    ("when is Pedro's birthday?", ["2 Dec 1988"]),
    ("quando é o aniversário da Ana?", ["14 mar. 1990"]),
    ("whose birthday is next?", ["Pedro Lima: birthday 2 Dec 1988"]),
    ("where does Ana work?", ["Engineer, Acme"]),
    ("what's Maria's email?", ["Maria Silva", "no e-mail is noted"]),
    # who said what
    ("what did Ana say about Lisbon?", ["Ana Souza: “The hotel in Lisbon has a pool", "(message in “Trip”, Ana Souza, 3 May 2026)"]),
    ("o que a Maria disse sobre a cirurgia?", ["Maria Silva: “A mãe disse", "(mensagem em “Família”, Maria Silva, 1 jun. 2026)"]),
    ("¿qué dijo Lucía sobre el alquiler?", ["Lucía: “El casero", "(mensaje en “Piso”, Lucía, 15 sept 2026)"]),
    ("who said that the flight leaves at ten?", ["Pedro Lima: “The flight"]),
    ("did Pedro mention the flight?", ["Pedro Lima: “The flight"]),
    ("messages from Ana about the hotel", ["The hotel in Lisbon"]),
    ("tell me about Lisbon", ["The hotel in Lisbon", "Flight to Lisbon"]),
    # is there, did I
    ("did I book the dentist?", ["Yes:", "27 November 2026"]),
    ("do I have anything with Carla?", ["Reunião de orçamento"]),
    ("tenho alguma coisa com a Carla?", ["Sim:", "Reunião de orçamento"]),
    ("¿tengo algo con Carla?", ["Sí:", "Reunião de orçamento"]),
    ("did I renew the passport?", ["no longer open since Tuesday, 10 November 2026"]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "holds"), CASES)
def test_the_answer_holds_what_was_asked_for(question: str, holds: list[str]) -> None:
    turn = ask(question)
    assert turn.writes == []
    assert turn.rounds <= 4
    for text in holds:
        assert text in turn.text, turn.text


NOTHING = [
    ("when is the opera?", "found nothing about “opera”"),
    ("what did Pedro say about the moon landing?", "found nothing about “moon landing (Pedro)”"),
    ("quando é a ópera?", "Não encontrei nada sobre “ópera”"),
    ("¿cuándo es la ópera?", "No encontré nada sobre “ópera”"),
    ("did Ana say anything about skiing between 1 May and 31 May 2026?", "between 1 May 2026 and 31 May 2026"),
    ("do I have anything on 4 March 2027?", "on Thursday, 4 March 2027"),
    ("how many concerts did I have last month?", "none"),
]


@pytest.mark.parametrize(("question", "says"), NOTHING)
def test_where_nothing_is_found_it_says_so_and_where_it_looked(question: str, says: str) -> None:
    turn = ask(question)
    assert says in turn.text, turn.text
    assert turn.rounds <= 4


UNABLE = [
    ("what's the weather tomorrow?", "beyond what I can do"),
    ("tell me a joke", "beyond what I can do"),
    ("send an email to Ana", "beyond what I can do"),
    ("vai chover amanhã?", "além do que consigo"),
    ("envia um e-mail à Ana", "além do que consigo"),
    ("cuéntame un chiste", "más allá de lo que puedo"),
    ("what can you do?", "What I can do"),
    ("o que você sabe fazer?", "O que sei fazer"),
    ("¿qué puedes hacer?", "Lo que sé hacer"),
]


@pytest.mark.parametrize(("question", "says"), UNABLE)
def test_it_says_what_it_can_not_do_without_looking(question: str, says: str) -> None:
    turn = ask(question)
    assert turn.calls == []
    assert says in turn.text


def test_one_of_many_is_not_all_of_them() -> None:
    turn = ask("tell me about the dentist")
    assert turn.text.count("Dentist") >= 2
