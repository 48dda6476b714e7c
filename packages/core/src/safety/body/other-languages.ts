/**
 * Statements about the person's own body in other languages than English. Lengths of sleep can be checked, so they are
 * read in German, Spanish, French, Italian, Portuguese, Dutch and Hindi. All else that is said of the person's night or
 * readings cannot be checked there, so it is not said. What is said of bodies in general, advice and questions stay.
 *
 * A statement has three marks: words for the person or for last night, a word for sleep or a reading, and a report: "you
 * have slept", a level ("raised", "as usual"), or a number.
 *
 * bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
 */
import { formOf, wordsOf } from "../words.ts";

/** What a sentence states: lengths of sleep in half hours, a reading as a number, or what nobody can check. */
type ForeignStatement = {
  readonly halves: readonly number[];
  readonly isReading: boolean;
  /** Something beside the lengths of sleep. */
  readonly more: boolean;
};

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean).map(formOf));

/** The person, and the night that just was. */
const OWN = set(`
  du dein deine deinen deinem deiner deines dir dich ihre ihren ihrem ihrer
  tu tus te ti usted su sus ton ta tes vous votre vos avez tuo tua tuoi tue voce teu seu sua teus seus
  je jij jouw jou uw hebt tum tumhara tumhari tumhare tumne aap aapka aapki aapke aapne apka apki apke apne tera teri
  आप आपका आपकी आपके आपने तुम तुम्हारा तुम्हारी तुमने
  anoche ontem heri gisteren ieri kal vannacht вчера ты вы твой твоя твое ваш ваша dun gece wczoraj twoj twoja twoje senin nabzin uykun
  din ditt dina dit inatt
`);
const LAST_NIGHT =
  /\b(?:has|as|hai) (?:solo |sólo |bien |mal |seulement |bene |male )?dorm|\b(?:dormiste|dormisti|schliefst)\b|letzte[rn]? nacht|heute nacht|nuit derni[eè]re|cette nuit|noche pasada|esta noche pasada|scorsa notte|stanotte|noite passada|esta noite|afgelopen nacht|kal raat|raat ko|कल रात|прошлой ночью|в эту ночь|bu gece|ostatniej nocy|i natt|昨夜|昨晩|昨晚|昨天|어젯밤|지난밤|الليلة الماضية|أمس/i;
/** They tell that the person has slept. */
const SLEPT = set(`
  geschlafen schliefst dormiste dormido durmio durmiste dormi dormito dormiu dormisti geslapen sliep sliepen soye soyi soya soe soyee
  सोए सोये सोया सोयी सोई спал спала спали проспал проспала uyudun uyudunuz spales spalas sov
`);
const MEASURE = set(`
  puls pulse ruhepuls herzfrequenz ruheherzfrequenz herzschlag herzratenvariabilitat hrv herz atmung atemfrequenz sauerstoffsattigung
  korpertemperatur hauttemperatur erholung form score schlafscore
  pulso frecuencia cardiaca corazon respiracion recuperacion forma puntuacion
  pouls frequence cardiaque coeur respiration recuperation forme
  polso battito battiti frequenza cardiaca cuore respiro respirazione recupero
  frequencia batimento batimentos coracao respiracao recuperacao
  hartslag rustpols rusthartslag pols hart ademhaling herstel hartslagvariabiliteit
  dhadkan nabz saans heart recovery spo2 नब्ज नाड़ी धड़कन साँस सांस पल्स
  пульс пульсом дыхание nabzin nabiz tetno vilopuls hvilepuls
`);
const SLEEP = set(`
  schlaf nacht nachte sueno noche sommeil nuit sonno notte sono noite slaap nacht neend raat नींद रात сон ночь uyku uykun sen noc somn natt
`);
/** Words that give a night or a reading a level, or compare it. */
const LEVEL = set(`
  hoch hoher erhoht niedrig niedriger tief tiefer gesunken gestiegen normal schlecht schlechter gut besser kurz kurzer kurzeste lang langer langste
  unruhig ruhig schwach stark schnell schneller langsam langsamer ublich sonst wenig mehr weniger schlechteste beste erholsam furchtbar
  alto alta altos altas elevado elevada bajo baja bajado subido peor mejor mal mala malo bien buena bueno corta corto larga largo normal rapido lento menos mas debil
  haut haute eleve elevee bas basse baisse monte pire meilleur meilleure mauvais mauvaise bon bonne bien mal court courte long longue normale agitee faible rapide lent plus moins
  elevato elevata basso bassa peggiore migliore male bene buona buono cattiva corta breve lunga normale agitata debole veloce salito sceso
  baixo baixa pior melhor mal ma boa bom curta longa agitada subiu desceu acima abaixo
  hoog hoger verhoogd laag lager slecht slechter goed beter kort kortste lang langste onrustig normaal gedaald gestegen
  zyada kam tez uncha neecha kharab achha accha achchi badha badhi chhoti sabse buri acchi ज़्यादा ज्यादा कम तेज अच्छी खराब बढ़ा
  высокий повышен низкий плохо хорошо yuksek dusuk kotu iyi wysokie wysoki niskie zle dobrze hog lag daligt bra
`);
/** Such words make a sentence advice, a wish, a condition or a question. */
const NOT_STATED = set(`
  wenn falls ob solltest sollte sollten konntest kannst konnte konnen darfst musst versuch versuche probier wunsche wunsch empfehle mochtest willst hilft helfen wurde damit um wie bevor
  si cuando deberias debe debes puedes puede podrias intenta trata recomiendo quieres ayuda ayudar para como espero antes
  quand devrais devriez peux peut pouvez pourrais essaie essayez conseille veux voulez aide pour comment espere avant
  se quando dovresti puoi potresti prova consiglio vuoi aiuta aiutare come spero prima
  deverias deveria podes pode poderia tenta tente recomendo queres quer ajuda como espero antes
  wanneer moet kunt kan zou probeer raad wil helpt hoe
  agar jab chahiye sakte sakti koshish kaise अगर जब चाहिए सकते कैसे если когда можешь eger
`);

const UNITS =
  /(?<number>\p{L}+|\d{1,2}(?:[.,]\d{1,2})?|\d{1,2}½)(?<half>\s(?:und eine halbe|einhalb|y media|et demie?|e mezz[ao]|e meia|en een half|en een halve|aur aadha))?\s?(?:stunden?|horas?|heures?|ore|ora|uur|uren|ghante|ghanta|घंटे|घंटा|घण्टे|h)(?![\p{L}])(?<after>\s(?:und eine halbe|y media|et demie?|e mezz[ao]|e meia|30))?(?<glued>30\b)?/giu;
const HINDI_HALF = /^(?:sadhe|saadhe|साढ़े)\s/iu;

/** Numbers in words, zero to fourteen. */
const COUNTS: readonly string[] = [
  "null cero zero nul shunya",
  "eine ein einer una un uno uma een ek एक",
  "zwei dos deux due duas dois twee do दो",
  "drei tres trois tre drie teen tin तीन",
  "vier cuatro quatre quattro quatro char chaar चार",
  "funf cinco cinq cinque vijf paanch panch पांच पाँच",
  "sechs seis six sei zes chhe chah che छह छः",
  "sieben siete sept sette sete zeven saat सात",
  "acht ocho huit otto oito aath आठ",
  "neun nueve neuf nove negen nau नौ",
  "zehn diez dix dieci dez tien das दस",
  "elf once onze undici gyarah ग्यारह",
  "zwolf doce douze dodici doze twaalf barah बारह",
  "dreizehn trece treize tredici treze dertien",
  "vierzehn catorce quatorze quattordici veertien",
]; // prettier-ignore
const COUNT = new Map(COUNTS.flatMap((names, count) => [...set(names)].map((name) => [name, count] as const)));

/** Returns the lengths of time in a sentence that are rounded to half hours, in half hours. */
export function halvesIn(sentence: string): number[] {
  return [...sentence.matchAll(UNITS)].flatMap(({ 0: all, index, groups = {} }) => {
    const raw = groups["number"] ?? "";
    const word = formOf(raw);
    const joined = /^(.+)einhalb$/.exec(word)?.[1];
    const digits = Number.parseFloat(raw.replace(",", "."));
    const count = Number.isNaN(digits) ? (word === "anderthalb" ? 1.5 : COUNT.get(joined ?? word)) : digits;
    if (count === undefined) return [];
    const sadhe =
      /(?:s[a]{1,2}dhe|साढ़े)\s$/iu.test(sentence.slice(Math.max(0, index - 8), index)) || HINDI_HALF.test(all);
    const half =
      joined !== undefined || groups["half"] || groups["after"] || groups["glued"] || raw.includes("½") || sadhe;
    return [2 * count + (half ? 1 : 0)];
  });
}

/** Without letters of a script that has no spaces. */
const NO_SPACES = /睡|眠|心拍|心率|脈|脉|呼吸|수면|심박|잠을|잤/u;
const PERIOD_OF_READING =
  /\d[\d.,]*\s?(?:bpm|ms|schl[äa]ge|latidos|pulsaciones|battements|battiti|batimentos|slagen|atemz[üu]ge|respirac)/iu;
/** Words of an English sentence: it is read in full by body-claims.ts. */
const ENGLISH = /\b(?:the|you|your|and|with|you['’]re)\b/i;

/** Returns what a sentence in another language states of the person's body, or undefined where it states nothing. */
export function foreignStatement(sentence: string): ForeignStatement | undefined {
  if (/\?\s*$/.test(sentence) || (ENGLISH.test(sentence) && !LAST_NIGHT.test(sentence))) return undefined;
  const words = wordsOf(sentence).map(({ text }) => text);
  const has = (list: ReadonlySet<string>) => words.some((word) => list.has(word));
  const lastNight = LAST_NIGHT.test(sentence);
  if (!lastNight && !has(OWN)) return undefined;
  if (NO_SPACES.test(sentence))
    return { halves: [], isReading: /\d/.test(sentence) && /心|脈|脉|심박/.test(sentence), more: true };
  if (has(NOT_STATED)) return undefined;
  const withoutTimes = sentence.replaceAll(UNITS, " ").replaceAll(/\b\d{1,2}[:.]\d{2}\b/g, " ");
  const isReading = has(MEASURE) && (/\d/.test(withoutTimes) || PERIOD_OF_READING.test(sentence));
  const isLevel = (has(MEASURE) || has(SLEEP)) && has(LEVEL);
  const slept = has(SLEPT);
  const halves = slept || has(SLEEP) ? halvesIn(sentence) : [];
  if (!isReading && !isLevel && !slept && halves.length === 0) return undefined;
  return { halves, isReading, more: isLevel || has(MEASURE) || has(LEVEL) || halves.length === 0 };
}
