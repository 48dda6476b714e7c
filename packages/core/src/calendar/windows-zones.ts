import zones from "./windows-zones.json" with { type: "json" };

/** The names of time zones in Windows and Outlook, in lower case, with their IANA names. */
export const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map(Object.entries(zones));
