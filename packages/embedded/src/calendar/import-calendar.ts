/** Imports `.ics` files of this machine. */
import { type EpochMs, type UserId, WaldoError } from "@waldo/contracts";
import { type CalendarFile, type CalendarImport, takeInFiles } from "@waldo/core/calendar/files";
import { MAX_ICS_BYTES } from "@waldo/core/calendar/ics-lines";
import type { ByteSource, Store } from "@waldo/core/ports";
import { fileSources } from "../file-source.ts";

/**
 * Imports one `.ics` file, or all files of a folder. Throws the errors of core's `takeInFiles`, and `ImportRefused` for
 * a path without such a file.
 */
export async function importCalendar(
  store: Store,
  userId: UserId,
  path: string,
  now: EpochMs,
): Promise<CalendarImport[]> {
  const sources = (await fileSources(path)).filter(({ name }) => name.toLowerCase().endsWith(".ics"));
  if (sources.length === 0) throw new WaldoError("ImportRefused", `${path} holds no .ics file: point at the calendar`);
  const files: CalendarFile[] = [];
  for (const source of sources) files.push({ name: source.name, bytes: await bytesOf(source) });
  return takeInFiles(store, userId, files, now);
}

async function bytesOf({ name, size, stream }: ByteSource): Promise<Uint8Array> {
  if (size > MAX_ICS_BYTES) throw new WaldoError("ImportRefused", `${name} is larger than calendars are`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
