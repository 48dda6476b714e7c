import type { Intent } from "@waldo/contracts";
import { foldAccents, folded } from "../folding.ts";
import { spelledOut } from "../memory/search/ranking/everyday-words.ts";
import { editDistance, editsAllowed } from "../memory/search/ranking/vocabulary.ts";

/**
 * Words for the same thing in the languages of the intents. A message and an example that use different words of one
 * group are alike. A star stands for any ending, a low line for a space. Words are in lower case and without accents.
 */
const GROUPS = `
SLEEP: sleep* slept asleep kip snooz* shuteye slumber bed night nights nap* rest rested doze* schlaf* schlief* geschlafen nacht nachte gepennt pennen bett schlummer* dorm* duerm* durm* sueno cama noche noches siesta dorm* sommeil nuit nuits lit roupill* pieuter dodo
WAKE: wake woke waking awake woken toss* tossing aufgewacht aufwach* wach aufgestanden despert* desvel* reveil* eveill*
TIRED: tired tiring exhaust* knackered shattered wrecked drained worn fatigue* weary sleepy groggy wiped spent cooked beat mude* erschopft* kaputt fertig platt schlapp* ausgelaugt* cansad* agotad* rendid* molid* fatigu* epuis* creve* vide*
ENERGY: energ* pep zest oomph strength vigor vigour stamina kraft power antrieb elan energia fuerza* ganas energie forme peche patate
SCORE: score* form number* points rating reading* readiness zone* gauge level value* wert werte punkt* stand zahl* puntuacion puntaje numero* indice nota resultado chiffre* note indice niveau
ZONE: energized steady flagging depleted energised
LOW: low lower bad worse worst awful terrible rubbish poor down dip dipped tank* crash* drop* red slump* meh niedrig* schlecht* mies* tief* runter bajo baja mal peor fatal bas basse mauvais* pire nul nulle chute*
HIGH: high higher good better best great up climb* rise rising gut besser hoch hoher super alto alta bien mejor mieux bon bonne haut haute meilleur*
WHY: why how_come reason* cause* culprit explain* explanation blame because behind wieso warum weshalb grund ursache woran weswegen liegt porque por_que motivo razon causa debe culpa pourquoi raison cause explique* expliqu*
YESTERDAY: yesterday yday gestern ayer hier
TODAY: today tonight heute hoy aujourd'hui
TOMORROW: tomorrow tmrw morgen manana demain
WEEK: week weeks weekly wk woche wochen semana semanas semaine semaines
MONTH: month months monat monate mes meses mois
MORNING: morning morgens fruh matin tarde evening afternoon abend abends soir nachmittag
LAST: last past previous prior recent* lately letzte* vergangen* letzten vorige* kurzlich pasad* ultim* reciente* derni* passe* recemment
COMPARE: compare* comparison versus vs against than difference different differ* vergleich* unterschied* gegenuber verglichen compar* diferenc* frente respecto compar* differ* rapport
USUAL: usual* normal* average typical* baseline norm standard ordinary sonst ublich* gewohn* normalerweise durchschnitt* schnitt habitual* costumbre promedio media siempre habitude* habituel* moyenne d'habitude
TREND: trend* improv* declin* getting progress* direction heading recover* deteriorat* turning verbesser* verschlecht* entwick* bergauf bergab mejor* empeor* progres* tendencia evoluc* amelior* empir* progress* tendance evolu* remont*
SINCE: since long days streak row straight how_long seit wie_lange tage tagen lange hintereinander desde cuanto cuantos dias llevo racha depuis combien jours longtemps suite
SUGGEST: suggest* recommend* advice advise* tip tips idea ideas should ought help* do vorschlag* rat tipp tipps empfehl* raten hilft helfen soll sollte tun machen consejo* sugier* sugerenc* recomend* debo deberia hago hacer ayuda* conseil* sugger* recommand* devrais dois faire aide*
TRAIN: train* workout* work_out gym exercise run running jog* lift* ride cycling bike swim* squat* hiit yoga session sport* marathon intervals volleyball football tennis match game climb trainier* training laufen joggen lauf radfahren rad schwimmen fitness krafttraining vollgas wandern entren* correr gimnasio ejercicio deporte bici nadar pesas partido entrain* courir course sport velo nager muscu seance salle footing
HARD: hard intense intensity push easy light rest gentle all_out hart leicht locker intensiv ruhig fuerte suave duro fort doux tranquille
HEART: heart hrv pulse bpm resting cardio cardiac variability recover* recovery strain stress* rhr herz* puls erhol* ruhepuls belast* hrv corazon pulso recuper* coeur pouls recup* cardiaque
MOVE: move* moved moving step steps active activity walked walk walking sedentary couch lazy sit sitting feet schritt* beweg* aktiv* gelaufen gegangen sitz* pasos movi* activ* camin* sedentar* pas bouge* marche* actif active
ILL: sick ill unwell fever flu cold coming_down bug virus infection symptom* unusual weird odd krank* erkalt* grippe fieber infekt kranklich auffallig* enferm* resfri* gripe fiebre malo malade rhume grippe fievre couver couve
DATA: data sync* synced upload* arriv* watch ring band wearable strap tracker device battery wore worn connect* missing daten synchron* uhr ring armband angekommen ubertrag* datos sincron* reloj anillo pulsera llegado llego donnees synchro* montre bague bracelet arrive* recu*
MEAN: mean* means definition define calculated calculat* computed stand_for scale bedeutet bedeutung heisst berechnet significa calcula* signifie veut_dire calcul*
EVENT: meeting* appointment* event* call calls dentist doctor interview party dinner lunch flight train recital wedding class lesson conference standup review session inspection haircut concert birthday vet physio match date training termin* besprechung* sitzung* zahnarzt arzt treffen feier abflug flug geburtstag konzert hochzeit elternabend friseur reunion* cita* dentista medico vuelo boda cumple* clase llamada rendez-vous rdv dentiste medecin vol mariage anniversaire cours concert entretien reunion*
CALENDAR: calendar agenda schedul* diary program* planner itinerary plans planned booked kalender terminkalender plan ansteht anstehen vor_habe calendario agenda agendad* calendrier agenda prevu* planning emploi
NEXT: next upcoming following first then later soon nachste* erste* als_nachstes danach proxim* siguiente primer* prochain* suivant* premier* ensuite
FREE: free gap slot available availability opening busy spare room squeeze window break frei lucke* zeit verfugbar platz spielraum luft libre* hueco disponib* huecos tiempo libre* creneau* dispo* trou temps
WHEN: when what_time time wann uhrzeit um_wie_viel cuando hora a_que_hora quand heure quelle_heure
WHERE: where address location wo wohin donde ou lieu
PLAN: plan organize organise structure order prioriti* arrange fit tackle planen ordne* struktur* reihenfolge einteil* organiza* planea* ordena* planifi* organis* range*
DUE: due deadline* overdue late owed owing expire* expir* fallig* frist* abgabe* uberfallig* vence* plazo* pendiente* atrasad* echeance* delai* retard du rendre
TASK: task* todo to-do todos list chore* errand* job item items aufgabe* liste todo erledigung* tarea* lista quehacer* recado* tache* liste todo corvee*
ADD: add put stick note write jot pop throw chuck include append log create hinzufug* schreib* notier* setz* pack* trag* aufnehmen anade* agreg* apunt* pon mete anota* ajout* mets note inscri* rajout*
DONE: done finish* complete* completed tick check cross paid sorted handled sent bought booked submitted mailed closed nailed wrapped erledigt fertig abgehakt bezahlt gemacht geschafft abhaken geschickt gekauft abgegeben hecho hecha termine* complet* tach* listo lista pagad* pague envi* fait* fini* termine* coche* paye* regle* envoye* achete*
MOVE_TO: move* push* postpone* shift* resched* delay* bump* change* switch* later earlier instead verschieb* verleg* schieb* ander* spater fruher mueve* mover aplaza* pospon* retras* cambia* pasa* adelanta* deplace* repouss* decale* change* reporte* avance*
DROP: drop remove delete scrap ditch bin scratch kill cancel* forget lose clear get_rid off strike losch* streich* entfern* weg absag* vergiss brauch borra* elimin* quita* cancela* suprim* tacha* supprime* enleve* annule* retire* efface* laisse
REMIND: remind* reminder* nudge* ping alert* alarm* wake poke heads-up notify notification* timer buzz beep shout tell_me let_me_know don't_let_me_forget erinner* erinnerung* bescheid wecker wecken weck denk* meld* recuerd* recordatorio* avis* avisa* alarma* despiert* rappel* rappelle* alerte* alarme* previen* reveille* signal*
REMEMBER: remember* note noted keep_in_mind know fyi memorize store save record merk* behalt* notier* wissen speicher* recuerda apunta guarda* ten_en_cuenta sepas retiens souviens note* garde* sache* enregistre*
FORGET: forget forgotten erase wipe delete unlearn disregard vergiss vergess* losch* streich* olvid* borra* oubli* efface* supprime*
WRONG: wrong incorrect mistake* false untrue correct correction actually not error nope falsch stimmt_nicht korrigier* berichtig* fehler eigentlich incorrect* equivoc* mal error en_realidad corrig* faux fausse erreur trompe* en_fait corrige* inexact*
RIGHT: right true exactly correct absolutely indeed precisely yes yep yeah agreed spot totally sure richtig stimmt genau ja jawohl absolut si exacto cierto correcto claro verdad oui exact* vrai juste tout_a_fait absolument
NO: no nope nah never not nein nee nie nicht no nunca non jamais pas
KNOW_ME: about_me know_of_me facts profile everything uber_mich alles_was sobre_mi de_mi a_mon_sujet sur_moi
TOLD: told tell told_you said mentioned mention ever gesagt erzahlt erwahnt dije conte mencion* dit raconte mentionne*
FAMILY: mum mom mother dad father sister brother wife husband partner son daughter kid kids boss friend neighbour* neighbor* colleague cousin uncle aunt grandma grandpa mutter vater schwester bruder frau mann sohn tochter chef freund* nachbar* kollege* madre padre hermana hermano mujer marido hijo hija jefe amig* vecin* mere pere soeur frere femme mari fils fille chef ami* voisin*
NAME: name names called nickname call address heisse* heisst nenn* namen llam* nombre apod* appel* nom prenom surnom
DID: did you_do done_for actions activity handled been_up_to log history hast_du gemacht getan hiciste has_hecho hecho as_fait fait_pour
SAID: say said saying mean_by message sent write basis source claim sagst gesagt behaupt* meinst grundlage dices dijiste mensaje dis dit message racontes basé
QUIET: quiet silence silent mute hush shut disturb alone pause interrupt* dnd hold peace leave ruhe still stumm storen pausier* lass silencio callad* calla molest* interrump* silence tais-toi derange* muet paix laisse tranquille
SPEAK: unmute speak resume talk back again reactivate lift wieder sprich melden reactiva* habla* vuelve* reparle* reprend* reprends parle* reactive*
UNDO: undo revert take_back rollback reverse restore mach* ruckgangig zuruck* deshaz* deshacer reviert* restaura* annule* defais reviens retour
STOP: stop quit enough cease again anymore hor auf nicht_mehr aufhoren nie_wieder deja basta para ya_no arrete* cesse* plus ne_plus
CAN: can able capable capabilities features function* abilities help kannst fahigkeiten funktion* puedes sabes_hacer funciones capacidades peux fonction* sais_faire capable
WHO: who are_you you_are what_are_you human robot bot person ai machine doctor real wer bist mensch ki quien eres humano maquina qui es-tu humain robot vrai_
MAIL: mail mails email emails message messages inbox text texts whatsapp unread post nachricht* posteingang mail correo* mensaje* bandeja courriel* boite sms
GREET: hi hello hey hiya howdy morning yo greetings hallo moin servus gruss* guten hola buenas buenos saludos bonjour salut coucou bonsoir
THANK: thanks thank cheers ta appreciate grateful lifesaver brilliant legend awesome star danke* dank vielen super gracias agradec* crack genial merci remerci* genial super
BYE: goodnight good_night bye goodbye see_you later night_night off_to_bed nacht tschuss bis schlaf_gut adios hasta buenas_noches bonne_nuit au_revoir a_demain ciao
OK: ok okay fine alright got_it understood sure noted k cool verstanden alles_klar gut vale entendido de_acuerdo d'accord compris entendu
SAD: sad lonely alone grief grieving miss lost died funeral stressed anxious worried overwhelmed hopeless miserable cry crying upset heartbroken down burned traurig einsam uberfordert gestresst angst weine trauer gestorben verloren triste sol* estresad* agobiad* angust* llor* murio perdi triste seul* stresse* angoiss* deborde* pleur* mort perdu
GLAD: happy excited thrilled proud great news promoted promotion won pregnant engaged passed celebrate amazing fantastic freue froh glucklich stolz bestanden befordert gewonnen feliz content* orgullos* aprob* ascend* gane heureux heureuse content* fier* reussi* promu* gagne*
DATE: date day year month weekday datum welcher_tag tag jahr fecha dia ano date jour annee
CREATE: write poem essay story song translate* recipe joke joke* email summarize summary code script python draft explain capital invent* schreib* gedicht rezept witz ubersetz* erklare* hauptstadt escribe poema receta chiste traduc* explica* capital ecris poeme recette blague traduis* capitale
WORLD: weather rain news president stock* price* football bitcoin movie film restaurant traffic country war history planet wetter regen nachrichten aktie* preis* kino stau land tiempo lluvia noticias bolsa precio* pelicula trafico pais meteo pluie actualite* bourse prix trafic pays
MISS: miss missed away gone off holiday offline catch* changed new verpasst weg urlaub neues perdi* perdid* fuera vacaciones novedad* rate* loupe* absent* vacances nouveau neuf
REVIEW: review recap summary summar* look_back overview wrap ruckblick zusammenfass* ubersicht resum* repaso balance bilan recapitul* resume* retour
SHOW: show list display give see zeig* liste gib nenn muestra* ensena* lista dame dime montre* affiche* donne* liste
SET: set scheduled active standing running pending gesetzt eingestellt geplant programad* pendientes activ* programm* prevus actifs
HOWMUCH: how_much how_many enough total cuanto cuantos cuanta wie_viel wieviel wie_viele genug combien assez suficiente
OWE: debt owe owed deficit behind short lack catch_up missing hole schulden defizit fehlt nachholen mangel deuda debo deficit falta recuperar dette manque retard deficit rattraper
BEDTIME: bedtime lights turn_in hit_the_hay go_to_bed phone_away crash ins_bett schlafen_gehen licht acostar* acostarme irme_a_la_cama coucher couche*
PREFER: prefer like love hate dislike allergic vegetarian vegan favourite favorite rather mag liebe hasse bevorzug* allergisch vegetar* lieber prefier* gusta encanta odio alergic* prefere* aime* adore* deteste* allergique*
`;

/** Group by whole word, and by beginning for words with a star. Phrases are looked for in the message as a whole. */
type Lexicon = {
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly stems: readonly (readonly [string, string])[];
  readonly phrases: readonly (readonly [string, string])[];
};

const LEXICON = read();

function read(): Lexicon {
  const words = new Map<string, string[]>();
  const stems: (readonly [string, string])[] = [];
  const phrases: (readonly [string, string])[] = [];
  for (const line of GROUPS.trim().split("\n")) {
    const [group = "", rest = ""] = line.split(": ");
    for (const item of new Set(rest.split(" "))) {
      const text = item.replaceAll("_", " ").trim();
      if (text.includes(" ")) phrases.push([text, group]);
      else if (text.endsWith("*")) stems.push([text.slice(0, -1), group]);
      else words.set(text, [...(words.get(text) ?? []), group]);
    }
  }
  return { words, stems, phrases };
}

const known = new Map<string, readonly string[]>();

/** Returns the groups of a word in its common form. */
function groupsOf(word: string): readonly string[] {
  const before = known.get(word);
  if (before) return before;
  const found = [
    ...(LEXICON.words.get(word) ?? []),
    ...LEXICON.stems.filter(([stem]) => word.startsWith(stem)).map(([, group]) => group),
  ];
  const distinct = [...new Set(found)];
  known.set(word, distinct);
  return distinct;
}

/** Returns the groups whose phrases a message holds. `text` is its words, joined by single spaces. */
function phraseGroups(text: string): readonly string[] {
  const spaced = ` ${text} `;
  return LEXICON.phrases.filter(([phrase]) => spaced.includes(` ${phrase} `)).map(([, group]) => group);
}

/**
 * Ranks the intents for a message. It learns from the examples of the intent files and from nothing else: a softmax
 * regression over the words of a message, pairs of neighbouring words, groups of words that mean the same, and pieces of
 * words, which see through inflection and typing mistakes. The order of learning is fixed, so the same files always give
 * the same ranking.
 *
 * Sources: softmax regression with the step sizes of AdaGrad (J. Duchi et al., JMLR 12, 2011).
 */

type Ranked = { readonly name: string /** 0–1; all ranked intents together have 1. */; readonly share: number };

type Matcher = {
  /** The intents, the likeliest first. */
  rank(message: string): Ranked[];
};

/** A message is read up to here. What a person asks stands at the beginning or is short. */
const MOST_CHARS = 400;
/** Shorter and longer pieces of words than these say little or are the word itself. */
const PIECE_LETTERS = [3, 4, 5] as const;
/** What each kind of feature counts. */
const WEIGHT = { word: 1, pair: 0.8, edge: 0.6, apart: 0.4, group: 0.8, groups: 0.5, piece: 0.35 } as const;

const WORD = /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*|\d+(?:[:.]\d+)*|[?!]/gu;

/** Returns the words of a message in a common form; any number is one word, and a thumb is two. */
export function wordsOf(message: string): string[] {
  const spelled = message.slice(0, MOST_CHARS).replaceAll("👍", " thumbs up ").replaceAll("👎", " thumbs down ");
  const text = folded(spelled).replaceAll("’", "'").toLowerCase();
  return (text.match(WORD) ?? []).map((word) => (/\d/.test(word) ? "#" : foldAccents(spelledOut(word))));
}

/** A word that no example has, by the nearest spelling that one has: "dentits" → "dentist". */
type Speller = (word: string) => string;

function spellerOf(counts: ReadonlyMap<string, number>): Speller {
  const byLength = new Map<number, string[]>();
  for (const word of [...counts.keys()].sort()) byLength.set(word.length, [...(byLength.get(word.length) ?? []), word]);
  return (word) => {
    const edits = editsAllowed(word);
    if (counts.has(word) || edits === 0) return word;
    let best = { word, distance: edits + 1, count: 0 };
    for (let length = word.length - edits; length <= word.length + edits; length++)
      for (const other of byLength.get(length) ?? []) {
        // People seldom mistype the first letter.
        if (other[0] !== word[0]) continue;
        const distance = editDistance(word, other, edits);
        const count = counts.get(other) ?? 0;
        if (distance < best.distance || (distance === best.distance && count > best.count))
          best = { word: other, distance, count };
      }
    return best.distance > edits ? word : best.word;
  };
}

/** Returns the features of a message with what each counts. */
function featuresOf(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const add = (name: string, weight: number) => found.set(name, Math.max(found.get(name) ?? 0, weight));
  const spoken = words.filter((word) => /[\p{L}#]/u.test(word));
  for (const word of words) add(`w ${word}`, WEIGHT.word);
  const framed = ["^", ...spoken, "$"];
  for (let i = 1; i < framed.length; i++)
    add(`p ${framed[i - 1]} ${framed[i]}`, i === 1 || i === framed.length - 1 ? WEIGHT.edge : WEIGHT.pair);
  for (let i = 2; i < spoken.length; i++) add(`a ${spoken[i - 2]} ${spoken[i]}`, WEIGHT.apart);
  for (const word of spoken)
    for (const letters of PIECE_LETTERS)
      for (let i = 0; i + letters <= word.length + 2; i++) add(`c ${`<${word}>`.slice(i, i + letters)}`, WEIGHT.piece);
  addGroups(spoken, add);
  return found;
}

function addGroups(spoken: readonly string[], add: (name: string, weight: number) => void): void {
  const groups = spoken.map(groupsOf);
  const all = [...new Set([...groups.flat(), ...phraseGroups(spoken.join(" "))])].sort();
  for (const group of all) add(`g ${group}`, WEIGHT.group);
  for (const [i, group] of all.entries())
    for (const other of all.slice(i + 1)) add(`j ${group} ${other}`, WEIGHT.groups);
  const inGroups = spoken.map((word, i) => (groups[i]?.length ? groups[i] : [word]));
  for (let i = 1; i < spoken.length; i++)
    if (groups[i - 1]?.length || groups[i]?.length)
      for (const left of inGroups[i - 1] ?? [])
        for (const right of inGroups[i] ?? []) add(`h ${left} ${right}`, WEIGHT.groups);
}

/** The features of one text by number, with their weights; together they have length one. */
type Vector = { readonly ids: Int32Array; readonly weights: Float32Array };

/**
 * What was learned from the examples. It holds plain values only, so that it can be kept in a file: learning takes seconds.
 * The one who keeps it uses it for the same intents and the same `LEARNING` only.
 */
export type Learned = {
  readonly names: readonly string[];
  /** How many examples have each word. */
  readonly words: ReadonlyMap<string, number>;
  /** The number of each feature, and how much it counts. */
  readonly features: ReadonlyMap<string, number>;
  readonly rarities: Float32Array;
  /** The weights: feature by intent. */
  readonly model: Float32Array;
};

/** Names the way of learning. It changes whenever the same examples would give other weights. */
export const LEARNING = "1";

export function learnFrom(intents: readonly Intent[]): Learned {
  const sorted = [...intents].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = sorted.map(({ name }) => name);
  const texts = sorted.flatMap((intent, label) => intent.examples.map(({ text }) => ({ label, words: wordsOf(text) })));
  const words = new Map<string, number>();
  for (const word of texts.flatMap((text) => text.words)) words.set(word, (words.get(word) ?? 0) + 1);
  const featured = texts.map(({ label, words }) => ({ label, features: featuresOf(words) }));
  const { features, rarities } = vocabularyOf(featured.map((text) => text.features));
  const samples = featured.map((text) => ({ label: text.label, ...vectorOf(text.features, features, rarities) }));
  return { names, words, features, rarities, model: weightsFor(samples, names.length, features.size) };
}

export function matcherOf({ names, words, features, rarities, model }: Learned): Matcher {
  const spelled = spellerOf(words);
  return {
    rank(message) {
      const scores = new Float64Array(names.length);
      addScores(scores, model, vectorOf(featuresOf(wordsOf(message).map(spelled)), features, rarities));
      const shares = softmax(scores);
      return names
        .map((name, i) => ({ name, share: shares[i] ?? 0 }))
        .sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1));
    },
  };
}

/** A feature of fewer examples than this tells nothing about others. */
const LEAST_EXAMPLES = 2;

/** Numbers the features and says how much each counts: a rare one more than one that is everywhere. */
function vocabularyOf(texts: readonly ReadonlyMap<string, number>[]) {
  const counts = new Map<string, number>();
  for (const features of texts) for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= LEAST_EXAMPLES);
  return {
    features: new Map(known.map(([name], id) => [name, id])),
    rarities: Float32Array.from(known, ([, count]) => Math.sqrt(Math.log((texts.length + 1) / (count + 0.5)))),
  };
}

function vectorOf(
  features: ReadonlyMap<string, number>,
  ids: ReadonlyMap<string, number>,
  rarities: Float32Array,
): Vector {
  const known = [...features].flatMap(([name, weight]): [number, number][] => {
    const id = ids.get(name);
    return id === undefined ? [] : [[id, weight * (rarities[id] ?? 0)]];
  });
  const length = Math.hypot(...known.map(([, weight]) => weight)) || 1;
  return {
    ids: Int32Array.from(known, ([id]) => id),
    weights: Float32Array.from(known, ([, weight]) => weight / length),
  };
}

/** Adds Σ weight × model row to the scores of the classes. */
function addScores(scores: Float64Array, model: Float32Array, { ids, weights }: Vector): void {
  const classes = scores.length;
  for (let i = 0; i < ids.length; i++) {
    const at = (ids[i] as number) * classes;
    const weight = weights[i] as number;
    for (let c = 0; c < classes; c++) scores[c] = (scores[c] as number) + weight * (model[at + c] as number);
  }
}

function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  let sum = 0;
  for (let c = 0; c < scores.length; c++) sum += scores[c] = Math.exp((scores[c] as number) - most);
  for (let c = 0; c < scores.length; c++) scores[c] = (scores[c] as number) / sum;
  return scores;
}

/** How often the examples are gone through, the first step, and the error below which an intent is left as it is. */
const [ROUNDS, STEP, LEAST_ERROR] = [4, 0.5, 0.02];
/** An example that is taken for its intent with less doubt than this teaches nothing new. */
const CLEAR_ERROR = 0.1;

/** Learns the weights: feature by class. */
function weightsFor(
  samples: readonly (Vector & { readonly label: number })[],
  classes: number,
  features: number,
): Float32Array {
  const model = new Float32Array(features * classes);
  const squares = new Float32Array(features * classes).fill(1e-6);
  const errors = new Float64Array(classes);
  // A fixed stride through the examples mixes the intents, in the same order each time.
  const stride = strideFor(samples.length);
  const settled = new Uint8Array(samples.length);
  for (let round = 0; round < ROUNDS; round++)
    for (let i = 0, at = round; i < samples.length; i++, at = (at + stride) % samples.length) {
      const index = at % samples.length;
      // What was clear in a round is left out of the next one, and looked at again in the one after.
      if (settled[index] === 1) {
        settled[index] = 0;
        continue;
      }
      const sample = samples[index] as (typeof samples)[number];
      errors.fill(0);
      addScores(errors, model, sample);
      softmax(errors);
      errors[sample.label] = (errors[sample.label] as number) - 1;
      if (-(errors[sample.label] as number) < CLEAR_ERROR) settled[index] = 1;
      for (let c = 0; c < classes; c++) {
        const error = errors[c] as number;
        if (Math.abs(error) < LEAST_ERROR) continue;
        for (let k = 0; k < sample.ids.length; k++) {
          const cell = (sample.ids[k] as number) * classes + c;
          const slope = error * (sample.weights[k] as number);
          const square = (squares[cell] as number) + slope * slope;
          squares[cell] = square;
          model[cell] = (model[cell] as number) - (STEP * slope) / Math.sqrt(square);
        }
      }
    }
  return model;
}

/** A stride that visits every example once a round. */
function strideFor(count: number): number {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  let stride = Math.max(1, Math.floor(count * 0.618));
  while (gcd(stride, count) !== 1) stride++;
  return stride;
}
