"""What is a message about? Word lists in English, Portuguese and Spanish, read together, for the router's rules.

The words stand folded (case and diacritics gone) and mixed over the languages: a household mixes them too.
"""
# ruff: noqa: E501

from dataclasses import dataclass
from enum import StrEnum

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.language.word_patterns import END, not_beginning

READ_CHARACTERS = 2000
"""How much of a message the rules look at: what it is about is said early."""


class Topic(StrEnum):
    """What a word list speaks of."""

    AGENDA = "agenda"
    TODO = "todo"
    TODO_LIST = "todo_list"
    CONTACT = "contact"
    RELATIVE = "relative"
    PERSONAL_DOCUMENT = "personal_document"
    PLACE = "place"
    WHEREABOUTS = "whereabouts"
    NAMES_PLACE = "names_place"
    COUNT = "count"
    MOST = "most"
    SAID = "said"
    WEB = "web"
    WEB_SEARCH = "web_search"
    BRIEFING = "briefing"
    REMEMBER = "remember"
    SMALL_TALK = "small_talk"
    ABOUT_YOU = "about_you"
    SEVERAL = "several"
    SENDING = "sending"
    PAYING = "paying"


_WORDS: dict[Topic, frozenset[str]] = {
    Topic.AGENDA: frozenset(
        """event events meeting meetings appointment appointments calendar agenda schedule scheduled lunch
        dinner brunch breakfast dentist doctor party flight call interview conference reservation booked
        evento eventos reuniao reunioes compromisso compromissos calendario almoco jantar consulta consultas
        dentista medico festa voo marcado marcada entrevista reunion reuniones cita citas almuerzo comida
        cena desayuno fiesta vuelo entrevista""".split()
    ),
    Topic.TODO: frozenset(
        """todo todos to-do to-dos task tasks reminder reminders errand errands groceries grocery chores
        checklist tarefa tarefas lembrete lembretes afazeres pendencia pendencias compras tarea tareas
        recordatorio recordatorios pendiente pendientes recados""".split()
    ),
    Topic.CONTACT: frozenset(
        """contact contacts phone telephone email e-mail birthday number surname address contato contatos
        contacto contactos telefone telemovel aniversario numero apelido endereco morada telefono correo
        cumpleanos apellido direccion movil celular""".split()
    ),
    Topic.RELATIVE: frozenset(
        """mother mom mum father dad sister brother wife husband son daughter aunt uncle cousin grandmother
        grandma grandfather grandpa niece nephew boss family friend mae pai irma irmao esposa mulher marido
        filho filha tia tio prima primo avo neta neto sobrinha sobrinho chefe familia madre mama padre papa
        hermana hermano esposo mujer hijo hija abuela abuelo sobrina sobrino jefe jefa amiga amigo""".split()
    ),
    Topic.PERSONAL_DOCUMENT: frozenset(
        """prescription prescriptions glasses report reports doc docs document documents file files passport
        invoice receita receitas oculos relatorio relatorios documento arquivo arquivos ficheiro ficheiros
        exame exames passaporte fatura laudo receta recetas gafas informe informes archivo archivos analisis
        pasaporte factura""".split()
    ),
    Topic.PLACE: frozenset(
        """place places lives live located location nearby near restaurant house lugar lugares mora moram vive
        vivem local perto casa restaurante sitio sitios viven cerca ubicacion""".split()
    ),
    Topic.BRIEFING: frozenset("""briefing resumo-do-dia""".split()),
    Topic.WEB: frozenset("""google internet web online weather news clima noticias meteorologia""".split()),
    Topic.SMALL_TALK: frozenset(
        """hi hello hey thanks thank morning evening night bye ola oi obrigado obrigada bom boa tchau adeus
        hola gracias buenos buenas adios""".split()
    ),
}
GOOGLE = patterns.compile(
    rf"^(?:(?:please|can you|could you) )*google (?:\W|{not_beginning('calendar maps drive photos meet docs')}{END})"
)
""" "Google the trains" as a command, which "google maps" is not; for folded text."""
_PATTERNS: dict[Topic, patterns.Pattern] = {
    Topic.COUNT: patterns.compile(
        r"\b(how many|how often|how much time|count|quant[oa]s( vezes)?|cuant[oa]s( veces)?|quantas vezes)\b"
        r"|\bnumber of (\w+ ){0,3}?(\w+s|people|children)\b"  # not "the number of my passport"
    ),
    Topic.MOST: patterns.compile(r"\bmost (often|meetings)\b"),
    Topic.SAID: patterns.compile(
        r"\b(say|said|says|tell|told|mention(ed)?|talk(ed)?|wrote|disse|falou|contou|comentou|escreveu|dijo|comento|conto"
        r"|menciono|hablo|escribio|hablamos|falamos|we talk(ed)?)\b"
    ),
    Topic.BRIEFING: patterns.compile(
        r"\b(brief me|daily briefing|morning briefing|resumo do (meu )?dia|resumen (de mi|del) dia|briefing"
        r"|how (is|does|will) (my|the) day\b|my day looks? like"
        r"|como (esta|e|vai ser|vai estar|fica|sera) (o )?meu dia|resum[ae](-me)? (o )?(meu )?dia"
        r"|(como (esta|es|viene|pinta|sera|va a ser)|que tal) mi dia|resume(me)? (el|mi) dia)\b"
        rf"|\bwhat('?s| is| does| will) (my|the) day(?:$|[^\w ]| (?:\W|{not_beginning('off')}{END}))"
    ),
    Topic.WEB: patterns.compile(
        r"\b(search (the web|online|google)|look (it )?up online|on the (web|internet)|na internet|en internet"
        r"|pesquis[ae] na web|busca en la web|google (it|for))\b"
    ),
    Topic.WEB_SEARCH: patterns.compile(
        r"\bsearch (?:on |in |through )?(?:the )?(?:web|internet|net|online|google)\b|\b(?:web|online) search\b"
        r"|\b(?:search|look|find|browse)\b.{0,80}\b(?:on the (?:web|internet|net)|on google|online)\b"
        r"(?: for| about| if| when|[ ?!.,:;]*$)"
        rf"|{GOOGLE.pattern}"
        r"|\b(?:pesquis(?:a|e|ar)|procur(?:a|e|ar)|busc(?:a|ar)|busque)\b.{0,80}"
        r"\b(?:na (?:internet|web|net|rede)|no google|online)\b"
        r"|\b(?:busca(?:r|me)?|busque|mira|averigua|consulta)\b.{0,80}"
        r"\b(?:en (?:internet|la web|la red|linea|google)|online)\b"
    ),
    Topic.REMEMBER: patterns.compile(
        r"\b(remember that|remember this|note that|make a note|take a note|write (this )?down|keep in mind"
        r"|lembr[ae](-te)? (de )?que|anot[ae]|tome? nota|guarda que|recuerda que|apunta que|toma nota"
        r"|ten en cuenta que)\b"
    ),
    Topic.TODO_LIST: patterns.compile(
        r"\b(my list|(my |the )?(todo|to-do|to do|shopping|grocery|groceries|task|tasks) list|remind me"
        r"|(minha |mi |la )?lista de (compras|tarefas|tareas|afazeres|la compra|pendientes)|minha lista|mi lista"
        r"|(to|on|onto|off|from) the list|(na|da|para a|en la|de la|a la) lista"
        r"|lembra-me|me lembr[ae]|lembre-me|recuerdame|recordarme)\b"
    ),
    Topic.AGENDA: patterns.compile(
        r"\b(what do i have|what'?s (on|next)|what is next|am i free|do i have (anything|something)|que tenho"
        r"|o que tenho|estou livre|proximo compromisso|que tengo|estoy libre|a seguir|que sigue|next up)\b"
    ),
    Topic.SEVERAL: patterns.compile(
        r"(?:\b(?:and|also|e|y|tambem|tambien)\b|[,;.!])\s+(?:also\s+)?(?:what|when|where|who|how many|how much|do i|am i|is there|o que|quando|onde"
        r"|quem|quant[oa]s?|tenho|estou|que|cuando|donde|quien|cuant[oa]s?|tengo|estoy)\b[^?]{2,80}\?\W*$|"
        r"(?:\b(?:and|then|also|plus|e|y|depois|tambem|tambien|luego)\b|[,;.])\s+(?:(?:please|also|then|me)\s+)?(?:schedule|book|add|put|set"
        r"|cancel|remind|create|move|delete|save|note|remember|marca|marque|marcar|agenda|agende|agendar|adiciona|adicione|coloca"
        r"|coloque|cancela|cancele|lembra|lembre|poe|mete|cria|crie|anota|anote|guarda|guarde|pon|ponme|anade|agrega|recuerdame"
        r"|recuerda|crea|apunta|agendame|programa|borra|quita|apaga)\b"
    ),
    Topic.SMALL_TALK: patterns.compile(
        r"^\W*(?:(?:ok|okay|vale) )?(?:see you|take care|ate (?:logo|ja|breve|amanha|mais)|hasta (?:luego|pronto|manana|la vista))\b"
    ),
    Topic.ABOUT_YOU: patterns.compile(
        r"^\W*(?:(?:hi|hello|hey|oi|ola|hola|and|e|y|so)\b\W*)*(?:how are you|how(?:'s| is) it going|who are you|what are you"
        r"|what can you do|how can you help|what(?:'?s| is) your name|are you (?:an? )?(?:robot|bot|human|person|ai|machine|real|there|alive)"
        r"|tudo bem|como (?:vai|estas|esta|vais|voce esta|vai voce)|quem es|quem e voce|o que (?:e que )?(?:podes|pode|sabes|voce sabe|voce pode)"
        r" fazer|como te chamas|qual e o (?:teu|seu) nome|es (?:um |uma )?(?:robo|humano|pessoa)|estas ai|que tal|quien eres"
        r"|que (?:puedes|sabes) hacer|como te llamas|cual es tu nombre|eres (?:un |una )?(?:robot|humano|persona)|estas ahi)"
        r"(?: (?:doing|today|now|then|hoje|hoy|tu|voce|contigo|por ai|por ahi))*\W*$"
    ),
    Topic.SENDING: patterns.compile(
        r"^\W*((please|hey|can you|could you|por favor|podes?|pode|puedes?|podrias?) )*"
        r"((send|forward|write) (\w+ ){0,3}(e-?mail|mail|message|text|sms|whatsapp)"
        r"|(manda|mande|mandar|envia|envie|enviar|escreve|escribe) (\w+ ){0,3}"
        r"(e-?mail|mensagem|mensaje|correo|sms|whatsapp))\b"
        r"|^\W*((please|hey|can you|could you|por favor|podes?|pode|puedes?|podrias?) )*"
        rf"((text|message|whatsapp|e-?mail|tell) (\W|{not_beginning('me us you off from about address of to for da do de del')}{END})"
        rf"|let (\W|{not_beginning('me us you off go it that')}{END}) know"
        r"|(diz|diga|avisa|avise|responde|escreve)(-lhe)? (ao?|o|aos) "
        r"|(dile|diles|avisale|avisa|escribele|escribe|respondele|contestale|mandale|enviale) al? )"
    ),
    Topic.PAYING: patterns.compile(
        r"^\W*((please|hey|can you|could you|por favor|podes?|pode|puedes?|podrias?) )*"
        r"(transfer|wire|send|pay|transfere|transfira|transferir|transfiere|pague|paga|pagar|manda|envia|envie) "
        r".{0,40}?([€$£] ?\d|\d ?(k |k|mil )?"
        r"([€$£]|(euros?|eur|dollars?|usd|pounds|gbp|quid|bucks|reais|dolares|pesos|libras)\b))"
    ),
    Topic.PERSONAL_DOCUMENT: patterns.compile(
        r"\b(lab results?|resultados? (de laboratorio|das? analises?|de exames?))\b"
    ),
    Topic.WHEREABOUTS: patterns.compile(
        r"^\W*(?:and |so |e |y )?(?:where (?:am i|are we)"
        rf"(?:$|[^\w ]| (?:\W|{not_beginning('going meeting supposed having eating')}{END}))"
        r"|onde (?:e que )?(?:eu )?(?:estou|estamos)\b|(?:en )?donde (?:estoy|estamos)\b)"
        r"|^\W*(?:what(?:'s|s| is) (?:my|our) (?:home |house )?address"
        r"|qual e? ?[ao] (?:minha|meu|nossa|nosso) (?:morada|endereco)(?: de casa)?"
        r"|cual es (?:mi|nuestra) direccion(?: de casa)?)\W*$"
        r"|\b(?:who|anyone|anybody|quem|alguem|quien(?:es)?|alguien)\b.{0,25}"
        r"\b(?:liv|work|stay|mora|viv|trabalha|trabaja)\w* (?:mais |mas |tambem |tambien )?"
        r"(?:here|there|aqui|la|ali|ai|ca|alli|ahi|alla|aca)\b"
        r"|\b(?:what|que)\b.{0,25}\b(?:happen(?:ed|ing|s)|going on|went on|aconteceu|houve|passou|paso|ocurrio|sucedio)"
        r" (?:here|there|aqui|la|ali|ca|alli|ahi|alla|aca)\b"
        r"|\b(?:near(?:by| me| here)|around here|aqui perto|por perto|perto (?:daqui|de mim)|cerca de (?:aqui|mi)"
        r"|aqui cerca)\b"
    ),
    Topic.NAMES_PLACE: patterns.compile(
        r"^\W*(?:(?:please|can you|could you|por favor|podes?|pode|puedes?|podrias?) )*"
        r"(?:save|remember|mark|store|bookmark|name|call|guard\w+|salv\w+|marc\w+|grav\w+|regist\w+|apunt\w+)"
        r" (?:(?:this|est[ea]|ess[ea]|ese)"
        r" (?:place|spot|location|address|lugar|local|sitio|punto|ponto|direccion|endereco)"
        r"|here|where (?:i am|we are)|my (?:current )?location|aqui|onde est(?:ou|amos)|donde est(?:oy|amos))\b"
    ),
    Topic.PLACE: patterns.compile(
        r"\b(who (else )?lives|who works at|what happened at|quem (mais )?mora|quien(es)? (mas )?viven?)\b"
    ),
}


@dataclass(frozen=True)
class Topics:
    """Which topics a message touches; `words` is its length in words."""

    found: frozenset[Topic]
    words: int

    def __contains__(self, topic: Topic) -> bool:
        return topic in self.found


_EVERY = patterns.compile(
    r"\btodos?\s+((?:os?|el|los|lo|dias?|mes|meses|anos?|mundo|fim|santo|domingos?|sabados?|meus?|mis|nossos|nuestros"
    r"|eles|ellos|nos|nosotros|vos|vosotros|ustedes)\b)"
)
"""Portuguese and Spanish "todos os dias", "todos los lunes" are no to-dos."""


_WHO = patterns.compile(r"\b(?:who|whom|with whom|quem|com quem|quien|con quien|quienes)\b")
_ELSE = patterns.compile(
    r" (e que )?(mais|mas) (mora|viv|resid|habita|trabalha|trabaja|esta|estuvo|estev|ve[mn]\b|viene|vai\b|vao\b|va\b"
    r"|van\b|foi\b|fue|participa|pertence|faz parte|forma parte)"
)
""" "Quem mais mora aqui?" asks who else; "com quem mais almoço?" asks who most."""
_MOST = patterns.compile(r".{0,60}\b(most|mais|mas)\b")
_NEAR = 80
"""Characters after "who" in which "most" is looked for; more than its pattern reads."""


def _asks_who_most(folded: str) -> bool:
    rests = (folded[who.end() : who.end() + _NEAR] for who in _WHO.finditer(folded))
    return any(_MOST.match(rest) is not None and _ELSE.match(rest) is None for rest in rests)


def topics_of(text: str) -> Topics:
    """The topics of a message. Linear in its length."""
    folded = normalize(text[:READ_CHARACTERS])
    words = tokens(folded)
    present = set(tokens(_EVERY.sub(r" \1", folded)))
    found = {topic for topic, listed in _WORDS.items() if present & listed}
    found |= {topic for topic, pattern in _PATTERNS.items() if pattern.search(folded)}
    if _asks_who_most(folded):
        found.add(Topic.MOST)
    return Topics(frozenset(found), len(words))
