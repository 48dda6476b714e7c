import { zoneNameToday } from "@waldo/core/person/zone-names";

/** Returns the time zone of this machine with its present name, so that a place is never shown with two names. */
export function machineZone(): string {
  return zoneNameToday(new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
