/**
 * Makes the keys of rows and the ranges of queries, and parses sort keys. The store adapters use these keys, and infra
 * writes the same partitions into the `dynamodb:LeadingKeys` conditions. So a key always fits the policy that guards
 * it. An invalid key part throws. The kinds of rows are declared in `rows/`.
 */
import type { EpochMs, UserId } from "./ids.ts";
import type { DeclaredKind, Place, RowKind } from "./row-kind.ts";

export const TABLES = ["agent", "health"] as const;
export type Table = (typeof TABLES)[number];

export type Key = { readonly table: Table; readonly pk: string; readonly sk: string };

/** A range of rows in one partition, in the form that the store's `query` takes. */
export type KeyRange = {
  readonly table: Table;
  readonly pk: string;
  readonly prefix: string;
  readonly from?: string;
  readonly to?: string;
};

/** The partitions of one person, of one Telegram bot, and of one vendor of wearables. */
export const PARTITION = {
  /** Agent state and memory. */
  agent: (user: string) => `USER#${user}`,
  /**
   * Raw health data. Only code that receives data (ingest, the fetcher, an import) writes it. `crs` reads it, an import
   * reads the data of its own person, and `readings` answers that person from it (R7).
   */
  raw: (user: string) => `RAW#${user}`,
  /** Scores, body zones and words. The agent step may read these. */
  derived: (user: string) => `DERIVED#${user}`,
  /** The tokens of a person's connected wearables. Only the code that reads those clouds may access them. */
  connect: (user: string) => `CONNECT#${user}`,
  /** The changes that vendors have reported. They are stored until they are read. */
  hooked: (user: string) => `HOOKED#${user}`,
  /** Which person a vendor's user is. The name of the vendor takes the place of a person's id. */
  vendor: (vendor: string) => `VENDOR#${vendor}`,
  /**
   * A person's consents, the keys of programs that may post for them, and the nights that they say are not theirs. Every
   * function that works for the person may read them. ingest and crs access no agent row.
   */
  consent: (user: string) => `CONSENT#${user}`,
  /** What a bot needs before it knows whose message it got. The name of the bot takes the place of a person's id. */
  bot: (bot: string) => `BOT#${bot}`,
  /** When the next messages of a bot may be sent. The code that sends needs this, but not the owners of the chats. */
  pace: (bot: string) => `PACE#${bot}`,
  /**
   * What remains after an erasure. A digest takes the place of the person's id. These rows are in the table that every
   * writer may read.
   */
  gone: (digest: string) => `GONE#${digest}`,
} as const;
export type Partition = keyof typeof PARTITION;

/** Returns the partition of a person's data key, by the digest of their id. It is in a separate table. */
export const keyPartition = (digest: string): string => `KEY#${digest}`;

/** The partitions whose rows belong to one person. Their rows are sealed with that person's key. */
export const PERSON_PARTITIONS = [
  "agent",
  "raw",
  "derived",
  "connect",
  "hooked",
  "consent",
] as const satisfies readonly Partition[];
type PersonPartition = (typeof PERSON_PARTITIONS)[number];

/** Returns the person of a row, or `undefined` for a row of a bot. */
export function personOf({ pk }: Pick<Key, "pk">): UserId | undefined {
  const partition = PERSON_PARTITIONS.find((name) => pk.startsWith(PARTITION[name]("")));
  return partition && pk.slice(PARTITION[partition]("").length);
}

const TABLE_OF: Record<Partition, Table> = {
  agent: "agent",
  raw: "health",
  derived: "health",
  connect: "health",
  hooked: "health",
  vendor: "health",
  consent: "health",
  bot: "agent",
  pace: "agent",
  gone: "health",
};

type Part = string | number;
/** The first parts of a sort key: zero or more of them. */
type Leading<Parts extends readonly Part[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly Part[],
]
  ? readonly [] | readonly [First, ...Leading<Rest>]
  : readonly [];

/** One kind of row. A call returns the key of one row. */
export type RowKeys<Parts extends readonly Part[] = readonly Part[]> = {
  (user: UserId, ...parts: Parts): Key;
  /** The first part of the sort key, before the first `#`. */
  readonly kind: string;
  /** `raw` rows hold readings of a body: see {@link PARTITION} (R7). */
  readonly partition: Partition;
  /** The range of all rows of the kind, or of those whose sort key starts with these parts. */
  all(user: UserId, ...leading: Leading<Parts>): KeyRange;
  /**
   * The range from the first parts in `from` (inclusive) to those in `to` (exclusive). Without `to` it ends with the
   * last row that has the same parts as `from` except the last one.
   */
  between(user: UserId, from: Leading<Parts>, to?: Leading<Parts>): KeyRange;
  /** The range of rows whose sort key starts with these parts. Of the last part only the beginning is given. */
  startingWith(user: UserId, ...begin: Leading<Parts>): KeyRange;
  /** The range of rows before an instant. Undefined when the key does not begin with its time. */
  before(user: UserId, at: EpochMs): KeyRange | undefined;
  /** Returns the parts of a sort key, or `undefined` for a row of another kind. */
  parse(sk: string): Parts | undefined;
  readonly about: DeclaredKind;
};

/**
 * How one part of a sort key is written and read. Numbers have a fixed width, so their order as text is the order of
 * their values.
 */
export type Field = {
  write(part: Part): string;
  read(text: string): Part | undefined;
  /** Returns the part for an instant. Absent when the part is not a time. */
  at?(instant: EpochMs): Part;
};
const HOUR_MS = 3_600_000;
export const text: Field = { write: String, read: (written) => written };
export const digits = (width: number): Field => ({
  write: (part) => String(part).padStart(width, "0"),
  read: (written) => (/^\d+$/.test(written) ? Number(written) : undefined),
});
/** Milliseconds since the epoch. Fifteen digits reach beyond the year 30000. */
export const instant: Field = { ...digits(15), at: (at) => at };
/** Hours since the epoch. */
export const hour: Field = { ...digits(9), at: (at) => Math.floor(at / HOUR_MS) };
/** A date, or a text that begins with one. */
export const date = { ...text, at: (at: EpochMs) => new Date(at).toISOString().slice(0, 10) } satisfies Field;

/** Declares one kind of row: its partition, its name, the fields of its key, and its rules. */
export function row<Parts extends readonly Part[]>(
  partition: PersonPartition,
  kind: string,
  fields: readonly Field[],
  about: RowKind & Place,
): RowKeys<Parts>;
export function row<Parts extends readonly Part[]>(
  partition: Exclude<Partition, PersonPartition>,
  kind: string,
  fields: readonly Field[],
  about: RowKind,
): RowKeys<Parts>;
export function row<Parts extends readonly Part[]>(
  partition: Partition,
  kind: string,
  fields: readonly Field[],
  about: DeclaredKind,
): RowKeys<Parts> {
  const place = (user: UserId) => ({ table: TABLE_OF[partition], pk: PARTITION[partition](user) });
  const written = (parts: readonly Part[]) => parts.map((part, i) => (fields[i] ?? text).write(part));
  const skOf = (parts: readonly Part[]) => [kind, ...written(parts)].join("#");
  const under = (parts: readonly Part[]) => `${skOf(parts)}#`;
  const key = (user: UserId, ...parts: Parts): Key => ({ ...place(user), sk: skOf(parts) });
  return Object.assign(key, {
    kind,
    partition,
    about,
    all: (user: UserId, ...leading: Leading<Parts>) => ({
      ...place(user),
      prefix: fields.length === 0 ? kind : under(leading),
    }),
    between: (user: UserId, from: Leading<Parts>, to?: Leading<Parts>) => ({
      ...place(user),
      prefix: under(from.slice(0, -1)),
      from: skOf(from),
      ...(to === undefined ? {} : { to: skOf(to) }),
    }),
    startingWith: (user: UserId, ...begin: Leading<Parts>) => ({ ...place(user), prefix: skOf(begin) }),
    before(user: UserId, at: EpochMs) {
      const first = fields[0]?.at?.(at);
      return first === undefined ? undefined : { ...place(user), prefix: under([]), from: kind, to: skOf([first]) };
    },
    parse(sk: string): Parts | undefined {
      const [name, ...found] = sk.split("#");
      if (name !== kind || found.length < fields.length || (fields.length === 0 && found.length > 0)) return undefined;
      // The last part may contain the separator itself.
      const last = Math.max(0, fields.length - 1);
      const parts = fields.map((field, i) => field.read(i === last ? found.slice(last).join("#") : (found[i] ?? "")));
      return parts.includes(undefined) ? undefined : (parts as Part[] as unknown as Parts);
    },
  });
}

/** Returns the kind of a row, from its sort key: the text before the first `#`. */
export function kindOf({ sk }: Pick<Key, "sk">): string {
  return sk.split("#", 1)[0] ?? "";
}

/** Returns a part of a sort key, for the stand-in of a row. `index` 0 is the kind. */
export function partOf({ sk }: Pick<Key, "sk">, index: number): string {
  return sk.split("#")[index] ?? "";
}
export function userOf({ pk }: Pick<Key, "pk">): string {
  return pk.slice(pk.indexOf("#") + 1);
}

/** The names of archive objects. All objects of one person have prefixes with the person's id. */
export const objects = {
  workspace: (u: UserId, path: string) => `workspace/${u}/${path}`,
  archive: (u: UserId, path: string) => `archive/${u}/${path}`,
  index: (u: UserId, path: string) => `index/${u}/${path}`,
  spill: (owner: string, digest: string) => `spill/${owner}/${digest}.json`,
} as const;
export const OBJECT_ROOTS = ["workspace", "archive", "index", "spill"] as const;
/** Files that are only temporary on AWS: each is deleted after a day. */
export const PASSING_ROOTS = ["exports", "uploads"] as const;
