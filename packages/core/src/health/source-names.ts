import type { Source } from "@waldo/contracts";

/** What a source of readings is called before a person. */
export const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  apple_watch: "Apple Watch",
  oura: "Oura",
  whoop: "WHOOP",
  garmin: "Garmin",
  fitbit: "Fitbit",
  samsung: "Samsung",
  generic: "a device without a name",
  phone: "your phone",
};
