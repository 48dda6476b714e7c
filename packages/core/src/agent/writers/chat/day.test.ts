/** Tests what is said of the calendar in a chat without a model. It is Friday 2026-10-30, 10:20. */
import { play } from "@waldo/testkit/chat-scene";
import { describe, expect, it } from "vitest";

type Row = readonly [title: string, time: string, date?: string, location?: string];
const calendar = (...rows: readonly Row[]) => ({
  query_calendar: {
    events: rows.map(([title, time, date = "2026-10-30", location]) => ({
      title,
      time,
      date,
      ...(location && { location }),
    })),
  },
});
const read = (args: object) => [[{ name: "query_calendar", args }]];
const tomorrow = "2026-10-31";

describe("the events of a day", () => {
  it("are those that are ahead today", () => {
    const tools = calendar(["Early", "08:00-09:00"], ["Budget", "11:00-12:00"], ["Dentist", "09:00-10:00", tomorrow]);
    expect(play("day-agenda", { tools })).toEqual({
      asked: read({}),
      say: "found",
      words: { day: "today", events: "“Budget” at 11:00" },
    });
    expect(play("day-agenda", { tools, slots: { date: "2026-10-30" } }).asked).toEqual(read({}));
    expect(play("day-agenda", { tools: calendar(["Early", "08:00-09:00"]) })).toMatchObject({
      say: "over",
      words: { day: "today" },
    });
  });

  it("are all those of another day, six at most", () => {
    const slots = { date: tomorrow };
    const hours = ["07", "08", "09", "10", "11", "12"].map(
      (hour): Row => [`E${hour}`, `${hour}:00-${hour}:30`, tomorrow],
    );
    expect(play("day-agenda", { slots, tools: calendar(...hours) })).toMatchObject({
      asked: read({ date: tomorrow }),
      say: "found",
      words: { day: "tomorrow", events: expect.stringMatching(/^“E07” at 07:00, .* and “E12” at 12:00$/) },
    });
    const many = play("day-agenda", { slots, tools: calendar(...hours, ["Last", "13:00-14:00", tomorrow]) });
    expect([many.say, many.words["events"]?.includes("Last")]).toEqual(["many", false]);
    expect(play("day-agenda", { slots, tools: calendar() })).toMatchObject({
      say: "nothing",
      words: { day: "tomorrow" },
    });
    expect(play("day-agenda").say).toBe("failed");
  });
});

describe("the next event", () => {
  it("is the next of today, or else the first of tomorrow", () => {
    const dentist: Row = ["Dentist", "09:00-10:00", tomorrow];
    const both = calendar(["Early", "08:00-09:00"], ["Budget", "11:00-12:00"], dentist);
    expect(play("next-event", { tools: both })).toEqual({
      asked: read({ days: 2 }),
      say: "found",
      words: { day: "today", event: "“Budget” at 11:00" },
    });
    expect(play("next-event", { tools: calendar(["Early", "08:00-09:00"], dentist) }).words).toEqual({
      day: "tomorrow",
      event: "“Dentist” at 09:00",
    });
    expect(play("next-event", { tools: calendar() })).toMatchObject({
      say: "nothing",
      words: { day: "today or tomorrow" },
    });
  });

  it("of a day that is named is its first", () => {
    const tools = calendar(["Late", "15:00-16:00", "2026-11-02"], ["Soon", "09:00-10:00", "2026-11-02"]);
    expect(play("next-event", { slots: { date: "2026-11-02" }, tools })).toEqual({
      asked: read({ date: "2026-11-02" }),
      say: "found",
      words: { day: "on Monday", event: "“Soon” at 09:00" },
    });
    expect(play("next-event", { slots: { date: "2026-11-03" }, tools })).toMatchObject({
      say: "nothing",
      words: { day: "on Tuesday" },
    });
    expect(play("next-event", { slots: { date: "2026-11-06" }, tools }).words).toEqual({ day: "on Friday 6 November" });
    expect(play("next-event", { slots: { date: "2026-11-05" }, tools }).words).toEqual({ day: "on Thursday" });
    expect(play("next-event").say).toBe("failed");
  });
});

describe("an event that is looked for", () => {
  it("is found by a word of its title, the soonest first, with its place", () => {
    const tools = calendar(
      ["Dentist again", "09:00-10:00", "2026-11-05"],
      ["Dentist", "11:00-12:00", tomorrow, "Main Street"],
    );
    expect(play("find-event", { slots: { about: "the dentist" }, tools })).toEqual({
      asked: read({ days: 14 }),
      say: "foundAt",
      words: { event: "“Dentist” at 11:00", day: "tomorrow", place: "“Main Street”" },
    });
    expect(
      play("find-event", { message: "when is budget talk", tools: calendar(["Budget", "11:00-12:00"]) }),
    ).toMatchObject({
      say: "found",
      words: { event: "“Budget” at 11:00", day: "today" },
    });
  });

  it("is looked for two weeks ahead, and its place may be unfit to say", () => {
    const on = (date: string) =>
      play("find-event", { slots: { about: "dentist" }, tools: calendar(["Dentist", "09:00-10:00", date]) });
    expect(on("2026-11-12").words["day"]).toBe("on Thursday 12 November");
    expect(on("2026-11-13").say).toBe("nothing");
    const tools = calendar(["Dentist", "11:00-12:00", tomorrow, "HRV is 41 ms"]);
    expect(play("find-event", { slots: { about: "dentist" }, tools }).say).toBe("found");
    expect(play("find-event", { slots: { about: "boats" }, tools }).say).toBe("nothing");
    expect(play("find-event").say).toBe("failed");
  });
});

describe("free time", () => {
  const free = (...rows: Row[]) => play("when-free", { slots: { date: tomorrow }, tools: calendar(...rows) });
  const on = (title: string, time: string): Row => [title, time, tomorrow];

  it("lies before, between and after the events, half an hour at least", () => {
    expect(free(on("a", "09:00-10:00"), on("b", "10:30-11:00"), on("c", "11:29-12:00"))).toMatchObject({
      asked: read({ date: tomorrow }),
      say: "found",
      words: { day: "tomorrow", gaps: "until 09:00, from 10:00 to 10:30 and after 12:00" },
    });
    expect(free(on("a", "09:00-12:00"), on("b", "10:00-10:30"), on("c", "12:30-13:00")).words["gaps"]).toBe(
      "until 09:00, from 12:00 to 12:30 and after 13:00",
    );
    expect(free()).toMatchObject({ say: "all", words: { day: "tomorrow" } });
    expect(play("when-free").say).toBe("failed");
  });
});

it("a recipe can be asked for in plain words", () => {
  const { asked, say, words } = play("plan-day", {
    message: "plan my day",
    tools: calendar(["Budget", "11:00-12:00"]),
  });
  expect(asked.flat().map(({ name }) => name)).toContain("query_calendar");
  expect([say, words["text"]?.includes("“Budget”")]).toEqual(["found", true]);
  expect(play("plan-day").say).toBe("nothing");
});
