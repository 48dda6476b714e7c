/**
 * Finds the name of a time zone for the input of devices and people. Schedules, above all EventBridge Scheduler, need
 * an IANA name and accept no bare offset. So every entry turns an offset into a name
 * (docs/decisions/0014-zone-names.md):
 *
 * the person's known zone    if it has that offset now, so that a device with offsets does not move the person
 * `Etc/GMT±N`                for whole hours; its sign follows POSIX, so east is minus
 *   a well-known zone          for the other offsets, such as Asia/Kolkata for +05:30
 */
import { type EpochMs, WaldoError } from "@waldo/contracts";
import { checkZone, offsetMinutes } from "../time.ts";

/**
 * Zones whose offset is not a whole hour. For each offset the zone with the most people comes first. For a zone with
 * summer time, the instant decides whether it has the offset.
 */
const NOT_WHOLE_HOURS = [
  "Asia/Kolkata",
  "Asia/Tehran",
  "Asia/Kabul",
  "Asia/Kathmandu",
  "Asia/Yangon",
  "Australia/Darwin",
  "Australia/Adelaide",
  "Australia/Lord_Howe",
  "Australia/Eucla",
  "America/St_Johns",
  "Pacific/Chatham",
  "Pacific/Marquesas",
];
/** The range of offsets that have an `Etc` zone, in minutes east. */
const [WESTMOST, EASTMOST] = [-12 * 60, 14 * 60];
const OFFSET = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/** Returns the minutes east of UTC in a bare offset such as `+05:30`, or undefined for any other text. */
function offsetOf(text: string): number | undefined {
  const [, sign, hours = "", minutes = "0"] = OFFSET.exec(text.trim()) ?? [];
  return sign === undefined ? undefined : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Returns the name of a time zone that has this offset (minutes east) at an instant, or undefined when no zone has it.
 */
export function zoneOfOffset(minutes: number, at: EpochMs, known?: string): string | undefined {
  const has = (timeZone: string) => offsetMinutes(at, timeZone) === minutes;
  if (known !== undefined && offsetOf(known) === undefined && has(known)) return known;
  if (minutes % 60 !== 0 || minutes < WESTMOST || minutes > EASTMOST) return NOT_WHOLE_HOURS.find(has);
  const hours = minutes / 60;
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/**
 * Returns the IANA name of the time zone that a device reports, as a name or as an offset. `known` is the person's
 * present zone. Throws `InvalidInput` for a text that is neither a name nor an offset, and for an offset that no zone
 * has.
 */
export function deviceZone(reported: string, at: EpochMs, known?: string): string {
  const offset = offsetOf(reported);
  if (offset === undefined) return zoneNameToday(checkZone(reported));
  const name = zoneOfOffset(offset, at, known);
  if (name === undefined)
    throw new WaldoError("InvalidInput", `no time zone has the offset ${reported}: send a name such as Asia/Kolkata`);
  return name;
}

/**
 * Returns the time zone that a person typed. Throws `InvalidInput` for an offset, with the name of a zone that has this
 * offset.
 */
export function typedZone(typed: string, at: EpochMs): string {
  const offset = offsetOf(typed);
  if (offset === undefined) return zoneNameToday(checkZone(typed));
  const example = zoneOfOffset(offset, at) ?? "Europe/London";
  throw new WaldoError("InvalidInput", `"${typed}" is an offset and no time zone: use an IANA name such as ${example}`);
}

/**
 * Old names that browsers still report, because their tables are older than IANA's: `Asia/Calcutta` for `Asia/Kolkata`.
 * Here a place has one name, so that a device never seems to be in another place than the person.
 */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/**
 * Returns the present name of a zone that the runtime knows, in its official case. The runtime accepts names in any
 * case, but other services do not.
 */
export function zoneNameToday(name: string): string {
  const isIt = (known: string) => known.toLowerCase() === name.toLowerCase();
  const renamed = Object.entries(RENAMED).find((names) => names.some(isIt));
  if (renamed) return renamed[1];
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
  return isIt(timeZone) ? timeZone : name;
}
