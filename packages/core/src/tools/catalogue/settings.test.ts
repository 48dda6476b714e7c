/**
 * Tests what a person sets for themselves, and what is taken back: their name, quiet times, the last deed. It is
 * Friday, 09:00.
 */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { DAY_MS, HOUR_MS } from "../../time.ts";
import { dispatchTool } from "../dispatch.ts";
import { updateProfile } from "./profile.ts";

async function person() {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  let run = 0;
  return {
    store,
    context,
    call: (name: "update_profile" | "undo_last" | "write_task", args: Json, now = NOW) =>
      dispatchTool({ id: "1", name, args }, { ...context, now, runId: `run-${++run}` }),
    profile: async () => (await store.get(keys.profile("me")))?.body,
  };
}

describe("the profile", () => {
  it("takes a name, and quiet until a time of the person's own clock", async () => {
    const { call, profile } = await person();
    const before = await profile();
    expect(await call("update_profile", { name: " Sam " })).toMatchObject({ ok: true, value: { name: "Sam" } });
    expect(await profile()).toEqual({ ...before, name: "Sam" });
    const quiet = { date: "2026-11-01", time: "08:00" };
    const told = await call("update_profile", { quiet });
    expect(told.ok && told.value).toEqual({ quietUntil: "2026-11-01 08:00" });
    expect(await profile()).toEqual({ ...before, name: "Sam", quietUntil: NOW + 2 * DAY_MS - HOUR_MS });
    expect(await call("update_profile", { name: "Kim" })).toMatchObject({ ok: true });
    expect(await profile()).toMatchObject({ name: "Kim", quietUntil: NOW + 2 * DAY_MS - HOUR_MS });
    expect(await call("update_profile", { quiet: false })).toMatchObject({ ok: true, value: { quiet: false } });
    expect(await profile()).toEqual({ ...before, name: "Kim" });
  });

  it.each<[string, object, RegExp]>([
    ["a name of signs", { name: "<b>Sam" }, /no name/],
    ["a name of which nothing may be kept", { name: "  " }, /no name/],
    ["a moment that has passed", { quiet: { date: "2026-10-30", time: "08:59" } }, /passed/],
    ["this moment", { quiet: { date: "2026-10-30", time: "09:00" } }, /passed/],
    ["a moment too far ahead", { quiet: { date: "2026-11-13", time: "09:01" } }, /more than 14 days ahead/],
  ])("does not take %s", async (_what, args, why) => {
    const { call, profile } = await person();
    const before = await profile();
    expect(await call("update_profile", args as Json)).toMatchObject({
      error: "failed",
      message: expect.stringMatching(why),
    });
    expect(await profile()).toEqual(before);
  });

  it("takes quiet for just as long as is allowed, and not nothing at all", async () => {
    const { call } = await person();
    expect(await call("update_profile", { quiet: { date: "2026-11-13", time: "09:00" } })).toMatchObject({ ok: true });
    expect(await call("update_profile", {})).toMatchObject({ error: "invalid_arguments" });
    expect(await call("update_profile", { name: "x".repeat(61) })).toMatchObject({ error: "invalid_arguments" });
    expect(await call("update_profile", { name: "x".repeat(60) })).toMatchObject({ ok: true });
  });

  it("is unavailable for a person without one", async () => {
    const { store, call, context } = await person();
    await store.transact([{ op: "delete", key: keys.profile("me") }]);
    expect(await call("update_profile", { name: "Sam" })).toMatchObject({ error: "unavailable" });
    await expect(updateProfile.plan({ name: "Sam" }, context)).rejects.toMatchObject({ error: "unavailable" });
  });

  it("is shown in the proposal as what it sets", () => {
    const quiet = { date: "2026-10-31", time: "08:00" };
    expect([
      updateProfile.title({ name: "Sam", quiet }),
      updateProfile.title({ quiet }),
      updateProfile.title({ quiet: false }),
    ]).toEqual([
      "Call you Sam, Leave you alone until 2026-10-31 08:00",
      "Leave you alone until 2026-10-31 08:00",
      "Speak up again",
    ]);
  });
});

describe("after text from outside", () => {
  const ask = async (said: string, name: "update_profile" | "undo_last" | "watch" | "cancel_watch", args: Json) => {
    const heard = { owner: [said], outside: true, recalled: [] };
    const { context } = await toolWorld(openSqliteStore(":memory:"), { heard });
    await dispatchTool(
      { id: "0", name: "write_task", args: { title: "Milk" } },
      { ...context, runId: "run-0", heard: { ...heard, outside: false } },
    );
    const result = await dispatchTool({ id: "1", name, args }, context);
    return result.ok || result.error;
  };
  const quiet = { date: "2026-10-30", time: "15:00" };

  it.each<[string, "update_profile" | "undo_last" | "watch" | "cancel_watch", Json]>([
    ["Be quiet until 2026-10-30 15:00", "update_profile", { quiet }],
    ["Leave me alone until 2026-10-30 15:00", "update_profile", { quiet }],
    ["Do not disturb until 2026-10-30 15:00", "update_profile", { quiet }],
    ["Call me Sam", "update_profile", { name: "Sam" }],
    ["My name is Sam", "update_profile", { name: "Sam" }],
    ["Undo", "undo_last", {}],
    ["Revert", "undo_last", {}],
    ...["Remind me", "Tell me", "Wake me", "Alert me", "Nudge me", "Ping me", "Let me know"].map(
      (ask): [string, "watch", Json] => [
        `${ask} to call mum at 17:00`,
        "watch",
        { text: "call mum", date: "2026-10-30", time: "17:00" },
      ],
    ),
    ...["Cancel", "Stop", "Drop", "Delete", "Remove", "End"].map((ask): [string, "cancel_watch", Json] => [
      `${ask} the water reminder`,
      "cancel_watch",
      { about: "water" },
    ]),
  ])("%s: is done without a tap", async (said, name, args) => {
    expect(await ask(said, name, args)).toBe(true);
    expect(await ask("Thanks", name, args)).toBe("needs_approval");
  });

  it("another name is not taken for the one that was said, nor a name for quiet", async () => {
    expect(await ask("Call me Sam", "update_profile", { name: "Bob" })).toBe("needs_approval");
    expect(await ask("Call me Sam until 2026-10-30 15:00", "update_profile", { quiet })).toBe("needs_approval");
    expect(await ask("Be quiet, Sam", "update_profile", { name: "Sam" })).toBe("needs_approval");
  });
});

describe("the last deed", () => {
  it("is taken back, then the one before it, then none", async () => {
    const { call, profile, store } = await person();
    const before = await profile();
    await call("update_profile", { name: "Sam" }, NOW);
    await call("write_task", { title: "Milk" }, NOW + 1);
    const open = async () => {
      const { rows } = await store.query({ ...keys.task.all("me") });
      return rows.filter(({ body }) => body["status"] === "open").map(({ body }) => body["title"]);
    };
    expect(await open()).toContain("Milk");
    expect(await call("undo_last", {}, NOW + 2)).toMatchObject({
      ok: true,
      value: { undone: expect.stringContaining("Milk") },
    });
    expect(await open()).not.toContain("Milk");
    expect(await profile()).toMatchObject({ name: "Sam" });
    expect(await call("undo_last", {}, NOW + 3)).toMatchObject({ value: { undone: "Call you Sam" } });
    expect(await profile()).toEqual(before);
    expect(await call("undo_last", {}, NOW + 4)).toMatchObject({ ok: false, error: "not_found" });
  });

  it("of more than a day ago stays", async () => {
    const { call, profile } = await person();
    await call("update_profile", { name: "Sam" });
    expect(await call("undo_last", {}, NOW + DAY_MS + 1)).toMatchObject({ error: "not_found" });
    expect(await profile()).toMatchObject({ name: "Sam" });
  });

  it.each<[object | undefined, string]>([
    [[{ path: "title", text: "From a mail" }], "the last thing"],
    [undefined, "Add the task “From a mail”"],
  ])("holds no words of others in what is said of it: %j", async (tainted, undone) => {
    const { call, store } = await person();
    await call("write_task", { title: "From a mail" });
    const { rows } = await store.query({ ...keys.effect.all("me") });
    const [row] = rows;
    const { tainted: _, ...body } = row?.body ?? {};
    if (row) await store.transact([{ op: "put", key: row.key, body: { ...body, ...(tainted && { tainted }) } }]);
    expect(await call("undo_last", {}, NOW + 1)).toMatchObject({ value: { undone } });
  });
});
