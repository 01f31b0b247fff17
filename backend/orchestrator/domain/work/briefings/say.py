"""In which words are lines told in English, Portuguese and Spanish?

`{title}` comes quoted and cleaned; `{day}` is a date as people write it, or "today" and its like where the briefing is
that of the user's today. Of what happened to an event no word is used that claims a deed of ours ("cancelled",
"moved"): an answer that quotes it would be held for one (agent/loop/claim_check.py).
"""

from dataclasses import dataclass

from orchestrator.domain.work.briefings.schemas import Section


@dataclass(frozen=True)
class Say:
    """The words of one language."""

    title: str
    headings: dict[Section, str]
    free: str
    empty: str
    empty_day: str
    all_day: str
    until: str
    from_: str
    all_day_until: str
    at: str
    with_: str
    more_people: str
    elsewhere: str
    tentative: str
    new: str
    moved: str
    was: str
    change: dict[str, str]
    overdue: str
    due: str
    of_meeting: str
    of_other: str
    birthday: str
    turns: str
    rest: str
    nouns: dict[str, tuple[str, str]]
    push_first: str
    push_free: str
    push_due: str
    push_overdue: str
    push_waiting: str


EN = Say(
    title="Your briefing for {day}",
    headings={
        "today": "{day}",
        "tomorrow": "{day}",
        "changes": "Changed since yesterday",
        "overdue": "Overdue",
        "due": "To do",
        "actions": "Open from meetings",
        "birthdays": "Birthdays",
        "waiting": "Waiting for your answer",
    },
    free="Nothing on your calendar.",
    empty="Nothing is on your calendar today or tomorrow, nothing is due, and nothing waits for your answer. "
    "Enjoy your day!",
    empty_day="Nothing is on your calendar on this day or the next, nothing is due, and nothing waits for your answer.",
    all_day="all day",
    until="until {end}",
    from_="from {start} until {end}",
    all_day_until="all day, until {end}",
    at="at {place}",
    with_="with {names}",
    more_people="{number} more",
    elsewhere="{time} in {zone}",
    tentative="tentative",
    new="new",
    moved="new time",
    was="was {was}",
    change={"new": "New: {what}", "moved": "New time: {what}", "cancelled": "Called off: {what}"},
    overdue="{title}: overdue since {day}",
    due="{title}: due {day}",
    of_meeting="from {meeting}",
    of_other="{who}: {title}",
    birthday="{name}: birthday {day}",
    turns="{name}: birthday {day}, turns {age}",
    rest="… and {number} more",
    nouns={"event": ("event", "events"), "todo": ("to-do", "to-dos")},
    push_first="{events}, the first at {time}",
    push_free="Nothing on your calendar",
    push_due="{todos} due",
    push_overdue="{number} overdue",
    push_waiting="{number} waiting for your answer",
)
PT = Say(
    title="Seu resumo de {day}",
    headings={
        "today": "{day}",
        "tomorrow": "{day}",
        "changes": "O que mudou desde ontem",
        "overdue": "Em atraso",
        "due": "A fazer",
        "actions": "Em aberto de reuniões",
        "birthdays": "Aniversários",
        "waiting": "À espera da sua resposta",
    },
    free="Nada na agenda.",
    empty="Não há nada na agenda hoje nem amanhã, nada vence e nada espera a sua resposta. Bom dia!",
    empty_day="Não há nada na agenda neste dia nem no seguinte, nada vence e nada espera a sua resposta.",
    all_day="dia inteiro",
    until="até {end}",
    from_="de {start} até {end}",
    all_day_until="dia inteiro, até {end}",
    at="em {place}",
    with_="com {names}",
    more_people="mais {number}",
    elsewhere="{time} em {zone}",
    tentative="por confirmar",
    new="novo",
    moved="novo horário",
    was="era {was}",
    change={"new": "Novo: {what}", "moved": "Novo horário: {what}", "cancelled": "Já não se realiza: {what}"},
    overdue="{title}: em atraso desde {day}",
    due="{title}: para {day}",
    of_meeting="de {meeting}",
    of_other="{who}: {title}",
    birthday="{name}: aniversário {day}",
    turns="{name}: aniversário {day}, faz {age} anos",
    rest="… e mais {number}",
    nouns={"event": ("evento", "eventos"), "todo": ("tarefa", "tarefas")},
    push_first="{events}, o primeiro às {time}",
    push_free="Nada na agenda",
    push_due="{todos} para fazer",
    push_overdue="{number} em atraso",
    push_waiting="{number} à espera da sua resposta",
)
ES = Say(
    title="Tu resumen del {day}",
    headings={
        "today": "{day}",
        "tomorrow": "{day}",
        "changes": "Lo que cambió desde ayer",
        "overdue": "Atrasadas",
        "due": "Por hacer",
        "actions": "Pendiente de reuniones",
        "birthdays": "Cumpleaños",
        "waiting": "A la espera de tu respuesta",
    },
    free="Nada en la agenda.",
    empty="No hay nada en la agenda hoy ni mañana, nada vence y nada espera tu respuesta. ¡Buen día!",
    empty_day="No hay nada en la agenda este día ni el siguiente, nada vence y nada espera tu respuesta.",
    all_day="todo el día",
    until="hasta {end}",
    from_="de {start} hasta {end}",
    all_day_until="todo el día, hasta {end}",
    at="en {place}",
    with_="con {names}",
    more_people="{number} más",
    elsewhere="{time} en {zone}",
    tentative="por confirmar",
    new="nuevo",
    moved="nueva hora",
    was="era {was}",
    change={"new": "Nuevo: {what}", "moved": "Nueva hora: {what}", "cancelled": "Ya no se realiza: {what}"},
    overdue="{title}: atrasada desde {day}",
    due="{title}: para {day}",
    of_meeting="de {meeting}",
    of_other="{who}: {title}",
    birthday="{name}: cumpleaños {day}",
    turns="{name}: cumpleaños {day}, cumple {age}",
    rest="… y {number} más",
    nouns={"event": ("evento", "eventos"), "todo": ("tarea", "tareas")},
    push_first="{events}, el primero a las {time}",
    push_free="Nada en la agenda",
    push_due="{todos} por hacer",
    push_overdue="{number} con retraso",
    push_waiting="{number} a la espera de tu respuesta",
)
_SPOKEN = {"en": EN, "pt": PT, "es": ES}


def say_of(locale: str) -> Say:
    """The words of the locale's language; English where it has none here."""
    return _SPOKEN.get(locale[:2].lower(), EN)
