/**
 * Writes the names that Windows and Outlook give time zones, with their IANA names: `npm run windows-zones`. The source
 * is the table of node-ical, which its makers build from CLDR. A test keeps the two equal.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const WINDOWS_ZONES_FILE = fileURLToPath(
  new URL("../packages/core/src/calendar/windows-zones.json", import.meta.url),
);
const SOURCE = fileURLToPath(new URL("../node_modules/node-ical/windowsZones.json", import.meta.url));

type Table = Readonly<Record<string, { readonly iana: readonly string[] }>>;

/** Returns the file. A label such as "(UTC+01:00) Paris, Madrid" stands under each of its places, without its offset. */
export function windowsZonesText(table: Table = JSON.parse(readFileSync(SOURCE, "utf8"))): string {
  const zones = new Map<string, string>();
  const entries = Object.entries(table).map(([label, { iana }]) => [label, iana[0] ?? ""] as const);
  // A Windows name has priority over a place in a label.
  for (const [label, zone] of entries.filter(([name]) => !name.startsWith("("))) zones.set(label.toLowerCase(), zone);
  for (const [label, zone] of entries.filter(([name]) => name.startsWith("(")))
    for (const place of placesIn(label)) if (!zones.has(place)) zones.set(place, zone);
  return `${JSON.stringify(Object.fromEntries([...zones].sort(([a], [b]) => (a < b ? -1 : 1))))}\n`;
}

const placesIn = (label: string) =>
  label
    .replace(/^\([^)]*\)\s*/, "")
    .split(/[,;:] /)
    .map((place) => place.trim().toLowerCase());

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(WINDOWS_ZONES_FILE, windowsZonesText());
