/** Sends the export of a wearable to the address that the server gives, and waits until the server has read it. */
import type { ImportBegun, ImportView } from "@waldo/contracts";
import { SignedOut } from "../session/session.ts";
import { words } from "../words/words.ts";
import { type Call, isRefusal } from "./api.tsx";

type UploadAddress = NonNullable<ImportBegun["upload"]>;

/**
 * The pauses in milliseconds before the page asks the server for its progress. The first pauses are short, because a
 * small export is read in a second.
 */
const LOOKS_MS = [500, 500, 500, 500] as const;
const LATER_MS = 2_000;
/** After how many looks in a row without an answer the page gives up. */
const MOST_LOST = 30;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** Returns the CRC-32 of a file, in hexadecimal digits. The function holds one chunk of the file at a time. */
async function crc32(file: Pick<Blob, "stream">): Promise<string> {
  let sum = 0xffffffff;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
    for (const byte of value) sum = (CRC_TABLE[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
  }
}

/**
 * Sends the file to its address. `fetch` reports no progress of sending, so this uses XMLHttpRequest. No cookie and no
 * token goes to another host. Throws an error with words for the person.
 */
function send({ url, method, headers }: UploadAddress, file: File, show: (percent: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => show(Math.floor((100 * loaded) / (total || 1))));
    request.addEventListener("error", () => reject(new Error(words.bring.lost)));
    request.addEventListener("load", () => {
      if (request.status === 200) return resolve();
      // Our own server sends the reason in words. S3 answers in a form that people cannot read.
      const isOurs = request.getResponseHeader("content-type")?.startsWith("application/json");
      reject(new Error(isOurs ? JSON.parse(request.responseText).message : words.bring.lost));
    });
    request.send(file);
  });
}

/** For a table from an unknown device: what each column means, and which rows are the person's. Both may be empty. */
export type Columns = { readonly map: string; readonly where: string };

/**
 * Sends a file, waits until it is read, and returns what the server took. `show` gets the progress. Throws an error
 * with words for the person when the server refused the file.
 */
export async function bringFile(
  call: Call,
  file: File,
  { map, where }: Columns,
  show: (view: ImportView) => void,
): Promise<ImportView> {
  const id = crypto.randomUUID();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const columns = { ...(map === "" ? {} : { map }), ...(where === "" ? {} : { where }) };
  const wanted = { name: file.name.slice(0, 200), bytes: file.size, crc32: await crc32(file), timeZone, ...columns };
  const { upload } = await call("startImport", { body: wanted, key: id });
  if (upload) await send(upload, file, (percent) => show({ id, state: "receiving", bytes: 0, percent }));
  let view = await call("finishImport", { params: { id } });
  let lost = 0;
  for (let looks = 0; ; looks++) {
    if (view.state === "refused") throw new Error(view.why);
    if (view.state === "done") return view;
    show(view);
    await new Promise((resolve) => setTimeout(resolve, LOOKS_MS[looks] ?? LATER_MS));
    try {
      view = await call("imported", { params: { id } });
      lost = 0;
    } catch (cause) {
      // The server continues to read the file when one of its answers is lost.
      lost += 1;
      if (lost > MOST_LOST || cause instanceof SignedOut || isRefusal(cause, "NotFound")) throw cause;
    }
  }
}
