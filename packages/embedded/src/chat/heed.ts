// For words that a command stores. It checks them for danger first, and prints the answer to grave words.
import { type EpochMs, keys, Message, type UserId } from "@waldo/contracts";
import { intake } from "@waldo/core/chat/intake";
import { findProfile } from "@waldo/core/person/profile";
import type { Store } from "@waldo/core/ports";
import { detectDanger } from "@waldo/core/safety/crisis/danger";
import { composeWorld } from "../compose.ts";
import type { Home } from "../home.ts";
import { momentIn } from "../home-clock.ts";
import { offlineComposer } from "../offline-composer.ts";
import type { Terminal } from "../terminal.ts";

/** Checks words that a command stores without the door. The answer to grave words is printed. */
export async function heed(home: Home, userId: UserId, text: string, terminal: Terminal): Promise<void> {
  const profile = detectDanger(text) && (await findProfile(home.store, userId));
  if (!profile) return;
  const now = await momentIn({ store: home.store, userId }, terminal);
  const world = composeWorld(home, now, offlineComposer(), {});
  await intake(world, profile, { as: "kept", name: text, texts: [text] });
  await printCare(home.store, userId, now, terminal);
}

/** The most messages that are searched for an answer. */
const MOST_SAID = 5;

/** Prints the answer to grave words since an instant. */
export async function printCare(store: Store, userId: UserId, since: EpochMs, terminal: Terminal): Promise<void> {
  const days = keys.message.startingWith(userId, "day-");
  const { rows } = await store.query({ ...days, descending: true, limit: MOST_SAID });
  for (const { body } of rows.reverse()) {
    const message = Message.safeParse(body).data;
    if (message?.from === "waldo" && message.kind === "emergency" && message.at >= since) terminal.note(message.text);
  }
}
