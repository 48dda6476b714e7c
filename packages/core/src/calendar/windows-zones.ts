import zones from "./windows-zones.json" with { type: "json" };

/**
 * The names that Windows and Outlook give time zones, in small letters, with their IANA names. `npm run windows-zones`
 * writes windows-zones.json.
 */
export const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map(Object.entries(zones));
