# ruff: noqa: E501  (one rule a line; word tables are searched, not read)
"""How does each language say that something has been done?

The patterns are those of `shape`; the reading says what would support the sentence:

    OWN     "I've added": only a write that succeeded        STRICT  "has been added", "Added.": likewise
    PAST    "was created": that, or evidence with a date     STATE   "is booked for Friday": that, or evidence
    SOON    "you'll get a reminder": a promise; like STRICT, but never behind a condition
    YOU     "you added", "Ana booked": evidence that was read DONE   "Done!", "all set": any write that succeeded
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from orchestrator.language.lexicon.shape import Rules, rules, split
from orchestrator.language.tables import Language
from orchestrator.language.word_patterns import END, but, not_beginning


@dataclass(frozen=True, slots=True, eq=False)
class ClaimWords:
    """One language's claims. `blocks` stand anywhere before the verb, `blocks_next` directly before the claim."""

    rules: Rules
    joins: frozenset[str]
    blocks: frozenset[str]
    blocks_next: frozenset[str]
    reports: frozenset[str]
    harmless: tuple[str, ...]
    not_claims: frozenset[str]
    states: frozenset[str]
    drafts: frozenset[str]
    pronouns: frozenset[str]
    past_times: str
    sources: str
    own_only: frozenset[str] = frozenset()
    """Words of `not_claims` that are claims all the same after "I": "I called the restaurant"."""


def _inflected(text: str) -> frozenset[str]:
    """Words of a table, participles in both genders and numbers."""
    found = split(text)
    stems = {word[:-1] for word in found if word.endswith(("ado", "ido", "erto"))}
    return found | {stem + ending for stem in stems for ending in ("o", "a", "os", "as")}


def _claims(table: str) -> Rules:
    """Claims stand anywhere in a clause, unless the pattern begins with ^."""
    lines = (line.partition(": ") for line in table.strip().splitlines())
    return rules("\n".join(f"{says}: {'' if found.startswith('^') else '~'}{found}" for says, _, found in lines))


_EN_ADV = (
    "(just|already|now|also|all|both|successfully|been|so|then|officially|since|gone|went|ahead|and|safely|permanently|fully|automatically|"
    "quickly|last|have|has|had|got|additionally|finally)*"
)
_EN_HEAD = (
    "(?!i |we |you |he |she |they |is |are |was |were |has |have |had |be |been |will |would |can |could |should |not |no |nothing |that |which |who |what |"
    "to |last |if |when |once |how |do |does |did |of |a |an |there |here |let |please |may |might |must |it |<p>)_"
)
_EN_IF = "(?!_{0,14} (if|once|when|after|unless|as) )"
"""A promise that hangs on something is none."""
_EN = _claims(
    f"""
DONE: (i|we) (have|already|also)* made sure
OWN!: (i|we) {_EN_ADV} (pencilled|penciled|slotted|squeezed|signed|locked|popped|jotted|tucked|plugged|lined) (you|it|that|this|them|up|in|down|your|the)
STRICT!: (has|have|'s|is) {_EN_ADV} (been)? {_EN_ADV} (pushed|moved|shifted|bumped|brought|put) (back|forward|up|out|to|by)
STRICT!: (invite|invitation|message|email|mail|text|note) (has|have|just)* (went out|gone out|is out|is on its way|went through)
SOON!: you will (now|then|also)* (get|receive|have|see) (a|an|the|your) _{{0,2}} (reminder|notification|alert|confirmation|nudge|ping) {_EN_IF}
SOON!: (i|we) will (then|also)* (remind|notify|alert|nudge|ping) you (at|on|in|tomorrow|tonight|about|to|every|the|before) {_EN_IF}
STATE: (is|are|'s) (now|also|already|back)* (in|on|off) (the|your|my) _{{0,2}} (calendar|diary|agenda|schedule|planner|list|lists|contacts|notes|books)
SOON!: you will (then|also)* be (notified|reminded|alerted|pinged|informed) {_EN_IF}
DONE: (is|are|'s) (now|all|both|already)* (locked|squared|wrapped|tied|sewn) (in|away|up|down)
OWN!: (i|we) (have)? (got|have|put) (you|it|that|them) (all)? down (for|as|on|at)
STRICT!: (is|are|'s) now (at|on|in|from|until|set|scheduled|called)
STRICT!: made it (onto|on|to|into) (your|the)
STATE: ^({_EN_HEAD}){{1,3}} (on|in|off) (the|your) (list|calendar|agenda|diary|schedule)$
STATE: no longer (shows|appears|exists|there)
OWN: (i|we|steward|assistant|system) (was|were|am|have been)? (able|managed) to (successfully|also|now)* <w>
OWN!: (i|we) (have|just|now|already)* (took|taken) (the liberty|care) of <g>
OWN!: (i|we) {_EN_ADV} (took|taken) _{{1,5}} (off|out)
OWN!: (i|we) {_EN_ADV} (made) (the|that|this|your|those|these|all|a|an|both)* _{{0,2}} (change|changes|update|updates|note|reservation|booking|appointment|edit|edits|correction|switch|adjustment|adjustments)
DONE: (i|we) {_EN_ADV} (did|done|handled|sorted|finished|made|fixed) (it|that|this|so|them|everything|as|what)
DONE: (i|we) {_EN_ADV} (taken|took) care
OWN: (i|we|your assistant|the assistant|steward|the system) {_EN_ADV} (?!set _ aside|put together) <p>
OWN: (i|we) (have|got) (it|that|them|everything|this|your _|the _) (all|now)? <p>
STRICT: (has|have|is|'s|had) {_EN_ADV} been {_EN_ADV} <p>
STRICT: (is|are) (all|also)* (now|successfully|officially) {_EN_ADV} <p>
STRICT: (was|were) (now)? successfully <p>
DONE: (it|that|this|everything|all|request|changes|change|which) (is|was|has|have|are|been) (been)? (now|all|already|officially)* (done|sorted|handled|complete|completed|finished|set|taken care|in place|made|applied|saved|live)
DONE: (is|are|was|been|got) (all|now|being)* (taken care|sorted|handled)
DONE: (you|we) are (now|all|good|officially)* (set|booked|sorted|good to go)
DONE: (all|everything) (set|done|sorted|taken care|booked|finished|handled|saved|updated)
DONE: (consider|got) (it|that) (done|handled|sorted|<p>)
DONE: (change|changes|update|updates) (made|saved|applied|completed)
DONE: ^(all|it is|just)? (done|handled|mission accomplished|sorted|task complete|success)$
PAST: (was|were|got) {_EN_ADV} <p>
STATE: (is|are|stays|remains) (already|all|also|both|currently|still|just)* <p>
STRICT!: (is|are) now (on|in|at|part of|set) (your|the|my)
STRICT!: (is|are) (on|in) (your|the) _{{1,3}} now
STRICT!: (is|are) now (active|live|on|off|gone|empty)
STRICT!: you now have
STATE: (is|are) (now|already)* in place
STATE: no longer exists
DONE: (operation|action|request|update|change|task) (was|is) (now)? (successful|a success)
STATE: (is|are) (already|now|all)* complete$
OWN!: (i|we) (have|just|already|also)* let _{{1,3}} know
STRICT!: ^(timer|alarm|stopwatch|countdown) started
STRICT: (list|calendar|agenda|contacts|notes) now (has|have|includes|contains|shows)
STATE: (is|are) (now)? (no longer|gone from|off) (on|in|your|the)
YOU: (you|he|she|they|who) (have|has|had|already|just|also|originally|previously|both|last|did)* <p>
YOU: (your|my|his|her) _{{1,3}} (has|have|had|already|just|also)* <p> (the|a|an|it|your|this|that|them|her|his|my|their|our|you|in|on|two|three)
OWN: (successfully|just|already|now|also) <p>
STRICT: ^<p>$
STRICT: ^(?!saved places|scheduled events) <p> (?!by )(?=_)
STRICT: ^({_EN_HEAD}){{1,9}} (successfully|now|already|all)* <p> (to|for|on|in|at|from|with|as|off|up|complete|completed|done|successfully|until|under|into|out|now|and|$)
YOU: ^({_EN_HEAD}){{1,4}} (already|just|has|have)* <p> (the|a|an|it|your|this|that|them|her|his|my|their|our|_)
"""
)

_PT_ADV = "(ja|agora|tambem|entao|mesmo|com sucesso|corretamente|automaticamente|finalmente|todos|todas|sido|assim|ai|aqui|me|te|lhe|se|o|a|os|as|voce|tudo)*"
_PT_HEAD = (
    "(?!eu |voce |tu |ele |ela |e |sao |foi |foram |esta |estao |tem |ha |ser |ter |vai |vou |pode |nao |nada |nenhum |nenhuma |que |quem |se |quando |"
    "como |para |tenho |fica |ficou |ficaram |aqui |sera |serao |de |<p>|<d>|<e>)_"
)
_PT_IF = "(?!_{0,14} (se|quando|depois|assim|caso|apos) )"
_PT = _claims(
    f"""
DONE: ^(anotadissimo|feitissimo|marcadissimo|prontissimo|combinadissimo|tratadissimo|agendadissimo)
STRICT!: (ja|agora) (consta|constam|figura|aparece|aparecem|entrou|entraram|faz parte|fazem parte)
STATE: (consta|constam|figura|entrou) (do|da|no|na|nos|nas|em) (seu|sua|teu|tua|meu|minha|_)? (calendario|agenda|lista|contatos|contactos)
STRICT!: (lista|agenda|calendario|compras) (agora|ja) (tem|inclui|mostra|conta|contem)
STRICT!: ja pode (contar|ver|encontrar)
SOON!: (voce|tu)? (vai receber|vais receber|recebera|receberas|tera|teras|vai ter|vais ter) (um|o|uma|a) _{{0,2}} (lembrete|aviso|alerta|notificacao|confirmacao) {_PT_IF}
SOON!: (sera|seras|vai ser|vais ser) (avisado|avisada|lembrado|lembrada|notificado|notificada) {_PT_IF}
SOON!: (eu)? (lembrarei|avisarei|notificarei|(vou|irei) (te|lhe|o|a)? (lembrar|avisar|notificar)) (te|lhe|voce|_)? {_PT_IF}
STRICT!: agora (sao|fica|ficam|comeca|comecam) (as|a|na|no|nas|em|para|dia|_)
STATE: (esta|estao|ficou|ficaram|e) (ja|agora)? (garantid**|confirmadissim**|assegurad**|fechad**)
STATE: ^({_PT_HEAD}){{1,3}} (na|no|fora da) (sua|tua|minha|seu|teu)? ?(lista|agenda|calendario)$
STATE: (ficou|ficaram|passou|passaram) (agora|ja)? (para|pra) (as|a|o|os|_)
OWN: (acabei|acabo|acabamos|consegui|conseguimos|terminei|tratei|pude|cuidei) (ja)? (de|por)? (te|lhe|o|a)* <n>
DONE: (fiz|resolvi|tratei|cuidei|executei|realizei|efetuei|apliquei|providenciei) (ja)? (isso|tudo|disso|o que|a alteracao|as alteracoes|a mudanca|as mudancas|o pedido)
OWN: (pus|coloquei|deixei|dei|fiz|botei) (te|lhe|ja|o|a)* _{{0,5}} (na|no|nas|nos|nota|baixa|<p>|anotacao|reserva|agendamento|marcacao)
OWN: <d>
OWN: (tenho|temos) (ja|te|lhe|o|a)* <p>
OWN: (sistema|assistente|steward|aplicativo|app) (ja)? <e>
STRICT: (tem|tinha|ha|havia|tinham|terem|ter) sido {_PT_ADV} <p>
STRICT: (esta|estao|e|sao|fica|ficam|ficou|ficaram|deixei) (ja|agora|com sucesso)+ <p>
STRICT: (ja|agora) (esta|estao|foi|foram|ficou|ficaram|fica) (tudo|todos|todas|devidamente|com sucesso)* <p>
STRICT: (ja|agora) (esta|estao) (na|no|nas|nos) (sua|seu|tua|teu|lista|agenda|calendario|suas|seus|a sua|o seu|tua)
STRICT: (esta|estao) (agora) (na|no|nas|nos)
STRICT: (ficou|ficaram) {_PT_ADV} <p>
DONE: (esta|ficou|foi|ja) (tudo|ja|agora|isso)* (feito|feita|resolvido|tratado|pronto|concluido|certo|confirmado)
DONE: ^(ja)? (feito|prontinho|resolvido|tratado|pronto|sucesso)$
DONE: (tudo|ja) (pronto|feito|resolvido|tratado|em ordem|marcado|agendado|salvo|atualizado|concluido)
DONE: (alteracao|alteracoes|mudancas|mudanca|pedido|operacao|acao|tarefa) (feita|feitas|aplicada|aplicadas|realizada|realizadas|concluida|concluido|efetuada|executada|feito|salvas|guardadas)
DONE: (considere|considera) (feito|isso feito)
PAST: (foi|foram|era) {_PT_ADV} <p>
STATE: (esta|estao|fica|ficam|e|sao|continua) (tudo|todos|todas|devidamente|atualmente|ainda)* <p>
STATE: (nao esta|nao estao) mais (na|no)
YOU: (voce|tu|ele|ela|eles|voces|quem) (ja|tambem|mesmo|mesma|nao)* <e>
YOU: (tem|tens) (ja)? <p>
YOU: (?!se ) <e>
STRICT: (se) <e>
STRICT: ^(ja|agora)? <p>$
STRICT: ^(ja|agora|tambem)? <p> (?!por |pela |pelo )(?=_)
STRICT: ^({_PT_HEAD}){{1,9}} (ja|agora|tambem|com sucesso)* <p> (para|no|na|nos|nas|em|as|a|ao|com|como|de|do|da|por|pro|pra|ate|e|sucesso|as|hoje|amanha|$)
"""
)

_ES_ADV = "(ya|ahora|tambien|entonces|correctamente|exitosamente|con exito|automaticamente|finalmente|todos|todas|sido|asi|aqui|oficialmente|todo|recien)*"
_ES_HEAD = (
    "(?!yo |tu |usted |el la |ella |es |son |fue |fueron |esta |estan |ha |han |he |has |hay |ser |haber |va |voy |puede |puedo |no |nada |ningun |ninguna |"
    "que |quien |si |cuando |como |para |tengo |tiene |tienes |queda |quedo |aqui |sera |seran |hemos |de |<p>|<d>|<e>)_"
)
_ES_IF = "(?!_{0,14} (si|cuando|despues|tras|una vez) )"
_ES = _claims(
    f"""
DONE: (te|se)? (lo|la|los|las) (he dejado|hemos dejado|deje|dejo|dejamos|tengo) (ya|todo)* (listo|lista|listos|listas|hecho|hecha|preparado|preparada|arreglado|arreglada|apuntado|apuntada)
OWN!: (he|hemos) dejado (la|el|las|los|tu|tus|una|un) _{{1,3}} (para|en|a|el|al|lista|listo)
STRICT!: ya (lo|la|los|las) (tienes|tiene|ves|puedes ver|encuentras) (en|anotad**|apuntad**)
STRICT!: (lista|agenda|calendario|compra) (ahora|ya) (incluye|tiene|muestra|contiene|cuenta)
SOON!: (te|le) (avisare|recordare|notificare|llegara|mandare|aviso|recuerdo) (un|una|el|la|manana|a|hoy|el dia|esta|cada|antes) {_ES_IF}
SOON!: (recibiras|recibira|tendras|vas a recibir|va a recibir) (un|una|el|la) _{{0,2}} (recordatorio|aviso|alerta|notificacion|confirmacion) {_ES_IF}
STATE: (esta|estan|queda|quedan) (ya|ahora)? (list**) (para|en)
STATE: (queda|quedan|quedo|quedaron) (ya|ahora)? (para|a|en) (las|la|el|_)
STATE: ^({_ES_HEAD}){{1,3}} en (la|tu|el|mi) (lista|agenda|calendario)$
STATE: (paso|pasaron) (ahora|ya)? (a|al|para) (las|la|el|_)
OWN: (acabo|acabamos|consegui|logre|pude|termine|logramos|hemos podido|he podido) (ya)? (de|por)? <n>
DONE: (hice|he hecho|resolvi|he resuelto|me he encargado|me encargue|he realizado|realice|he aplicado|ejecute|he ejecutado|efectue|hemos hecho) (ya)? (eso|todo|de ello|de eso|lo que|el cambio|los cambios|la modificacion|lo|tu peticion|la accion|de todo)
DONE: lo (he|hice|hemos) (ya)? (hecho|$)
OWN: (te|se|le|les|lo|la|los|las|ya)* (he|hemos|habia) {_ES_ADV} (puesto|dado|tomado nota|dejado|quitado|hecho (la|el|una|un)? (reserva|cambio|nota)|<p>)
OWN: (te|se|lo|la|los|las|ya)* (puse|pusimos|di de|tome nota|deje|hice (la|una) reserva)
OWN: <d>
OWN: (lo|la|los|las|te lo|te la) (tengo|dejo|dejamos|he dejado|deje|tienes) (ya)? <p>
OWN: (sistema|asistente|steward|aplicacion|app) (ya|te)* (ha)? <pe>
STRICT: (ha|han|habia|habian|haber) {_ES_ADV} sido {_ES_ADV} <p>
STRICT: se (te|le|les|me)? (ha|han|habia) {_ES_ADV} <p>
STRICT: se (te|le|les|lo|la)? <e>
STRICT: (ha|han) quedado {_ES_ADV} <p>
STRICT: (queda|quedan|quedo|quedaron) {_ES_ADV} <p>
STRICT: (esta|estan|fue|fueron) (ya|ahora|correctamente|con exito|exitosamente)+ <p>
STRICT: (ya|ahora) (esta|estan|fue|fueron|queda|quedan|tienes|quedo) (todo|todos|todas)* <p>
STRICT: (ya|ahora) (esta|estan|aparece|figura) (en) (tu|la|el|su|tus)
STRICT: (esta|estan) (ahora|ya) (en) (tu|la|el|su|tus)
DONE: (esta|queda|quedo|ya|todo|quedado|fue) (todo|ya|esta)* (hecho|hecha|resuelto|listo|completado|arreglado|solucionado|confirmado|terminado)
DONE: ^ya quedo$
DONE: ^(ya)? (hecho|listo|ya esta|resuelto|todo listo|completado|hecha|lista)$
DONE: (cambio|cambios|operacion|accion|solicitud|peticion|modificacion) (hecho|hechos|aplicado|aplicados|realizado|realizados|realizada|completada|guardados|ejecutada|hecha)
DONE: (dalo|considera|considerelo|consideralo) (por)? (hecho)
PAST: (fue|fueron|era) {_ES_ADV} <p>
STATE: (esta|estan|sigue|siguen|aparece|figura) (todo|todos|todas|debidamente|actualmente)+ <p>
STATE: (esta|estan|sigue|siguen|aparece|figura|es|son) <p>
STATE: (ya no) (esta|estan|aparece|figura) (en)
YOU: (has|habeis|habias) (ya)? <p>
YOU: (ha|han) (ya)? <p>
YOU: (?!se ) <e>
STRICT: ^(ya|ahora)? <p>$
STRICT: ^(ya|ahora|tambien)? <p> (?!por )(?=_)
STRICT: ^({_ES_HEAD}){{1,9}} (ya|ahora|tambien|con exito|correctamente|exitosamente)* <p> (para|en|el|al|a|con|como|de|del|por|hasta|y|exito|correctamente|exitosamente|con|hoy|manana|$)
"""
)

CLAIMS: Final[Mapping[Language, ClaimWords]] = {
    "en": ClaimWords(
        rules=_EN,
        joins=split("and but so however plus while then although though because"),
        blocks=split("not no never nothing none nobody without unable failed fail neither nor cannot if unless whether until once when whenever until till wish isn't hardly"),
        blocks_next=split("what if once when whenever until unless whether have has had did should could would might may must will as-if that which who after before where than can shall do does"),
        reports=split("confirm say report see confirmed know note mean means verify assure happy glad pleased show shows tell inform you good fact"),
        harmless=("no problem", "no worries", "not a problem", "why not", "not only", "no doubt", "if you want", "if needed", "as requested", "no trouble", "not to worry",
                  "if not already", "if you like", "when you asked", "as you asked", "as you wanted"),
        not_claims=split("called asked made written started begun planned drafted composed generated included attached organized organised arranged kept prepared taken "
                         "closed turned fixed paused stopped shared rung watered played told copied compared contacted enabled disabled opened finished packed done took wrote "
                         "convened ordered emptied given forgotten shortened delayed extended corrected posted pushed blocked starred repeated lowered raised "
                         "got put plugged"),
        states=split("scheduled booked set saved marked completed planned registered stored listed noted cancelled canceled archived reserved recorded arranged logged pinned "
                     "linked tagged assigned labelled labeled invited muted flagged confirmed accepted declined enrolled snoozed postponed"),
        drafts=split("draft drafts preview previews proposal proposals suggestion suggestions plan outline pending summary request queue"),
        pronouns=split("it them this that everything these those all both one"),
        past_times=r"\b(?:yesterday|ago|last (?:\w+)|earlier this|back in|previously|originally|since|in (?:january|february|march|april|may|june|july|august|september|"
                   r"october|november|december|20\d\d)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|on (?:the )?\d+|on (?:january|february|march|april|may|june|july|august|"
                   r"september|october|november|december)|in 20\d\d|by " + but("me steward then now") + r"|this morning)\b",
        sources=r"\baccording to (?:" + but("your") + END + r"|your(?:$| " + not_beginning("request wish") + END + r"))|\b(?:email|document|transcript|log|history|page|notes?|message|calendar|airline|invitation|he|she|they) (?:says?|said|shows?|mentions?|reads?|states?)\b",
        own_only=split("put called asked told contacted shared closed opened fixed turned paused ordered corrected extended emptied delayed posted blocked raised lowered stopped given enabled disabled"),
    ),
    "pt": ClaimWords(
        rules=_PT,
        joins=split("e mas porem entao enquanto depois pois porque embora"),
        blocks=split("nao nunca nada nenhum nenhuma ninguem sem nem se caso quando assim ate impossivel jamais enquanto"),
        blocks_next=split("no se caso quando que quem vai vou pode poderia deve sera seria teria ser foi depois antes onde ira"),
        reports=split("confirmo informo digo aviso confirmar informar parece vejo dizer confirmado certo seguro sei claro"),
        harmless=("sem problema", "sem problemas", "nao se preocupe", "nao te preocupes", "se quiser", "se quiseres", "se precisar", "como pediu", "como pediste", "nao so",
                  "assim como", "com certeza", "sem duvida", "por que nao"),
        not_claims=_inflected("escrito escrita preparei preparado preparada elaborei redigi redigido redigida chamado chamada acabei acabado acabada comecei aberto abri aberta combinado "
                         "incluido incluida incluidos incluidas organizei organizado organizada planejei planejado planejada parado montei montado passado passada passados passadas "
                         "ligado ligada juntei resumido preciso anexado dispensado gerado gerada limitado esquecido esqueci terminei terminado acordado lembrado recordado "
                         "encontrei lembrei esquecida tirado parei planeei baixado baixada fechado fechada completo completa atrasado atrasada resolvi associado unido dado"),
        states=split("agendado agendada agendados agendadas marcado marcada marcados marcadas reservado reservada guardado guardada salvo salva registrado registrada registado registada "
                     "definido definida configurado configurada programado programada concluido concluida cancelado cancelada arquivado confirmado confirmada gravado gravada "
                     "anotado anotada convidado convidada previsto prevista adiado adiada vinculado concluidas concluidos aceite silenciado"),
        drafts=split("rascunho rascunhos previa proposta propostas sugestao sugestoes plano resumo pendente pre visualizacao pedido"),
        pronouns=split("o a os as isso isto tudo ele ela eles elas lo la los las"),
        past_times=r"\b(?:ontem|atras|passad[oa]s?|anteriormente|originalmente|desde|ha (?:\w+ )?(?:dias?|semanas?|mes|meses|anos?|horas?)|(?:na|no) (?:segunda|terca|quarta|quinta|"
                   r"sexta|sabado|domingo)|em (?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|20\d\d)|no dia \d+|dia \d+|por " + but("mim") + r"|"
                   r"pel[oa]s? \w+|esta manha|hoje cedo)\b",
        sources=r"\b(?:segundo (?:o|a|os|as)|de acordo com (?:" + but("o seu") + "|o " + not_beginning("seu pedido") + "|(?:o )?seu " + not_beginning("pedido") + r")|(?:email|documento|transcricao|historico|mensagem|calendario|agenda|pagina|nota|ele|ela) (?:diz|disse|mostra|menciona|indica))\b",
    ),
    "es": ClaimWords(
        rules=_ES,
        joins=split("y e pero entonces mientras aunque porque luego pues"),
        blocks=split("no nunca nada ningun ninguna nadie sin ni si cuando hasta imposible jamas tampoco mientras"),
        blocks_next=split("si cuando que quien va voy puede podria debe sera seria habria haya hayas ser despues antes donde ira"),
        reports=split("confirmo informo digo aviso confirmar informar parece veo decir confirmado cierto seguro se claro confirmarte decirte informarte comento"),
        harmless=("sin problema", "no te preocupes", "no se preocupe", "si quieres", "si quiere", "si necesitas", "como pediste", "no solo", "sin duda", "por que no", "no hay problema"),
        not_claims=_inflected("escrito escrita prepare preparado preparada elabore elaborado redacte redactado redactada llamado llamada acabado acabada comenzado empezado abierto pasado "
                         "pasada pasados pasadas organizado organizada planificado planificada planifique parado incluido incluida incluidos incluidas unido unida resumido dado "
                         "generado generada limitado olvidado dejado acordado pedido pedida colocado ordenado sacado adjuntado bajado cerrado cerrada terminado detenido "
                         "armado copiado preparados completo completa recordado ajustado cargado atrasado retrasado retrasada cumplido acabe"),
        states=split("agendado agendada agendados agendadas marcado marcada marcados marcadas reservado reservada guardado guardada programado programada programados programadas "
                     "registrado registrada fijado fijada establecido establecida configurado configurada planificado completado completada cancelado cancelada archivado archivada "
                     "confirmado confirmada apuntado apuntada anotado anotada invitado invitada almacenado completadas completados prevista previsto aplazado aplazada convocada"),
        drafts=split("borrador borradores vista propuesta propuestas sugerencia sugerencias plan resumen pendiente previa solicitud"),
        pronouns=split("lo la los las eso esto todo ello ellos ellas"),
        past_times=r"\b(?:ayer|hace|pasad[oa]s?|anteriormente|originalmente|desde|antier|anoche|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|en (?:enero|febrero|marzo|"
                   r"abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|20\d\d)|el (?:dia )?\d+|por " + but("mi") + r"|esta manana)\b",
        sources=r"\b(?:segun (?:el|la|los|las|tu|tus)|de acuerdo con (?:" + but("tu") + "|tu " + not_beginning("peticion solicitud") + r")|(?:correo|documento|transcripcion|historial|mensaje|calendario|agenda|pagina|nota|el|ella) (?:dice|dijo|muestra|menciona|indica))\b",
    ),
}  # fmt: skip
