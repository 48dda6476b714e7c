/** Days with a name, in the languages that people speak to Waldo. */
import type { IntentLanguage, LocalDate } from "@waldo/contracts";
import { addDays, dayOfWeek } from "../time.ts";

/** A day of each year: "12-25", so many days from Easter, or so many days from the fourth Sunday of Advent. */
type Rule =
  | string
  | { readonly easter: number }
  | { readonly advent: number }
  | { readonly nth: readonly [number, number, number] };

type Holiday = readonly [rule: Rule, names: Partial<Record<IntentLanguage, string>>];

const nth = (which: number, weekday: number, month: number): Rule => ({ nth: [which, weekday, month] });

/** The names are without accents. A `|` stands between two names of one day. */
const HOLIDAYS: readonly Holiday[] = [
  [
    "01-01",
    {
      en: "new year's day|new years day|new year day|new year's|new year",
      de: "neujahr|neujahrstag",
      es: "ano nuevo|dia de ano nuevo",
      fr: "jour de l'an|nouvel an",
    },
  ],
  [
    "01-06",
    {
      en: "epiphany",
      de: "heilige drei konige|heiligen drei konige|dreikonigstag|dreikonig",
      es: "dia de reyes|reyes magos|dia de los reyes|epifania",
      fr: "epiphanie",
    },
  ],
  [
    "02-14",
    {
      en: "valentine's day|valentines day",
      de: "valentinstag",
      es: "san valentin|dia de san valentin|dia de los enamorados",
      fr: "saint-valentin|saint valentin",
    },
  ],
  ["03-17", { en: "st patrick's day|st. patrick's day" }],
  [
    "03-08",
    {
      en: "women's day|international women's day",
      de: "frauentag|weltfrauentag",
      es: "dia de la mujer",
      fr: "journee de la femme",
    },
  ],
  ["04-01", { en: "april fools' day|april fool's day|april fools", fr: "premier avril" }],
  [
    "05-01",
    {
      en: "may day",
      de: "tag der arbeit|maifeiertag",
      es: "dia del trabajo|dia del trabajador|dia internacional de los trabajadores|dia de los trabajadores",
      fr: "fete du travail",
    },
  ],
  ["06-01", { en: "children's day", de: "weltkindertag|kindertag", es: "dia del nino" }],
  ["06-19", { en: "juneteenth|freedom day|jubilee day", es: "dia de la libertad|dia del jubileo" }],
  ["06-24", { en: "midsummer day", de: "johannistag", es: "san juan|dia de san juan", fr: "saint-jean" }],
  ["06-29", { de: "peter und paul" }],
  ["07-04", { en: "independence day" }],
  ["07-14", { fr: "fete nationale", en: "bastille day" }],
  ["08-15", { en: "assumption day", de: "maria himmelfahrt", es: "asuncion|dia de la asuncion", fr: "assomption" }],
  ["10-03", { de: "tag der deutschen einheit" }],
  ["10-12", { es: "dia de la hispanidad|dia de la raza" }],
  ["10-31", { en: "halloween", de: "halloween|reformationstag", es: "halloween|noche de brujas", fr: "halloween" }],
  [
    "11-01",
    {
      en: "all saints' day|all saints day",
      de: "allerheiligen",
      es: "todos los santos|dia de todos los santos",
      fr: "toussaint",
    },
  ],
  ["11-02", { en: "all souls' day|all souls day", de: "allerseelen", es: "dia de los muertos|dia de muertos" }],
  ["11-11", { en: "veterans day|armistice day", de: "martinstag|sankt martin", fr: "armistice" }],
  ["12-04", { de: "barbaratag" }],
  ["12-06", { en: "st nicholas day", de: "nikolaus|nikolaustag", es: "dia de la constitucion", fr: "saint-nicolas" }],
  [
    "12-24",
    {
      en: "christmas eve|xmas eve",
      de: "heiligabend|heiliger abend|weihnachtsabend",
      es: "nochebuena",
      fr: "reveillon de noel|veille de noel",
    },
  ],
  [
    "12-25",
    {
      en: "christmas day|christmas|xmas",
      de: "weihnachten|ersten weihnachtsfeiertag|erster weihnachtsfeiertag|weihnachtstag|1. weihnachtsfeiertag|weihnachtsfeiertag|christtag",
      es: "navidad|dia de navidad",
      fr: "noel|jour de noel",
    },
  ],
  [
    "12-26",
    {
      en: "boxing day",
      de: "zweiten weihnachtsfeiertag|zweiter weihnachtsfeiertag|2. weihnachtsfeiertag|stephanstag",
      fr: "saint-etienne",
    },
  ],
  [
    "12-31",
    {
      en: "new year's eve|new years eve",
      de: "silvester|silvesterabend",
      es: "nochevieja|fin de ano",
      fr: "saint-sylvestre",
    },
  ],
  [{ easter: -52 }, { de: "weiberfastnacht" }],
  [{ easter: -49 }, { de: "fastnachtssonntag|faschingssonntag" }],
  [{ easter: -48 }, { de: "rosenmontag" }],
  [
    { easter: -47 },
    {
      en: "shrove tuesday|mardi gras",
      de: "faschingsdienstag|fastnacht|fasching",
      es: "martes de carnaval",
      fr: "mardi gras",
    },
  ],
  [
    { easter: -46 },
    { en: "ash wednesday", de: "aschermittwoch", es: "miercoles de ceniza", fr: "mercredi des cendres" },
  ],
  [{ easter: -7 }, { en: "palm sunday", de: "palmsonntag", es: "domingo de ramos", fr: "dimanche des rameaux" }],
  [{ easter: -3 }, { en: "maundy thursday", de: "grundonnerstag", es: "jueves santo", fr: "jeudi saint" }],
  [{ easter: -2 }, { en: "good friday", de: "karfreitag", es: "viernes santo", fr: "vendredi saint" }],
  [{ easter: -1 }, { en: "easter saturday", de: "karsamstag", es: "sabado santo" }],
  [
    { easter: 0 },
    {
      en: "easter sunday|easter",
      de: "ostern|ostersonntag",
      es: "pascua|domingo de pascua|domingo de resurreccion",
      fr: "paques|dimanche de paques",
    },
  ],
  [{ easter: 1 }, { en: "easter monday", de: "ostermontag", es: "lunes de pascua", fr: "lundi de paques" }],
  [
    { easter: 39 },
    { en: "ascension day", de: "christi himmelfahrt|himmelfahrt|vatertag", es: "ascension", fr: "ascension" },
  ],
  [{ easter: 49 }, { en: "pentecost|whitsun", de: "pfingsten|pfingstsonntag", es: "pentecostes", fr: "pentecote" }],
  [{ easter: 50 }, { en: "whit monday", de: "pfingstmontag", fr: "lundi de pentecote" }],
  [{ easter: 60 }, { en: "corpus christi", de: "fronleichnam", es: "corpus christi" }],
  [{ advent: -35 }, { de: "volkstrauertag" }],
  [{ advent: -32 }, { de: "buss- und bettag" }],
  [{ advent: -28 }, { de: "totensonntag|ewigkeitssonntag" }],
  [{ advent: -21 }, { de: "erster advent|ersten advent|1. advent" }],
  [{ advent: -14 }, { de: "zweiter advent|zweiten advent|2. advent" }],
  [{ advent: -7 }, { de: "dritter advent|dritten advent|3. advent" }],
  [{ advent: 0 }, { de: "vierter advent|vierten advent|4. advent" }],
  [nth(2, 7, 5), { en: "mother's day|mothers day", de: "muttertag" }],
  [nth(3, 7, 6), { en: "father's day|fathers day" }],
  [nth(1, 1, 9), { en: "labor day" }],
  [nth(4, 4, 11), { en: "thanksgiving|thanksgiving day" }],
  [nth(3, 1, 1), { en: "martin luther king day|mlk day" }],
];

/** Each name with its word of time: `h3` is the holiday at place 3. */
export const HOLIDAY_NAMES: Record<IntentLanguage, readonly (readonly [string, string])[]> = {
  en: namesIn("en"),
  de: namesIn("de"),
  es: namesIn("es"),
  fr: namesIn("fr"),
};

function namesIn(spoken: IntentLanguage): (readonly [string, string])[] {
  return HOLIDAYS.flatMap(([, names], i) => (names[spoken]?.split("|") ?? []).map((name) => [name, `h${i}`] as const));
}

/** Returns the date of a holiday in a year. */
export function holidayIn(place: number, year: number): LocalDate | undefined {
  const rule = HOLIDAYS[place]?.[0];
  if (rule === undefined) return undefined;
  if (typeof rule === "string") return `${year}-${rule}`;
  if ("easter" in rule) return addDays(easter(year), rule.easter);
  if ("nth" in rule) return nthWeekday(rule.nth[0], rule.nth[1], `${year}-${String(rule.nth[2]).padStart(2, "0")}-01`);
  const eve = `${year}-12-24`;
  return addDays(eve, rule.advent - (dayOfWeek(eve) % 7));
}

/** Returns the first, second, … of a weekday in a month, given by its first day. */
export function nthWeekday(which: number, weekday: number, first: LocalDate): LocalDate | undefined {
  const date = addDays(first, ((weekday - dayOfWeek(first) + 7) % 7) + (which - 1) * 7);
  return date.slice(0, 7) === first.slice(0, 7) ? date : undefined;
}

/** Returns the Sunday of Easter by the method of Meeus, Jones and Butcher. */
function easter(year: number): LocalDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const l = (32 + 2 * e + 2 * i - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return `${year}-${String(Math.floor(n / 31)).padStart(2, "0")}-${String((n % 31) + 1).padStart(2, "0")}`;
}
