# ruff: noqa: E501  (one rule a line; word tables are searched, not read)
"""Portuguese of Brazil and of Portugal: verbs of change and reading, mood rules, words of yes and no. Without accents."""

from orchestrator.language.lexicon.inflect import portuguese
from orchestrator.language.lexicon.shape import FIGURE, Answers, Lexicon, merge, numbered, phrases, rules, split

_VERBS = {
    "create": "adicionar acrescentar criar inserir:insir incluir agendar reservar marcar registrar registar cadastrar planejar planear organizar "
    "programar configurar definir gerar redigir escrever colocar botar meter anexar convidar atribuir lançar juntar somar anotar "
    "apontar iniciar começar ativar activar encomendar importar carregar copiar duplicar preparar elaborar combinar bloquear acordar "
    "introduzir:introduz abrir estabelecer montar postar inscrever",
    "update": "mudar alterar modificar atualizar actualizar editar mover renomear remarcar reagendar adiar antecipar atrasar adiantar corrigir "
    "ajustar trocar substituir estender aumentar diminuir reduzir:reduz baixar passar transferir:transfir etiquetar arquivar unir "
    "converter:convert priorizar desativar desactivar ligar desligar silenciar pausar retomar parar deslocar encurtar prolongar prorrogar "
    "desmarcar marcar reordenar vincular associar completar acertar deixar postergar empurrar aceitar mesclar",
    "delete": "apagar deletar excluir remover eliminar tirar retirar cancelar limpar descartar anular esvaziar desmarcar riscar suprimir jogar "
    "esquecer desagendar zerar dispensar",
    "complete": "concluir completar terminar finalizar acabar fechar marcar riscar encerrar cumprir resolver desmarcar",
    "send": "enviar mandar responder encaminhar reencaminhar notificar avisar compartilhar partilhar publicar ligar telefonar convidar escrever "
    "alertar comunicar",
    "store": "guardar salvar gravar memorizar registrar registar anotar apontar lembrar armazenar recordar decorar",
    "undo": "desfazer reverter restaurar recuperar refazer reabrir reativar reactivar repor",
    "accept": "aceitar recusar rejeitar aprovar confirmar delegar despertar tocar reproduzir:reproduz",
}
_IRREGULAR: dict[str, tuple[tuple[str, str], ...]] = {
    "create": (
        ("por", ""), ("poe", "w"), ("ponha", "wb"), ("ponham", "wb"), ("ponhas", "b"), ("poes", "b"), ("pondo", "g"), ("posto", "p"),
        ("posta", "p"), ("postos", "p"), ("postas", "p"), ("pus", "d"), ("puseste", "e"), ("fazer", "wn"), ("faz", "w"), ("faca", "wb"),
        ("facam", "wb"), ("facas", "b"), ("fazes", "b"), ("fazendo", "g"), ("escrito", "p"), ("escrita", "p"), ("inscrito", "p"), ("faze", "w"),
    ),
    "update": (("posto", "p"), ("posta", "p"), ("ponha", "wb"), ("poe", "w"), ("renomeia", "w"), ("renomeie", "wb"), ("renomeies", "b"), ("planeia", "w"), ("bloqueia", "w"), ("separa", "w"), ("separe", "wb")),
    "delete": (("exclua", "wb"), ("excluas", "b"), ("exclui", "wd"), ("excluis", "b")),
    "complete": (("conclua", "wb"), ("conclui", "wd"), ("feito", ""), ("feita", "")),
    "send": (("escrito", "p"), ("escrita", "p")),
    "store": (("salvo", "p"), ("salva", "wp"), ("salvos", "p"), ("salvas", "p"), ("grave", "b")),
    "undo": (("desfaz", "w"), ("desfaca", "wb"), ("desfacas", "b"), ("desfeito", "p"), ("desfiz", "d"), ("reposto", "p"), ("desfaze", "w")),
    "accept": (("aceite", "wbp"), ("aceites", "bp")),
}  # fmt: skip
_NOT_VERBS = split("nota notas lista listas acerto acordo passa deixe deixa para pare meta baixo toca")
_READS = split(
    "mostrar mostra mostre mostrem mostras ler le leia leiam les dizer diz diga digam dizes buscar busca busque buscas procurar procura "
    "procure procuras encontrar encontra encontre encontras achar acha ache achas ver ve veja vejam ves checar checa cheque consultar consulta "
    "consulte consultas verificar verifica verifique verificas conferir confere confira listar lista liste listas enumerar enumera enumere "
    "contar conta conte contas resumir resume resuma resumes dar explicar explica explique explicas descrever descreve descreva saber "
    "conhecer obter obtenha obtem visualizar visualiza visualize informar informa informe localizar localiza localize descobrir descobre "
    "descubra indicar indica indique indicas repetir repete repita falar fala fale olhar olha olhe pesquisar pesquisa pesquise trazer traz "
    "traga espreitar espreita rever reve reveja revisar revisa revise analisar analisa examinar comparar compara exibir exibe exiba "
    "apresentar apresenta apresente confirmar ouvir recitar puxar puxa puxe abre abrir abra esclarecer"
)
_PEDIR = (
    "((me|nos|voce|tu|o senhor|a senhora) )*(pode|podes|poderia|poderias|podia|podias|podem|consegue|consegues|conseguiria|conseguirias|"
    "conseguias|quer|queres|da para|dava para|daria para|tem como|teria como|sera que (voce|tu)? (pode|podes|podia|consegue|poderia|da para)) "
    "(voce|tu|por favor|me|nos|se faz favor|fazer o favor de|fazer a gentileza de|tambem|ai|agora|ajudar a|me ajudar a|ajudar me a|voces|ja)*"
)
_QUERO = (
    "(eu|a gente|nos)? (so|tambem|ja|agora)? (quero|queria|quereria|gostaria|gostava|preciso|precisava|precisaria|necessito|desejo|precisamos|"
    "queremos|gostariamos|adoraria|tenho vontade|quer|pretendo) (de|so|muito)?"
)
_POLITE = (
    f"({_PEDIR}|(voce|tu)? (se importa|te importas|importa se|importas te|se importaria|importava se) (de|em)?|e possivel|seria possivel|seria bom|"
    "faca o favor de|faz o favor de|faz favor de|tens de|tens que|voce tem que|voce deve|deves|voce precisa|tem que|vamos|vais|vai|ve se|"
    "ajuda me a|me ajuda a|me ajude a|ajude me a|trata de|trate de|certifique se de|certifica te de|tente|tenta|favor)"
)
_RULES = rules(
    f"""
ASK: (devo|deveria|deviamos|devemos|sera)
REQ: (nao|nunca) (me|te|se)? (deixe|deixes|deixa|deixem) (eu|me|que)* (eu)? (me)? (esquecer|esqueca|esquecer me)
REQ: (nao|nunca) (me|te|se)? (esqueca|esquecas|esquece|esquecam) (de|do|da|que|se) _
UNC: nao (te|se)? (esqueca|esquecas|esquece)
REQ: por que nao (me|voce|tu|o|a)* <wb>
REQ: nao (me)? (podias|podes|pode|poderia|consegue|quer|queres) (voce|me|por favor)* <w>
ASK: nao (me)? (podias|podes|pode|poderia|consegue|quer|queres) (voce|me|por favor)* <r>
NEG: {_PEDIR} nao (me|o|a|os|as|te)* <wb>
NEG: ~(nao|nunca|jamais) (quero|queria|preciso|precisas|precisa|precisam|necessito|gostaria|gostava|deve|deves|devia|e para|e preciso|e necessario|ha necessidade de|vale a pena|tem que|tens de|tens que|tente|ouse|va|vas|vai|volte a|pode|podes|se atreva a|te atrevas a|quero que|adianta) (de|que)? (voce|tu)? (me|te|se|o|a|lhe|mais)* <wb>
NEG: (nem) (pense em|penses em|sonhe em|me|te|se|o|a|lhe|tente|tentes)* <wb>
NEG: (pare|para|deixe|deixa|evite|evita|chega) (de)? <n>
NEG: (sem) <n>
NEG: (jamais|nunca|tampouco|de modo algum|de jeito nenhum|em hipotese alguma) (me|te|se|o|a|os|as|lhe|mais)* <wb>
NEG: ~nao (me|te|se|o|a|os|as|lhe|lhes|nos|mais|voce|tu|nunca)* (?!lista|conta) <wb>
NEG: ~(nao|nunca|nem) (me|se|lhe|ouse|ouses|por favor)* (mexa|mexas|mexer|mexe|toque|toques|tocar|estrague)
NEG: (deixa|deixe) (que|estar|comigo|para la) (eu)? _{{0,3}} <wbnd>
NEG: (deixa|deixe) que eu
SAY: (nao|nunca|jamais)
REQ?: (que tal|e se) (a gente|voce)? <w>
REQ: (lembra|lembre) (te|se) (de)? que (?!horas|dia) _
REQ: (lembra|lembre) (te|se) de (?!quando|onde|quem|qual|quais|como|quanto|alguma|algo) _
ASK: ({_PEDIR} |por favor |voce )?(me)? (lembra|lembre|lembrar|lembras|relembra|relembre|recorda|recorde) (me|nos)? (por favor|ai)? (<q>|qual|quais|quem|onde|quanto|quantos|quantas|o que|se|como|quando (e|foi|sao|era|tenho|comeca|termina|sera|vai))
REQ: ({_PEDIR} |por favor |voce )?(me|nos)? (lembra|lembre|lembrar|lembras|relembra|relembre|avisa|avise|avisar|avisas|acorda|acorde|acordar|desperta|recorda|recorde) (me|nos)? _
ASK: {_POLITE} (se|dizer|ver) (?!pode|podes|podia)
REQ: {_POLITE} (me|nos|te|lhe|que|o|a)* (procurar|encontrar|ver|verificar|ler|buscar|checar|abrir|consultar) _{{1,16}} e (depois|entao|se nao|tambem|me|ja)* <i>
REQ: {_POLITE} (me|nos|te|lhe|que|o|a)* (abrir|dar|abre|abra) (um|uma) (nova|novo|lembrete|alarme|aviso|toque)
REQ: {_POLITE} (me|nos|te|lhe|que|o|a|os|as|isso|isto)* (fazer|faz|tomar nota|por) _
ASK: {_POLITE} (me|nos|te|lhe|que|voce|tu|para mim)* <r>
REQ: {_POLITE} (me|nos|te|lhe|que|o|a|os|as|voce|isso|isto|ja)* (?!ser) <wb>
UNC: {_PEDIR} _
ASK: (me|nos) (diz|diga|mostra|mostre|le|leia|fala|fale|conta|conte|da|de|busca|busque|procura|encontra|acha|passa|passe|traz|traga|ve|veja|informa|explica|resume|lista|liste)
REQ: (me|nos|o|a|lhe) <wb>
REQ: (voce|tu) (me)? (?!adicionou) <b> _
ASK: (posso|podemos|poderia eu) (ver|saber|consultar|ler|ouvir|ter|<r>)
ASK?: (posso|podemos|consigo|da para) (apagar|eliminar|remover|excluir|partilhar|compartilhar|exportar|importar|recuperar|desfazer) (um|uma|uns|umas|qualquer|varios|varias|algum|alguma|coisas|algo|itens|dados)
REQ: (posso|podemos) (ja)? (<n>|por|pedir)
ASK: (a|de|em|com|por|para|desde|ate|sobre|e|pra|do que|de que)? (a|o)? (<q>|qual|quais|quanto|quanta|quantos|quantas|onde|aonde|quem|o que|cade|pelo que)
ASK: (a|em|com|por|para|ate|sobre) que _
ASK: quando (e|foi|sao|era|sera|tenho|tem|temos|comeca|termina|acaba|vence|chega|vem|ha|esta|vai|vou|vamos|fui|faz|cai|sai|volta|o|a|meu|minha|que) (?!_{{0,14}} <i>)
REQ: (quando|se|depois|antes|cada|todo|todos|toda|todas|ao|no|na|em|assim que|logo|amanha|hoje|daqui|para|as|hoje|sempre|esta|este) _{{1,16}} <i>
ASK: quando (eu)? (ja)? <de>
ASK?: (voce|tu) (ja)? <e>
ASK: como (apago|adiciono|crio|mudo|tiro|removo|excluo|cancelo|marco|coloco|deleto|movo|se|e|esta|vai|posso|faco|chego|ficou|foi|esteve|estao|chama|anda)
ASK: que (?!se |me |nao ) _
ASK: (voce|tu) (sabe|sabes|lembra se|lembras se|recorda se)
ASK: (por que|porque|porque e que|sera que|ha|existe|existem|houve|havia|tem (algo|alguma|algum|mais|alguem|muita|muitos)|sabe|sabes|saberia|acaso|falta|faltam|resta|restam)
ASK?: (_ ){{0,3}}(algum|alguma|alguns|algumas|algo|alguem|alguma coisa) (?!_{{0,9}} <i>)
ASK: {_QUERO} (por favor)? (que)? (me|te|se|voce|tu|so)* (saber|ver|conhecer|ouvir|ler|consultar|verificar|conferir|checar|procurar|encontrar|diga|digas|mostre|mostres|leia|leias|procure|procures|busque|conte|liste|listes|descobrir|rever|obter|buscar|<r>)
ASK: {_QUERO} (a|uma|um|mais|as|o|os|toda)? (informacao|informacoes|detalhes|lista|resumo|dados|status|estado|numero)
REQ: {_QUERO} (por favor)? (que)? (me|te|se|voce|tu|ja|o|a|isso)* (?!ligar|comecar|terminar|acabar|esquecer|lembrar|tirar|deixar|parar|passar|tocar|jogar|fazer|responder|preparar|limpar|concluir|acordar|cumprir|resolver) <wb>
REQ: {_QUERO} que (me|te|se|voce|tu|o|a)* (por|ponhas|ponha|faca|facas|lembre|lembres|acorde|acordes|ligue|avise|lembrasse|lembrasses|adicionasses|marcasse|marcasses)
REQ: {_QUERO} (que)? _{{0,7}} (seja|fique|esteja|ficasse|fosse|estar|ser)? <p>
REQ: {_QUERO} (um|uma|outro|outra|o|a|por|ter|definir)? (novo|nova)? (lembrete|alarme|temporizador|aviso|alerta|notificacao|despertador|timer|cronometro)
REQ: {_QUERO} _{{1,7}} (na|no|da|do|a) (minha|meu|nossa|lista|agenda|calendario)
UNC: {_QUERO}
REQ: (da|dar|de|dame|abre|abrir|abra|me da) (um|uma|outra|outro) (novo|nova|lembrete|alarme|aviso|lista|toque)
REQ: (abre|abrir|abra) _ (nova|novo)
ASK: (da|de|dar) me
REQ: (toma|tome|tomar) nota
REQ: (certifique|certifica|garanta|garante|faz com que|faca com que|trata|cuide|nao deixe de) _
REQ: (diz|diga|dizer|pede|peca|pergunta|pergunte|liga|ligue) (ao|a|para|pro|lhe|as|aos) _
REQ: (por|ponha|poe|fazer|faz|faca) (o|a|um|uma|mais|as|os|isso|isto|me|lo|la|leite|_) _
REQ: <r> _{{1,18}} e (depois|entao|se nao|tambem|me|ja|se)* <i>
ASK?: (lista|conta|consulta|compras|busca) (de|do|da|dos|das)
ASK: <r> _
REQ?: (novo|nova) (lembrete|alarme|tarefa|evento|compromisso|nota) (?!de|do|em|no|na|para hoje) _
UNC: <h> (de|do|da|com|para|sobre|em|no|na|e|esta|foi|que) (?!o |a |os |as |meu |minha )
UNC: <h>$
REQ: <w> _
UNC: <w>$
REQ?: ~(e|mas|entao|por favor)? ({_PEDIR}) (me|o|a)* (?!dizer|mostrar|ler|buscar|ver) <w>
REQ?: ~por favor (me|o|a)? <i>
SAY: (o|a|os|as|meu|minha|nosso|nossa|seu|sua) (?!segunda|terca|quarta|quinta|sexta|sabado|domingo|dia|semana) _{{1,3}} (termina|terminam|acaba|acabam|comeca|comecam|abre|abrem|fecha|fecham|cobra|cobram) (a|as|ao|em|no|na|de|por|so|{FIGURE})
REQ?: _{{1,18}} <i>
ASK?: (eu)? (tenho|perdi|tinha|temos|estou) (mais|muitas|muitos|livre|disponivel|tempo|ocupado|reuniao hoje|horario)
ASK?: (estado|status|proximo|proxima|proximos|proximas|seguinte|eventos|compromissos|reunioes|tarefas|lembretes|alarmes|emails|meus|minhas|lista|listas|agenda|calendario|resumo|detalhes|informacao|informacoes|ultimo|ultima|ultimos|pendentes|total|tempo|numero|quantidade|horario) (?!(_ )*(e|sao|foi|esta|tem|mora|era|nasceu|faz|trabalha|mudou|gosta|vai|chama|prefere|fica) )
SAY: _{{0,7}} (e|sao|foi|esta|estao|tenho|tem|mora|moram|sou|era|gosto|gosta|vou|vai|estou|trabalha|faz|prefiro|prefere|comprei|liguei|falei|fui|adoro|odeio|nasci|nasceu|moro|trabalho|fiz|disse|chegou|acabei|chama|vem|estava|doi|sai|temos|fica|terminei|ja|custa|custam|custou|custaram|custava|pesa|pesam|dura|duram|durou|precisa|precisam|pertence|pertencem|cheira|mede|medem)
SAY: (eu|ele|ela|nos|eles|meu|minha|o|a) _ <de>
SAY?: (ja|eu|tambem)* <d>
UNC: _
"""
)


def _forms() -> list[tuple[str, str, str]]:
    found = [(f, t, kind) for kind, listed in _VERBS.items() for verb in listed.split() for f, t in portuguese(verb)]
    found += [(f, t, kind) for kind, irregular in _IRREGULAR.items() for f, t in irregular]
    found += [("delete", "wb", "delete"), ("deletes", "b", "delete")]
    # "adicioná-lo", "fazê-lo": the infinitive loses its r before the hyphen, and what is left is a command already.
    return [entry for entry in found if entry[0] not in _NOT_VERBS and entry[1]]


LEXICON = Lexicon(
    language="pt",
    verbs=merge(_forms()),
    reads=_READS,
    things=split(
        "lembrete lembretes alarme alarmes temporizador cronometro timer aviso alerta evento compromisso reuniao tarefa nota lista calendario "
        "agenda contacto contato eventos compromissos reunioes tarefas notas listas consulta"
    ),
    accented=split("quê porquê"),
    nouns_too=split(
        "programa reserva marca agenda nota consulta lista registro registo conta copia troca mudanca ordem arquivo escrita baixa tarefa carga"
    ),
    unimperative_after=split(
        "que de para a ao o os as um uma se me te lhe nos eu tu voce ele ela eles voces tenho tem meu minha meus minhas seu sua e sao foi esta "
        "nao como quem quando onde nem ja na no nas em com por sem do da dos das este essa esse isso posso quero devo vou vai ha hei "
        "cada outra ultima proxima nossa sua pela pelo ainda preciso"
    )
    - {"e"},
    objects=split(
        "o a os as um uma uns umas meu minha meus minhas me isso isto esta este essa esse todo todos todas outra outro para ao na no de que lo la lhe dois tres"
    ),
    fillers=split(
        "ola oi ei bom boa dia tarde noite entao e olha ok obrigado obrigada agora tambem depois pronto se faz desculpa desculpe bem "
        "so somente exatamente opa ai gente viu escuta pois ja"
    )
    - {"se", "faz"}
    | {"por favor", "se faz favor", "faz favor"},
    addressed=split("alexa siri google olly cortana jarvis assistente steward jarbas"),
    rules=_RULES,
    function_words=split(
        "o a os as um uma e em que meu minha meus minhas me de do da dos das ao para com por no na nos nas esta estao tenho tem ha qual quais quando onde "
        "quem como quanto quantos quantas pode podes poderia podia consegue quero preciso gostaria queria se seu sua voce tu eu hoje amanha ontem "
        "segunda terca quarta quinta sexta sabado domingo feira adiciona adicionar adicione apaga apagar remove cria criar crie mostra lembra lembrar "
        "lembrete lembretes lista tarefa tarefas consulta reuniao compromisso calendario proxima proximo favor sim nao isso isto esse essa este "
        "ola oi obrigado obrigada todas todos ja foi feito pronto marquei coloca poe bota marca muda faz ler quer adicionei criei "
        "apague delete exclua confirma confirmo cancela pelo pela melhor primeira primeiro ultimo ultima ambos ambas beleza claro agenda nenhum nenhuma perdi envia manda"
    ),
    clitics=("lo", "la", "los", "las"),
    answers=Answers(
        yes=split(
            "sim ss claro ok certo correto exato exacto isso confirmo confirma confirme confirmado confirmar pode podes beleza blz perfeito "
            "faz faca avance avanca seguro positivo afirmativo bora pois aceito aceitar combinado fechado otimo fixe uhum aham prossiga "
            "siga tranquilo joia sip simm dale concordo"
        )
        | phrases(
            "abre uma excecao; faz uma excecao; faca uma excecao; abra uma excecao; so desta vez; so esta vez; por esta vez; so por esta vez; uma excecao; esta bem; esta bom; esta certo; por favor sim; com certeza; sem duvida; pode ser; pode sim; e isso; isso mesmo; manda ver; vai em frente; pode fazer; faz isso; faca isso; de acordo; sem problema; pode confirmar; claro que sim; pois claro; tudo bem; tudo certo; podes fazer; podes confirmar; por mim tudo bem; e isso ai; quero sim; vamos; com toda a certeza; acho que sim; por que nao; esta otimo; pode ir; esta correto; quero; podes avancar"
        ),
        no=split(
            "nao nop nope cancela cancelar cancele nunca jamais negativo para pare esquece esqueca deixa recuso rejeito nada nenhum nenhuma naoo"
        )
        | phrases(
            "melhor nao; deixa ficar; deixe ficar; deixa assim; deixe assim; deixa la; deixa como esta; deixa tudo como esta; fica assim; fica como esta; nao mexas; nao mexa; nao mudes nada; nao mude nada; pensando melhor nao; mudei de ideia; mudei de ideias; nao vale a pena; ja nao; ja nao quero; ja nao e preciso; prefiro nao; fica para a proxima; claro que nao; com certeza nao; de jeito nenhum; nem pensar; nao faca; nao obrigado; nao obrigada; agora nao; ainda nao; de modo algum; de forma alguma; deixa para la; deixa estar; deixe para la; nao quero; nao precisa; nao e preciso; nao importa; esquece isso; deixa quieto; nao faz isso; nao faca isso; acho que nao; hoje nao; nao confirmo; nao confirma; e melhor nao; claro que nao; com certeza nao; cancela isso; nao faz; nao pode; nada disso"
        ),
        soft=split(
            "espera espere perai afinal desculpa desculpe olha opa hum mas ok entao por favor obrigado obrigada entao oh eh ah bem muito tu voce ai ja agora la isso e faz se favor o cara steward"
        )
        | phrases("pensando melhor; pensando bem; espera ai; espera la; um momento; na verdade; mantem; mantem isso"),
    ),
    ordinals=numbered(
        "1: primeiro primeira um uma; 2: segundo segunda dois duas; 3: terceiro terceira tres; 4: quarto quarta quatro; 5: quinto quinta cinco; 6: sexto sexta seis; 7: setimo setima sete; 8: oitavo oitava oito; 9: nono nona nove; 10: decimo decima dez; -1: ultimo ultima; 0: ambos ambas todos todas tudo; 99: qualquer"
    ),
)
