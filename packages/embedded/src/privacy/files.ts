/**
 * What stands beside the database of a home: messages that went to a file instead of Telegram, keys, and the choice of a
 * model and of connections. They belong to the home, so they go with its last person. Of the messages, each person's go
 * with that person.
 */
import { existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { keys, type OutboxRow, objects, personOf, type UserId } from "@waldo/contracts";
import type { OutsideStore } from "@waldo/core/privacy/erase";
import { queryAll } from "@waldo/core/store/query-all";
import { fileArchive } from "../file-archive.ts";
import type { Home } from "../home.ts";
import { readSink } from "../telegram-sink.ts";

const OF_THE_HOME = [
  "telegram.jsonl",
  "approval.key",
  "push.key",
  "connections.json",
  "model.json",
  "wearables.json",
  "tokens.key",
];

export function filesOf({ paths, bare }: Pick<Home, "paths" | "bare">): OutsideStore {
  /** Somebody may have connected a wearable, or taken nights in, before they had a profile. */
  const isAlone = (userId: UserId) => {
    const people = bare.store.partitions().map((pk) => personOf({ pk }));
    return people.every((person) => person === undefined || person === userId);
  };

  /** Returns the lines of the message file, without those that the outbox of the person has. */
  async function withoutOwn(userId: UserId): Promise<{ readonly own: number; readonly kept: string }> {
    const own = await messageKeys(bare, userId);
    const lines = await readSink(paths.sink);
    const kept = lines.filter(({ key }) => !own.has(key));
    return { own: lines.length - kept.length, kept: kept.map((line) => `${JSON.stringify(line)}\n`).join("") };
  }

  return {
    async erase(userId) {
      if (isAlone(userId)) {
        const found = await existing(paths.root);
        for (const name of found) await rm(join(paths.root, name), { force: true });
        return found.length;
      }
      const { own, kept } = await withoutOwn(userId);
      if (own > 0) await fileArchive(paths.root).write("telegram.jsonl", Buffer.from(kept));
      return own;
    },
    async left(userId) {
      return isAlone(userId) ? (await existing(paths.root)).length : (await withoutOwn(userId)).own;
    },
  };
}

async function existing(root: string): Promise<string[]> {
  const found = await Promise.all(
    OF_THE_HOME.map(async (name) =>
      stat(join(root, name)).then(
        () => [name],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** The keys of all messages of a person: those of the outbox, and those of runs that are in the archive. */
async function messageKeys({ store, archive }: Home["bare"], userId: UserId): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const { table, pk } = keys.profile(userId);
  for await (const { body } of queryAll(store, { table, pk, prefix: "OUTBOX#" }))
    found.add(String((body as Partial<OutboxRow>).key));
  for (const name of await archive.list(objects.archive(userId, "runs/"))) {
    const text = Buffer.from((await archive.read(name)) ?? []).toString();
    for (const [, key = ""] of text.matchAll(/"key":"([0-9a-f]{32})"/g)) found.add(key);
  }
  return found;
}

type Place = Pick<Home, "paths">;

export function exportFolder({ paths }: Place): string {
  return join(paths.root, "exports");
}

/** The export of a person that waits for a download. */
export function exportFile(home: Place, userId: UserId): string {
  return join(exportFolder(home), `${userId}.zip`);
}

/** The exports of a home that wait for a download, and what was left of one that was not finished. */
export function exportStore(home: Place): OutsideStore {
  const filesOfPerson = (userId: UserId) => [exportFile(home, userId), halfOf(exportFile(home, userId))];
  const left = (userId: UserId) => filesOfPerson(userId).filter((path) => existsSync(path)).length;
  return {
    left: async (userId) => left(userId),
    async erase(userId) {
      const found = left(userId);
      for (const path of filesOfPerson(userId)) await rm(path, { force: true });
      return found;
    },
  };
}

/** The name of a file while it is written. */
export function halfOf(target: string): string {
  return `${target}.half`;
}
