/**
 * The one list of all places with a person's data. Export, erasure and the tests use it. Each kind of row declares its
 * place in an export (contracts/rows). A test fails when a root of objects or an outside store is missing here.
 *
 * Export and erasure are the only code above health that reads raw rows (R7). They copy or delete them, and compute
 * nothing.
 */
import {
  type Key,
  type KeyRange,
  keys,
  OBJECT_ROOTS,
  PARTITION,
  type Partition,
  PERSON_PARTITIONS,
  ROW_KINDS,
  type RowKind,
  TOPICS,
  type Topic,
  type UserId,
} from "@waldo/contracts";
import type { Query } from "../ports.ts";

/** The partitions of bots and vendors, whose rows name people. An erasure deletes the rows that name the person. */
export const LINK_PARTITIONS = ["bot", "pace", "vendor"] as const satisfies readonly Partition[];
/** Partitions without personal data, which stay after an erasure. */
export const NAMELESS_PARTITIONS = ["gone"] as const satisfies readonly Partition[];

/**
 * The places with a person's data outside rows and objects, in the order of an erasure. `first`: it could wake or write
 * for the person, so it ends before anything is deleted. `last`: without it the other data cannot be read.
 */
export const OUTSIDE = {
  schedules: { when: "first", what: "recurring schedules, and the one-time ones of reminders" },
  executions: { when: "first", what: "state machines that work or wait" },
  account: { when: "first", what: "the account that signs in" },
  connections: { when: "then", what: "access that vendors gave, revoked there" },
  devices: { when: "then", what: "the endpoints of phones at the push service" },
  links: { when: "then", what: "which chat of a bot is the person's" },
  exports: { when: "then", what: "exports that wait for a download" },
  uploads: { when: "then", what: "exports of wearables that wait to be read" },
  key: { when: "last", what: "the data key of the person" },
  files: { when: "then", what: "files beside the store on one machine" },
} as const satisfies Record<string, { readonly when: "first" | "then" | "last"; readonly what: string }>;
export type Outside = keyof typeof OUTSIDE;

/** One kind of row in an export. */
export type ExportedKind = {
  readonly kind: string;
  readonly topic: Topic;
  readonly here: boolean;
  readonly about: RowKind;
  /** The range may also contain rows of kinds whose name begins with the same letters. */
  readonly range: (userId: UserId) => KeyRange;
  /** Returns the key of a row by its sort key, or undefined for a sort key of another kind. */
  readonly keyOf: (userId: UserId, sk: string) => Key | undefined;
};

/** Returns every kind of row that an export holds, in the order of the topics. */
export function exportedKinds(): ExportedKind[] {
  const order = Object.keys(TOPICS);
  return [...ROW_KINDS]
    .flatMap(([kind, makers]): ExportedKind[] => {
      const [first] = makers;
      const { topic, here = false } = first.about;
      if (topic === undefined) return [];
      const keyOf = (userId: UserId, sk: string) => {
        const { table, pk } = first.all(userId);
        return makers.some(({ parse }) => parse(sk) !== undefined) ? { table, pk, sk } : undefined;
      };
      return [{ kind, topic, here, about: first.about, keyOf, range: first.all }];
    })
    .sort((a, b) => order.indexOf(a.topic) - order.indexOf(b.topic));
}

/** Returns the kinds that are not exported, with the reason. */
export function secrets(): { readonly kind: string; readonly why: string }[] {
  return Object.values(keys).flatMap(({ kind, about: { secret } }) =>
    secret === undefined ? [] : [{ kind, why: secret }],
  );
}

/** Returns the queries that give every row of a person, including kinds that this release does not know. */
export function everyRow(userId: UserId): { readonly partition: Partition; readonly query: Query }[] {
  return PERSON_PARTITIONS.map((partition) => {
    const { table } = partition === "agent" ? keys.profile(userId) : keys.timeZone(userId);
    return { partition, query: { table, pk: PARTITION[partition](userId) } };
  });
}

/** Returns the prefixes that together hold every object of a person. */
export function everyObject(
  userId: UserId,
): { readonly root: (typeof OBJECT_ROOTS)[number]; readonly prefix: string }[] {
  return OBJECT_ROOTS.map((root) => ({ root, prefix: `${root}/${userId}/` }));
}
