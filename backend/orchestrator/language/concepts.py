# ruff: noqa: E501  (one concept a line; a word table is searched, not read)
"""Which everyday words mean the same thing in English, French, Portuguese and Spanish?

"Lunch", "almoço" and "almuerzo" share no stem; a word of the table gets the concept of its row as a further stem, in the
index and in a question alike, so that one finds the other. A word of two meanings stands in two rows. Proper names and
words of two common meanings in one language that would mislead ("novel", "carta" of a menu) are left out.
"""

from collections.abc import Mapping

MARK = "="
"""Begins a concept, so that it is no word of any language."""

_TABLE = """
meals: lunch lunches almoco almocos almocar almuerzo almuerzos almorzar comida dejeuner dejeuners dejeune almorce almorzamos almorzado almocei almocamos
dinner: dinner dinners supper jantar jantares janta cena cenas cenar ceno diner diners dine souper cene cenamos cenado jantei jantamos janto dined dining dinant
breakfast: breakfast breakfasts desayuno desayunos desayunar matabicho petitdejeuner
coffee: coffee coffees cafe cafes cafezinho
drink: drink drinks bebida bebidas beber copo copos copa copas tragos boisson boissons boire verre
cake: cake cakes bolo bolos torta tortas tarta tartas pastel pasteles gateau gateaux
bread: bread pao paes pan panes pains baguette
milk: milk leite leche lait
egg: egg eggs ovo ovos huevo huevos oeuf oeufs
water: water agua aguas eau
wine: wine wines vinho vinhos vino vinos vin vins
beer: beer beers cerveja cervejas cerveza cervezas biere bieres
meat: meat carne carnes viande beef pork lamb porco cerdo vaca ternera cordero frango pollo chicken
fish: fish peixe peixes pescado pez poisson poissons salmon salmao atum tuna bacalhau bacalao cod
chicken: chicken frango pollo galinha poulet
rice: rice arroz riz
cheese: cheese queijo queijos queso quesos fromage fromages
butter: butter manteiga mantequilla beurre
sugar: sugar acucar azucar sucre
fruit: fruit fruits fruta frutas
apple: apple apples maca macas manzana manzanas pomme pommes
peanut: peanut peanuts amendoim amendoins cacahuete cacahuetes cacahuate mani
allergy: allergy allergies allergic alergia alergias alergico alergica allergie allergique
groceries: groceries grocery supermarket supermercado mercado mercearia supermarche epicerie
shopping: shopping compras
rent: rent rental rents aluguel alugueis aluguer alugueres renda alquiler alquileres arriendo renta loyer loyers
rental: hire alugar alquilar
landlord: landlord landlady senhorio senhoria casero casera arrendador proprietario proprietaire proprio bailleur
deposit: deposit caucao fianca fianza deposito caution garantie
council: council ayuntamiento prefeitura camara municipio municipality mairie alcaldia
mortgage: mortgage hipoteca hypotheque
bank: bank banks banco bancos banque banques
loan: loan loans emprestimo emprestimos prestamo prestamos pret emprunt
bill: bill bills conta contas factura facturas fatura faturas invoice invoices recibo recibos facture factures
receipt: receipt receipts recibo recibos recu recus
electricity: electricity electric luz eletricidade electricidad energia power electricite
gas: gas gaz
budget: budget budgets quote quotation estimate orcamento orcamentos presupuesto presupuestos devis
price: price prices cost costs custo custos custa custam custou custar preco precos precio precios cuesta cuestan costo coste costar prix cout coute coutent
expensive: expensive caro cara caros cher chere
cheap: cheap barato barata
money: money dinheiro dinero plata grana argent
salary: salary wage salario ordenado sueldo nomina salaire
tax: tax taxes imposto impostos impuesto impuestos irs impot impots taxe
insurance: insurance seguro seguros assurance assurances
payment: pay pays paid payment payments paying pagar pago paga paguei pagamento pagamentos pagou pague pagos pagado payer paye paie paiement paiements
transfer: transfer transfers transferencia transferencias virement
gift: gift gifts present presents presente presentes prenda prendas regalo regalos regalar regalamos cadeau cadeaux
flight: travel travelling traveling viajo viaja viajamos viajar viajas flight flights fly flying flew outbound boarding airline airlines voo voos voar vuelo vuelos volar vuela voa vol vols
plane: plane airplane aviao avioes avion aviones
airport: airport airports aeroporto aeroportos aeropuerto aeropuertos aeroport
train: train trains comboio comboios trem trens tren trenes
bus: bus buses onibus autocarro autocarros autobus camion colectivo autocar
car: car cars carro carros coche coches auto autos viatura voiture voitures
taxi: taxi taxis cab uber
subway: subway underground metro
ticket: ticket tickets bilhete bilhetes passagem passagens ingresso ingressos entrada entradas billete billetes boleto boletos billet billets
trip: trip trips travel journey viagem viagens viajar viaje viajes voyage voyages
holiday: vacation vacations holidays ferias vacaciones vacances conges
hotel: hotel hotels hoteis hoteles hostel
luggage: luggage baggage suitcase mala malas bagagem maleta maletas equipaje bagages bagage
passport: passport passports passaporte passaportes pasaporte pasaportes passeport passeports
visa: visa visto visado
embassy: embassy embaixada embajada consulate consulado
license: license licence carteira licencia carnet permis
contract: contract contracts lease leases tenancy contrato contratos arrendamento arrendamiento contrat contrats
document: document documents documento documentos
signature: sign signed signing assinar assinatura assinei firmar firma
house: house home casa casas hogar lar maison
flat: flat apartment apartments apartamento apartamentos piso departamento vivienda apto appartement appart
kitchen: kitchen cozinha cocina cuisine
bathroom: bathroom banheiro bano wc salledebain
room: room rooms sala salas quarto quartos habitacion habitaciones cuarto
garden: garden jardim quintal jardin jardins
garage: garage garagem garaje cochera
door: door doors porta portas puerta puertas porte portail
gate: gate portao portoes porton verja
key: key keys chave chaves llave llaves cle cles clef clefs
spare: spare suplente reserva repuesto
code: code codes codigo codigos pin
password: password passwords senha senhas contrasena contrasenas clave claves passe motdepasse
wifi: wifi internet
tile: tile tiles azulejo azulejos baldosa baldosas
tap: tap faucet torneira torneiras grifo grifos canilla robinet
boiler: boiler caldeira caldera esquentador calentador chaudiere
repair: repair repairs fix fixed fixing consertar conserto reparar reparacao reparacion arreglar arreglo arranjar consertei reparation reparer reparations
renovation: renovation construction obra obras reforma reformas remodelacion
plumber: plumber plumbers encanador encanadora canalizador fontanero fontaneros plomero gasfiter plombier
electrician: electrician eletricista electricista electricien
mechanic: mechanic mecanico mecanica taller oficina garagiste mecanicien
neighbour: neighbour neighbor neighbours neighbors vizinho vizinha vizinhos vecino vecina vecinos voisin voisine voisins
noise: noise barulho ruido
complaint: complain complained complaint reclamou reclamar queixa queixou queja quejo reclamo reclamacao
moving: move moving moved mudanca mudancas mudanza mudanzas mudo muda mudar mudarse mudarme mudou mudei demenage demenager demenagement
inspection: inspection inspected inspecao inspecionada inspecionado vistoria revisao inspeccion inspeccionada revision itv controle
doctor: doctor doctors dr dra physician medico medica medicos doutor doutora doctora medecin docteur
optician: optician opticians optometrist oculista oculistas oftalmologista oculist optico opticien opticienne
dentist: dentist dentists dental dentista dentistas dentiste dentistes
heart: heart cardiologist cardiology cardio cardiologia cardiologista cardiologo cardiologa coracao corazon
eye: eye eyes olhos olho ojo ojos oculista oftalmologista optica
vet: vet veterinary veterinarian veterinario veterinaria veterinaire
vaccine: vaccine vaccines shot jab vacina vacinas vacuna vacunas vaccin vaccins vaccination
flu: flu influenza gripe grippe
hospital: hospital hospitals hopital
pharmacy: pharmacy chemist drugstore farmacia farmacias pharmacie
medicine: medicine medicines medication pills pill remedio remedios medicamento medicamentos comprimidos medicina medicinas pastillas medicament medicaments
prescription: prescription prescriptions receita receitas receta recetas ordonnance
exam: exam exams test tests exame exames teste testes examen examenes prova provas prueba pruebas examens
blood: blood sangue sangre sanguineo sanguinea
appointment: appointment appointments consulta consultas cita citas rendezvous rdv
meeting: meeting meetings reuniao reunioes reunion reuniones junta juntas reunions
call: call calls called calling phone ligar liga ligacao ligue liguei telefonar telefonema chamada chamadas llamar llamada llamadas llama llame telefonear appel appels
video: video videochamada videollamada
interview: interview interviews entrevista entrevistas entretien
presentation: presentation presentations apresentacao apresentacoes presentacion presentaciones
report: report reports relatorio relatorios informe informes reporte reportes rapport
expense: expense expenses despesa despesas gasto gastos
project: project projects projeto projetos projecto proyecto proyectos projet projets
proposal: proposal proposals proposta propostas propuesta propuestas
client: client clients customer customers cliente clientes
boss: boss bosses chefe chefes jefe jefa jefes patron patronne
colleague: colleague colleagues coworker colega colegas companero companera companeros collegue collegues
company: company companies empresa empresas entreprise societe
office: office offices escritorio oficina oficinas despacho bureau
work: work job trabalho emprego trabajo empleo travail
course: course courses curso cursos cours
class: class classes lesson lessons aula aulas clase clases
chapter: chapter chapters capitulo capitulos
homework: homework dever deveres tarea devoirs
school: cole school schools escola escolas escuela escuelas colegio colegios ecole
teacher: teacher teachers professor professora professores profesor profesora profesores maestra maestro professeur prof maitresse
parents: parents pais padres encarregados
university: university faculdade universidade universidad facultad universite fac
book: book books livro livros libro libros
read: read reading ler leitura leer lectura
film: film films movie movies cinema filme filmes pelicula peliculas cine
concert: concert concerts gig show concerto concertos concierto conciertos
exhibition: exhibition exhibitions exposicao exposicoes exposicion exposiciones muestra exposition expo
museum: museum museums museu museus museo museos musee
theatre: theatre theater teatro teatros
game: game match jogo jogos partida partidas partido partidos juego juegos jeu
football: football soccer futebol futbol
play: play playing played jogar joguei joga jugar jugue juega
swim: swim swimming pool natacao nadar piscina natacion alberca natation piscine nager
run: run running corrida correr carrera courir
gym: gym ginasio academia gimnasio salledesport
yoga: yoga ioga
haircut: haircut haircuts corte pelu peluqueria hairdresser barber cabelo cabeleireiro cabeleireira barbeiro barbearia peluquero barberia pelo coiffeur coiffeuse coupe
party: party parties festa festas fiesta fiestas fete fetes soiree
birthday: birthday birthdays aniversario aniversarios cumpleanos cumple bday anniversaire anniversaires
wedding: wedding weddings casamento casamentos boda bodas mariage noces
funeral: funeral enterro entierro velorio enterrement obseques
christmas: christmas xmas natal navidad navidades noel
easter: easter pascoa pascua paques
newyear: reveillon nochevieja
camera: camera cameras maquina fotografica camara camaras
photo: photo photos picture pictures foto fotos
phone: telephone telefone telefones telemovel celular telefono telefonos movil
computer: computer laptop computador portatil notebook ordenador computadora ordinateur portateis
battery: battery batteries pilha pilhas bateria baterias pila pilas
speakers: speaker speakers coluna colunas caixas altavoz altavoces parlantes bocinas
letter: letter letters carta cartas
parcel: parcel parcels package packages encomenda encomendas pacote paquete paquetes colis
deliver: deliver delivery delivered entregar entrega entregas entregado envio livraison livrer
mail: correio correios post correos courrier
flower: flower flowers flor flores fleur fleurs
plant: plant plants planting planted planta plantas plantar plantacao plantacion plante plantes
rubbish: rubbish trash garbage bins bin lixo basura poubelle poubelles
dog: dog dogs cao caes cachorro cachorra perro perra perros chien chiens
cat: cat cats gato gata gatos chat chats
food: ration racao kibble pienso
child: child children kid kids crianca criancas nino nina ninos hijos enfant enfants
baby: baby bebe
mother: mother mum mom mommy mummy mae mamae madre mama mami mere maman
father: father dad daddy pai papai padre papa pere
sister: sister sisters irma irmas hermana hermanas soeur
brother: brother brothers irmao irmaos hermano hermanos frere
son: son filho hijo fils
daughter: daughter filha hija fille
wife: wife esposa mulher mujer femme epouse
husband: husband marido esposo mari
grandmother: grandmother grandma granny avo vovo abuela grandmere mamie
grandfather: grandfather grandpa vo abuelo grandpere
aunt: aunt tia
uncle: uncle tio
cousin: cousin cousins primo prima primos
niece: niece sobrinha sobrina
nephew: nephew sobrinho sobrino
inlaw: law sogra sogro suegra suegro cunhada cunhado cunada cunado
friend: friend friends amigo amiga amigos amigas ami amie
girlfriend: girlfriend namorada novia
boyfriend: boyfriend namorado novio
family: family familia
lawyer: lawyer lawyers attorney advogado advogada abogado abogada avocat avocate
accountant: accountant contador contadora contabilista contable comptable
cleaner: cleaner faxineira limpeza cleaning limpieza limpiar limpar clean
hairdo: manicure manicura unhas unas nails
buy: buy buying bought purchase comprar compra comprei comprou compre acheter achete achat
sell: sell sold vender vendi vendeu vendo vendre vente sells selling vende vendem venden vendemos vendimos vendieron vendu
send: send sent enviar envia enviei mandar manda mandei mando envoyer envoie envoi
bring: bring brings bringing brought levar leva levo trazer traz trago llevar lleva llevo traer trae traigo llevara llevase lleve llevarle traiga trajera trajese levasse leve traga trouxesse
watering: water waters watered watering regar rega regado regada regados regadas reguei regue arroser arrose arrosee arrosees
pickup: collect collected collecting pickup recoger recogi recogido recogida buscar fetch fetched levantar recuperer recupere
return: entregar entregue entregues entreguei entregado entregada return returned devolver devolucao devolvi devolvida devolvido devolucion devuelto devolvio rendre retourner devuelvo devuelve devuelves devuelvas devuelva devolveu devolvo
cancel: cancel cancelled cancelar cancelei cancelado annuler annulation
renew: renew renewed renewing renewal renovar renovacao renovei renovado renovada renove renovacion renouveler renouvelle renouvele renouvelee
want: wants wanted querer quer queria quiere quieren
approve: approve approved approval aprovar aprovou aprovado aprobar aprobo aprobado
work_out: agreed agree agreement acordo combinado acordado acuerdo
recommend: recommend recommended recomendar recomendou recomendo sugeriu suggest suggested sugerir sugirio
restaurant: restaurant restaurants restaurante restaurantes resto
table: table mesa
shop: shop shops store stores loja lojas tienda tiendas magasin boutique
beach: beach beaches praia praias playa playas plage
church: church churches igreja iglesia missa misa eglise
street: street rua calle rue
city: city cidade ciudad ville
country: country pais
leak: leak leaking fuga goteira goteras vazamento fuite
light: lamp lampada lampadas bombilla lampara
membership: membership subscription assinatura mensalidade suscripcion abono
dress: dress vestido robe
clothes: clothes roupa roupas ropa laundry vetements
shoes: shoes shoe sapato sapatos sapatilhas tenis zapato zapatos zapatillas chaussures chaussure calza calzas calzo calza calco calcas calzado calcado chausse calzar calzan
staff: hr rh rrhh
glasses: glasses oculos gafas lentes anteojos lunettes
size: size tamanho talla taille pointure
colour: color colour cor cores colores couleur couleurs
white: white branco branca blanco blanca blanc blanche
green: green verde
black: black preto preta negro negra noir noire
red: red vermelho vermelha rojo roja
design: design designs diseno disenos desenho
review: review reviews revisao revision revisiones resena
quarterly: quarterly quarter trimestral trimestre
monthly: monthly mensal mensual
weekly: weekly semanal
yearly: yearly annual anual
training: training workshop formacao treino treinamento formacion taller capacitacion entrenamiento formation entrainement
conference: conference conferences conferencia conferencias congresso congreso congres
launch: launch kickoff lancamento arranque lanzamiento inicio
team: team equipe equipa equipo
barbecue: barbecue bbq roast churrasco churrascada parrillada asado barbacoa grillade
picnic: picnic piquenique
walk: excursion excursiones excursao walk hike hiking caminhada passeio caminata paseo senderismo promenade balade randonnee hikes hiked caminhadas trilho trilhos trilha sendero senderos
council: council ayuntamiento prefeitura municipio conseil mairie
therapy: therapy therapist terapia terapeuta psicologo psicologa psychologist
physio: physio physiotherapy fisioterapia fisioterapeuta fisio physiotherapist physiotherapists fisioterapeutas kine kinesitherapeute
skin: skin dermatologist dermatology dermatologia dermatologista dermatologo pele piel
tooth: tooth teeth dente dentes diente dientes muela dent dents muelas
massage: massage massagem masaje
rehearsal: rehearsal ensaio ensayo
dance: dance dancing danca dancar baile bailar danse
tennis: tennis tenis
guitar: guitar guitars guitarra guitarras violao viola guitare
piano: piano pianos
violin: violin violino
sing: sing singing singer choir cantar coro song songs canta cancao cancoes cantor cantora cancion canciones cantante
climb: climb climbing escalada escalar boulder bouldering rocodromo escalade
ski: ski skiing esqui esquiar
chess: chess xadrez ajedrez
bike: bike bicycle cycling bicicleta bici velo velos
christening: christening baptism batizado batismo bautizo bautismo
graduation: graduation formatura graduacion
library: library biblioteca bibliotheque
police: police policia
notary: notary notario
court: court tribunal juzgado
immigration: immigration imigracao inmigracion migracion
tyre: tyre tire tyres tires pneu pneus neumatico llanta llantas
oil: oil oleo aceite
candle: candle candles vela velas
lightbulb: bulb bulbs lampada lampadas bombilla bombillas foco focos
cleaningproduct: detergent soap detergente sabao jabon
paper: paper papel papier
toilet: toilet higienico
onion: onion onions cebola cebolas cebolla cebollas oignon
potato: potato potatoes batata batatas patata patatas papa papas pommedeterre patate
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
window: window windows janela janelas ventana ventanas fenetre
wall: wall walls parede paredes pared muro mur
paint: paint painting painter pintar pintura pintor
roof: roof telhado tejado techo
spain: spain espanha espana spanish espanol espanola espanoles espanholas espanhol espanhola espanhois espagnol espagnole
brazil: brazil brasil
france: france franca francia
germany: germany alemanha alemania
italy: italy italia
london: london londres
lisbon: lisbon lisboa
sick: sick ill doente enfermo enferma
pain: pain ache dor dores dolor
operation: surgery operation cirurgia operacao cirugia operacion surgeries operate operated operar operan operam operaram operaron operado operada
result: result results resultado resultados
analysis: analysis analises analisis
hotelbooking: accommodation hospedagem alojamento alojamiento hospedaje
suitcase: packing malas empacar
driver: driver driving conducir dirigir motorista chofer conductor condutor
fine: ticket fine multa multas
parking: parking parked estacionar estacionamento estacionamiento aparcar aparcamiento garaje garagem cochera vaga stationnement
petrol: petrol gasoline gasolina fuel combustivel combustible
question: question questions pergunta perguntas pregunta preguntas
answer: answer answers resposta respostas respuesta respuestas
advice: advice conselho consejo
news: news noticia noticias nouvelles
problem: problem problems issue problema problemas
idea: idea ideas ideia ideias
back: back return returning volta volto voltar voltamos vuelta vuelvo volver volvemos regresso regressar regreso regresar
number: number numbers numero numeros
new: new nova novo nuevo nueva
check: check checked checking verificar verificado verificada revisado revisada inspected inspecionada inspeccionada
reserve: booked booking reserved reservation reserva reservas reservar reservei reserve
landing: land lands landing arrive arrives aterra aterrar pousa chega aterriza llega
condo: condo condominium condominio comunidad homeowners community communities
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
water_plants: irrigation irrigate rega regar riego regadio arroser arrose arrosage
diet: vegan vegans vegetarian vegetarians vegano vegana veganos vegetariano vegetariana vegetarianos meat carne carnes viande chicken frango pollo poulet ham presunto fiambre jamon jambon
shellfish: shellfish seafood marisco mariscos prawn prawns shrimp shrimps camarao camaroes gamba gambas langostino langostinos crevette crevettes
nut: nut nuts walnut walnuts noz nozes nuez nueces
dairy: dairy lactose lacteos lacticinios lactosa
lemon: lemon lemons limao limoes limon limones limoeiro limonero citron citronnier
orange: oranges laranja laranjas laranjeira naranja naranjas naranjo orange
tree: tree trees arvore arvores arbol arboles arbre
soup: soup soups sopa sopas soupe
salad: salad salads salada saladas ensalada ensaladas salade
pastry: pastry pastries pastelaria pasteleiro pasteleira pasteleria reposteria repostero repostera confeitaria confeiteiro
bakery: bakery baker padaria padeiro panaderia panadero
butcher: butcher butchers talho acougue acougueiro carniceria carnicero
salt: salt sal
garlic: garlic alho ajo
honey: honey mel miel
oven: oven forno horno
dishwasher: dishwasher lavavajillas lavaplatos
knife: knife knives faca facas cuchillo cuchillos
seat: seat seats assento assentos asiento asientos butaca siege
aisle: aisle corredor pasillo
locker: locker lockers cacifo cacifos taquilla taquillas casier armario armarios casillero casilleros
cupboard: cupboard cupboards closet wardrobe armario armarios
drawer: drawer drawers gaveta gavetas cajon cajones
alarm: alarm alarms alarme alarmes alarma alarmas
plate: plate matricula placa patente plaque
printer: printer impressora impresora
ink: ink toner cartridge cartridges tinta tinteiro tinteiros cartucho cartuchos
screen: screen screens ecra ecras tela telas pantalla pantallas
charger: charger chargers carregador carregadores cargador cargadores
umbrella: umbrella umbrellas paraguas sombrinha
tent: tent tents tenda barraca
drill: drill berbequim furadeira taladro
ladder: ladder ladders escadote escalera escaleras escada
hammer: hammer martelo martillo
tool: tool tools ferramenta ferramentas herramienta herramientas
fence: fence fences vedacao cerca valla
lawn: lawn grass relva grama cesped
seed: seed seeds semente sementes semilla semillas
lend: lend lends lent lending borrow borrowed loaned emprestar emprestei emprestou emprestado emprestada prestar presto presta prestado prestada dejo deixo prestaste emprestas dejaste lenden prestamos prestou prete preter
owe: owe owes owed debt debts deve devo devem devia divida dividas debe debo deben debia deuda deudas
scarf: scarf scarves cachecol lenco bufanda echarpe
ring: ring rings anel aneis anillo anillos bague
wristwatch: watch watches relogio relogios reloj relojes montre
coat: coat coats jacket jackets casaco casacos chaqueta chaquetas abrigo abrigos manteau
shirt: shirt shirts camisa camisas camiseta camisetas chemise
perfume: perfume perfumes colonia
gloves: gloves luvas guantes
hat: hat hats chapeu gorro gorra sombrero
nurse: nurse nurses enfermeira enfermeiro enfermeiras enfermera enfermero enfermeras infirmier infirmiere
shift: shift shifts turno turnos
win: win wins won winner ganhar ganhou ganha ganhei venceu vencedor ganar gano ganador
lose: lose lost losing perder perdeu perdi perdio perdido perdida
favourite: favourite favorite favourites favorites favorito favorita favoritos preferido preferida preferidos
coach: coach coaches trainer treinador treinadora entrenador entrenadora
platform: platform anden
queue: queue fila
storage: storage basement cellar attic arrecadacao trastero sotano porao bodega
meter: meter meters contador contadores medidor
summer: summer verao verano ete
winter: winter inverno invierno hiver
spring: spring primavera printemps
autumn: autumn outono otono automne
snow: snow neve nieve ski skiing esqui esquiar
mountain: mountain mountains montanha montanhas montana montanas serra sierra montagne
river: river rivers rio rios riviere fleuve
island: island islands ilha ilhas isla islas
bridge: bridge bridges ponte pontes puente puentes
market: market feira mercadillo marche
godparent: godfather godmother godparents padrinho madrinha padrinhos padrino madrina padrinos
godchild: godson goddaughter afilhado afilhada ahijado ahijada
pregnancy: pregnant pregnancy gravida gravidez embarazada embarazo
retire: retire retired retirement reforma reformado reformada aposentado aposentada aposentadoria jubilar jubilado jubilada jubilacion
divorce: divorce divorced divorcio divorciado divorciada
married: marry married marriage casado casada casados casar casamos matrimonio matrimonios
engaged: engaged engagement noivo noiva noivos noivado prometida
card: card cards cartao cartoes tarjeta tarjetas
tutor: tutor tutoring explicador explicadora explicacoes
marathon: marathon marathons maratona maratonas maraton maratones semimarathon
race: race races carreras corridas
pressure: pressure pressao presion pression
temperature: temperature temperatures temperatura temperaturas temp temps grados graus degres degrees
weight: weight weighs peso pesos pesa pesar
height: height altura alturas tall
width: width largura anchura
speed: speed velocidade velocidad
switch: switch switches interruptor interruptores
socket: socket sockets tomada tomadas enchufe enchufes
pipe: pipe pipes cano canos tubo tubos tuberia tuberias
filter: filter filters filtro filtros
aircon: aircon conditioning condicionado acondicionado climatizacion
carpet: carpet rug carpets tapete tapetes alfombra alfombras
curtain: curtain curtains cortina cortinas
sofa: sofa sofas couch couches
mirror: mirror mirrors espelho espelhos espejo espejos
pillow: pillow pillows almofada almofadas travesseiro almohada almohadas cojin cojines
mattress: mattress mattresses colchao colchoes colchon colchones
blanket: blanket blankets manta mantas cobertor cobertores
towel: towel towels toalha toalhas toalla toallas
shower: shower showers chuveiro duche ducha
plaster: plaster estuque gesso yeso
wood: wood wooden madeira madera
glass: glass vidro vidrio cristal
stone: stone stones pedra pedras piedra piedras
metal: metal metais metales
plastic: plastic plastico
silver: silver prata
gold: gold ouro oro
yellow: yellow amarelo amarela amarillo amarilla
brown: brown castanho castanha marrom marron
grey: grey gray cinzento cinzenta cinza gris
purple: purple roxo roxa
big: big grande grandes
small: small little pequeno pequena pequenos pequenas
old: old velho velha antigo antiga viejo vieja antiguo antigua
young: young jovem jovens joven jovenes
hot: hot quente quentes caliente calientes calor
cold: cold frio fria frios frias
wet: wet molhado molhada mojado mojada
dry: dry seco seca secos secas
dirty: dirty sujo suja sucio sucia
broken: broken avariado avariada quebrado quebrada estragado estragada roto rota averiado averiada break breaks broke breaking quebrar quebrou quebraram quebrados quebradas rompio rompieron romper rotos rotas casse casser
full: full cheio cheia lleno llena
empty: empty vazio vazia vacio vacia
heavy: heavy pesado pesada
open: open opens opened opening inauguracao inauguracion inauguration aberto aberta abrir abre abierto abierta
close: close closes closed closing fechado fechada fechar fecha cerrado cerrada cerrar cierra
arrive: arrival arrivals chegar chegada chegadas cheguei chegou llegar llegada llegadas llegue llego arrives arrived llegan llegamos llegas chego chegam chegamos arriver arrivee
leave: leave leaves leaving departure departures depart departs partida partidas sair saida saidas salida salidas salir
live: live lives lived living morar mora moro morou viver vivir vivia
sleep: sleep sleeps slept dormir durmo dorme duermo duerme
eat: eat eats ate eaten comer comeu comi comio
cook: cook cooks cooking cooked cozinhar cozinha cozinhei cocinar cocino cocina
drive: drove drives conduzir conduzo conduzi conduzco conduje
wear: wear wears wearing vestir wore worn visto veste vestem vestimos vestidas vestidos usar uso ponerse pongo ponemos puesto dress dressed porter habiller roupa ropa clothes
carry: carry carried carrega cargar
write: write writes wrote written escrever escreve escrevi escreveu escribir escribe escribi escribio
draw: draw drawing drawings desenhar dibujo dibujos dibujar
music: music musica musicas
instrument: instrument instruments instrumento instrumentos
choir: choir choirs coro coros coral
episode: episode episodes episodio episodios capitulo
painting: painting paintings quadro quadros cuadro cuadros pintura pinturas
poem: poem poems poema poemas
author: author authors writer writers autor autora autores escritor escritora
magazine: magazine magazines revista revistas
newspaper: newspaper newspapers jornal jornais periodico periodicos
language_of: language languages idioma idiomas lingua linguas lengua
translation: translate translation traducao traduzir traduccion traducir
sentence: phrase phrases frase frases
map: map maps mapa mapas
address: address addresses endereco enderecos morada moradas direccion direcciones
postcode: postcode zip cep codepostal
neighbourhood: neighbourhood neighborhood bairro bairros barrio barrios
spot: spot spots plaza plazas
square: square praca pracas plaza plazas
road: road roads estrada estradas carretera carreteras
motorway: motorway highway autoestrada autopista autovia
station: station stations estacao estacoes estacion estaciones
boat: boat boats ship barco barcos navio
village: village villages aldeia aldeias vila pueblo pueblos
farm: farm farms fazenda granja finca
forest: forest woods floresta bosque bosques
lake: lake lakes lago lagos lac
sea: sea ocean oceano mer
sun: sun sunny sol
rain: rain rains rainy chuva chover chove lluvia llover llueve
wind: wind windy vento viento
storm: storm storms tempestade trovoada tormenta tormentas
weather: weather clima
ball: ball balls bola bolas pelota pelotas balon
racket: racket rackets raquete raquetes raqueta raquetas
climbing: climb climbing escalar escalada
ride: ride riding cavalo cavalos caballo caballos horse horses
surf: surf surfing
bet: bet bets aposta apostas apostar apuesta apuestas
prize: prize prizes award awards premio premios
score: score scores resultado pontuacao marcador
goal: goal goals meta metas objetivo objetivos gol golo golos goles
order: orders ordered encomendar encomendei pedido pedidos
dish: dish dishes prato pratos plato platos
dessert: dessert desserts sobremesa sobremesas postre postres
pie: pie empada empadas empanada empanadas
sandwich: sandwich sandwiches sanduiche sandes bocadillo bocadillos
pasta: pasta massa
beans: beans feijao feijoes frijoles alubias judias
lentils: lentils lentilhas lentejas
chickpeas: chickpeas grao garbanzos
carrot: carrot carrots cenoura cenouras zanahoria zanahorias
pepper: pepper peppers pimento pimentos pimienta pimiento pimientos pimenta
mushroom: mushroom mushrooms cogumelo cogumelos champinon champinones seta setas
lettuce: lettuce alface lechuga
banana: banana bananas platano platanos
strawberry: strawberry strawberries morango morangos fresa fresas
grape: grape grapes uva uvas
melon: melon melons melao melancia sandia watermelon
cream: cream nata crema creme
vinegar: vinegar vinagre
flour: flour farinha harina
biscuit: biscuit biscuits cookie cookies bolacha bolachas galleta galletas
icecream: gelado gelados sorvete helado helados
toast: toast torrada torradas tostada tostadas
snack: snack snacks lanche merienda
spicy: spicy picante picantes
sweet: sweet sweets doces dulce dulces
bitter: bitter amargo amarga
gluten: gluten celiac coeliac celiaco celiaca
asthma: asthma asma
diabetes: diabetes diabetic diabetico diabetica
fever: fever febre fiebre
cough: cough tosse tos
headache: headache migraine enxaqueca migrana jaqueca
knee: knee knees joelho joelhos rodilla rodillas genou
shoulder: shoulder shoulders ombro ombros hombro hombros
hand: hand hands mao maos mano manos
foot: foot feet
leg: leg legs perna pernas pierna piernas
arm: arm arms braco bracos brazo brazos
ear: ear ears ouvido ouvidos orelha oido oidos
nose: nose nariz
beard: beard barba
dose: dose doses dosis
allergy_shot: injection injections injecao inyeccion
nursery: nursery kindergarten creche guarderia infantario
grade: grade grades calificacion
student: student students pupil pupils aluno aluna alunos estudante estudantes alumno alumna alumnos estudiante estudiantes eleve etudiant
diploma: diploma diplomas degree
thesis: thesis tese tesis
scholarship: scholarship bolsa beca
uniform: uniform uniforms uniforme uniformes
stamp: stamp stamps selo selos sello sellos
envelope: envelope envelopes
scissors: scissors tesoura tesouras tijeras
pen: pen pens caneta canetas boligrafo boligrafos pluma
pencil: pencil pencils lapis lapiz lapices
glue: glue pegamento
tape: tape fita cinta
rope: rope corda cuerda
box: box boxes caixa caixas caja cajas
bottle: bottle bottles garrafa garrafas botella botellas
cup: cup cups mug chavena chavenas xicara taza tazas mugs caneca canecas tasse tasses
pan: pans panela panelas frigideira olla ollas sarten
fork: fork forks garfo garfos tenedor tenedores
spoon: spoon spoons colher colheres cuchara cucharas
guest: guest guests convidado convidada convidados invitado invitada invitados
invite: invite invites invited invitation invitations convite convites convidar convidei invitacion invitaciones invitar
host: host hosts anfitriao anfitriona anfitrion
meet: meet meets met encontrar encontro encontrei conheci conoci conocido
visit: visit visits visited visiting visita visitas visitar visitei visitamos visite
help: help helps helped ajuda ajudar ajudou ayuda ayudar ayudo
forget: forget forgot forgotten esquecer esqueci olvidar olvide
change_of: alterar alteracao cambiar cambios cambiado
wait_for: wait waits waiting esperar esperando
stay: stay stays stayed staying ficar fico ficamos fiquei estadia estancia alojarse
grow: grow grows grown growing crescer cresce crecer crece
cut: cut cuts cortar corta cortado cortada cortamos dropped drop removed recortar recorte
hang: hang hung pendurar colgar
clean_up: tidy arrumar ordenar
steal: stolen theft steal roubo roubado roubaram robo robado robaron
accident: accident accidents acidente acidentes accidente accidentes
emergency: emergency emergencia emergencias urgencia urgencias
fire: fire fogo incendio fuego
ambulance: ambulance ambulancia
army: army soldier exercito ejercito
government: government governo gobierno
election: election elections vote voting eleicao eleicoes voto votar eleccion elecciones
law_of: legal lei leis ley leyes
fee: fee fees taxa taxas tarifa tarifas cuota cuotas charge charges charged charging cobra cobram cobrar cobrou cobran cobro frais
discount: discount discounts desconto descontos descuento descuentos
refund: refund refunds refunded reembolso reembolsos devolucion
cash: cash efectivo numerario
coin: coin coins moeda moedas moneda monedas
account: accounts cuenta cuentas
savings: savings poupanca poupancas ahorro ahorros
share: shares stock stocks acoes acciones
pension: pension pensions pensao
business: business businesses negocio negocios
shopkeeper: seller sellers vendedor vendedora
engineer: engineer engineers engenheiro engenheira ingeniero ingeniera
architect: architect architects arquiteto arquiteta arquitecto arquitecta
builder: builder builders construtor construtora pedreiro albanil constructor
carpenter: carpenter carpenters carpinteiro carpintero
gardener: gardener gardeners jardineiro jardineira jardinero jardinera jardinier jardiniere
cook_person: chef chefs cozinheiro cozinheira cocinero cocinera
waiter: waiter waitress garcom empregado camarero camarera mesero
journalist: journalist reporter jornalista periodista
photographer: photographer photographers fotografo fotografa
psychiatrist: psychiatrist psiquiatra
paediatrician: pediatrician paediatrician pediatra pediatras pediatre pediatres
midwife: midwife parteira comadrona matrona
babysitter: babysitter nanny baba ninera canguro nounou
secretary: secretary assistant secretaria assistente asistente
manager: manager managers gerente gerentes gestor gestora
director: director directors diretor diretora directora directeur directrice
owner: owner owners dono dona duena dueno
tenant: tenant tenants inquilino inquilina inquilinos arrendatario locataire
roommate: flatmate roommate housemate
partner: partner partners parceiro parceira socio socia associe associee
stepmother: stepmother madrasta madrastra
stepfather: stepfather padrasto padrastro
grandson: grandson grandchild neto nieto
granddaughter: granddaughter neta nieta
lavender: lavender lavenders lavanda lavandas alfazema alfazemas lavande
olive: olive olives oliveira oliveiras olivo olivos azeitona azeitonas aceituna aceitunas olivier
rosemary: rosemary alecrim romero romarin
palm: palm palms palmeira palmeiras palmera palmeras palmier
fountain: fountain fountains fonte fontes fuente fuentes fontaine
accessibility: accessibility acessibilidade accesibilidad accessibilite
knitwear: jumper sweater camisola malha jersey sueter pull jumpers sweaters pullover pullovers jerseys camisolas sueteres
wool: wool woollen la lana laine
cold_person: freezing friorento friolero frileux
cello: cello violoncelo violonchelo violoncelle
flute: flute flauta
trumpet: trumpet trompete trompeta trompette
puzzle: puzzle puzzles quebracabecas rompecabezas
dinosaur: dinosaur dinosaurs dinossauro dinossauros dinosaurio dinosaurios dinosaure
doll: doll dolls boneca bonecas muneca munecas poupee
kite: kite papagaio pipa cometa
scooter: scooter scooters trotinete patinete trotinette
rollerskates: skates rollerblades patins patines
skateboard: skateboard skate monopatin
rabbit: rabbit rabbits coelho coelhos conejo conejos lapin
bird: bird birds passaro passaros pajaro pajaros oiseau
turtle: turtle tortoise tartaruga tortuga tortue
insect: insect insects bug inseto insetos insecto insectos
wasp: wasp wasps bee bees vespa vespas abelha abelhas avispa avispas abeja abejas
mouse_animal: mice rato ratos raton ratones souris
wheat: wheat trigo ble
soy: soy soya soja
celery: celery aipo apio celeri
spinach: spinach espinafre espinafres espinaca espinacas epinards
cucumber: cucumber pepino concombre
aubergine: aubergine eggplant beringela berenjena
courgette: courgette zucchini curgete abobrinha calabacin
peach: peach peaches pessego pessegos melocoton durazno peche
cherry: cherry cherries cereja cerejas cereza cerezas cerise
pineapple: pineapple abacaxi ananas pina
coconut: coconut coco
almond: almond almonds amendoa amendoas almendra almendras amande
cod: cod bacalhau bacalao morue
tuna: tuna atum atun thon
salmon: salmon salmao saumon
prawn: prawn prawns shrimp shrimps camarao camaroes gamba gambas langostino crevette
squid: squid lula lulas calamar calamares
pork: pork porco cerdo porc
beef: beef vaca ternera boeuf
lamb: lamb cordeiro borrego cordero agneau
turkey_meat: turkey peru pavo dinde
black_pudding: morcilla morcela morcelas
rib: rib ribs costela costelas costilla costillas
spreadsheet: spreadsheet planilha
headphones: headphones earphones earbuds fones auscultadores auriculares cascos ecouteurs
keyboard: keyboard teclado clavier
router: router modem roteador
donor: donor donation doador doacao donante donacion
crutches: crutches muletas bequilles
ankle: ankle ankles tornozelo tobillo cheville
wrist: wrist pulso muneca poignet
hip: hip anca quadril cadera hanche
elbow: elbow cotovelo codo coude
chest: chest peito pecho poitrine
stomach: stomach belly barriga estomago tripa ventre
throat: throat garganta gorge
finger: finger fingers dedo dedos doigt
braces: braces aparelho ortodoncia brackets
sunscreen: sunscreen protetor
nappy: nappy nappies diaper diapers fralda fraldas panal panales
pram: pram buggy stroller carrinho cochecito poussette
crib: crib cot berco cuna
costume: costume costumes fantasia fantasias disfarce disfraz disfraces deguisement
fireworks: fireworks petardos fuegos
carnival: carnival carnaval
carol: carols villancicos
toast_speech: speech discurso discours
raffle: raffle lottery rifa sorteio loteria sorteo
vineyard: vineyard vinha vinedo vignoble
waterfall: waterfall cascata cascada cascade
castle: castle castelo castillo chateau
cathedral: cathedral catedral cathedrale
stadium: stadium arena estadio stade
campsite: camping campsite campismo campamento
dive: dive diving mergulho buceo plongee
fishing: fishing pesca
yacht: yacht iate yate
ferry: ferry ferries balsa transbordador
motorbike: motorbike motorcycle mota moto motos
helmet: helmet capacete casco casque
wheel: wheel wheels roda rodas rueda ruedas roue
brake: brake brakes travao travoes freio freno frenos frein
engine: engine motor moteur
screw: screw screws parafuso parafusos tornillo tornillos vis
thermostat: thermostat termostato
radiator: radiator radiators radiador radiadores
chimney: chimney fireplace lareira chimenea cheminee
lift: lift elevator elevador ascensor ascenseur
balcony: balcony terrace varanda terraco balcon terraza
doorbell: doorbell campainha timbre sonnette
gutter: gutter gutters caleira caleiras calha canalon canalones gouttiere
hose: hose mangueira manguera tuyau
shed: shed sheds barracao arrecadacao cobertizo cabane
padlock: padlock padlocks cadeado cadeados candado candados cadenas
allotment: allotment allotments horta hortas huerto huertos huerta potager
pot: pot pots vaso vasos maceta macetas
fertiliser: fertiliser fertilizer adubo
half: half halves meia meio metade media medio mitad demi demie moitie
outbound: outbound outward ida aller
insurance_policy: policy policies apolice apolices poliza polizas
supplier: supplier suppliers vendor vendors fornecedor fornecedora fornecedores proveedor proveedora proveedores fournisseur fournisseurs
german: german alemao alema alemaes aleman alemana alemanes allemand allemande
danish: danish dinamarques dinamarquesa danes danesa danois danoise
italian: italian italiano italiana italien italienne
hen: hen hens chicken chickens galinha galinhas gallina gallinas poule poules
sublet: sublet sublets subletting sublease subleasing subarrendar subarrendamento subarriendo subalquilar sublocar sublouer
rowing: rowing row rows rower remo remar remador remadora aviron ramer
page: page pages pagina paginas
burn: burn burns burning bonfire bonfires fogueira fogueiras queimar hoguera hogueras quemar bruler
greenhouse: greenhouse greenhouses glasshouse glasshouses estufa estufas invernadero invernaderos serre serres
mow: mow mows mowing cortar segar aparar tondre
path: path paths caminho caminhos camino caminos sendero senderos sentier
smoke: smoke smokes smoking fumar fumo fumas fumer
painkiller: painkiller painkillers ibuprofen ibuprofeno paracetamol aspirin aspirina analgesico analgesicos antidouleur
coverage: cover covers covered coverage cobertura cobre cobertos cubre cubierto cubierta couvert couverture warranty guarantee garantia garantie insurance seguro assurance
damp: damp humidity mould humidade umidade mofo humedad moho humidite
hiring: hire hires hired hiring headcount contratar contrata contratacao contratacion contratou contrato embaucher
replace: replace replaces replaced replacing replacement trocar troca substituir reemplazar sustituir remplacer
dead: die dies died dead morrer morre morreu mortas morto morir muere murio muertas muerto mourir mort
bedsheet: sheet sheets lencois lencol sabanas sabana draps
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
