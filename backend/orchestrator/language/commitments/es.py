"""Promises in Spanish."""

from orchestrator.kit import patterns
from orchestrator.language.commitments.shape import NAME, Promises, words
from orchestrator.language.word_patterns import TOMORROW, lettered_pattern

_TASKS = words(
    "enviar reenviar mandar escribir redactar preparar verificar comprobar revisar confirmar actualizar"
    " publicar compartir"
    " agendar programar reservar organizar llamar telefonear contactar hablar+con preguntar resolver arreglar corregir"
    " terminar acabar finalizar entregar presentar comprar pagar contratar crear montar probar traducir"
    " imprimir rellenar"
    " firmar recoger reunir recopilar resumir trabajar investigar averiguar cancelar renovar documentar"
    " analizar calcular"
    " estimar subir avisar informar invitar responder implementar encargar"
)
_FIRST = words(
    "envio mando escribo redacto preparo verifico compruebo reviso confirmo actualizo publico comparto agendo programo"
    " reservo organizo llamo contacto hablo+con pregunto resuelvo arreglo corrijo termino acabo finalizo"
    " entrego presento"
    " compro pago hago traduzco imprimo firmo recojo resumo investigo averiguo cancelo analizo calculo subo aviso"
    " informo llevo traigo miro respondo"
)
_ASKING = words(
    "envia envie envianos manda mande mandame prepara prepare revisa revise confirma confirme reserva reserve"
    " llama llame"
    " contacta contacte entrega entregue termina termine compra compre paga pague escribe escriba resuelve"
    " resuelva avisa"
    " avise organiza organice agenda agende comprueba compruebe"
)
_PLEDGED = words(
    "envio reenvio mando escribo redacto preparo verifico compruebo reviso confirmo actualizo publico comparto agendo"
    " programo reservo organizo llamo contacto resuelvo corrijo compro pago traduzco imprimo firmo recojo aviso entrego"
)
_SENT = words("envio reenvio mando comparto paso")
_THIRD = words(
    "envia manda prepara revisa confirma reserva llama contacta entrega termina compra paga escribe resuelve avisa"
    " organiza agenda comprueba actualiza publica firma"
)
_USUALLY = r" que\b|.*\b(?:siempre|todas?|todos|cada|normalmente|suelo|a veces)\b"
_VAGUE = r"ser|estar|tener|ver si|decir|hablar de|mostrar|intentar"
_SOFT = r"(?:(?:tambien|ya|entonces|mismo|luego|intentar|te|le|les|os|me|lo|la|los|las|se|despues|nos) )*"
_CLITIC = r"(?:te|le|les|os|me|lo|la|los|las|selo|sela|selos|telo|tela|melo|mela|nos|noslo)?"
_DAYS = words("lunes martes miercoles jueves viernes sabado domingo")

ES = Promises(
    own=patterns.compile(
        rf"\bvoy a {_SOFT}(?:{_TASKS}){_CLITIC}\b"
        r"|\b(?:me encargo de|me ocupo de|quedo en|me comprometo a|me hago cargo de|prometo) \w+"
    ),
    pledged=patterns.compile(
        rf"\byo (?:(?:te|le|les|os|se|lo|la|los|las|mismo|misma|tambien|luego|despues) )*(?:{_PLEDGED})\b"
        rf"|\b(?:te|le|les|os|se) (?:(?:lo|la|los|las) )?(?:{_SENT})\b"
    ),
    usually=patterns.compile(_USUALLY),
    vague=patterns.compile(_VAGUE),
    aiming=patterns.compile(r"\b(?:in)?tentar\b"),
    own_dated=patterns.compile(
        rf"\b(?:{_FIRST})\b|\b(?:tengo que|debo|necesito|me toca) {_SOFT}(?:{_TASKS}){_CLITIC}\b"
        rf"|\bvoy a (?P<soft>{_SOFT})(?P<verb>\w+[aei]r{_CLITIC})\b"
    ),
    named=patterns.compile(
        rf"\b(?:(?:el|la) )?{NAME} (?:va a|tiene que|debe|se encarga de|se ocupa de|queda en"
        rf"|quedo en) {_SOFT}(?:{_TASKS}){_CLITIC}\b"
    ),
    named_dated=patterns.compile(rf"\b(?:(?:el|la) )?{NAME} (?:(?:te|le|les|os|nos) )?(?:{_THIRD})\b"),
    asked=patterns.compile(
        rf"\b(?:puedes|puede|podrias|podria|podeis|pueden|tienes que|necesito que"
        rf"|hace falta que) (?:por favor )?{_SOFT}"
        rf"(?:{_TASKS}){_CLITIC}\b|\bpor favor,? {_SOFT}(?:{_TASKS}|{_ASKING}){_CLITIC}\b"
    ),
    labelled=patterns.compile(
        rf"(?:\b(?:puntos? de accion|elementos? de accion|pendientes?|tareas?|por hacer|proximos? pasos?"
        rf"|compromisos?)\b"
        rf"|^\W*(?:accion|acciones))(?: de| para)?(?: el| la)?(?: {NAME})? ?[:–—-]+ ?"
    ),
    dated=patterns.compile(
        # "La mañana" is a part of a day, "mañana" the next one.
        rf"{TOMORROW}"
        rf"|\b(?:hoy|esta semana|esta tarde|esta noche|cuanto antes|lo antes posible"
        rf"|despues de la reunion)\b"
        rf"|\bantes de(?:l| la| las| los)?\b|\bproxim[ao]s?\b|\bque viene\b|\b(?:el|este|para el"
        rf"|hasta el) (?:{_DAYS})"
        rf"|\bpara (?:manana|hoy|(?:el|la) (?:{_DAYS}|dia|semana|proxim[ao]|fin|\d))"
        rf"|\b(?:a|al|para) final(?:es)? de\b|\ben \w+ (?:dias|horas|semanas)\b|\ba mas tardar\b"
    ),
    spoils=patterns.compile(r"\b(?:si|quizas?|tal vez|imagina|dijo que)\b[^,;]*$"),
    denied=patterns.compile(r"\b(?:no|nunca|jamas|tampoco|ni|nadie)(?: (?:yo|ya|te|le|les|os|me|se|lo|la|los|las))* $"),
    agrees=patterns.compile(
        r"\W*(?:(?:si|claro|vale|ok|okay|de acuerdo|por supuesto|sin problema|perfecto|hecho|desde luego"
        r"|cuenta con ello|dale"
        r"|listo|lo hago)\b)"
    ),
    ends=patterns.compile(
        r"[!?;\n]|, (?:pero|entonces|porque|pues|asi que|y (?:yo|luego|nosotros|el|ella|tu|voy)|que)\b| {2,}"
    ),
    everybody=frozenset({"todos", "todo el mundo", "el equipo", "cada uno", "equipo"}),
    nobody=frozenset(
        "eso esto aquello el ella ellos ellas nosotros yo usted ustedes tu vosotros que quien nadie alguien todo nada y"
        " pero entonces la los las uno cuando como donde no ahora hoy manana ayer despues antes ya tambien siempre"
        " todavia asi luego cada primero por si claro bueno bien solo quizas normalmente generalmente porque este esta"
        " ese esa lunes martes miercoles jueves viernes sabado domingo".split()
    ),
    named_accented=lettered_pattern(rf"\b(?:(?:el|la) )?{NAME} {_SOFT}(?:{_TASKS})á\b"),
    own_accented=lettered_pattern(rf"\b{_SOFT}(?:{_TASKS})é\b"),
    to=patterns.compile(r" (?:va a|debe)\b| ?[:,–—-]| \w+[aei]r\b"),
)
