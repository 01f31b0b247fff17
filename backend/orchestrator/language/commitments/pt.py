"""Promises in Portuguese, of both sides of the Atlantic."""

from orchestrator.kit import patterns
from orchestrator.language.commitments.shape import NAME, Promises, words
from orchestrator.language.word_patterns import lettered_pattern

_TASKS = words(
    "enviar reenviar mandar encaminhar reencaminhar escrever redigir preparar verificar confirmar conferir checar rever"
    " revisar atualizar actualizar publicar partilhar compartilhar agendar marcar reservar organizar ligar telefonar"
    " contactar contatar falar+com perguntar tratar resolver corrigir terminar acabar finalizar concluir"
    " entregar submeter"
    " encomendar comprar pagar contratar criar montar testar traduzir imprimir preencher assinar recolher"
    " reunir compilar"
    " resumir trabalhar investigar pesquisar descobrir cancelar renovar documentar analisar calcular estimar apresentar"
    " cuidar avisar informar convidar atender desenhar implementar procurar responder"
)
_FIRST = words(
    "envio reenvio mando encaminho escrevo preparo verifico confirmo confiro revejo reviso atualizo actualizo publico"
    " partilho compartilho agendo marco reservo organizo ligo telefono contacto falo+com pergunto trato resolvo corrijo"
    " termino acabo finalizo concluo entrego encomendo compro pago crio faco testo traduzo imprimo preencho assino"
    " resumo investigo pesquiso descubro cancelo analiso calculo apresento cuido aviso informo levo trago vejo respondo"
)
_ASKING = words(
    "envia envie manda mande prepara prepare verifica verifique confirma confirme reve revise atualiza atualize marca"
    " marque reserva reserve liga ligue contacta contacte entrega entregue termina termine compra compre paga pague"
    " escreve escreva resolve resolva trata trate avisa avise organiza organize agenda agende"
)
_PLEDGED = words(
    "envio reenvio mando encaminho escrevo preparo verifico confirmo revejo reviso atualizo actualizo publico partilho"
    " compartilho agendo marco reservo organizo ligo telefono contacto resolvo corrijo entrego encomendo compro pago"
    " traduzo imprimo preencho assino aviso"
)
_SENT = words("envio reenvio mando encaminho partilho")
_THIRD = words(
    "envia manda encaminha prepara verifica confirma reve revisa atualiza marca reserva liga contacta entrega termina"
    " compra paga escreve resolve trata avisa organiza agenda"
)
_USUALLY = r" que\b|.*\b(?:sempre|todas?|todos|cada|normalmente|geralmente|costumo|as vezes)\b"
_VAGUE = r"ser|estar|ter|ver se|dizer|falar d|mostrar"
_SOFT = r"(?:(?:tambem|ja|entao|mesmo|logo|tentar|te|lhe|lhes|vos|me|o|a|os|as|depois|ainda) )*"
_CLITIC = r"(?:-(?:te|lhe|lhes|vos|me|o|a|os|as|lo|la|se))*"
_DAYS = words("segunda terca quarta quinta sexta sabado domingo")

PT = Promises(
    own=patterns.compile(
        rf"\b(?:vou|irei){_CLITIC} {_SOFT}(?:{_TASKS})\b"
        rf"|\b(?:fico de|comprometo-me a|me comprometo a|encarrego-me de|me encarrego de|fico responsavel por"
        rf"|fico encarregad[ao] de|prometo) \w+|\beu (?:trato|cuido|encarrego-me|me encarrego) d[aeo]s?\b"
        rf"|\b(?:{_TASKS})(?:-(?:lhe|te|vos|lo|la)-)?ei\b"
    ),
    pledged=patterns.compile(
        rf"\beu (?:(?:te|lhe|lhes|vos|mesmo|mesma|tambem|depois) )*(?:{_PLEDGED}){_CLITIC}\b"
        rf"|\b(?:(?:te|lhe|lhes|vos) (?:{_SENT})|(?:{_SENT})-(?:te|lhe|lhes|vos))\b"
    ),
    usually=patterns.compile(_USUALLY),
    vague=patterns.compile(_VAGUE),
    aiming=patterns.compile(r"\b(?:in)?tentar\b"),
    own_dated=patterns.compile(
        rf"\b(?:{_FIRST})\b{_CLITIC}|\b(?:tenho (?:de|que)|preciso(?: de)?) {_SOFT}(?:{_TASKS})\b"
        rf"|\bvou{_CLITIC} (?P<soft>{_SOFT})(?P<verb>\w+[aei]r)\b"
    ),
    named=patterns.compile(
        rf"\b(?:[oa] )?{NAME} (?:vai|ira|tem de|tem que|precisa de|fica de|fica encarregad[ao] de|fica responsavel por"
        rf"|ficou de) {_SOFT}(?:{_TASKS})\b"
    ),
    named_dated=patterns.compile(rf"\b(?:[oa] )?{NAME} (?:(?:te|lhe|lhes|vos|nos) )?(?:{_THIRD})\b"),
    asked=patterns.compile(
        rf"\b(?:podes|pode|podias|poderia|poderias|consegues|consegue|voce pode|tens de|tem de|precisas de|preciso que)"
        rf"{_CLITIC} (?:por favor )?{_SOFT}(?:{_TASKS})\b|\bpor favor,? {_SOFT}(?:{_TASKS}|{_ASKING})\b"
    ),
    labelled=patterns.compile(
        rf"(?:\b(?:ite[mn]s? de acao|pontos? de acao|pendencias?|tarefas?|a fazer|proximos? passos?|encaminhamentos?)\b"
        rf"|^\W*(?:acao|accao|acoes|accoes))(?: d[aeo]| para)?(?: [oa])?(?: {NAME})? ?[:–—-]+ ?"
    ),
    dated=patterns.compile(
        rf"\bate (?:(?:a|ao|amanha|hoje|{_DAYS}|dia|o|as|logo|la)\b|\d)|\b(?:amanha|ainda hoje|hoje"
        rf"|esta semana|esta tarde"
        rf"|esta noite|depois da reuniao|quanto antes|o mais rapido possivel|logo a seguir)\b|\bproxim[ao]s?\b"
        rf"|\bque vem\b"
        rf"|\b(?:na|no|para|antes de|antes da|antes do) (?:{_DAYS})|\bantes d[aeo]\b|\bno fim d[aeo]\b"
        rf"|\b(?:daqui a|em) \w+ (?:dias|horas|semanas)\b"
    ),
    spoils=patterns.compile(r"\b(?:se|caso|talvez|imagina|disse que)\b[^,;]*$"),
    denied=patterns.compile(r"\b(?:nao|nunca|jamais|nem|ninguem)(?: (?:eu|ja|te|lhe|lhes|vos|me|se|o|a|os|as))* $"),
    agrees=patterns.compile(
        r"\W*(?:(?:sim|claro|ok|okay|esta bem|tudo bem|pode ser|combinado|com certeza|sem problema|certo"
        r"|ta bom|esta feito"
        r"|deixa comigo|posso sim|posso|vou sim|fechado|beleza)\b)"
    ),
    ends=patterns.compile(
        r"[!?;\n]|, (?:mas|entao|porque|pois|tipo|e (?:eu|depois|nos|ele|ela|voce|tu|vou)|que)\b| {2,}"
    ),
    everybody=frozenset({"todos", "toda a gente", "todo mundo", "a equipa", "a equipe", "cada um", "equipa", "equipe"}),
    nobody=frozenset(
        "isso isto aquilo ele ela eles elas nos eu voce voces tu que quem ninguem alguem tudo nada e mas entao"
        " ai gente o a os as quando como onde nao agora hoje amanha ontem depois antes ja tambem sempre ainda assim"
        " logo cada primeiro por sim claro bom bem so apenas talvez normalmente geralmente porque se este esta esse"
        " essa segunda terca quarta quinta sexta sabado domingo".split()
    ),
    named_accented=lettered_pattern(rf"\b(?:[oa] )?{NAME} {_SOFT}(?:{_TASKS})á\b"),
    to=patterns.compile(r" (?:vai|deve|fica de)\b| ?[:,–—-]| \w+[aei]r\b"),
)
