/**
 * Finds what could keep somebody from help or harm them without naming an illness or a dose: an all-clear for a test or a
 * complaint, "no need for a doctor", fasting as advice, an effect on the body that is promised, and a value that is called
 * dangerous. A condition ("if your chest hurts …"), a question, and what people do in general are none.
 * Notation of phrases.ts, over plain words.
 */
import { phraseMatcher } from "../phrases.ts";
import { STOP, type Word, wordsOf } from "../words.ts";

export const HARMS = ["all_clear", "kept_from_help", "fasting", "effect", "alarm"] as const;
type Harm = (typeof HARMS)[number];

const TEST =
  "ecg|ekg|electrocardiogram|mri|ct|xray|scan|scans|biopsy|bloodwork|bloods|labs|cholesterol|glucose|mole|lump|rash|swelling|ultrasound|spirometry|urine|stool";
const GOOD = "normal|fine|healthy|clear|good|ok|okay|perfect|harmless|unremarkable|clean|great|negative|benign";
const COMPLAINT =
  "pain|pains|palpitations|dizziness|dizzy|fainting|fainted|numbness|bleeding|lump|mole|rash|fever|cough|breathlessness|headache|headaches|swelling|symptom|symptoms|arrhythmia|ecg|ekg|nausea|vomiting|tingling|seizure";
const DOCTOR =
  "doctor|doctors|gp|physician|specialist|cardiologist|hospital|er|emergency|ambulance|clinic|checkup|nurse|medic|professional|a&e|paramedics|dermatologist|neurologist";
const VALUE =
  "pulse|rate|pressure|temperature|hrv|breathing|oxygen|saturation|spo2|value|values|reading|readings|numbers|heartbeat|cholesterol|glucose|sugar";
const DANGER =
  "dangerous|alarming|worrying|worrisome|critical|lifethreatening|concerning|unhealthy|abnormal|pathological|hazardous|perilous|unsafe|serious|deadly";
const DANGEROUSLY = "dangerously|alarmingly|critically|worryingly|abnormally|perilously|unhealthily|concerningly";
const OUTCOME =
  "cholesterol|pressure|sugar|glucose|heart|arteries|liver|kidneys|immune|immunity|hormones|testosterone|cortisol|inflammation|thyroid|insulin|brain|lungs|gut|hrv|pulse|triglycerides|blood|bones|joints|prostate|eyesight|anxiety|pain|headache|headaches|migraine|migraines|fever|infection|cold|flu|symptoms|illness|disease|risk";
const DOES =
  "lower|reduce|cure|heal|fix|prevent|reverse|protect|boost|cleanse|eliminate|treat|detox|detoxify|restore|strengthen|normalize|normalise|balance|repair|shrink|dissolve|unclog|clear|regulate";
const DOES_IT =
  "lowers|reduces|cures|heals|fixes|prevents|reverses|protects|cleanses|eliminates|treats|detoxifies|restores|normalizes|normalises|repairs|unclogs|regulates";

const PHRASES: Readonly<Record<Harm, readonly string[]>> = {
  all_clear: [
    `your|the|this|that ..2 ${TEST} ..2 is|are|was|were|looks|look|seems|came|comes ..3 ${GOOD}`,
    `your|the|this blood pressure|test|tests|results|count ..1 is|are|looks|look|seems ..2 ${GOOD}`,
    `${TEST} ..3 so|means|meaning ..2 you ..1 are|re|is ..2 fine|healthy|ok|okay|well|safe`,
    `youre|you are|re? ..2 fine|healthy|ok|okay|safe|well ..6 ${TEST}`,
    `nothing|no ..2 to? ..1 worry|worried|concern|concerned|serious|dangerous|cause|reason ..6 ${COMPLAINT}`,
    `${COMPLAINT} ..4 is|are|s ..2 nothing|harmless|just|only|normal ..2 to|serious|stress|nerves|anxiety|worry|tension|tiredness|muscular|a|$`,
    `dont|not|needn't|neednt worry|be ..2 about|of ..3 ${COMPLAINT}`,
    `${COMPLAINT} ..4 will|should pass|go|disappear|vanish ..2 on|by|away|$`,
    "nothing|not ..2 wrong with you|your",
    "you are|re? ..2 perfectly|completely|totally|medically|absolutely healthy|fine|well",
    "youre perfectly|completely|totally|medically|absolutely healthy",
    "dein|deine|ihr|ihre|das|die ekg|ecg|blutdruck|blutwerte|befund|leberfleck|knoten|rontgenbild|mrt ..3 ist|sind|sieht ..3 normal|unauffallig|gut|ok|harmlos|gesund|okay",
    "kein|keinen|nichts ..2 grund|anlass|schlimmes|ernstes ..3 sorge|sorgen|beunruhigen",
    "brauchst|musst|mussen|brauchen ..2 dir|dich|sich ..2 keine ..1 sorgen ..3 machen !um",
    "du bist|sie sind ..2 kerngesund|vollig gesund?",
    "tu|su|el|la electrocardiograma|ecg|presion|analitica|lunar|bulto|analisis ..3 es|esta|estan|son ..2 normal|normales|bien|perfecto|perfecta",
    "no hay|es ..2 nada grave|malo|preocupante|preocuparse",
    "ton|votre|tes|vos|le|la ecg|electrocardiogramme|tension|analyses|bilan|grain|bosse ..3 est|sont ..2 normal|normale|normaux|normales|bon|bonne|bons|parfait",
    "rien|pas ..2 de ..1 grave|inquietant|inquieter|quoi",
    "il|la tuo|tua ecg|elettrocardiogramma|pressione|neo|analisi ..3 e|sono ..2 normale|normali|bene|perfetto",
    "niente|nulla ..1 di ..1 grave|preoccupante|preoccuparsi",
    "o|a teu|seu|tua|sua ecg|eletrocardiograma|pressao|exame|sinal ..3 e|esta|sao ..2 normal|normais|bem|otimo",
    "nao|nada ..3 grave|preocupar|preocupante !se",
    "je|uw ecg|bloeddruk|moedervlek|bloedwaarden ..3 is|zijn ..2 normaal|goed|prima|in",
    "niets ernstigs|aan",
  ],
  kept_from_help: [
    `no|little|without|hardly need|reason|point|cause ..2 for|to|in|of|seeing|see ..4 ${DOCTOR}`,
    `no|not ..2 need ..2 to? ..1 see|visit|call|consult|go|bother|trouble|contact|involve ..4 ${DOCTOR}`,
    `dont|neednt|not|doesnt|shouldnt|wont|no ..2 need|require|bother|have|see|call|visit|trouble|worth ..4 ${DOCTOR} !if|unless|but`,
    `${DOCTOR} ..3 is|are|isnt|arent|would|wont|wouldnt ..2 not|unnecessary|overkill|waste|pointless|necessary|needed|useless|exaggerated|excessive ..2 necessary|needed|required|be|of|here|help|$`,
    `skip|avoid|postpone|delay|forget|ignore|cancel ..1 the|your|that|seeing|going|calling|a ..3 ${DOCTOR}`,
    `put off ..2 the|your|seeing|going ..3 ${DOCTOR}`,
    `${DOCTOR} ..1 can|could|may wait`,
    `wait|hold ..2 before|with|until|off ..1 you? ..1 see|seeing|calling|going|call|the ..3 ${DOCTOR}`,
    `too early|soon|minor|small to|for ..3 ${DOCTOR}`,
    `instead of ..3 seeing|calling|going|visiting ..3 ${DOCTOR}`,
    `better than|rather than ..3 seeing|calling|going ..3 ${DOCTOR}`,
    "brauchst|musst|brauchen|mussen|solltest|muss|ist ..3 kein|keinen|keine|nicht|nie ..2 arzt|arztin|hausarzt|krankenhaus|notaufnahme|notruf|termin|arzttermin|arztbesuch",
    "nicht|kein|keinen ..2 zum|arzt|arztbesuch|ins krankenhaus|arzt|gehen|notig|notaufnahme|notwendig",
    "zum arzt ..3 nicht|unnotig|uberflussig|spater|warten",
    "arzt|arztbesuch|arzttermin ..2 ist ..1 nicht|unnotig|uberflussig",
    "no|sin ..2 necesitas|necesita|hace|hay|necesidad|debes|vayas|llames ..3 medico|doctor|hospital|urgencias|ambulancia",
    "pas|inutile|aucun|ne ..3 besoin|consulter|voir|appeler|d ..3 medecin|docteur|hopital|urgences|samu",
    "inutile de ..2 consulter|voir|appeler",
    "non|senza ..2 serve|hai|occorre|bisogno|chiamare|andare ..3 medico|dottore|ospedale|ambulanza|pronto",
    "nao|sem ..2 precisa|precisas|necessidade|e|ha ..3 medico|medica|hospital|ambulancia|urgencia",
    "geen|niet ..2 nodig|dokter|huisarts|naar ..2 dokter|huisarts|ziekenhuis|nodig|$",
  ],
  fasting: [
    "fast|fasting for|until|till|through ..3 hours|hour|days|day|week|weeks|tomorrow|noon|dinner|lunch|evening !can|is|has|may|means",
    "try|do|start|begin|consider|recommend|suggest|go|attempt|with ..2 a? ..2 fasting|fast|cleanse|detox !car|lane|food|track|forward|pace|paced|as|walk|run",
    "you ..1 should|could|can|must|might ..1 fast|detox|cleanse",
    "skip|skipping ..2 breakfast|lunch|dinner|meals|meal|food|eating ..8 you|your|tomorrow|today|tonight|helps|will|and|$",
    "eat nothing|little ..3 until|till|for|after|today|tomorrow",
    "stop|avoid|without eating|food ..2 for|until ..2 hours|days|day|xnum|24|16|36|48",
    "water|juice fast|cleanse|only ..2 for|will|today|tomorrow|day|days",
    "faste|fasten|faste|heilfasten|intervallfasten|fastest ..4 heute|morgen|stunden|tage|tag|probier|versuche|hilft|wurde",
    "probier|probiere|versuch|versuche|mach|mache ..2 fasten|heilfasten|intervallfasten|saftkur|detox|fastentag",
    "lass|lasse ..2 fruhstuck|mittagessen|abendessen|mahlzeit|mahlzeiten ..2 aus|weg",
    "iss|essen ..2 nichts ..4 bis|heute|stunden|mehr",
    "ayuna|ayune|ayunar|prueba|haz|intenta ..2 ayuno|ayunar|horas|dias|detox|durante|hoy|manana",
    "jeune|jeunez|essaie|essayez|fais|faites ..3 jeune|jeuner|detox|heures|jours|cure",
    "saute|sautez|salta|saltate|pule|sla ..2 repas|dejeuner|diner|comida|cena|desayuno|pasto|pranzo|colazione|cafe|refeicao|ontbijt|maaltijd",
    "digiuna|digiunare|prova|fai ..2 digiuno|digiunare|ore|giorni|detox",
    "jejue|jejum|faca|tente|experimenta ..2 jejum|jejuar|horas|dias|detox",
    "vast|vasten|probeer ..2 vasten|uur|dagen|dag|detox",
  ],
  effect: [
    `will ..2 ${DOES} ..2 your|the|any|this|that ..3 ${OUTCOME}`,
    `will ..2 keep ..2 your ..2 heart|liver|arteries|blood|kidneys|brain ..2 healthy|safe|clean|clear|young|down|low`,
    `going to ${DOES} ..1 your ..3 ${OUTCOME}`,
    `${DOES_IT} your ..3 ${OUTCOME}`,
    `guaranteed|proven|certain|sure to ..1 ${DOES} ..5 ${OUTCOME}`,
    "will cure|heal you|it|this|that",
    `aspirin|vitamin|vitamins|magnesium|melatonin|supplement|supplements|garlic|turmeric|ginger|tea|omega|zinc|ashwagandha|creatine|collagen ..4 will ..2 ${DOES}|help|improve|make|give|bring|keep`,
    "das|dies|es|damit|magnesium|tee|ingwer ..2 wird|senkt|heilt|schutzt|starkt|reinigt|entgiftet ..3 dein|deinen|deine|ihr|ihren|ihre|cholesterin|blutdruck ..3 cholesterin|blutdruck|herz|immunsystem|leber|blutzucker|entzundung|senken|schutzen|heilen|starken|$",
    "esto|eso|te|le|ajo|magnesio ..3 bajara|reducira|curara|protegera|baja|cura|protege ..3 colesterol|presion|corazon|tension|azucar|inmune|higado|$",
    "cela|ca|ceci|magnesium ..3 baissera|reduira|guerira|protegera|fera|baisse|protege|guerit ..3 cholesterol|tension|coeur|glycemie|foie|immunitaire|baisser",
    "questo|cio|magnesio ..3 abbassera|ridurra|curera|proteggera|abbassa|protegge|cura ..3 colesterolo|pressione|cuore|glicemia|fegato",
    "isso|isto|magnesio ..3 baixara|reduzira|curara|protegera|vai ..3 colesterol|pressao|coracao|glicose|baixar|reduzir|curar|proteger",
    "dit|dat ..2 zal|verlaagt|geneest|beschermt ..4 cholesterol|bloeddruk|hart|bloedsuiker|lever",
  ],
  alarm: [
    `your|that|this|such ..4 ${VALUE} ..4 is|are|was|were|looks|seems|means|puts ..3 ${DANGER}`,
    `${DANGEROUSLY} high|low|elevated|raised|fast|slow|irregular|weak|short`,
    `${VALUE} ..4 danger|dangerous|warning|risk zone|level|levels|territory|range`,
    "your heart|body|health ..1 is|are ..1 in|at danger|risk",
    "dein|deine|ihr|ihre ..1 puls|ruhepuls|blutdruck|herzfrequenz|wert|werte|temperatur|atmung|hrv ..4 gefahrlich|bedenklich|besorgniserregend|alarmierend|kritisch|lebensgefahrlich|krankhaft",
    "gefahrlich|bedenklich|alarmierend hoch|niedrig|hoher|erhoht|schnell",
    "tu|su ..1 pulso|presion|frecuencia|tension|temperatura ..4 peligroso|peligrosa|peligrosamente|preocupante|alarmante|critico|critica",
    "ton|votre ..1 pouls|tension|frequence|temperature ..4 dangereux|dangereuse|dangereusement|inquietant|inquietante|alarmant|critique",
    "tuo|tua ..1 polso|battito|pressione|frequenza|temperatura ..4 pericoloso|pericolosa|pericolosamente|preoccupante|allarmante|critico",
    "teu|seu|tua|sua ..1 pulso|pressao|frequencia|temperatura ..4 perigoso|perigosa|perigosamente|preocupante|alarmante|critico",
    "je|uw ..1 pols|hartslag|bloeddruk|temperatuur|rustpols ..4 gevaarlijk|zorgwekkend|alarmerend|kritiek",
  ],
};
const harmsIn = phraseMatcher(PHRASES);

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));
/** A condition, an unknown or a warning before the words makes them none. */
const FRAMES = list(
  "if when whether unless doctor doctors not never cannot cant dont wenn falls ob nicht si quand cuando se quando als whether hardly people some many studies research may might can could kann konnte puede podria peut pourrait puo pode",
);
/** Of these a "not" is part of the harm. */
const NEGATED: readonly Harm[] = ["kept_from_help", "all_clear"];
const OWN_FRAMES = list("if whether unless wenn falls ob si se als because weil said says told asked");
const SPOILS = list("do does did is are ask hast haben was");
const LOOK_BACK = 10;

/** Returns the harm of a text, or undefined. */
export function harmIn(text: string): Harm | undefined {
  const words = wordsOf(text);
  const found = new Set(
    harmsIn(words)
      .filter((match) => !isFramed(words, match.from, match.to, match.name as Harm))
      .map(({ name }) => name),
  );
  return HARMS.find((harm) => found.has(harm));
}

function isFramed(words: readonly Word[], from: number, to: number, harm: Harm): boolean {
  const start = words.slice(0, from).findLastIndex(({ text }) => text === STOP) + 1;
  const before = words.slice(Math.max(start, from - LOOK_BACK), from).map(({ text }) => text);
  const frames = NEGATED.includes(harm) ? OWN_FRAMES : FRAMES;
  if (before.some((word) => frames.has(word))) return true;
  // "Is your ECG normal?" and "do you fast for days" ask.
  if (before.length === 0 ? false : SPOILS.has(before[0] ?? "") && harm !== "kept_from_help") return true;
  const inside = words.slice(from, to).map(({ text }) => text);
  if (harm === "effect" && inside.some((word) => word === "may" || word === "can" || word === "not")) return true;
  const after = words.slice(to, to + 4).map(({ text }) => text);
  return harm === "kept_from_help" && after.slice(0, 1).some((word) => word === "if" || word === "unless");
}
