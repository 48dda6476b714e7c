import { expect, it } from "vitest";
import { usualArrivalAfter, usualArrivalTime, withArrival } from "./arrivals.ts";

const times = (...all: readonly string[]) =>
  all.reduce(
    (known, time, i) => withArrival(known, `2026-10-${String(i + 1).padStart(2, "0")}`, time),
    [] as ReturnType<typeof withArrival>,
  );

it("knows no usual arrival before five nights", () => {
  expect(usualArrivalAfter("07:00", times("07:10", "07:20", "07:30", "07:40"))).toBeUndefined();
});

it("is the latest but one, because one late sync is not usual", () => {
  const known = times("07:10", "07:20", "13:00", "07:40", "07:05");
  expect(usualArrivalAfter("07:00", known)).toBe(40);
  expect(usualArrivalTime("07:00", known)).toBe("08:00");
});

it("counts over midnight", () => {
  expect(usualArrivalAfter("23:50", times("23:55", "00:10", "00:05", "23:40", "00:20"))).toBe(20);
});

it("keeps the first arrival of a date and the last fourteen dates", () => {
  const all = times(...Array.from({ length: 20 }, () => "07:00"));
  expect(all.map(({ date }) => date)).toEqual(
    Array.from({ length: 14 }, (_, i) => `2026-10-${String(i + 7).padStart(2, "0")}`),
  );
  expect(withArrival(all, "2026-10-20", "12:00")).toBe(all);
});
