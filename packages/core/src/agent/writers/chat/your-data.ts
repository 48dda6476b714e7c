/** Answers what becomes of a person's data, how to connect its sources, and what has arrived from them. */
import { SOURCE_NAMES } from "../../../health/source-names.ts";
import { listed } from "../writer.ts";
import { type ChatWriter, fixed, pastDayWords } from "./chat-writer.ts";
import { settingsOf, withSettings } from "./rhythm.ts";

/** When the latest scored night came, and from which devices. */
const lastData = withSettings((scene) => {
  const settings = settingsOf(scene);
  if (settings === undefined) return { say: "failed" };
  const { lastNight, devices = [] } = settings;
  if (lastNight === undefined) return { say: "nothing" };
  const day = pastDayWords(lastNight, scene.told.date);
  const names = listed(devices.map((one) => SOURCE_NAMES[one]));
  return devices.length === 0 ? { say: "foundDay", words: { day } } : { say: "found", words: { day, devices: names } };
});

/** What a language model gets depends on the person's consent. */
const whatModelGets = withSettings((scene) => {
  const settings = settingsOf(scene);
  if (settings === undefined) return { say: "failed" };
  return { say: settings.model ? "agreed" : "declined" };
});

export const DATA_WRITERS = {
  "who-sees-data": fixed,
  "where-is-data": fixed,
  "sell-data": fixed,
  "copy-of-data": fixed,
  "delete-account": fixed,
  "what-model-gets": whatModelGets,
  "is-encrypted": fixed,
  "how-long-kept": fixed,
  "is-it-gone": fixed,
  "what-of-calendar": fixed,
  "connect-device": fixed,
  "connect-calendar": fixed,
  "connect-telegram": fixed,
  "why-day-missing": lastData,
  "last-data": lastData,
  "which-devices": lastData,
} satisfies Record<string, ChatWriter>;
