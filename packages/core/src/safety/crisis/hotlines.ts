/**
 * Crisis lines by country. Number, hours and name of each were checked a second time on 2026-11-22 against public pages
 * (docs/sources.md, Crisis lines). None of them has been called. Hours that are not written here are unsure. For a country
 * without a known number it gives the directory findahelpline.com, which is better than a wrong number.
 */

export type Line = { readonly label: string; readonly number: string };
export type Help = { readonly lines: readonly Line[]; readonly emergency: Line };

const LIFELINE_988 = { label: "988 Suicide & Crisis Lifeline (call or text, day and night)", number: "988" };
const SAMARITANS = { label: "Samaritans (free, day and night)", number: "116 123" };

const DIRECTORY = { label: "Find a free helpline in your country", number: "findahelpline.com" };
const EMERGENCY = (number: string, police?: string): Line => ({
  label: police === undefined ? "Emergency services" : `Ambulance (police: ${police})`,
  number,
});

const HELP = {
  US: { lines: [LIFELINE_988], emergency: { label: "Emergency services", number: "911" } },
  CA: {
    lines: [{ ...LIFELINE_988, label: "9-8-8 Suicide Crisis Helpline (call or text, day and night)" }],
    emergency: { label: "Emergency services", number: "911" },
  },
  IN: {
    lines: [
      { label: "Tele-MANAS (free, day and night)", number: "14416" },
      { label: "iCall (Monday to Saturday)", number: "9152987821" },
    ],
    emergency: { label: "Emergency services", number: "112" },
  },
  GB: { lines: [SAMARITANS], emergency: { label: "Emergency services", number: "999" } },
  IE: { lines: [SAMARITANS], emergency: { label: "Emergency services", number: "112" } },
  AU: {
    lines: [{ label: "Lifeline (day and night)", number: "13 11 14" }],
    emergency: { label: "Emergency services", number: "000" },
  },
  NZ: { lines: [{ label: "1737, free call or text (day and night)", number: "1737" }], emergency: EMERGENCY("111") },
  DE: {
    lines: [{ label: "TelefonSeelsorge (free, day and night)", number: "0800 111 0 111" }],
    emergency: EMERGENCY("112"),
  },
  AT: { lines: [{ label: "TelefonSeelsorge (day and night)", number: "142" }], emergency: EMERGENCY("112") },
  CH: { lines: [{ label: "Die Dargebotene Hand (day and night)", number: "143" }], emergency: EMERGENCY("112") },
  FR: { lines: [{ label: "3114 (free, day and night)", number: "3114" }], emergency: EMERGENCY("112") },
  BE: {
    lines: [
      { label: "Zelfmoordlijn (Dutch, free, day and night)", number: "1813" },
      { label: "Centre de Prévention du Suicide (French, free, day and night)", number: "0800 32 123" },
    ],
    emergency: EMERGENCY("112"),
  },
  NL: {
    lines: [{ label: "113 Zelfmoordpreventie (free, day and night)", number: "113" }],
    emergency: EMERGENCY("112"),
  },
  ES: { lines: [{ label: "Línea 024 (free, day and night)", number: "024" }], emergency: EMERGENCY("112") },
  MX: {
    lines: [{ label: "Línea de la Vida (free, day and night)", number: "800 911 2000" }],
    emergency: EMERGENCY("911"),
  },
  AR: { lines: [DIRECTORY], emergency: EMERGENCY("107", "911") },
  CO: { lines: [DIRECTORY], emergency: EMERGENCY("123") },
  CL: {
    lines: [{ label: "Línea *4141 (from a mobile phone, free, day and night)", number: "*4141" }],
    emergency: EMERGENCY("131", "133"),
  },
  PT: {
    lines: [{ label: "Linha Nacional de Prevenção do Suicídio (free, day and night)", number: "1411" }],
    emergency: EMERGENCY("112"),
  },
  BR: { lines: [{ label: "CVV (free, day and night)", number: "188" }], emergency: EMERGENCY("192", "190") },
  IT: {
    lines: [{ label: "Telefono Amico (every day until midnight)", number: "02 2327 2327" }],
    emergency: EMERGENCY("112"),
  },
  RU: { lines: [DIRECTORY], emergency: EMERGENCY("112") },
  PL: {
    lines: [{ label: "Centrum Wsparcia (free, day and night)", number: "800 70 2222" }],
    emergency: EMERGENCY("112"),
  },
  TR: { lines: [DIRECTORY], emergency: EMERGENCY("112") },
  CN: { lines: [{ label: "12356 (psychological support)", number: "12356" }], emergency: EMERGENCY("120", "110") },
  TW: { lines: [{ label: "1925 (free, day and night)", number: "1925" }], emergency: EMERGENCY("119", "110") },
  JP: { lines: [{ label: "#いのちSOS (free)", number: "0120-061-338" }], emergency: EMERGENCY("119", "110") },
  KR: { lines: [{ label: "109 (free, day and night)", number: "109" }], emergency: EMERGENCY("119", "112") },
  EG: { lines: [DIRECTORY], emergency: EMERGENCY("123", "122") },
  SA: { lines: [DIRECTORY], emergency: EMERGENCY("997", "999") },
  AE: { lines: [DIRECTORY], emergency: EMERGENCY("998", "999") },
} as const satisfies Record<string, Help>;

const ANYWHERE: Help = {
  lines: [DIRECTORY],
  emergency: { label: "Your local emergency number, in many countries", number: "112" },
};

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
  .flatMap((help: Help) => [...help.lines, help.emergency])
  .map(({ number }) => number)
  .filter((number, i, all) => /\d/.test(number) && all.indexOf(number) === i)
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

/** Returns the lines for a region, or the international directory when the region is unknown or not listed. */
export function helpFor(region: Region): Help {
  const country = region.country?.toUpperCase() ?? countryOfZone(region.timeZone ?? "");
  return country !== undefined && Object.hasOwn(HELP, country) ? HELP[country as keyof typeof HELP] : ANYWHERE;
}

function countryOfZone(timeZone: string): keyof typeof HELP | undefined {
  return COUNTRY_OF_ZONE.get(timeZone) ?? COUNTRY_OF_PREFIX.find(([prefix]) => timeZone.startsWith(prefix))?.[1];
}
