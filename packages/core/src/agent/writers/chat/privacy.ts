/** Answers what becomes of a person's data. The texts hold on one machine and on AWS, and stand in the intents' file. */
import { type ChatWriter, fixed } from "./chat-writer.ts";
import { settingsOf, withSettings } from "./settings.ts";

/** What a language model gets, which depends on the person's consent. */
const whatModelGets = withSettings((scene) => ({ say: settingsOf(scene)?.model === true ? "agreed" : "declined" }));

export const PRIVACY_WRITERS = {
  "who-sees-data": fixed,
  "where-is-data": fixed,
  "sell-data": fixed,
  "copy-of-data": fixed,
  "delete-account": fixed,
  "what-model-gets": whatModelGets,
  "is-encrypted": fixed,
} satisfies Record<string, ChatWriter>;
