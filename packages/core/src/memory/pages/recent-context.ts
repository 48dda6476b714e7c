/**
 * Recent Context of memory.md: what the last exchanges were about, in three to five sentences. It is made of the diary, by
 * plain code, after each exchange. So whoever reads the page knows what was talked about without the conversation.
 */
import type { UserId } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { DAY_MS } from "../../time.ts";
import { loadHead } from "../claims/blocks.ts";
import { type EpisodeEntry, entriesSince } from "../diary/episodes.ts";
import { toldOf } from "../diary/forgotten.ts";
import { MEMORY_PAGE, withRecent } from "./memory-page.ts";
import { openWorkspace } from "./workspace.ts";

type Writes = Pick<Ports, "store" | "archive" | "clock">;

/** How far back an exchange counts as recent. */
const RECENT_DAYS = 2;
const MOST_SENTENCES = 5;
const SENTENCE_CHARS = 180;
const ASKED = /^They said: ([\s\S]*?)\nWaldo: ([\s\S]*)$/u;

/** An entry with what may still be told of it. */
export type Told = { readonly entry: EpisodeEntry; readonly text: string };

/** Returns the sentences, the latest exchange first. Pure. Nothing that other people wrote is told, and no reading. */
export function recentSentences(told: readonly Told[]): string[] {
  const own = told
    .filter(
      ({ entry: { episode }, text }) =>
        episode.origin !== "untrusted" && episode.trigger === "user_message" && text !== "",
    )
    .sort((a, b) => b.entry.createdAt - a.entry.createdAt);
  const sentences = own.flatMap(({ text }) => {
    const [, asked, said] = ASKED.exec(text) ?? [];
    return asked === undefined
      ? []
      : [`They said: ${first(asked)}`, ...(said ? [`Waldo answered: ${first(said)}`] : [])];
  });
  return sentences.slice(0, MOST_SENTENCES).map((one) => sanitise({ text: one, origin: "system" }, "internal").text);
}

function first(text: string): string {
  const [sentence = text] = text.trim().match(/^[\s\S]*?[.!?\n]/u) ?? [];
  const words = sentence.replaceAll(/\s+/gu, " ").trim();
  return words.length > SENTENCE_CHARS ? `${words.slice(0, SENTENCE_CHARS - 1)}…` : words;
}

/** Returns the sentences as of now. Throws what the store throws. */
export async function recentOf(ports: Pick<Ports, "store" | "clock">, userId: UserId): Promise<string[]> {
  const { head } = await loadHead(ports.store, userId);
  const entries = await entriesSince(ports, userId, ports.clock.now() - RECENT_DAYS * DAY_MS);
  return recentSentences(entries.map((entry) => ({ entry, text: toldOf(entry, head) })));
}

/** Rewrites the section of the page. Throws what the store and the archive throw. */
export async function writeRecent(ports: Writes, userId: UserId): Promise<void> {
  const workspace = openWorkspace(ports.archive, userId);
  workspace.write(MEMORY_PAGE, withRecent(await workspace.read(MEMORY_PAGE), await recentOf(ports, userId)));
  await workspace.commit();
}

/** The same after an exchange. A failure is logged and costs nobody their answer: the next exchange writes the page. */
export async function rewriteRecent(ports: Writes & Pick<Ports, "log">, userId: UserId): Promise<void> {
  await writeRecent(ports, userId).catch((error: unknown) =>
    ports.log("warn", "memory.recent_unwritten", { error: error instanceof Error ? error.name : "unknown" }),
  );
}
