"""With which words does a user take something away: so that it can come back, or for good?

*Cancel*, *remove*, *delete* can be undone; what is to go "for good", "de vez", "para siempre" is erased, and so is what
one *erases* in English. A conversation can't be hidden: to delete one is to erase it. "De vez em quando" is no erasure.
"""
# ruff: noqa: E501

from collections.abc import Mapping

from orchestrator.kit.patterns import Pattern
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import compiled

_PARTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "away": r"(?:delete|erase|remove|wipe(?: out)?|purge|destroy|trash|bin|get rid of|eliminate|discard|scrub|clear|drop|throw (?:out|away)|take (?:out|off|down))",
        "ever": r"(?:for good|for ever|forever|permanently|for all time|once and for all|irreversibly|irrevocably|definitively|beyond recovery)",
        "wish": r"(?:i (?:really )?(?:want|need|wish|would like)(?: you)? to )?",
        "from": r"(?:from|off|out of)",
        "own": r"(?:(?:the|my|our|that|this|a|an|one of my) )*",
        "kind": r"(?:to-?do|task|reminder|chore|contact|place|document|doc|file|note|memo)",
        "talk": r"(?:conversation|chat|thread)",
        "mine": r"(?:(?:my|the|our) )?(?:(?:[\w-]+ )?list|to-?dos|tasks|reminders|contacts?(?: list)?|address book|phone ?book|places|documents|files|notes)",
    },
    "pt": {
        "away": r"(?:apag(?:a|ar|ue|ues)|remov(?:e|er|a)|exclu(?:i|ir|a)|elimin(?:a|ar|e)|delet(?:a|ar|e)|tir(?:a|ar|e)|retir(?:a|ar|e)|descart(?:a|ar|e)|destrua|destruir|destroi)",
        "ever": r"(?:de vez(?! em quando)|(?:para|pra) (?:todo o )?sempre|definitivamente|permanentemente|irreversivelmente|em definitivo|de (?:forma|maneira|modo) (?:definitiv[ao]|permanente|irreversivel)|de uma vez por todas)",
        "wish": r"(?:(?:eu )?(?:quero|queria|gostava de|gostaria de|preciso de|preciso) )?",
        "from": r"(?:d[aeo]s?|n[ao]s?)",
        "own": r"(?:(?:o|a|um|uma|meu|minha|nosso|nossa|ess[ea]|est[ea]|aquel[ea]|aquela) )*",
        "kind": r"(?:tarefa|lembrete|contato|contacto|lugar|local|documento|arquivo|ficheiro|nota|anotacao)",
        "talk": r"(?:conversa|chat)",
        "mine": r"(?:(?:meus?|minhas?|nossas?|nossos?) )?(?:lista(?: d[aeo]s? [\w-]+| [\w]+)?|tarefas|afazeres|lembretes|contatos|contactos|lugares|documentos|arquivos|ficheiros|notas|anotacoes)",
    },
    "es": {
        "away": r"(?:elimin(?:a|ar|e|ame)|borr(?:a|ar|e|ame)|quit(?:a|ar|e|ame)|suprim(?:e|ir|a|eme)|remueve|remover|descart(?:a|ar|e)|destruye|destruir)",
        "ever": r"(?:(?:para|por) siempre|definitivamente|permanentemente|irreversiblemente|de (?:forma|manera|modo) (?:definitiv[ao]|permanente|irreversible)|de una vez (?:por todas|y para siempre|para siempre))",
        "wish": r"(?:(?:yo )?(?:quiero|quisiera|querria|me gustaria|necesito) )?",
        "from": r"(?:del?|en)",
        "own": r"(?:(?:el|la|un|una|mi|nuestr[oa]|est[ea]|es[ea]|aquel|aquella|este|ese) )*",
        "kind": r"(?:tarea|recordatorio|pendiente|contacto|lugar|sitio|documento|archivo|nota|apunte)",
        "talk": r"(?:conversacion|chat)",
        "mine": r"(?:(?:la|las|el|los|mi|mis|nuestra) )*(?:listas?(?: de (?:la |las |los )?[\w-]+)?|tareas|pendientes|recordatorios|contactos|lugares|sitios|documentos|archivos|notas|apuntes)",
    },
    "fr": {
        "away": r"(?:supprime(?:r|z)?|efface(?:r|z)?|enleve(?:r|z)?|retire(?:r|z)?|detruis|detruire|elimine(?:r)?|jette(?:r)?|vire(?:r)?)",
        "ever": r"(?:pour de bon|pour toujours|a jamais|definitivement|irreversiblement|de facon (?:definitive|permanente)|une fois pour toutes)",
        "wish": r"(?:(?:je |j')(?:veux|voudrais|aimerais|souhaite) )?",
        "from": r"(?:de|du|des|dans)",
        "own": r"(?:(?:le|la|les|un|une|mon|ma|notre|ce|cet|cette) )*",
        "kind": r"(?:tache|rappel|contact|lieu|endroit|document|fichier|note)",
        "talk": r"(?:conversation|discussion)",
        "mine": r"(?:(?:la|les|le|ma|mes|mon|notre) )*(?:listes?(?: (?:de |des )[\w-]+)?|taches|rappels|contacts|lieux|endroits|documents|fichiers|notes)",
    },
}
_ATTACHED = {"en": "", "pt": r"-(?P<item>l?[oa]s?)", "es": r"(?P<item>l[oa]s?)", "fr": r"-(?P<item>l(?:e|a|es))"}
_ERASING = (
    r"{wish}{away} (?P<item>.+?),? {ever}(?P<tail> {from} .+)?",
    r"{wish}{away} {ever} (?P<item>.+)",
    r"{wish}{ever} {away} (?P<item>.+)",
    r"{wish}{away} (?P<item>{own}(?:whole |entire |toda |entera )?{talk}\b.*)",
)
_IN_ENGLISH = (r"{wish}(?:completely |fully |totally )?(?:erase|purge) (?P<item>(?!.*\b(?:from|off) my mind\b).+)",)
_REMOVING = (
    r"{wish}{away} (?P<item>{own}{kind}\b(?! lists?\b).*)",
    r"{wish}{away} (?P<item>.+ {kind})",
    r"{wish}{away} (?P<item>(?!all\b|every|tod[oa]|tud[oa]|cada\b).+ {from} {mine})",
)


def _made(language: str, act: Act, patterns: tuple[str, ...]) -> list[tuple[Act, Pattern]]:
    return [(act, compiled(pattern, _PARTS[language], whole=True)) for pattern in patterns]


def _attached(language: str) -> tuple[str, ...]:
    """ "Bórralo para siempre", "apaga-o de vez": the pronoun hangs on the verb."""
    hung = _ATTACHED[language]
    return ("{wish}{away}" + hung + r",? {ever}", "{wish}{ever} {away}" + hung) if hung else ()


ACTS: Mapping[str, list[tuple[Act, Pattern]]] = {
    language: [
        *_made(language, Act.ERASE, (*_attached(language), *_ERASING, *(_IN_ENGLISH if language == "en" else ()))),
        *_made(language, Act.REMOVE, _REMOVING),
    ]
    for language in _PARTS
}
"""What comes before a language's other templates: those take any "delete …" for a cancelled event."""
