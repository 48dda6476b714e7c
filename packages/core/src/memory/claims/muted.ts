// Topics about which the person wants no messages. They say so in a chat, and it becomes a preference. All code that
// speaks unasked calls this file. It compares words and their forms, without a model.
import { isOwn, type MemoryBlock, type MemoryNote, type UserId } from "@waldo/contracts";
import type { Store } from "../../ports.ts";
import { liveBlocks } from "./blocks.ts";
import { isBelieved } from "./claim.ts";
import { pendingIntents } from "./inbox.ts";
import { isAbout, meaningfulWords } from "./likeness.ts";

/** A topic in the person's words. `feelings` is true when they do not want to be asked how they feel. */
type MutedTopic = { readonly about: string; readonly feelings?: true };

/** The longest message that counts as such a wish. A longer message tells something else. */
const MOST_CHARS = 200;

const WISH = [
  // bounded: at most 200 characters, see MOST_CHARS
  /\b(?:don['’]?t|do not|never|stop|quit|no longer|please not)\s+(?:ever\s+)?(?:messag(?:e|ing)|writ(?:e|ing)|text(?:ing)?|tell(?:ing)?|remind(?:ing)?|ping(?:ing)?|nag(?:ging)?|bother(?:ing)?|notify(?:ing)?|nudg(?:e|ing)|talk(?:ing)?|ask(?:ing)?|mention(?:ing)?|bring(?:ing)? up|check(?:ing)? in)\s+(?:(?:to|on|with)\s+)?(?:me\s+|us\s+)?(?:any ?more\s+|again\s+)?(?:about|of|on|with|how|whether|if)?\s*(.+)$/i,
  // bounded: at most 200 characters, see MOST_CHARS
  /\bno more\s+(?:messages|notes|nudges|reminders|questions|pings)\s+(?:about|on|of)\s+(.+)$/i,
  // bounded: at most 200 characters, see MOST_CHARS
  /\b(?:keine?|nicht)\s+(?:mehr\s+)?(?:nachrichten|fragen|hinweise)?\s*(?:über|zu|zum|zur|nach)\s+(.+?)(?:\s+schreiben|\s+fragen)?$/i,
];
const FEELINGS =
  /\b(?:how (?:i['’]?m|i am|i) ?(?:feel\w*|doing)|feelings|mood|wie (?:es mir geht|ich mich fühle)|how (?:are you|do you) feel\w*)\b/i;
const ASKS_FEELINGS =
  /\bhow (?:are you|do you|did you|have you)(?: \w+){0,2} (?:feel\w*|doing)\b|\bhow are you\b|\byour mood\b/i;
/** Words that may follow the topic and do not belong to it. */
const TAIL =
  // bounded: at most 200 characters, see MOST_CHARS
  /[\s,.!]*(?:\b(?:any ?more|ever|again|please|ok(?:ay)?|thanks?|from now on|so often|all the time|mehr|bitte)\b[\s,.!]*)*$/i;

/** Returns the topic of which these words ask not to hear, or undefined when they ask no such thing. */
export function mutedIn(words: string): MutedTopic | undefined {
  if (words.length > MOST_CHARS) return undefined;
  const text = words.trim().replace(TAIL, "");
  const about = WISH.flatMap((wish) => wish.exec(text)?.[1] ?? [])[0]?.replace(/^(?:my|the|meine[nmr]?)\s+/i, "");
  if (about === undefined) return undefined;
  if (FEELINGS.test(text)) return { about: "how you feel", feelings: true };
  return meaningfulWords(about).length === 0 ? undefined : { about };
}

/** Returns the topics of which the person does not want to hear: settled claims, and notes of today. */
export async function mutedTopics(store: Store, userId: UserId): Promise<MutedTopic[]> {
  const [blocks, pending] = await Promise.all([
    liveBlocks(store, userId, "preferences"),
    pendingIntents(store, userId, "preferences"),
  ]);
  const notes = pending.flatMap((one) => (one.kind === "note" ? [one] : []));
  const replaced = new Set(notes.map(({ replaces }) => replaces));
  const known: readonly (MemoryBlock | MemoryNote)[] = [
    ...blocks.filter((block) => isBelieved(block) && !replaced.has(block.patternId)),
    ...notes,
  ];
  return known.filter(isOwn).flatMap(({ claim }) => mutedIn(claim) ?? []);
}

/** True when a text or one of its tags is about a topic of which the person does not want to hear. Pure. */
export function isMuted(topics: readonly MutedTopic[], text: string, tags: readonly string[] = []): boolean {
  return topics.some(({ about, feelings }) =>
    feelings
      ? ASKS_FEELINGS.test(text) || tags.includes("feelings")
      : [text, ...tags].some((one) => isAbout(one, about)),
  );
}
