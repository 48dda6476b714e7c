/**
 * Receives and reads exports at the door of a single machine. Invariants:
 *
 * 1. The received file is unlinked as soon as it is open. So it disappears when it is closed or when the process ends
 *    in any way. A name that a crash left between the two steps is removed at the next start.
 * 2. A person has one file. A new file closes it.
 * 3. Uploads that are running when the server stops are refused. An import writes all or nothing (`atomically`).
 */
import { rmSync, statfsSync } from "node:fs";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { API_ROOT, EXPORT_BYTES, type ImportJob, type Upload, type UserId, WaldoError } from "@waldo/contracts";
import { DoorRefusal, type ImportDoor } from "@waldo/core/door/handlers";
import type { UploadShelf } from "@waldo/core/health/import-job";
import { mayPass, readImport } from "@waldo/core/health/read-import";
import type { ByteSource, Clock, Log, StartWake } from "@waldo/core/ports";
import type { OutsideStore } from "@waldo/core/privacy/erase";
import { retryConflicts } from "@waldo/core/store/cas";
import { type Home, MIN_FREE_BYTES } from "../home.ts";

type ImportPorts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly startWake: StartWake;
  /** Returns how many bytes are free on the disk of a folder. */
  readonly room?: (folder: string) => number;
};

type LocalImports = ImportDoor & {
  /** The files that wait here, for an erasure. */
  readonly uploads: OutsideStore;
  /** Ends running uploads and imports. Resolves when nothing is written any more. */
  stop(): Promise<void>;
};

const CHUNK = 256 * 1024;

/** An upload. It has a file handle when all of it has arrived. */
type Coming = { readonly id: string; come: number; readonly ending: AbortController; handle?: FileHandle };

export function localImports(home: Home, { room = freeBytes, ...ports }: ImportPorts): LocalImports {
  const folder = join(home.paths.root, "uploads");
  rmSync(folder, { recursive: true, force: true });
  const files = new Map<UserId, Coming>();
  const working = new Set<Promise<void>>();
  const stopping = new AbortController();
  const fileOf = (userId: UserId, id: string) => {
    const file = files.get(userId);
    return file?.id === id ? file : undefined;
  };

  const shelf: UploadShelf = {
    most: EXPORT_BYTES,
    address: async (_, { id }) => ({
      url: `${API_ROOT}/imports/${id}/file`,
      method: "PUT",
      headers: { "content-type": "application/octet-stream" },
    }),
    come: (userId, id) => fileOf(userId, id)?.come ?? 0,
    async open(userId, job) {
      const handle = fileOf(userId, job.id)?.handle;
      return handle && sourceOf(job, handle, stopping.signal);
    },
    async remove(userId, id) {
      const file = fileOf(userId, id);
      if (!file) return;
      files.delete(userId);
      file.ending.abort();
      await file.handle?.close();
    },
  };

  const uploads: OutsideStore = {
    left: async (userId) => (files.has(userId) ? 1 : 0),
    async erase(userId) {
      const file = files.get(userId);
      if (file) await shelf.remove(userId, file.id);
      return file ? 1 : 0;
    },
  };

  return {
    shelf,
    uploads,
    async receive(userId, job, sent) {
      const before = fileOf(userId, job.id);
      if (before?.handle) return;
      if (before) throw new DoorRefusal("TooMany", "this file is being sent already", 10);
      const file: Coming = { id: job.id, come: 0, ending: new AbortController() };
      files.set(userId, file);
      const signal = AbortSignal.any([stopping.signal, file.ending.signal]);
      try {
        file.handle = await receive(folder, { job, file: sent, room, signal, onBytes: (bytes) => (file.come = bytes) });
      } catch (error) {
        if (files.get(userId) === file) files.delete(userId);
        throw error;
      }
      // Another import replaced it while the last bytes were written.
      if (signal.aborted) await file.handle.close();
    },
    async later(userId, id) {
      const reading = () => readImport({ ...ports, store: home.store, shelf }, userId, id);
      // No other process repeats this work here. SQLite waits before it reports that it is busy.
      const work = retryConflicts(reading, mayPass).catch((error: unknown) =>
        ports.log("error", "import.failed", { error: error instanceof Error ? error.name : "unknown" }),
      );
      working.add(work);
      void work.finally(() => working.delete(work));
    },
    async stop() {
      stopping.abort();
      await Promise.all(working);
      for (const [userId, { id }] of files) await shelf.remove(userId, id);
    },
  };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

type Receiving = {
  readonly job: ImportJob;
  readonly file: Upload;
  readonly room: (folder: string) => number;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
};

/**
 * Receives the whole file. Throws a refusal when the disk has no room, when the connection ends early, or when the
 * received bytes differ from the sent ones.
 */
async function receive(folder: string, { job, file, room, signal, onBytes }: Receiving): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (room(folder) < file.size + MIN_FREE_BYTES) throw full();
  const path = join(folder, crypto.randomUUID());
  const handle = await open(path, "wx+", 0o600);
  try {
    await rm(path);
    let [bytes, sum] = [0, 0];
    for await (const chunk of whole(file, signal)) {
      await handle.writeFile(chunk);
      sum = crc32(chunk, sum);
      bytes += chunk.length;
      onBytes(bytes);
    }
    if (sum.toString(16).padStart(8, "0") !== job.crc32)
      throw new DoorRefusal("InvalidInput", "the file was changed on its way, or its CRC-32 is another: send it again");
    return handle;
  } catch (error) {
    await handle.close();
    throw error instanceof Error && "code" in error && error.code === "ENOSPC" ? full() : error;
  }
}

function full(): DoorRefusal {
  return new DoorRefusal("Unavailable", "the disk has no room for this file: free some, and send it again");
}

/** Yields the bytes of a file. Throws a refusal when fewer bytes arrive than announced. */
async function* whole({ size, stream }: Upload, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const cut = () =>
    new DoorRefusal("InvalidInput", "the connection ended before the whole file had come: send it again");
  let left = size;
  const reader = stream().getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => Promise.reject(cut()));
      if (done) break;
      left -= value.length;
      yield value;
    }
    if (left !== 0) throw cut();
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Returns the received file as a source for the importers. Once the server stops, the file cannot be read. */
function sourceOf({ name, bytes: size }: ImportJob, handle: FileHandle, signal: AbortSignal): ByteSource {
  return {
    name,
    size,
    async *stream(start = 0, end = size) {
      for (let at = start; at < end; ) {
        if (signal.aborted) throw new WaldoError("ImportRefused", "Waldo was stopped: send the file again");
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(CHUNK, end - at)), {
          position: at,
        });
        if (bytesRead === 0) return;
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
  };
}
