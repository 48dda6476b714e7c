/** What midday and evening have to tell, and when they keep quiet. */
import { calendarKey } from "@waldo/core/calendar/rows";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { addDays, instantAt } from "../time.ts";
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
    ["moved within the zone", today(51, 60), /Form has moved/],
    ["another zone, however small the move is", today(51, 49), /zone has changed/],
    ["no night", today(62, undefined), undefined],
    ["nothing was told", today(undefined, 62), undefined],
  ])("%s", (_, given, news) => {
    if (news === undefined) expect(newsAtMidday(given)).toBeUndefined();
    else expect(newsAtMidday(given)).toMatch(news);
  });
});

describe("the evening", () => {
  it.each<[string, Today, RegExp | undefined]>([
    ["nothing at all", today(62, 62), undefined],
    ["an hour owed", today(62, 62, { night: { halfHoursOwed: 2 } }), undefined],
    ["an hour and a half owed", today(62, 62, { night: { halfHoursOwed: 3 } }), /sleep is owed/],
    ["a strain", today(62, 62, { bodyStrain: { step: 2, days: 2 } }), /several signs/],
    ["a strain that has ended", today(62, 62, { afterBodyStrain: 2 }), /has ended/],
    ["a change since the morning", today(62, 40), /zone has changed/],
    ["the week, on its day", { ...today(62, 62), date: DATE }, /the week/],
  ])("%s", async (_, given, news) => {
    const { store } = await testWorld({ days: 0 });
    const [found] = await newsOfEvening(store, PERSON, given);
    if (news === undefined) expect(found).toBeUndefined();
    else expect(found?.why).toMatch(news);
  });

  it("an event of tomorrow, and not one of the day after", async () => {
    const { store } = await testWorld({ days: 0 });
    const put = (date: string, title: string) => {
      const meeting = meetingOf(title, instantAt(date, "09:00", PERSON.timeZone));
      return store.transact([{ op: "put", key: calendarKey("me", meeting), body: meeting }]);
    };
    await put(addDays(THURSDAY, 2), "Later");
    expect(await newsOfEvening(store, PERSON, today(62, 62))).toEqual([]);
    await put(addDays(THURSDAY, 1), "Workshop");
    expect(await newsOfEvening(store, PERSON, today(62, 62))).toEqual([{ why: "tomorrow has an event" }]);
  });

  it("what lasts has one topic while it stays as it is", async () => {
    const { store } = await testWorld({ days: 0 });
    const topics = async (date: string, findings: object) =>
      (await newsOfEvening(store, PERSON, { ...today(62, 62, findings), date })).map(({ topic }) => topic);
    const strain = (step: number, days: number) => ({ bodyStrain: { step, days } });
    expect(await topics(THURSDAY, strain(2, 1))).toEqual(await topics(addDays(THURSDAY, -1), strain(2, 0)));
    expect(await topics(THURSDAY, strain(3, 2))).not.toEqual(await topics(THURSDAY, strain(2, 2)));
    const debt = (halfHoursOwed: number) => ({ night: { halfHoursOwed } });
    expect(await topics(THURSDAY, debt(3))).toEqual(await topics(THURSDAY, debt(7)));
    expect(await topics(THURSDAY, debt(8))).not.toEqual(await topics(THURSDAY, debt(7)));
    expect(await topics(addDays(THURSDAY, 7), debt(3))).not.toEqual(await topics(THURSDAY, debt(3)));
  });
});
