/**
 * Turns a text into words of time that are the same in each language: "am nächsten Freitag" and "next friday" both
 * become `next w5`. days.ts and hours.ts read these words with one grammar.
 *
 * `n9` is a number, `o9` an ordinal, `a1` an article, `w1` Monday, `m1` January, `uday` a unit, `h3` a holiday, `past1`
 * yesterday, `x` any other word. Signs stay as they are.
 *
 * bounded: times.ts gives it at most 400 characters.
 */
import type { IntentLanguage } from "@waldo/contracts";
import { HOLIDAY_NAMES } from "./holidays.ts";

export type Word = { readonly is: string; readonly from: number; readonly to: number };

type Lexicon = Readonly<Record<string, string>>;

const UNITS_EN = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen";
const NUMBERS: Record<IntentLanguage, readonly string[]> = {
  en: words(`${UNITS_EN} seventeen eighteen nineteen twenty`),
  de: words(
    "eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  ),
  es: words(
    "una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte",
  ),
  fr: words(
    "une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt",
  ),
};
const TENS: Record<IntentLanguage, readonly string[]> = {
  en: words("twenty thirty forty fifty sixty seventy eighty ninety"),
  de: words("zwanzig dreissig vierzig funfzig sechzig"),
  es: words("veinte treinta cuarenta cincuenta sesenta"),
  fr: words("vingt trente quarante cinquante soixante"),
};
const ORDINALS: Record<IntentLanguage, readonly string[]> = {
  en: words(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
  ),
  de: words("erste zweite dritte vierte funfte sechste siebte achte neunte zehnte elfte zwolfte"),
  es: words("primero segundo tercero cuarto"),
  fr: words("premier"),
};

function words(list: string): string[] {
  return list.split(" ");
}

/** Returns the names of the numbers up to 60, and of the ordinals up to 31, with their words. */
function numbersOf(spoken: IntentLanguage): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [i, name] of NUMBERS[spoken].entries()) found[name] = `n${i + 1}`;
  for (const [i, tens] of TENS[spoken].entries()) {
    const base = (i + 2) * 10;
    found[tens] = `n${base}`;
    for (let unit = 1; unit <= 9; unit++) {
      const one = NUMBERS[spoken][unit - 1] ?? "";
      for (const name of compounds(spoken, tens, one)) found[name] = `n${base + unit}`;
    }
  }
  if (spoken === "en")
    for (const [i, name] of ORDINALS.en.entries())
      for (const tens of ["", "twenty ", "twenty-", "thirty ", "thirty-"]) {
        const base = tens.startsWith("tw") ? 20 : tens === "" ? 0 : 30;
        if (base + i + 1 <= 31 && (base === 0 || i < 9)) found[tens + name] = `o${base + i + 1}`;
      }
  if (spoken === "en") found.thirtieth = "o30";
  if (spoken === "de")
    for (let n = 1; n <= 31; n++) {
      const cardinal = Object.keys(found).find((name) => found[name] === `n${n}`) ?? "";
      const name = ORDINALS.de[n - 1] ?? `${cardinal}${n < 20 ? "te" : "ste"}`;
      for (const end of ["", "n", "r", "m", "s"]) found[`${name}${end}`] = `o${n}`;
    }
  if (spoken === "es") Object.assign(found, { primero: "o1", primer: "o1", primera: "o1", segundo: "o2", uno: "n1" });
  if (spoken === "fr") Object.assign(found, { premier: "o1", premiere: "o1" });
  return found;
}

function compounds(spoken: IntentLanguage, tens: string, one: string): string[] {
  switch (spoken) {
    case "en":
      return [`${tens} ${one}`, `${tens}-${one}`];
    case "de":
      return [`${one === "eins" ? "ein" : one}und${tens}`];
    case "es":
      return tens === "veinte"
        ? [`veinti${one}`, ...(one === "una" ? ["veintiuno", "veintiun"] : [])]
        : [`${tens} y ${one}`, ...(one === "una" ? [`${tens} y uno`] : [])];
    case "fr":
      return one === "une"
        ? [`${tens} et un`, `${tens} et une`, `${tens}-et-un`]
        : [`${tens}-${one}`, `${tens} ${one}`];
  }
}

/** Writes one word of time for several spellings: `{today: "heute hoy"}`. A `_` stands for a space. */
function spelled(table: Readonly<Record<string, string>>): Lexicon {
  const found: Record<string, string> = {};
  for (const [is, names] of Object.entries(table))
    for (const name of words(names)) found[name.replaceAll("_", " ")] = is;
  return found;
}

function named(prefix: string, names: readonly string[]): Lexicon {
  const found: Record<string, string> = {};
  for (const [i, list] of names.entries()) for (const name of words(list)) found[name] = `${prefix}${i + 1}`;
  return found;
}

const LEXICONS: Record<IntentLanguage, Lexicon> = {
  en: {
    ...numbersOf("en"),
    ...named("m", [
      "january jan",
      "february feb",
      "march mar",
      "april apr",
      "may",
      "june jun",
      "july jul",
      "august aug",
      "september sept sep",
      "october oct",
      "november nov",
      "december dec",
    ]),
    ...named("w", [
      "monday mondays mon",
      "tuesday tuesdays tues tue",
      "wednesday wednesdays",
      "thursday thursdays thurs thur thu",
      "friday fridays fri",
      "saturday saturdays",
      "sunday sundays",
    ]),
    ...named("v", ["-", "-", "wed weds", "-", "-", "sat", "sun"]),
    ...spelled({
      uday: "day days",
      uweek: "week weeks wk wks",
      ufortnight: "fortnight fortnights",
      umonth: "month months",
      uyear: "year years yr yrs",
      uhour: "hour hours hr hrs",
      umin: "minute minutes min mins",
      a1: "a an",
      in: "in within",
      ago: "ago",
      from: "from since hence",
      after: "after following",
      before: "before to_go",
      now: "now",
      next: "next",
      coming: "coming upcoming",
      this: "this",
      last: "last previous past",
      past0: "last_night",
      past1: "yesterday",
      past2: "day_before_yesterday the_day_before_yesterday night_before_last the_night_before_last",
      pastof: "the_day_before the_night_before",
      today: "today",
      tomorrow: "tomorrow tomorrow's",
      overmorrow: "day_after_tomorrow the_day_after_tomorrow",
      of: "of",
      the: "the",
      on: "on by for",
      at: "at around about @",
      and: "and",
      or: "or",
      to: "to that",
      half: "half",
      quarter: "quarter",
      beyond: "past",
      am: "am a.m. a.m a_m",
      pm: "pm p.m. p.m p_m p_._m_. p",
      oclock: "o'clock oclock ish",
      seconds: "seconds secs",
      big: "thousand hundred",
      end: "end",
      begin: "beginning start",
      later: "later",
      more: "more",
      every: "every each any evry evrey",
      other: "other",
      per: "per",
      times: "time times",
      once: "once twice thrice",
      periodic:
        "weekly monthly yearly hourly annually quarterly biweekly bi-weekly fortnightly semiannually bimonthly semi-annually biannually semimonthly",
      weekend: "weekend",
      n2: "a_couple_of couple_of",
      pmorning: "in_the_morning this_morning",
      plate: "in_the_afternoon this_afternoon in_the_evening this_evening at_night tonight",
    }),
  },
  de: {
    ...numbersOf("de"),
    ...named("m", [
      "januar jan janner",
      "februar feb",
      "marz",
      "april apr",
      "mai",
      "juni jun",
      "juli jul",
      "august aug",
      "september sept sep",
      "oktober okt",
      "november nov",
      "dezember dez",
    ]),
    ...named("w", [
      "montag montags",
      "dienstag dienstags",
      "mittwoch mittwochs",
      "donnerstag donnerstags",
      "freitag freitags",
      "samstag samstags sonnabend",
      "sonntag sonntags",
    ]),
    ...spelled({
      uday: "tag tage tagen tags tg",
      uweek: "woche wochen",
      umonth: "monat monate monaten monats",
      uyear: "jahr jahre jahren jahres",
      uhour: "stunde stunden std",
      umin: "minute minuten min",
      a1: "ein eine einem einen einer",
      in: "in innerhalb binnen im",
      ago: "vor",
      after: "nach ab",
      now: "jetzt",
      next: "nachste nachsten nachster nachstem nachstes kommende kommenden kommender kommendes",
      this: "diesen dieser diese diesem dieses",
      last: "letzten letzte letzter letztem letztes vergangenen vergangene vorigen vorige",
      past1: "gestern",
      past2: "vorgestern",
      pastof: "tag_davor nacht_davor",
      today: "heute heutigen",
      tomorrow: "morgen",
      overmorrow: "ubermorgen uebermorgen",
      the: "der die das den dem des",
      on: "am an zum fur",
      at: "um gegen so_gegen",
      and: "und",
      or: "oder",
      to: "daran dass zu damit",
      half: "halb",
      quarter: "viertel",
      oclock: "uhr",
      end: "ende",
      begin: "anfang beginn",
      later: "spater darauf",
      more: "mehr weitere weiteren",
      every: "jeden jede jeder jedes alle",
      other: "anderen andere",
      per: "pro",
      once: "einmal zweimal dreimal",
      periodic:
        "wochentlich monatlich jahrlich stundlich vierteljahrlich halbjahrlich zweiwochentlich zweimonatlich vierzehntaglich",
      weekend: "wochenende",
      "n1.5": "anderthalb eineinhalb",
      "n2.5": "zweieinhalb",
      "n3.5": "dreieinhalb",
      pmorning: "am_morgen morgens guten_morgen",
      plate: "nachmittags am_nachmittag abends am_abend nachts in_der_nacht",
    }),
  },
  es: {
    ...numbersOf("es"),
    ...named("m", [
      "enero ene",
      "febrero feb",
      "marzo mzo",
      "abril abr",
      "mayo",
      "junio jun",
      "julio jul",
      "agosto ago",
      "septiembre setiembre sept sep",
      "octubre oct",
      "noviembre nov",
      "diciembre dic",
    ]),
    ...named("w", [
      "lunes lun",
      "martes",
      "miercoles mierc",
      "jueves juev jue",
      "viernes vier vie",
      "sabado sab",
      "domingo dom",
    ]),
    ...named("v", ["-", "mar"]),
    ...spelled({
      uday: "dia dias",
      uweek: "semana semanas",
      umonth: "mes meses",
      uyear: "ano anos",
      uhour: "hora horas",
      umin: "minuto minutos min",
      a1: "un",
      in: "en dentro_de",
      ago: "hace",
      from: "a_partir_de desde",
      after: "despues_de despues_del tras",
      before: "antes_de antes_del",
      now: "ahora",
      next: "proximo proxima siguiente",
      coming: "que_viene",
      this: "este esta",
      last: "pasado pasada anterior ultimo",
      past1: "ayer",
      past2: "anteayer antes_de_ayer antier",
      pastof: "dia_anterior noche_anterior",
      today: "hoy",
      overmorrow: "pasado_manana",
      tomorrow: "manana",
      of: "de del do",
      the: "el la los las lo",
      on: "para",
      at: "a_las a_la sobre_las sobre_la hacia_las hacia_la alrededor_de_las alrededor_de_la",
      and: "y",
      or: "o",
      to: "que",
      half: "media",
      quarter: "cuarto",
      minus: "menos",
      am: "am a.m. a.m a._m.",
      pm: "pm p.m. p.m p._m.",
      oclock: "h en_punto",
      end: "fin final finales al_final",
      begin: "principio principios comienzo",
      later: "despues mas_tarde",
      more: "mas",
      every: "cada todos todas",
      per: "por",
      big: "mil cien novecientos",
      once: "una_vez dos_veces tres_veces",
      periodic: "semanalmente mensualmente anualmente mensual anual semestral bimensual bimensuales semanal trimestral",
      weekend: "finde fin_de_semana",
      pmorning: "de_la_manana por_la_manana en_la_manana a_la_manana esta_manana",
      plate:
        "de_la_tarde por_la_tarde en_la_tarde a_la_tarde esta_tarde de_la_noche por_la_noche en_la_noche a_la_noche esta_noche",
    }),
  },
  fr: {
    ...numbersOf("fr"),
    ...named("m", [
      "janvier janv",
      "fevrier fevr fev",
      "mars",
      "avril avr",
      "mai",
      "juin",
      "juillet juil",
      "aout",
      "septembre sept. sep",
      "octobre oct",
      "novembre nov",
      "decembre dec",
    ]),
    ...named("w", ["lundi lun", "mardi", "mercredi mer", "jeudi jeu", "vendredi ven", "samedi sam", "dimanche dim"]),
    ...spelled({
      uday: "jour jours",
      uweek: "semaine semaines",
      umonth: "mois",
      uyear: "an ans annee annees",
      uhour: "heure heures h",
      umin: "minute minutes min",
      a1: "un",
      in: "dans d'ici en",
      ago: "il_y_a il_ya",
      from: "a_partir_de a_compter_de a_partir_d'",
      after: "apres",
      before: "avant",
      now: "maintenant",
      next: "prochain prochaine suivant suivante",
      this: "ce cet cette",
      last: "dernier derniere passe passee",
      past1: "hier",
      past2: "avant-hier",
      pastof: "jour_d'avant nuit_d'avant jour_precedent nuit_precedente",
      today: "aujourd'hui",
      tomorrow: "demain",
      overmorrow: "apres-demain apres_demain",
      of: "de du d'",
      the: "le la les",
      on: "pour sur au",
      at: "a vers",
      and: "et",
      or: "ou",
      to: "que",
      half: "demie demi",
      quarter: "quart le_quart",
      minus: "moins",
      am: "am a.m. a.m",
      pm: "pm p.m. p.m",
      end: "fin",
      begin: "debut",
      later: "plus_tard",
      more: "de_plus",
      every: "chaque tous toutes",
      per: "par",
      big: "mille cent",
      once: "une_fois deux_fois trois_fois",
      periodic: "hebdomadaire mensuel mensuellement annuellement annuel trimestriel",
      weekend: "week-end weekend",
      pmorning: "du_matin ce_matin",
      plate: "de_l'apres-midi du_soir ce_soir cet_apres-midi",
    }),
  },
};

/** Endings of a number that make it an ordinal: "3rd", "1er", "4.º". */
const ORDINAL_END: Record<IntentLanguage, RegExp> = {
  en: /(?:st|nd|rd|th)(?!\p{L})/uy,
  de: /(?:\.(?!\d{1,2}(?![.\d]))|te[nr]?(?!\p{L}))/uy,
  es: /(?:\.?[ºª°]|r[oa]|er[oa]?|d[oa]|t[oa])(?!\p{L})/uy,
  fr: /(?:er|re|e|eme)(?!\p{L})/uy,
};

/** Returns the letters without accents. Every letter keeps its place. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/[^\p{ASCII}ßº°ª]/gu, (letter) => {
      const base = letter.normalize("NFD").charAt(0);
      return base.length === letter.length ? base : letter;
    });
}

const TABLES = { en: tableOf("en"), de: tableOf("de"), es: tableOf("es"), fr: tableOf("fr") };

function tableOf(spoken: IntentLanguage): Omit<Tables, "ordinal"> {
  const table = new Map([...Object.entries(LEXICONS[spoken]), ...HOLIDAY_NAMES[spoken]]);
  table.delete("-");
  // "dreißig" is one letter shorter than "dreissig".
  for (const [name, is] of [...table]) if (name.includes("ss")) table.set(name.replace("ss", "ß"), is);
  const names = [...table.keys()].sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { table, name: new RegExp(`(?:${escaped.join("|")})(?![\\p{L}])`, "uy") };
}

/** Returns the words of a text. */
export function timeWords(text: string, spoken: IntentLanguage): Word[] {
  const lower = folded(text);
  const { table, name } = TABLES[spoken];
  const found: Word[] = [];
  let at = 0;
  while (at < lower.length) {
    const one = next(lower, at, { table, name, ordinal: ORDINAL_END[spoken] });
    if (one.is !== "") found.push(one);
    at = one.to;
  }
  return found;
}

type Tables = { readonly table: ReadonlyMap<string, string>; readonly name: RegExp; readonly ordinal: RegExp };

function next(lower: string, from: number, { table, name, ordinal }: Tables): Word {
  const space = matchAt(/\s+/uy, lower, from);
  if (space !== undefined) return { is: "", from, to: from + space.length };
  const known = matchAt(name, lower, from);
  if (known !== undefined) return { is: table.get(known) ?? "x", from, to: from + known.length };
  const digits = matchAt(/\d+/uy, lower, from);
  if (digits !== undefined) {
    const end = from + digits.length;
    const mark = digits.length <= 2 ? matchAt(ordinal, lower, end) : undefined;
    const number = digits.length > 2 ? digits : String(Number(digits));
    return { is: mark === undefined ? `n${number}` : `o${number}`, from, to: end + (mark?.length ?? 0) };
  }
  const word = matchAt(/\p{L}[\p{L}\p{N}'-]*/uy, lower, from);
  if (word !== undefined) return { is: table.get(word) ?? "x", from, to: from + word.length };
  return { is: lower.charAt(from), from, to: from + 1 };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
