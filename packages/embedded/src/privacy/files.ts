// Files beside the database of a home: messages that were written to a file instead of Telegram, keys, and the choice
// of a model and of connections. They belong to the home, so they are deleted with its last person. Each person's
// messages are deleted with that person.
import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type EpochMs, keys, type OutboxRow, objects, personOf, UserId } from "@waldo/contracts";
import type { OutsideStore } from "@waldo/core/privacy/erase";
import { queryAll } from "@waldo/core/store/query-all";
import { fileArchive } from "../file-archive.ts";
import { goalsPlace } from "../goals/place.ts";
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
  /** A person without a profile may have connected a wearable or imported nights. */
  const isAlone = (userId: UserId) => {
    const people = bare.store.partitions().map((pk) => personOf({ pk }));
    return people.every((person) => person === undefined || person === userId);
  };

  /** Returns the lines of the message file, without those that are in the person's outbox. */
  async function withoutOwn(userId: UserId): Promise<{ readonly own: number; readonly kept: string }> {
    const own = await messageKeys(bare, userId);
    const lines = await readSink(paths.sink);
    const kept = lines.filter(({ key }) => !own.has(key));
    return { own: lines.length - kept.length, kept: kept.map((line) => `${JSON.stringify(line)}\n`).join("") };
  }

  /**
   * The person's own files in the workspace, with the repository that they may have made. Subfolders of other people
   * are not included.
   */
  const goalFiles = async (userId: UserId): Promise<string[]> => {
    const { base, folder } = goalsPlace(paths.root, userId);
    const others = bare.store.partitions().flatMap((pk) => {
      const person = personOf({ pk });
      return person === undefined || person === userId ? [] : [goalsPlace(paths.root, person).folder];
    });
    const inside = existsSync(folder) ? (await readdir(folder)).map((name) => join(folder, name)) : [];
    const had = dirname(base);
    return [...(existsSync(had) ? [had] : []), ...inside.filter((path) => !others.includes(path))];
  };

  return {
    async erase(userId) {
      const goals = await goalFiles(userId);
      for (const path of goals) await rm(path, { recursive: true, force: true });
      await removeEmpty(goalsPlace(paths.root, userId).folder);
      return goals.length + (await eraseOthers(userId));
    },
    async left(userId) {
      const others = isAlone(userId) ? (await existing(paths.root)).length : (await withoutOwn(userId)).own;
      return (await goalFiles(userId)).length + others;
    },
  };

  async function eraseOthers(userId: UserId): Promise<number> {
    if (isAlone(userId)) {
      const found = await existing(paths.root);
      for (const name of found) await rm(join(paths.root, name), { force: true });
      return found.length;
    }
    const { own, kept } = await withoutOwn(userId);
    if (own > 0) await fileArchive(paths.root).write("telegram.jsonl", Buffer.from(kept));
    return own;
  }
}

/** Removes a folder if it is empty. */
async function removeEmpty(folder: string): Promise<void> {
  if (existsSync(folder) && (await readdir(folder)).length === 0) await rm(folder, { recursive: true, force: true });
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

/** Returns the keys of all messages of a person: those of the outbox, and those of archived runs. */
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

/** Returns the path of a person's export that waits for a download. */
export function exportFile(home: Place, userId: UserId): string {
  return join(exportFolder(home), `${userId}.zip`);
}

/** The exports of a home that wait for a download, and files of unfinished ones. */
export function exportStore(home: Place): OutsideStore {
  const filesOfPerson = async (userId: UserId) => {
    const whole = basename(exportFile(home, userId));
    return (await exportNames(home)).filter((name) => name === whole || name.startsWith(`${whole}.`));
  };
  return {
    left: async (userId) => (await filesOfPerson(userId)).length,
    async erase(userId) {
      const found = await filesOfPerson(userId);
      for (const name of found) await rm(join(exportFolder(home), name), { force: true });
      return found.length;
    },
  };
}

/**
 * Removes each export without a valid link, and unfinished files. `untilOf` returns until when the link of a person is
 * valid, if they have one. Returns the valid links.
 */
export async function sweepExports(
  home: Place,
  untilOf: (userId: UserId) => Promise<EpochMs | undefined>,
): Promise<Map<UserId, EpochMs>> {
  const kept = new Map<UserId, EpochMs>();
  for (const name of await exportNames(home)) {
    const userId = UserId.safeParse(/^(.+)\.zip$/.exec(name)?.[1]).data;
    const until = userId === undefined ? undefined : await untilOf(userId);
    if (userId === undefined || until === undefined) await rm(join(exportFolder(home), name), { force: true });
    else kept.set(userId, until);
  }
  return kept;
}

async function exportNames(home: Place): Promise<string[]> {
  return existsSync(exportFolder(home)) ? readdir(exportFolder(home)) : [];
}

/** Returns the name of a file while it is being written. `id` distinguishes two writers. */
export function halfOf(target: string, id: string): string {
  return `${target}.half.${id}`;
}
