# ruff: noqa: E501  (one rule a line; word tables are searched, not read)
"""Spanish: verbs of change and reading, mood rules, words of yes and no. All spelt without accents."""

from orchestrator.language.lexicon.inflect import spanish
from orchestrator.language.lexicon.shape import FIGURE, Answers, Lexicon, merge, numbered, phrases, rules, split

_VERBS = {
    "create": "anadir agregar crear insertar meter incluir incorporar agendar reservar programar planificar organizar registrar "
    "fijar establecer configurar generar redactar escribir sumar adjuntar invitar asignar colocar concertar calendarizar "
    "apartar convocar elaborar iniciar activar pedir:pid ordenar encargar subir importar cargar copiar duplicar introducir:introduzc "
    "preparar ingresar apuntar anotar inscribir marcar solicitar comenzar:comienz empezar:empiez armar postear dar",
    "update": "cambiar modificar actualizar editar mover:muev renombrar reprogramar posponer aplazar retrasar adelantar atrasar corregir:corrig "
    "ajustar sustituir:sustituy reemplazar remplazar extender:extiend ampliar alargar acortar reducir:reduzc aumentar incrementar bajar pasar "
    "trasladar transferir:transfier asignar etiquetar archivar fusionar unir convertir:conviert priorizar activar desactivar "
    "habilitar deshabilitar encender:enciend apagar silenciar pausar reanudar parar detener desplazar intercambiar alterar "
    "marcar desmarcar reordenar vincular destacar completar ajustar reagendar prolongar prorrogar postergar fijar dejar aceptar",
    "delete": "borrar eliminar quitar cancelar suprimir anular descartar remover:remuev vaciar limpiar retirar sacar desechar desagendar "
    "desprogramar olvidar tirar tachar destruir:destruy despejar purgar revocar",
    "complete": "completar terminar finalizar concluir:concluy acabar cerrar:cierr tachar marcar cumplir resolver:resuelv desmarcar",
    "send": "enviar mandar responder contestar reenviar notificar avisar compartir publicar llamar invitar telefonear mensajear escribir remitir "
    "comunicar alertar",
    "store": "guardar memorizar registrar anotar apuntar recordar:recuerd almacenar grabar acordar:acuerd",
    "undo": "deshacer revertir:reviert restaurar restablecer:restablezc recuperar rehacer reabrir reactivar",
    "accept": "aceptar rechazar aprobar:aprueb declinar confirmar delegar despertar:despiert reproducir:reproduzc adjudicar",
}
_IRREGULAR: dict[str, tuple[tuple[str, str], ...]] = {
    "create": (
        ("poner", "wn"), ("pon", "w"), ("pone", "w"), ("ponga", "wb"), ("pongan", "wb"), ("pongas", "b"), ("pones", "b"), ("poned", "w"),
        ("poniendo", "g"), ("puesto", "p"), ("puesta", "p"), ("puestos", "p"), ("puestas", "p"), ("puse", "d"), ("pusiste", "e"),
        ("puso", "e"), ("hacer", "wn"), ("haz", "w"), ("haga", "wb"), ("hagan", "wb"), ("hagas", "b"), ("haces", "b"), ("haced", "w"),
        ("hacé", "w"), ("escrito", "p"), ("escrita", "p"), ("inscrito", "p"), ("haciendo", "g"), ("de", ""), ("introduje", "d"),
    ),
    "update": (("pospon", "w"), ("posponga", "wb"), ("pongamos", "b"), ("pospongas", "b"), ("pospuesto", "p"), ("pospuesta", "p"),
               ("pospuse", "d"), ("cambiame", "w"), ("deten", "w"), ("haz", "w"), ("puesto", "p"), ("puesta", "p")),
    "complete": (("resuelto", "p"), ("resuelta", "p"), ("hecho", ""), ("hecha", "")),
    "send": (("escrito", "p"), ("escrita", "p")),
    "undo": (("deshaz", "w"), ("deshaga", "wb"), ("deshagas", "b"), ("deshecho", "p"), ("deshice", "d"), ("reabierto", "p"), ("reabierta", "p")),
}  # fmt: skip
_NOT_VERBS = split("nota notas cita citas de acuerdo cuenta pase paso pasas escrito baja bajas sube")
_READS = split(
    "mostrar muestra muestre muestren muestras ensenar ensena ensene ensenas leer lee lea leen lees leed decir di dime diga digan dices "
    "buscar busca busque busquen buscas encontrar encuentra encuentre encuentras ver vea ve mira mire mirar miras consultar consulta consulte "
    "consultas comprobar comprueba compruebe compruebas revisar revisa revise revisas verificar verifica verifique verificas chequear "
    "chequea chequee listar lista liste listas enumerar enumera enumere contar cuenta cuente cuentas resumir resume resuma resumes dar da das "
    "explicar explica explique explicas describir describe describa saber conocer obtener obten obtenga recuperar visualizar visualiza "
    "informar informa informe localizar localiza localice averiguar averigua averigue indicar indica indique indicas repetir repite repita "
    "abrir abre abra abres traer trae traiga traes facilitar proporcionar proporciona comparar compara identificar examinar examina "
    "echar echa eche oir escuchar escucha hallar halla analizar analiza aclarar aclara"
)
_PEDIR = (
    "((me|nos|le|lo|la|te) )?(puedes|puede|podrias|podria|podeis|pueden|podes|podrian|podriais|quieres|querrias|serias capaz de|eres capaz de|"
    "puede usted|pueden ustedes) (por favor|tu|usted|porfavor|ahora|tambien|ayudarme a|ayudar a|ayudarme con|hacer el favor de|hacerme el favor de|ir a)*"
)
_QUIERO = (
    "(yo|nosotros)? (me|nos)? (quiero|quisiera|querria|queria|necesito|necesitaria|necesitamos|queremos|deseo|desearia|gustaria|encantaria|"
    "apetece|interesa|conviene|preciso|hace falta|haria falta)"
)
_POLITE = (
    f"({_PEDIR}|te importa|te importaria|le importa|le importaria|es posible|seria posible|es posible que|se puede|se podria|"
    "hazme el favor de|haz el favor de|tienes que|debes|deberias|hay que|vas a|vamos a|a ver si puedes|a ver si|ayudame a|ayudeme a|"
    "asegurate de|encargate de|procura|intenta|trata de|necesito ayuda para)"
)

_RULES = rules(
    f"""
REQ: que no se (me|nos) (olvide|pase) _
ASK: (deberia|debo|tendria que|deberiamos)
REQ: (no|nunca) (te|se|me|os)? (te|me)? (olvides|olvide|olviden|olvideis) _
REQ: (que)? no (se)? (me|nos)? (te)? (dejes|deje|olvide) (que)? (me|se)? (me)? (olvidar|olvide|olvidarme|olvidarlo|olvidarla) _
UNC: no (te|se|me)? (olvides|olvide)
REQ: por que no (me|lo|la|le)? <b>
REQ: no (me)? (podrias|puedes|podria|puede) (por favor|me)* <w>
ASK: no (me)? (podrias|puedes|podria|puede) (por favor|me)* <r>
NEG: {_PEDIR} no (me|lo|la|los|las|te)* <wb>
NEG: (no|nunca|jamas) (quiero|quisiera|necesito|deseo|hace falta|es necesario|hay que|tienes que|tienes por que|debes|deberias|se te ocurra|te molestes en|hay necesidad de|vayas a|quiero que|vuelvas a|te atrevas a) (que)? (me|te|se|lo|la|le)* <wb>
NEG: ~(no|nunca|ni) (me|se|le|por favor)* (toques|toque|tocar|metas|muevas)
NEG: (que|ojo) (no|nunca|jamas|ni) (se te ocurra|se|te|me|lo|la|los|las)* <wbn>
NEG: (ni) (se te ocurra|me|te|lo|la|los|las|se)* <wb>
NEG: (deja|deje|para|evita|abstente) (de)? <n>
NEG: (sin) <n>
NEG: (prohibido|tampoco|nada de|jamas|nunca) (me|te|se|lo|la|los|las|le|les)* <wb>
NEG: ~no (me|te|se|lo|la|los|las|le|les|nos|os)* <b>
NEG: no (me|te|se|lo|la|los|las|le|les|nos|os)* <n>
NEG: no (me|lo|la|los|las|le)* (anades|borras|<b>)
SAY: (no|nunca|jamas)
REQ?: (que tal si|y si|que te parece si) (me|lo|la|le)* <wb>
ASK: (recuerdame|recordarme|recuerdeme|recordadme|me (recuerdas|recuerda|puedes recordar|podrias recordar|recordarias)|{_PEDIR} recordarme) (por favor)? (<q>|cual|cuales|quien|quienes|donde|cuanto|cuantos|cuanta|cuantas|lo que|si|como|que (dije|dijo|tengo (hoy|manana|pendiente|esta)|tenia|hice|dijiste|hay))
ASK: (recuerdame|{_PEDIR} recordarme) cuando (es|son|fue|era|tengo|tenia|empieza|termina|sera)
REQ: ({_PEDIR} )?(recuerdame|recordarme|recuerdeme|me (recuerdas|recuerda|recuerde)|recuerda|recordar|recuerde|avisame|aviseme|avisar|despiertame) _
ASK: {_POLITE} (si|de si|decir) (?!puedes|podrias|puede|podria)
REQ: {_POLITE} (que)? (me|te|se|lo|la|los|las|le|les|nos)* (buscar|encontrar|revisar|leer|ver|consultar|comprobar|verificar|abrir) _{{1,16}} y (luego|despues|si no|tambien|me|lo|la|si)* <i>
REQ: {_POLITE} (que)? (me|te|se|lo|la|los|las|le|les|nos)* dar** (de alta|de baja)
REQ: {_POLITE} (que)? (me|te|se|lo|la|los|las|le|les|nos)* (abrir|dar|traer) (una|un) (nueva|nuevo|recordatorio|alarma|aviso)
ASK: {_POLITE} (que)? (me|te|se|lo|la|los|las|le|les|nos)* <r>
REQ: {_POLITE} (que)? (me|te|se|lo|la|los|las|le|les|nos)* <wb>
REQ: {_POLITE} (tomar|tomes|echar) nota
UNC: {_PEDIR} _
REQ: (me|nos|lo|la|los|las|le) (lo|la|los|las)? (?!muestr) <b>
ASK: (me|nos) (dices|muestras|ensenas|lees|buscas|dirias|das|cuentas|encuentras|resumes|explicas|dice|muestra|indicas)
ASK: (podemos|puedo|podria) (ver|saber|consultar|leer|oir|escuchar|tener|revisar|buscar|encontrar|<r>)
ASK?: (puedo|podemos|se (puede|pueden)) (borrar|eliminar|quitar|compartir|exportar|importar|recuperar|deshacer) (un|una|unos|unas|cualquier|varios|varias|algun|alguna|algo|cosas|datos|elementos)
REQ: (puedo|podemos|podria|podriamos) (por favor)? (<n>|pedirte que|pedir que)
ASK: (a|de|en|con|por|para|desde|hasta|sobre|y|segun)? (a)? (<q>|cual|cuales|cuanto|cuanta|cuantos|cuantas|donde|quien|quienes|adonde)
ASK: (a|de|en|con|por|para|desde|hasta|sobre) que _
SAY: (el|la|los|las|mi|su|nuestro|nuestra|este|esta) (?!lunes|martes|miercoles|jueves|viernes|sabado|domingo|proximo|dia|semana) _{{1,3}} (termina|terminan|acaba|acaban|empieza|empiezan|abre|abren|cierra|cierran|cobra|cobran|vale|valen) (a|al|en|por|solo|casi|{FIGURE})
REQ: (cuando|si|despues|antes|cada|todos|todas|al|en|en cuanto|tan pronto|luego|manana|hoy|el|dentro|para|a las|esta) _{{1,16}} <i>
ASK: cuando (es|son|fue|era|sera|tengo|tienes|tenemos|empieza|termina|acaba|vence|llega|viene|hay|esta|nos|me|le|se|cumple|vuelve|sale|voy|vamos|tiene|quede|quedamos|vi|hable|comienza|toca)
ASK: cuando <d>
ASK?: has (ya)? <p>
ASK: como (se|es|esta|va|puedo|borro|anado|creo|cambio|quito|muevo|elimino|cancelo|marco|hago|llego|quedo|fue|estuvo|van|estan|llama|anda|viene)
ASK: que (?!no |me |lo |la |se |le |nos |te ) _
REQ?: que (me|lo|la|se|le|nos)? <b>
ASK: que _
ASK: (por que|acaso|sera que|hay|existe|existen|tengo (algo|alguna|algun|algunas|algunos|mas|muchas|muchos|cuanto|pendiente|pendientes)|queda|quedan|sabes|sabe|sabrias)
ASK?: (estoy|esta|estan|estamos|he|hemos|ha|has|tengo|tenemos|tienes|tiene|hubo|habia|habra|puse|fui|es|son|fue|soy|va|van|viene|vienen|queda|falta|faltan|me (queda|quedan|falta|faltan|toca)) _{{0,8}} (algun|alguna|algunas|algunos|algo|alguien|ya)
ASK: {_QUIERO} (por favor)? (que)? (me|te|se|lo|la|los|las|le)* (saber|ver|conocer|oir|escuchar|leer|consultar|comprobar|revisar|buscar|encontrar|digas|diga|muestres|muestre|leas|lea|ensenes|busques|busque|encuentres|cuentes|consultes|revises|compruebes|listes|averiguar|obtener|<r>)
ASK: {_QUIERO} (la|una|un|mas|toda|informacion|el|los|las)? (informacion|detalles|lista|resumen|datos|estado|numero|listado)
REQ: {_QUIERO} (por favor)? (que)? (me|te|se|lo|la|los|las|le|tu)* (?!llamar|pedir|comenzar|empezar|terminar|acabar|olvidar|recordar|sacar|dejar|parar|pasar|dar|cumplir|encargar|preparar|limpiar|acordar) <wb>
REQ: {_QUIERO} (que)? _{{0,7}} (sea|se|este|quede|esten|queden|sean|estuviera|fuera)? <p>
REQ: {_QUIERO} (un|una|otro|otra|el|la|poner|tener)? (nuevo|nueva)? (recordatorio|alarma|temporizador|aviso|alerta|notificacion)
REQ: {_QUIERO} _{{1,7}} (en|a|de) (mi|la|el|nuestra) _{{0,2}} (lista|agenda|calendario|diario)
REQ: {_QUIERO} que _{{0,5}} (recuerdes|avises|despiertes|hagas|pongas)
UNC: {_QUIERO}
REQ: (echa|echar|da|dar|dame|toma|tomar|haz) (un|una)? (de alta|de baja|nota|recordatorio|alarma)
REQ: (asegurate|encargate|haz que|haga que|haced que|ocupate)
REQ: (abre|abrir|abra|dame|dar|trae) (un|una|otra|otro)? (nueva|nuevo|recordatorio|alarma|aviso)
REQ: (llama|llamar|contesta|escribe|avisa|manda|escribele|mandale|avisale|dile|diganle|decirle|digale|preguntale|pidele) (a|al|que|le)? _
REQ: <r> _{{1,18}} y (luego|despues|si no|tambien|me|lo|la|si|entonces)* (?!lista) <i>
ASK?: (lista|cuenta|informe|resumen|consulta|compra) (de|del)
ASK: <r> _
REQ?: (nuevo|nueva) (recordatorio|alarma|tarea|evento|cita|nota) (?!de|del|en|para hoy) _
UNC: <h> (de|del|con|para|sobre|a|en|es|esta|fue|y|que) (?!la |el |las |los |mi )
UNC: <h>$
ASK?: <w> (alguien|algun|alguna)
REQ: <w> _
UNC: <w>$
REQ?: ~(y|pero|asi que|entonces|por favor)? ({_PEDIR}) (me|lo|la)* (?!decir|mostrar|leer|buscar) <w>
REQ?: ~por favor (me|lo|la)? (?!di|dime|lee|muestra|busca|mira) <i>
REQ?: _{{1,18}} <i>
ASK?: (estado|estatus|proximo|proxima|proximos|proximas|siguiente|siguientes|eventos|citas|reuniones|tareas|recordatorios|alarmas|correos|mis|lista|listas|agenda|calendario|resumen|detalles|informacion|ultimo|ultima|ultimos|pendientes|algun|alguna|algo|total|tiempo|numero|cantidad|horario|que) (?!(_ )*(es|son|fue|esta|tiene|vive|era|nacio|cumple|trabaja|cambio|gusta|ha|va|llama|prefiere|se) )
SAY: _{{0,7}} (es|son|fue|esta|estan|tengo|tiene|tienen|vive|viven|soy|era|gusta|gustan|he|ha|hemos|voy|va|estoy|trabaja|cumple|prefiero|prefiere|compre|llame|hable|fui|encanta|odio|naci|nacio|vivo|trabajo|hice|dijo|llego|acabo|llama|vendra|estaba|duele|sale|han|termine|cuesta|cuestan|costo|costaron|costaba|pesa|pesan|mide|miden|dura|duran|duro|necesita|necesitan|pertenece|huele)
SAY: (yo|ella|nosotros|ellos|mi|el|la|los|las) _ <de>
SAY?: (ya|yo|tambien)* <d>
UNC: _
"""
)


def _forms() -> list[tuple[str, str, str]]:
    found = [(f, t, kind) for kind, listed in _VERBS.items() for verb in listed.split() for f, t in spanish(verb)]
    found += [(f, t, kind) for kind, irregular in _IRREGULAR.items() for f, t in irregular]
    return [entry for entry in found if entry[0] not in _NOT_VERBS and entry[1]]


def _clitics() -> tuple[str, ...]:
    direct = ("lo", "la", "los", "las", "le", "les")
    indirect = ("me", "te", "se", "nos", "os")
    return tuple(sorted((*direct, *indirect, *(a + b for a in indirect for b in direct)), key=len, reverse=True))


LEXICON = Lexicon(
    language="es",
    verbs=merge(_forms()),
    reads=_READS,
    things=split(
        "recordatorio recordatorios alarma alarmas temporizador aviso alerta evento cita reunion tarea nota lista calendario agenda contacto "
        "eventos citas reuniones tareas notas listas"
    ),
    accented=split("qué cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde quién quiénes cómo adónde"),
    nouns_too=split(
        "programa reserva marca agenda registro cambio envio nota cita compra lista llamada copia orden archivo junta baja carga marcas"
    ),
    unimperative_after=split(
        "que de para a al el la los las un una lo se me te le les nos yo tu ella usted ellos nosotros he ha has hemos han mi mis su sus "
        "es son fue esta no como quien cuando donde ni ya en con por sin del este esa ese puedo quiero debo voy va tengo si nuestra cada otra deberia debo ultima proxima"
    ),
    objects=split(
        "el la los las un una unos unas mi mis me lo le esto eso esta este todo todos todas otra otro a que para al en de dos tres"
    ),
    fillers=split(
        "hola oye eh bueno pues vale ok y entonces buenas buenos dias tardes noches gracias ahora tambien ademas luego mira oiga "
        "porfi hey disculpa perdon ay bien simplemente solo exactamente ey"
    )
    | {"por favor", "a ver"},
    addressed=split("alexa siri google olly cortana jarvis asistente steward jarbas"),
    rules=_RULES,
    function_words=split(
        "el la los las un una unos y en que mi mis me de del al para con por es son esta estan tengo tienes hay cual cuando donde quien como cuanto "
        "cuantos cuantas puedes podrias puede quiero necesito quisiera lo le se su sus tu yo hoy manana ayer lunes martes miercoles jueves viernes "
        "sabado domingo anade anadir agrega borra borrar elimina crea crear muestrame dime recuerdame recordatorio lista tarea tareas cita "
        "reunion correo calendario proxima proximo favor si vale hazlo hola gracias todas todos este esto eso pon ponme haz manda envia qué nada "
        "anadido hecho listo ya fue sido he ha has agenda cambia mueve quita busca mejor dale claro adelante no nunca nada todavia aun segunda primera ultimo ultima ninguno hazlas ambos ambas nos"
    ),
    clitics=_clitics(),
    answers=Answers(
        yes=split(
            "si sip vale dale ok claro correcto exacto confirmo confirma confirmado confirmalo confirmar adelante hazlo hagalo perfecto "
            "procede venga bueno bien seguro afirmativo efectivamente obvio andale simon genial sale listo acepto hagamoslo "
            "ejecutalo sii eso hacelo"
        )
        | phrases(
            "haz una excepcion; haga una excepcion; solo esta vez; solo por esta vez; por esta vez; una excepcion; esta vez si; de acuerdo; por supuesto; desde luego; esta bien; me parece bien; claro que si; asi es; eso es; puedes hacerlo; hazlo ya; sin problema; como no; por que no; me vale; lo confirmo; todo bien; todo correcto; que si; esta perfecto; si puedes; si hazlo; puedes; si quiero; puede; me gusta; de una; muy bien; va bien"
        ),
        no=split(
            "no nop nope cancela cancelar cancelalo cancele nunca jamas negativo para detente olvidalo dejalo rechazo nel tampoco nada ninguno ninguna"
        )
        | phrases(
            "mejor no; dejala; dejalos; dejalas; dejala estar; dejala asi; deja; deja eso; deja todo como esta; dejalo como esta; dejala como esta; no lo cambies; no la cambies; no cambies nada; no toques nada; no lo toques; ya no; ya no quiero; prefiero no; al final no; he cambiado de idea; cambie de idea; he cambiado de opinion; no merece la pena; dejemoslo; dejemoslo asi; mejor dejala; mejor dejalo asi; claro que no; por supuesto que no; para nada; de ninguna manera; ni hablar; no lo hagas; no gracias; ahora no; todavia no; aun no; en absoluto; olvidate; dejalo estar; no quiero; no hace falta; no importa; dejalo asi; ni loco; no hagas nada; que no; mejor dejalo; da igual; hoy no; no lo confirmo; no confirmes; cancela eso; no hagas eso; no se hace"
        ),
        soft=split(
            "espera espere perdona perdon oye mira pero ay uy ok por favor gracias muchas pues ya entonces oh eh ah bueno muy tu tranquilo todo eso lo ahora hombre steward"
        )
        | phrases(
            "al final; pensandolo bien; pensandolo mejor; un momento; espera un momento; en realidad; mantenlo; mantenla"
        ),
    ),
    ordinals=numbered(
        "1: primero primera primer uno una; 2: segundo segunda dos; 3: tercero tercera tercer tres; 4: cuarto cuarta cuatro; 5: quinto quinta cinco; 6: sexto sexta seis; 7: septimo septima siete; 8: octavo octava ocho; 9: noveno novena nueve; 10: decimo decima diez; -1: ultimo ultima; 0: ambos ambas todos todas todo; 99: cualquiera"
    ),
)
