import { afterEach, expect, it } from "vitest";
import { machineZone } from "./machine-zone.ts";

const before = process.env["TZ"];
afterEach(() => {
  if (before === undefined) delete process.env["TZ"];
  else process.env["TZ"] = before;
});

it.each(["Asia/Kolkata", "Asia/Kathmandu", "Asia/Ho_Chi_Minh", "Europe/Kyiv", "America/Nuuk", "Europe/Lisbon"])(
  "a machine in %s is in a zone of that name",
  (zone) => {
    process.env["TZ"] = zone;
    expect(machineZone()).toBe(zone);
  },
);
