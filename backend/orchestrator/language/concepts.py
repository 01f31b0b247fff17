# ruff: noqa: E501  (one concept a line; a word table is searched, not read)
"""Which everyday words mean the same thing in English, Portuguese and Spanish?

"Lunch", "almoço" and "almuerzo" share no stem; a word of the table gets the concept of its row as a further stem, in the
index and in a question alike, so that one finds the other. A word of two meanings stands in two rows. Proper names and
words of two common meanings in one language that would mislead ("novel", "carta" of a menu) are left out.
"""

from collections.abc import Mapping

MARK = "="
"""Begins a concept, so that it is no word of any language."""

_TABLE = """
meals: lunch lunches almoco almocos almocar almuerzo almuerzos almorzar comida
dinner: dinner dinners supper jantar jantares janta cena cenas cenar ceno
breakfast: breakfast breakfasts desayuno desayunos desayunar matabicho
coffee: coffee coffees cafe cafes cafezinho
drink: drink drinks bebida bebidas beber copo copos copa copas tragos
cake: cake cakes bolo bolos torta tortas tarta tartas pastel pasteles
bread: bread pao paes pan panes
milk: milk leite leche
egg: egg eggs ovo ovos huevo huevos
water: water agua aguas
wine: wine wines vinho vinhos vino vinos
beer: beer beers cerveja cervejas cerveza cervezas
meat: meat carne carnes
fish: fish peixe peixes pescado pez
chicken: chicken frango pollo galinha
rice: rice arroz
cheese: cheese queijo queijos queso quesos
butter: butter manteiga mantequilla
sugar: sugar acucar azucar
fruit: fruit fruits fruta frutas
apple: apple apples maca macas manzana manzanas
peanut: peanut peanuts amendoim amendoins cacahuete cacahuetes cacahuate mani
allergy: allergy allergies allergic alergia alergias alergico alergica
groceries: groceries grocery supermarket supermercado mercado mercearia
shopping: shopping compras
rent: rent rental rents aluguel alugueis aluguer alugueres renda alquiler alquileres arriendo renta
rental: hire alugar alquilar
landlord: landlord landlady senhorio senhoria casero casera arrendador proprietario
deposit: deposit caucao fianca fianza deposito
mortgage: mortgage hipoteca
bank: bank banks banco bancos
loan: loan loans emprestimo emprestimos prestamo prestamos
bill: bill bills conta contas factura facturas fatura faturas invoice invoices recibo recibos
receipt: receipt receipts recibo recibos
electricity: electricity electric luz eletricidade electricidad energia power
gas: gas gaz
budget: budget budgets quote quotation estimate orcamento orcamentos presupuesto presupuestos
price: price prices cost costs custo custos custa custam custou custar preco precos precio precios cuesta cuestan costo coste costar
expensive: expensive caro cara caros
cheap: cheap barato barata
money: money dinheiro dinero plata grana
salary: salary wage salario ordenado sueldo nomina
tax: tax taxes imposto impostos impuesto impuestos irs
insurance: insurance seguro seguros
payment: pay pays paid payment payments paying pagar pago paga paguei pagamento pagamentos pagou pague pagos pagado
transfer: transfer transfers transferencia transferencias
gift: gift gifts present presents presente presentes prenda prendas regalo regalos regalar regalamos
flight: travel travelling traveling viajo viaja viajamos viajar viajas flight flights fly flying flew outbound boarding airline airlines voo voos voar vuelo vuelos volar vuela voa
plane: plane airplane aviao avioes avion aviones
airport: airport airports aeroporto aeroportos aeropuerto aeropuertos
train: train trains comboio comboios trem trens tren trenes
bus: bus buses onibus autocarro autocarros autobus camion colectivo
car: car cars carro carros coche coches auto autos viatura
taxi: taxi taxis cab uber
subway: subway underground metro
ticket: ticket tickets bilhete bilhetes passagem passagens ingresso ingressos entrada entradas billete billetes boleto boletos
trip: trip trips travel journey viagem viagens viajar viaje viajes
holiday: vacation vacations holidays ferias vacaciones
hotel: hotel hotels hoteis hoteles hostel
luggage: luggage baggage suitcase mala malas bagagem maleta maletas equipaje bagages
passport: passport passports passaporte passaportes pasaporte pasaportes
visa: visa visto visado
embassy: embassy embaixada embajada consulate consulado
license: license licence carteira licencia carnet
contract: contract contracts lease leases tenancy contrato contratos arrendamento arrendamiento
document: document documents documento documentos
signature: sign signed signing assinar assinatura assinei firmar firma
house: house home casa casas hogar lar
flat: flat apartment apartments apartamento apartamentos piso departamento vivienda apto
kitchen: kitchen cozinha cocina
bathroom: bathroom banheiro bano wc
room: room rooms sala salas quarto quartos habitacion habitaciones cuarto
garden: garden jardim quintal jardin
garage: garage garagem garaje cochera
door: door doors porta portas puerta puertas
gate: gate portao portoes porton verja
key: key keys chave chaves llave llaves
spare: spare suplente reserva repuesto
code: code codes codigo codigos pin
password: password passwords senha senhas contrasena contrasenas clave claves passe
wifi: wifi internet
tile: tile tiles azulejo azulejos baldosa baldosas
tap: tap faucet torneira torneiras grifo grifos canilla
boiler: boiler caldeira caldera esquentador calentador
repair: repair repairs fix fixed fixing consertar conserto reparar reparacao reparacion arreglar arreglo arranjar consertei arreglo
renovation: renovation construction obra obras reforma reformas remodelacion
plumber: plumber plumbers encanador encanadora canalizador fontanero fontaneros plomero gasfiter
electrician: electrician eletricista electricista
mechanic: mechanic mecanico mecanica taller oficina
neighbour: neighbour neighbor neighbours neighbors vizinho vizinha vizinhos vecino vecina vecinos
noise: noise barulho ruido
complaint: complain complained complaint reclamou reclamar queixa queixou queja quejo reclamo reclamacao
moving: move moving moved mudanca mudancas mudanza mudanzas
inspection: inspection inspected inspecao inspecionada inspecionado vistoria revisao inspeccion inspeccionada revision itv
doctor: doctor doctors dr dra physician medico medica medicos doutor doutora doctora
dentist: dentist dentists dental dentista dentistas
heart: heart cardiologist cardiology cardio cardiologia cardiologista cardiologo cardiologa coracao corazon
eye: eye eyes olhos olho ojo ojos oculista oftalmologista optica
vet: vet veterinary veterinarian veterinario veterinaria
vaccine: vaccine vaccines shot jab vacina vacinas vacuna vacunas
flu: flu influenza gripe
hospital: hospital hospitals
pharmacy: pharmacy chemist drugstore farmacia farmacias
medicine: medicine medicines medication pills pill remedio remedios medicamento medicamentos comprimidos medicina medicinas pastillas
prescription: prescription prescriptions receita receitas receta recetas
exam: exam exams test tests exame exames teste testes examen examenes prova provas prueba pruebas
blood: blood sangue sangre
appointment: appointment appointments consulta consultas cita citas
meeting: meeting meetings reuniao reunioes reunion reuniones junta juntas
call: call calls called calling phone ligar liga ligacao ligue liguei telefonar telefonema chamada chamadas llamar llamada llamadas llama llame telefonear
video: video videochamada videollamada
interview: interview interviews entrevista entrevistas
presentation: presentation presentations apresentacao apresentacoes presentacion presentaciones
report: report reports relatorio relatorios informe informes reporte reportes
expense: expense expenses despesa despesas gasto gastos
project: project projects projeto projetos projecto proyecto proyectos
proposal: proposal proposals proposta propostas propuesta propuestas
client: client clients customer customers cliente clientes
boss: boss bosses chefe chefes jefe jefa jefes
colleague: colleague colleagues coworker colega colegas companero companera companeros
company: company companies empresa empresas
office: office offices escritorio oficina oficinas despacho
work: work job trabalho emprego trabajo empleo
course: course courses curso cursos
class: class classes lesson lessons aula aulas clase clases
chapter: chapter chapters capitulo capitulos
homework: homework dever deveres tarea
school: school schools escola escolas escuela escuelas colegio colegios
teacher: teacher teachers professor professora professores profesor profesora profesores maestra maestro
parents: parents pais padres encarregados
university: university faculdade universidade universidad facultad
book: book books livro livros libro libros
read: read reading ler leitura leer lectura
film: film films movie movies cinema filme filmes pelicula peliculas cine
concert: concert concerts gig show concerto concertos concierto conciertos
exhibition: exhibition exhibitions exposicao exposicoes exposicion exposiciones muestra
museum: museum museums museu museus museo museos
theatre: theatre theater teatro teatros
game: game match jogo jogos partida partidas partido partidos juego juegos
football: football soccer futebol futbol
play: play playing played jogar joguei joga jugar jugue juega
swim: swim swimming pool natacao nadar piscina natacion alberca
run: run running corrida corrida correr carrera
gym: gym ginasio academia gimnasio
yoga: yoga ioga
haircut: haircut corte hairdresser barber cabelo cabeleireiro cabeleireira barbeiro barbearia peluqueria peluquero barberia pelo
party: party parties festa festas fiesta fiestas
birthday: birthday birthdays aniversario aniversarios cumpleanos cumple bday
wedding: wedding weddings casamento casamentos boda bodas
funeral: funeral enterro entierro velorio
christmas: christmas xmas natal navidad navidades
easter: easter pascoa pascua
newyear: reveillon nochevieja
camera: camera cameras maquina fotografica camara camaras
photo: photo photos picture pictures foto fotos
phone: telephone telefone telefones telemovel celular telefono telefonos movil
computer: computer laptop computador portatil notebook ordenador computadora
battery: battery batteries pilha pilhas bateria baterias pila pilas
speakers: speaker speakers coluna colunas caixas altavoz altavoces parlantes bocinas
letter: letter letters carta cartas
parcel: parcel parcels package packages encomenda encomendas pacote paquete paquetes
deliver: deliver delivery delivered entregar entrega entregas entregado envio
mail: correio correios post correos
flower: flower flowers flor flores
plant: plant plants planting planted planta plantas plantar plantacao plantacion
rubbish: rubbish trash garbage bins bin lixo basura
dog: dog dogs cao caes cachorro cachorra perro perra perros
cat: cat cats gato gata gatos
food: ration racao kibble pienso
child: child children kid kids crianca criancas nino nina ninos hijos
baby: baby bebe
mother: mother mum mom mommy mummy mae mamae madre mama mami
father: father dad daddy pai papai padre papa
sister: sister sisters irma irmas hermana hermanas
brother: brother brothers irmao irmaos hermano hermanos
son: son filho hijo
daughter: daughter filha hija
wife: wife esposa mulher mujer
husband: husband marido esposo
grandmother: grandmother grandma granny avo vovo abuela
grandfather: grandfather grandpa vo abuelo
aunt: aunt tia
uncle: uncle tio
cousin: cousin cousins primo prima primos
niece: niece sobrinha sobrina
nephew: nephew sobrinho sobrino
inlaw: law sogra sogro suegra suegro cunhada cunhado cunada cunado
friend: friend friends amigo amiga amigos amigas
girlfriend: girlfriend namorada novia
boyfriend: boyfriend namorado novio
family: family familia
lawyer: lawyer lawyers attorney advogado advogada abogado abogada
accountant: accountant contador contadora contabilista contable
cleaner: cleaner faxineira limpeza cleaning limpieza limpiar limpar clean
hairdo: manicure manicura unhas unas nails
buy: buy buying bought purchase comprar compra comprei comprou compre
sell: sell sold vender vendi vendeu vendo
send: send sent enviar envia enviei mandar manda mandei mando
bring: bring brings bringing brought levar leva levo trazer traz trago llevar lleva llevo traer trae traigo
return: return returned devolver devolucao devolvi devolvida devolvido devolucion devuelto devolvio
cancel: cancel cancelled cancelar cancelei cancelado
renew: renew renewal renovar renovacao renovei renovacion
want: wants wanted querer quer queria quiere quieren queria
approve: approve approved approval aprovar aprovou aprovado aprobar aprobo aprobado
work_out: agreed agree agreement acordo combinado acordado acuerdo
recommend: recommend recommended recomendar recomendou recomendo sugeriu suggest suggested sugerir sugirio
restaurant: restaurant restaurants restaurante restaurantes
table: table mesa
shop: shop shops store stores loja lojas tienda tiendas
beach: beach beaches praia praias playa playas
church: church churches igreja iglesia missa misa
street: street rua calle
city: city cidade ciudad
country: country pais
leak: leak leaking fuga goteira goteras vazamento
light: lamp lampada lampadas bombilla lampara
membership: membership subscription assinatura mensalidade suscripcion abono
dress: dress vestido
clothes: clothes roupa roupas ropa laundry
shoes: shoes sapato sapatos tenis zapato zapatos zapatillas
glasses: glasses oculos gafas lentes anteojos
size: size tamanho talla
colour: color colour cor cores colores
white: white branco branca blanco blanca
green: green verde
black: black preto preta negro negra
red: red vermelho vermelha rojo roja
design: design designs diseno disenos desenho
review: review reviews revisao revision revisiones resena
quarterly: quarterly quarter trimestral trimestre
monthly: monthly mensal mensual
weekly: weekly semanal
yearly: yearly annual anual
training: training workshop formacao treino treinamento formacion taller capacitacion entrenamiento
conference: conference conferences conferencia conferencias congresso congreso
launch: launch kickoff lancamento arranque lanzamiento inicio
team: team equipe equipa equipo
barbecue: barbecue bbq roast churrasco churrascada parrillada asado barbacoa
picnic: picnic piquenique
walk: walk hike hiking caminhada passeio caminata paseo senderismo
therapy: therapy therapist terapia terapeuta psicologo psicologa psychologist
physio: physio physiotherapy fisioterapia fisioterapeuta fisio
skin: skin dermatologist dermatology dermatologia dermatologista dermatologo pele piel
tooth: tooth teeth dente dentes diente dientes muela
massage: massage massagem masaje
rehearsal: rehearsal ensaio ensayo
dance: dance dancing danca dancar baile bailar
tennis: tennis tenis
guitar: guitar guitars guitarra guitarras violao
piano: piano pianos
violin: violin violino
sing: sing singing singer choir cantar coro
climb: climb climbing escalada escalar boulder bouldering rocodromo
ski: ski skiing esqui esquiar
chess: chess xadrez ajedrez
bike: bike bicycle cycling bicicleta bici
christening: christening baptism batizado batismo bautizo bautismo
graduation: graduation formatura graduacion
library: library biblioteca
police: police policia
notary: notary notario
court: court tribunal juzgado
immigration: immigration imigracao inmigracion migracion
tyre: tyre tire tyres tires pneu pneus neumatico llanta llantas
oil: oil oleo aceite
candle: candle candles vela velas
lightbulb: bulb bulbs lampada lampadas bombilla bombillas foco focos
cleaningproduct: detergent soap detergente sabao jabon
paper: paper papel
toilet: toilet higienico
onion: onion onions cebola cebolas cebolla cebollas
potato: potato potatoes batata batatas patata patatas papa papas
tomato: tomato tomatoes tomate tomates
ham: ham presunto fiambre jamon
sausage: sausage sausages salsicha linguica salchicha chorizo
yoghurt: yogurt yoghurt iogurte iogurtes yogur yogures
ice: ice gelo hielo
juice: juice suco sumo zumo jugo
tea: tea cha te
chocolate: chocolate chocolates
toy: toy toys brinquedo brinquedos juguete juguetes
bag: bag bags saco sacos bolsa bolsas mochila
chair: chair chairs cadeira cadeiras silla sillas
bed: bed cama
fridge: fridge refrigerator geladeira frigorifico nevera refrigerador heladera
washing: washing machine lavadora
heating: heating heater aquecimento aquecedor calefaccion
window: window windows janela janelas ventana ventanas
wall: wall walls parede paredes pared paredes muro
paint: paint painting painter pintar pintura pintor
roof: roof telhado tejado techo
spain: spain espanha espana spanish
brazil: brazil brasil
france: france franca francia
germany: germany alemanha alemania
italy: italy italia
london: london londres
lisbon: lisbon lisboa
sick: sick ill doente enfermo enferma
pain: pain ache dor dores dolor
operation: surgery operation cirurgia operacao cirugia operacion
result: result results resultado resultados
analysis: analysis analises analisis
hotelbooking: accommodation hospedagem alojamento alojamiento hospedaje
suitcase: packing malas empacar
driver: driver driving conducir dirigir motorista chofer conductor condutor
fine: ticket fine multa multas
parking: parking estacionamento estacionamiento aparcamiento
petrol: petrol gasoline gasolina fuel combustivel combustible
question: question questions pergunta perguntas pregunta preguntas
answer: answer answers resposta respostas respuesta respuestas
advice: advice conselho consejo
news: news noticia noticias
problem: problem problems issue problema problemas
idea: idea ideas ideia ideias
back: back return returning volta volto voltar voltamos vuelta vuelvo volver volvemos regresso regresso regressar regreso regresar
number: number numbers numero numeros
new: new nova novo nuevo nueva
check: check checked checking verificar verificado verificada revisado revisada inspected inspecionada inspeccionada
reserve: booked booking reserved reservation reserva reservas reservar reservei reserve
landing: land lands landing arrive arrives aterra aterrar pousa chega aterriza llega
condo: condo condominium condominio comunidad homeowners
floor: storey andar planta
deadline: deadline prazo plazo
start: start starts begin begins comeca comecar empieza empezar inicio
strike: strike greve huelga
permit: permit permits permission permissions permiso permisos licenca licencas licencia licencias autorizacao autorizacoes autorizacion autorizaciones
traffic: traffic transito trafego trafico
raise: raise raises increase increases aumento aumentos aumentar aumenta aumentam aumentan subida subidas subir sube suben subio subieron
warranty: warranty warranties guarantee guarantees guaranteed garantia garantias
notice: notice preaviso preavisos antelacion antecedencia aviso avisos previo
term: term duration expire expires expired expiry expiration lasts vence vencem vencen vencer vencimento vencimiento caduca caducan caducar caducidad expira expiram expiran expirar valid valido valida validity validade validez vigencia vigor dura duram duran durar
paving: paving paved pavement pavimento pavimentos pavimentacao pavimentacion adoquin adoquines calcada
until: until till hasta
dark: dark escuro escura escuros escuras oscuro oscura oscuros oscuras
blue: blue azul azuis azules
lab: lab labs laboratory laboratories laboratorio laboratorios
sample: sample samples amostra amostras muestra muestras
promise: promise promises promised promete prometeu prometi prometido promesa promesas prometio prometer promessa promessas compromisso compromiso
settled: settled settle concluded conclude resolved outcome outcomes conclusions acordou acordaram acordamos concordamos combinou combinaram combinamos ficou ficaram quedo quedamos quedaron acordo acordaron assente acertado acordada combinada conclusao conclusiones
decision: decide decides decided decision decisions decidir decidiu decidimos decidido decidida decidio decisao decisoes decisiones
pet: pet pets mascota mascotas animal animais animales
water_plants: irrigation irrigate rega regar riego regadio
"""


def _read(table: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for row in table.strip().splitlines():
        name, _, listed = row.partition(": ")
        for word in dict.fromkeys(listed.split()):
            found.setdefault(word, []).append(MARK + name)
    return {word: tuple(names) for word, names in found.items()}


_CONCEPTS = _read(_TABLE)


def concepts_of(word: str) -> tuple[str, ...]:
    """The concepts of one folded word, marked as such; none for a word that the table does not hold."""
    return _CONCEPTS.get(word, ())


def listed() -> Mapping[str, tuple[str, ...]]:
    """Every word of the table with its concepts."""
    return _CONCEPTS
