/** Answers how to connect a device, a calendar or a chat, and what has arrived from the devices. */
import type { Source } from "@waldo/contracts";
import { listed } from "../writer.ts";
import { type ChatWriter, dayWords, fixed } from "./chat-writer.ts";
import { settingsOf, withSettings } from "./settings.ts";

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

export const CONNECTION_WRITERS = {
  "connect-device": fixed,
  "connect-calendar": fixed,
  "connect-telegram": fixed,
  "why-day-missing": lastData,
  "last-data": lastData,
  "which-devices": lastData,
} satisfies Record<string, ChatWriter>;
