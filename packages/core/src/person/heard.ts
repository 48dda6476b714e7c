/** Stores the person's words in the thread, and the instant of their last message. All channels write both. */
import { type EpochMs, keys, type LocalDate, type Message, type RunId, type UserId } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";

/** The key of a person's message: this prefix and the id of the message. */
const OWN = "0-";

type Said = {
  readonly messageId: string;
  readonly date: LocalDate;
  readonly text: string;
  readonly at: EpochMs;
  /** The kind of the message. If it is absent, it is an ordinary message. */
  readonly kind?: Message["kind"];
  /** The run whose message the person replies to. */
  readonly about?: RunId | undefined;
};

/** Returns the writes of words of the person in the thread of the day, and of the instant at which they spoke. */
export function heardWrites(userId: UserId, { messageId, date, text, at, kind = "message", about }: Said): Write[] {
  return [
    {
      op: "put",
      key: keys.message(userId, `day-${date}`, at, `${OWN}${messageId}`),
      body: { from: "owner", kind, text, at, ...(about === undefined ? {} : { about }) },
    },
    { op: "put", key: keys.last(userId, "heard"), body: { at } },
  ];
}

/** Returns the id of a message of the person from the last part of its key. */
export function messageIdOf(key: string): string {
  return key.slice(OWN.length);
}

/** Returns when the person said something last, or undefined for a person who never did. */
export async function findHeard(store: Pick<Store, "get">, userId: UserId): Promise<EpochMs | undefined> {
  const at = (await store.get(keys.last(userId, "heard")))?.body["at"];
  return typeof at === "number" ? at : undefined;
}
