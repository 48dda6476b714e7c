/** Answers what becomes of a person's data, how to connect its sources, and what has arrived from them. */
import { SOURCE_NAMES } from "../../../health/source-names.ts";
import { type ChatWriter, fixed, resultOf, unmade } from "./chat-writer.ts";
import { settingsOf, withSettings } from "./rhythm.ts";

/** When the latest scored night came, and from which devices. */
const lastData = withSettings((scene) => {
  const settings = settingsOf(scene);
  if (settings === undefined) return { say: "failed" };
  const { lastNight, devices = [] } = settings;
  if (lastNight === undefined) return { say: "nothing" };
  const { named, listed } = scene.speech;
  const day = named(lastNight, scene.told.date);
  const names = listed(devices.map((one) => SOURCE_NAMES[one]));
  return devices.length === 0 ? { say: "foundDay", words: { day } } : { say: "found", words: { day, devices: names } };
});

/** Whether the day that a message names is there. When none is named, it is about the latest night. */
const dayMissing: ChatWriter = (scene) => {
  const { day } = scene.slots[0];
  if (day === undefined) return lastData(scene);
  const read = { name: "get_crs", args: { date: day } } as const;
  const ask = unmade(scene, [read]);
  if (ask.length > 0) return { ask };
  const result = resultOf(scene, read);
  const words = { day: scene.speech.named(day, scene.told.date) };
  if (result?.ok) return { say: "here", words };
  return result?.error === "not_found" ? { say: "notHere", words } : lastData(scene);
};

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
  "numbers-from": fixed,
  "what-of-calendar": fixed,
  "connect-device": fixed,
  "connect-calendar": fixed,
  "connect-telegram": fixed,
  "why-day-missing": dayMissing,
  "last-data": lastData,
  "which-devices": lastData,
} satisfies Record<string, ChatWriter>;
