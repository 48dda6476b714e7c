/**
 * The tape of a world: everything that was done to what outlives a process, in order. Played on empty parts, it brings
 * the same rows, objects and messages back without doing again what led to them.
 */
import type { Archive, Store } from "@waldo/core/ports";

export type Sent = { readonly key: string; readonly text: string };

/** The state after the process has ended. */
export type Lasting = {
  readonly store: Store;
  readonly archive: Archive;
  /** Telegram takes a message. */
  readonly take: (sent: Sent) => void;
};

/** One thing that was done. It can be done again on other parts. */
export type Effect = (on: Lasting) => unknown;

/** Returns the same parts, which write down what is done to them. */
export function taped<S extends Store>(parts: Lasting & { readonly store: S }, tape: Effect[]): typeof parts {
  const { store, archive, take } = parts;
  return {
    store: {
      ...store,
      async transact(writes) {
        await store.transact(writes);
        // The conditions held. Nothing is left of a check.
        const done = writes.filter(({ op }) => op !== "check").map((write) => ({ ...write, when: [] }));
        if (done.length > 0) tape.push((on) => on.store.transact(done));
      },
    },
    archive: {
      ...archive,
      async write(name, bytes) {
        const kept = bytes.slice();
        await archive.write(name, kept);
        tape.push((on) => on.archive.write(name, kept));
      },
      async deletePrefix(prefix) {
        const deleted = await archive.deletePrefix(prefix);
        tape.push((on) => on.archive.deletePrefix(prefix));
        return deleted;
      },
    },
    take(sent) {
      take(sent);
      tape.push((on) => on.take(sent));
    },
  };
}
