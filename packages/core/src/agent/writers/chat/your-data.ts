/** Answers what becomes of a person's data, how to connect its sources, and what has arrived from them. */
import type { Source } from "@waldo/contracts";
import { listed } from "../writer.ts";
import { type ChatWriter, dayWords, fixed } from "./chat-writer.ts";
import { settingsOf, withSettings } from "./rhythm.ts";

const DEVICE_NAMES: Readonly<Record<Source, string>> = {
  apple_watch: "Apple Watch",
  oura: "Oura",
  whoop: "WHOOP",
  garmin: "Garmin",
  fitbit: "Fitbit",
  samsung: "Samsung",
  phone: "your phone",
  generic: "your own table",
};

/** When the latest scored night came, and from which devices. */
const lastData = withSettings((scene) => {
  const settings = settingsOf(scene);
  if (settings === undefined) return { say: "failed" };
  const { lastNight, devices = [] } = settings;
  if (lastNight === undefined) return { say: "nothing" };
  const day = dayWords(lastNight, scene.told.date);
  const names = listed(devices.map((one) => DEVICE_NAMES[one]));
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
  "connect-device": fixed,
  "connect-calendar": fixed,
  "connect-telegram": fixed,
  "why-day-missing": lastData,
  "last-data": lastData,
  "which-devices": lastData,
} satisfies Record<string, ChatWriter>;
