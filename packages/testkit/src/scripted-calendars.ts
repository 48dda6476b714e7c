/** Calendars behind addresses, for tests of what reads them: a Fetcher over texts that the test may change. */
import type { Fetched, Fetcher, Validators } from "@waldo/core/ports";

export type MadeUpEvent = readonly [uid: string, start: string, title: string, ...more: string[]];

/** A calendar file with events of one hour. */
export function icsOf(...events: readonly MadeUpEvent[]): string {
  const lines = events.flatMap(([uid, start, title, ...more]) => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTART:${start}`,
    "DURATION:PT1H",
    `SUMMARY:${title}`,
    ...more,
    "END:VEVENT",
  ]);
  return ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
}

export type ScriptedCalendars = Fetcher & {
  /** What is behind each address. A text is a document whose ETag changes with it. */
  readonly at: Map<string, string | Fetched>;
  /** The requests, oldest first. */
  readonly asked: { readonly address: string; readonly known: Validators }[];
};

export function scriptedCalendars(): ScriptedCalendars {
  const at: ScriptedCalendars["at"] = new Map();
  const asked: { address: string; known: Validators }[] = [];
  return {
    at,
    asked,
    async fetch(address, known = {}) {
      asked.push({ address, known });
      const found = at.get(address) ?? { outcome: "answered", status: 404, bytes: new Uint8Array() };
      if (typeof found !== "string") return found;
      const etag = `"${found.length}-${found.slice(-80)}"`.replaceAll(/[\r\n]/g, " ");
      if (known.etag === etag) return { outcome: "answered", status: 304, bytes: new Uint8Array() };
      return { outcome: "answered", status: 200, bytes: new TextEncoder().encode(found), etag };
    },
  };
}
