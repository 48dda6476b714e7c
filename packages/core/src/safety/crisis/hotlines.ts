/**
 * Crisis lines by country. Number, hours and name were checked against public pages, lines that listen a second time on
 * 2026-11-22 and the others on 2026-11-26 (docs/sources.md, Crisis lines). One number is confirmed by no page, and none
 * has been called. Hours that are not written here are unsure. For a country without a known number it gives the
 * directory findahelpline.com, which is better than a wrong number.
 */

/** What is known of a line besides its number. Each language has its words for these (answers/words.ts). */
export type LineNote = "free" | "always" | "callOrText" | "mondayToSaturday" | "untilMidnight";
export type Line = { readonly name: string; readonly number: string; readonly notes?: readonly LineNote[] };

/** The emergency number of a country, and of its police where that is another. */
type Emergency = { readonly number: string; readonly police?: string };
export type Help = {
  /** Lines that listen to a person in crisis. None is known: the directory. */
  readonly listen: readonly Line[];
  readonly emergency: Emergency;
  /** Lines for who is hurt or threatened by somebody. */
  readonly violence?: readonly Line[];
  /** A number of the country that advises on medicine and symptoms and is no emergency number. */
  readonly advice?: Line;
};

const DAY_AND_NIGHT = ["free", "always"] as const;
const line = (name: string, number: string, notes: readonly LineNote[] = DAY_AND_NIGHT): Line => ({
  name,
  number,
  notes,
});
const SAMARITANS = line("Samaritans", "116 123");

const HELP = {
  US: {
    listen: [line("988 Suicide & Crisis Lifeline", "988", ["callOrText", "always"])],
    emergency: { number: "911" },
    violence: [line("National Domestic Violence Hotline", "1-800-799-7233")],
    advice: line("Poison Help", "1-800-222-1222"),
  },
  CA: {
    listen: [line("9-8-8 Suicide Crisis Helpline", "988", ["callOrText", "always"])],
    emergency: { number: "911" },
    advice: line("Health advice", "811", ["always"]),
  },
  IN: {
    listen: [line("Tele-MANAS", "14416"), line("iCall", "9152987821", ["mondayToSaturday"])],
    emergency: { number: "112" },
    violence: [line("Women Helpline", "181")],
  },
  GB: {
    listen: [SAMARITANS],
    emergency: { number: "999" },
    violence: [line("National Domestic Abuse Helpline", "0808 2000 247")],
    advice: line("NHS 111", "111"),
  },
  IE: {
    listen: [SAMARITANS],
    emergency: { number: "112" },
    violence: [line("Women's Aid", "1800 341 900")],
  },
  AU: {
    listen: [line("Lifeline", "13 11 14", ["always"])],
    emergency: { number: "000" },
    violence: [line("1800RESPECT", "1800 737 732")],
    advice: line("1800MEDICARE", "1800 633 422"),
  },
  NZ: {
    listen: [line("1737", "1737", ["callOrText", "free", "always"])],
    emergency: { number: "111" },
    violence: [line("Women's Refuge", "0800 733 843")],
    advice: line("Healthline", "0800 611 116"),
  },
  DE: {
    listen: [line("TelefonSeelsorge", "0800 111 0 111")],
    emergency: { number: "112" },
    violence: [line("Hilfetelefon", "116 016")],
    advice: line("Ärztlicher Bereitschaftsdienst", "116117"),
  },
  AT: {
    listen: [line("TelefonSeelsorge", "142", ["always"])],
    emergency: { number: "112" },
    violence: [line("Frauenhelpline", "0800 222 555")],
    advice: line("Gesundheitsberatung", "1450", ["always"]),
  },
  CH: { listen: [line("Die Dargebotene Hand", "143", ["always"])], emergency: { number: "112" } },
  FR: {
    listen: [line("3114", "3114")],
    emergency: { number: "112" },
    violence: [line("Violences Femmes Info", "3919")],
  },
  BE: {
    listen: [
      line("Zelfmoordlijn (Nederlands)", "1813"),
      line("Centre de Prévention du Suicide (français)", "0800 32 123"),
    ],
    emergency: { number: "112" },
    violence: [
      line("1712 (Nederlands)", "1712", ["free"]),
      line("Écoute violences conjugales (français)", "0800 30 030"),
    ],
  },
  NL: {
    listen: [line("113 Zelfmoordpreventie", "113")],
    emergency: { number: "112" },
    violence: [line("Veilig Thuis", "0800 2000")],
  },
  ES: { listen: [line("Línea 024", "024")], emergency: { number: "112" }, violence: [line("016", "016")] },
  MX: { listen: [line("Línea de la Vida", "800 911 2000")], emergency: { number: "911" } },
  AR: { listen: [], emergency: { number: "107", police: "911" }, violence: [line("Línea 144", "144")] },
  CO: { listen: [], emergency: { number: "123" }, violence: [line("Línea 155", "155")] },
  CL: {
    listen: [line("Línea *4141", "*4141")],
    emergency: { number: "131", police: "133" },
    violence: [line("1455", "1455", ["free"])],
  },
  PT: {
    listen: [line("Linha Nacional de Prevenção do Suicídio", "1411")],
    emergency: { number: "112" },
    violence: [line("800 202 148", "800 202 148")],
    advice: line("SNS 24", "808 24 24 24", ["always"]),
  },
  BR: {
    listen: [line("CVV", "188")],
    emergency: { number: "192", police: "190" },
    violence: [line("Ligue 180", "180")],
  },
  IT: {
    listen: [line("Telefono Amico", "02 2327 2327", ["untilMidnight"])],
    emergency: { number: "112" },
    violence: [line("1522", "1522")],
  },
  RU: { listen: [], emergency: { number: "112" }, violence: [line("АННА", "8 800 7000 600", ["free"])] },
  PL: {
    listen: [line("Centrum Wsparcia", "800 70 2222")],
    emergency: { number: "112" },
    violence: [line("Niebieska Linia", "800 120 002")],
  },
  TR: { listen: [], emergency: { number: "112" }, violence: [line("ALO 183", "183")] },
  CN: {
    listen: [line("12356", "12356", [])],
    emergency: { number: "120", police: "110" },
    violence: [line("12338", "12338", [])],
  },
  TW: {
    listen: [line("1925", "1925")],
    emergency: { number: "119", police: "110" },
    violence: [line("113", "113")],
  },
  JP: {
    listen: [line("#いのちSOS", "0120-061-338", ["free"])],
    emergency: { number: "119", police: "110" },
    violence: [line("DV相談＋", "0120-279-889")],
  },
  KR: {
    listen: [line("109", "109")],
    emergency: { number: "119", police: "112" },
    violence: [line("1366", "1366", ["always"])],
  },
  EG: { listen: [], emergency: { number: "123", police: "122" } },
  SA: { listen: [], emergency: { number: "997", police: "999" } },
  AE: { listen: [], emergency: { number: "998", police: "999" } },
} as const satisfies Record<string, Help>;

/** What a person gets whose country is not known or not listed. In many countries 112 reaches help. */
const ANYWHERE: Help = { listen: [], emergency: { number: "112" } };

/** Lists free helplines of every country. It stands where no line of the country is known. */
export const DIRECTORY = "findahelpline.com";

const CANADA =
  "Toronto Vancouver Montreal Edmonton Winnipeg Halifax St_Johns Regina Moncton Glace_Bay Goose_Bay Whitehorse Dawson Dawson_Creek Fort_Nelson Creston Yellowknife Inuvik Cambridge_Bay Iqaluit Rankin_Inlet Resolute Rainy_River Thunder_Bay Nipigon Pangnirtung Swift_Current Atikokan Blanc-Sablon";
const UNITED_STATES =
  "New_York Chicago Denver Los_Angeles Phoenix Anchorage Detroit Boise Juneau Sitka Metlakatla Yakutat Nome Adak Menominee Puerto_Rico St_Thomas Shiprock Louisville Indianapolis Fort_Wayne Knox_IN Atka";

/** The time zones of the countries whose language the danger check reads. */
const CITIES: Readonly<Partial<Record<keyof typeof HELP, string>>> = {
  NZ: "Pacific/Auckland Pacific/Chatham NZ",
  DE: "Europe/Berlin Europe/Busingen",
  AT: "Europe/Vienna",
  CH: "Europe/Zurich",
  FR: "Europe/Paris",
  BE: "Europe/Brussels",
  NL: "Europe/Amsterdam",
  ES: "Europe/Madrid Africa/Ceuta Atlantic/Canary",
  MX: "America/Mexico_City America/Cancun America/Merida America/Monterrey America/Tijuana America/Hermosillo America/Chihuahua America/Mazatlan America/Matamoros America/Ciudad_Juarez America/Ojinaga America/Bahia_Banderas",
  AR: "America/Argentina/Buenos_Aires America/Buenos_Aires America/Argentina/Cordoba America/Argentina/Mendoza America/Argentina/Salta",
  CO: "America/Bogota",
  CL: "America/Santiago America/Punta_Arenas Pacific/Easter",
  PT: "Europe/Lisbon Atlantic/Madeira Atlantic/Azores",
  BR: "America/Sao_Paulo America/Bahia America/Fortaleza America/Recife America/Manaus America/Belem America/Cuiaba America/Porto_Velho America/Maceio America/Campo_Grande America/Rio_Branco America/Boa_Vista America/Araguaina America/Santarem America/Noronha",
  IT: "Europe/Rome",
  RU: "Europe/Moscow Europe/Kaliningrad Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Novosibirsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Vladivostok Asia/Yakutsk Asia/Kamchatka Europe/Volgograd",
  PL: "Europe/Warsaw",
  TR: "Europe/Istanbul Asia/Istanbul Turkey",
  CN: "Asia/Shanghai Asia/Urumqi Asia/Chongqing PRC",
  TW: "Asia/Taipei",
  JP: "Asia/Tokyo Japan",
  KR: "Asia/Seoul ROK",
  EG: "Africa/Cairo Egypt",
  SA: "Asia/Riyadh",
  AE: "Asia/Dubai",
};

/**
 * IANA time zones of the first countries. Of the Americas it lists only Canada and the United States, because most
 * other American time zones belong to other countries.
 */
const COUNTRY_OF_ZONE: ReadonlyMap<string, keyof typeof HELP> = new Map([
  ...CANADA.split(" ").map((city) => [`America/${city}`, "CA"] as const),
  ...UNITED_STATES.split(" ").map((city) => [`America/${city}`, "US"] as const),
  ["Pacific/Honolulu", "US"],
  ["Pacific/Guam", "US"],
  ["Asia/Kolkata", "IN"],
  ["Asia/Calcutta", "IN"],
  ["Europe/London", "GB"],
  ["Europe/Belfast", "GB"],
  ["Europe/Jersey", "GB"],
  ["Europe/Guernsey", "GB"],
  ["Europe/Isle_of_Man", "GB"],
  ["GB", "GB"],
  ["Europe/Dublin", "IE"],
  ["Eire", "IE"],
  ...Object.entries(CITIES).flatMap(([country, zones]) =>
    zones.split(" ").map((zone) => [zone, country as keyof typeof HELP] as const),
  ),
]);
const COUNTRY_OF_PREFIX: readonly (readonly [string, keyof typeof HELP])[] = [
  ["US/", "US"],
  ["America/Indiana/", "US"],
  ["America/Kentucky/", "US"],
  ["America/North_Dakota/", "US"],
  ["Canada/", "CA"],
  ["Australia/", "AU"],
];

export type Region = {
  /** IANA time zone. */
  readonly timeZone?: string;
  /** ISO 3166 alpha-2. It decides over the time zone when both are given. */
  readonly country?: string;
};

/** Words that say a number is one to call. */
const TO_CALL =
  /\b(?:call|text|dial|ring|phone|reach|contact|number|line|hotline|helpline|lifeline|emergency|samaritans|services)\b/i;

/** The numbers as a text has them, the longest first. */
const NUMBERS = [ANYWHERE, ...Object.values(HELP)]
  .flatMap(({ listen, emergency, violence = [], advice }: Help) => [
    ...[...listen, ...violence, ...(advice ? [advice] : [])].map(({ number }) => number),
    ...[emergency.number, ...(emergency.police === undefined ? [] : [emergency.police])],
  ])
  .filter((number, i, all) => all.indexOf(number) === i)
  .sort((a, b) => b.length - a.length);
const DIGIT = /\d/;

/**
 * Returns the text without the numbers of known lines, where the text says that they are numbers to call. Such a number
 * is no claim about the body.
 */
export function withoutHelpNumbers(text: string): string {
  return text
    .split(/(?<=[.!?\n])/)
    .map((sentence) => (TO_CALL.test(sentence) ? NUMBERS.reduce(withoutNumber, sentence) : sentence))
    .join("");
}

function withoutNumber(text: string, number: string): string {
  let left = text;
  for (let at = left.indexOf(number); at >= 0; at = left.indexOf(number, at + 1)) {
    const whole = !DIGIT.test(left[at - 1] ?? "") && !DIGIT.test(left[at + number.length] ?? "");
    if (whole) left = `${left.slice(0, at)}#${left.slice(at + number.length)}`;
  }
  return left;
}

/** Returns the lines for a region, or what holds anywhere when the region is unknown or not listed. */
export function helpFor(region: Region): Help & { readonly isKnown: boolean } {
  const country = region.country?.toUpperCase() ?? countryOfZone(region.timeZone ?? "");
  const isKnown = country !== undefined && Object.hasOwn(HELP, country);
  return isKnown ? { ...HELP[country as keyof typeof HELP], isKnown } : { ...ANYWHERE, isKnown };
}

function countryOfZone(timeZone: string): keyof typeof HELP | undefined {
  return COUNTRY_OF_ZONE.get(timeZone) ?? COUNTRY_OF_PREFIX.find(([prefix]) => timeZone.startsWith(prefix))?.[1];
}
