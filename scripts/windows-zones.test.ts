import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { WINDOWS_ZONES_FILE, windowsZonesText } from "./windows-zones.ts";

it("the table of Windows' time zones is what its source says: run npm run windows-zones", () => {
  expect(readFileSync(WINDOWS_ZONES_FILE, "utf8")).toBe(windowsZonesText());
});

it("a label stands under each of its places, and a name of Windows is not overwritten", () => {
  const text = windowsZonesText({
    "(UTC+01:00) Here, There": { iana: ["Europe/Paris"] },
    Here: { iana: ["Europe/Berlin"] },
  });
  expect(JSON.parse(text)).toEqual({ here: "Europe/Berlin", there: "Europe/Paris" });
});
