/**
 * Names of time zones for what devices and people give. Schedules, and EventBridge Scheduler above all, take an IANA
 * name and no bare offset, so an offset is turned into a name at every door (docs/decisions/0014-zone-names.md):
 *
 *   the person's known zone    if it has that offset now: a device that reports offsets does not move anyone
 *   `Etc/GMT±N`                for whole hours; its sign is that of POSIX, so east is minus
 *   a well-known zone          for the other offsets, such as Asia/Kolkata for +05:30
 */
import { type EpochMs, WaldoError } from "@waldo/contracts";
import { checkZone, offsetMinutes } from "../time.ts";

/**
 * Zones whose offset is no whole hour, with the most people of it first. Where a zone has summer time, the instant
 * decides whether it has the offset.
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
/** The offsets that have an `Etc` zone, in minutes east. */
const [WESTMOST, EASTMOST] = [-12 * 60, 14 * 60];
const OFFSET = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/** Returns the minutes east of UTC that a bare offset such as `+05:30` names, or undefined for any other text. */
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
 * Returns the IANA name of the time zone that a device reports, as a name or as an offset. `known` is the person's zone
 * until now. Throws `InvalidInput` for a text that is neither, and for an offset that no zone has.
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
 * Names that IANA has replaced and that browsers still report, because their tables of names are older: `Asia/Calcutta` for
 * `Asia/Kolkata`. One place has one name here, so that no device seems to be elsewhere than the person.
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
 * Returns the name of today for a zone that the runtime knows, in its own case: the runtime reads names in any case, and
 * other services do not.
 */
export function zoneNameToday(name: string): string {
  const isIt = (known: string) => known.toLowerCase() === name.toLowerCase();
  const renamed = Object.entries(RENAMED).find((names) => names.some(isIt));
  if (renamed) return renamed[1];
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
  return isIt(timeZone) ? timeZone : name;
}
