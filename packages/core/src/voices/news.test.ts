/** What midday and evening have to tell, and when they keep quiet. */
import type { SaidEntry } from "@waldo/contracts";
import { calendarKey } from "@waldo/core/calendar/rows";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import type { Store } from "../ports.ts";
import { addDays, DAY_MS, instantAt } from "../time.ts";
import { newsAtMidday, newsOfEvening, type Today } from "./news.ts";

/** A Thursday: the week is told on Fridays. */
const THURSDAY = addDays(DATE, -1);
const today = (told: number | undefined, form: number | undefined, findings: object = {}): Today => ({
  date: THURSDAY,
  score: { form, findings } as Today["score"],
  spoken: told === undefined ? {} : { form: told },
});

describe("midday", () => {
  it.each<[string, Today, RegExp | undefined]>([
    ["as the morning said it", today(62, 62), undefined],
    ["moved a little", today(51, 56), undefined],
    ["moved within the zone", today(51, 60), undefined],
    ["another zone by a small move", today(51, 49), undefined],
    ["another zone", today(62, 40), /zone has changed/],
    ["no night", today(62, undefined), undefined],
    ["nothing was told", today(undefined, 62), undefined],
  ])("%s", (_, given, news) => {
    if (news === undefined) expect(newsAtMidday(given)).toBeUndefined();
    else expect(newsAtMidday(given)).toMatch(news);
  });
});

describe("the evening", () => {
  const NOW = instantAt(THURSDAY, "18:00", PERSON.timeZone);
  const evening = (daysAgo: number, topic: string, became: SaidEntry["became"] = "ignored"): SaidEntry => ({
    ...{ at: NOW - daysAgo * DAY_MS, date: addDays(THURSDAY, -daysAgo), voice: "evening", topic, by: "run", became },
  });
  const owing = (halfHoursOwed: number) => today(62, 62, { night: { halfHoursOwed } });
  const newsOf = async (given: Today, said: readonly SaidEntry[] = [], store?: Store) =>
    (await newsOfEvening(store ?? (await testWorld({ days: 0 })).store, PERSON, given, { said, now: NOW })).map(
      ({ topic }) => topic,
    );

  it.each<[string, Today, readonly SaidEntry[], string[]]>([
    ["nothing at all", today(62, 62), [], []],
    ["an hour owed", owing(2), [], []],
    ["an hour and a half owed", owing(3), [], ["debt-slight"]],
    ["that was told in the week", owing(3), [evening(6, "evening-x+debt-slight")], []],
    ["that was told and has become smaller", owing(3), [evening(2, "evening-x+debt-clear")], []],
    ["that has grown since it was told", owing(8), [evening(2, "evening-x+debt-slight")], ["debt-clear"]],
    ["that was told a week ago", owing(3), [evening(7, "evening-x+debt-slight")], ["debt-slight"]],
    ["that could not be told", owing(3), [evening(1, "evening-x+debt-slight", "failed")], ["debt-slight"]],
    ["a strain, which the morning told", today(62, 62, { bodyStrain: { step: 2, days: 2 } }), [], []],
    ["another zone than in the morning, at the end of a day", today(62, 40), [], []],
    ["a week without scores, on its day", { ...today(62, undefined), date: DATE }, [], []],
  ])("%s", async (_, given, said, news) => {
    expect(await newsOf(given, said)).toEqual(news);
  });

  it.each<[string, number | undefined, number, string[]]>([
    ["a week that went like the one before", 60, 63, []],
    ["a week that went another way", 60, 66, ["week"]],
    ["the first week", undefined, 60, ["week"]],
  ])("%s, on its day", async (_, before, now, news) => {
    const days = Array.from({ length: 13 }, (_day, i) => ({ date: addDays(DATE, i - 13), form: i < 7 ? before : now }));
    const known = days.filter(({ form }) => form !== undefined);
    expect(await newsOf({ ...today(62, now, { before: known }), date: DATE })).toEqual(news);
  });

  it("an event of tomorrow, and not one of the day after", async () => {
    const { store } = await testWorld({ days: 0 });
    const put = (date: string, title: string) => {
      const meeting = meetingOf(title, instantAt(date, "09:00", PERSON.timeZone));
      return store.transact([{ op: "put", key: calendarKey("me", meeting), body: meeting }]);
    };
    await put(addDays(THURSDAY, 2), "Later");
    expect(await newsOf(today(62, 62), [], store)).toEqual([]);
    await put(addDays(THURSDAY, 1), "Workshop");
    expect(await newsOf(today(62, 62), [], store)).toEqual(["tomorrow"]);
  });
});
