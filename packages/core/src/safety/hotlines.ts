/**
 * Numbers that answer. Each was checked against public pages of the service or of several that quote it (November
 * 2026): 988 (988lifeline.org, 988.ca), Tele-MANAS 14416 (Indian health ministry, 24 hours), iCall 9152987821 (TISS,
 * Monday to Saturday), Samaritans 116 123 (samaritans.org, UK and Ireland), Lifeline 13 11 14 (lifeline.org.au).
 * Where no number is known for a country the directory findahelpline.com is: better than a wrong number.
 */

export type Line = { readonly label: string; readonly number: string };
export type Help = { readonly lines: readonly Line[]; readonly emergency: Line };

const LIFELINE_988 = { label: "988 Suicide & Crisis Lifeline (call or text, day and night)", number: "988" };
const SAMARITANS = { label: "Samaritans (free, day and night)", number: "116 123" };

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
} as const satisfies Record<string, Help>;

const ANYWHERE: Help = {
  lines: [{ label: "Find a free helpline in your country", number: "findahelpline.com" }],
  emergency: { label: "Your local emergency number, in many countries", number: "112" },
};

const CANADA =
  "Toronto Vancouver Montreal Edmonton Winnipeg Halifax St_Johns Regina Moncton Glace_Bay Goose_Bay Whitehorse Dawson Dawson_Creek Fort_Nelson Creston Yellowknife Inuvik Cambridge_Bay Iqaluit Rankin_Inlet Resolute Rainy_River Thunder_Bay Nipigon Pangnirtung Swift_Current Atikokan Blanc-Sablon";
const UNITED_STATES =
  "New_York Chicago Denver Los_Angeles Phoenix Anchorage Detroit Boise Juneau Sitka Metlakatla Yakutat Nome Adak Menominee Puerto_Rico St_Thomas Shiprock Louisville Indianapolis Fort_Wayne Knox_IN Atka";

/** IANA zones of the countries above; of the Americas only these, since most of them are elsewhere. */
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
  readonly zone?: string;
  /** ISO 3166 alpha-2; decides over the zone where both are given. */
  readonly country?: string;
};

/** Lines for a region; the international directory where the region is unknown or not listed. */
export function helpFor(region: Region): Help {
  const country = region.country?.toUpperCase() ?? countryOfZone(region.zone ?? "");
  return country !== undefined && Object.hasOwn(HELP, country) ? HELP[country as keyof typeof HELP] : ANYWHERE;
}

function countryOfZone(zone: string): keyof typeof HELP | undefined {
  return COUNTRY_OF_ZONE.get(zone) ?? COUNTRY_OF_PREFIX.find(([prefix]) => zone.startsWith(prefix))?.[1];
}
