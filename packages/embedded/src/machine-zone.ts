import { zoneNameToday } from "@waldo/core/person/zone-names";

/** Returns the time zone of this machine under its present name, so that no place is shown under two names. */
export function machineZone(): string {
  return zoneNameToday(new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
