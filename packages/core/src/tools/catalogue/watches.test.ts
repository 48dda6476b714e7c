/** Reminders: when each is set for, what is refused, how they are listed, found and cancelled. It is Friday, 09:00. */
import { type Asked, keys, type Watch } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { dispatchTool } from "../dispatch.ts";
import { REGISTRY } from "../registry.ts";
import type { ToolContext } from "../tool.ts";

type Name = "watch" | "cancel_watch";

async function person() {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  let run = 0;
  const stored = async () => {
    const { table, pk } = keys.watch("me", "");
    const { rows } = await store.query({ table, pk, prefix: "WATCH#" });
    return rows.map(({ body }) => body as Watch).filter(({ watchId }) => watchId !== "0123456789ab");
  };
  const call = (name: Name, args: Json, told: Partial<ToolContext> = {}) =>
    dispatchTool({ id: "1", name, args }, { ...context, runId: `run-${++run}`, ...told });
  return { call, stored };
}

describe("a reminder is set", () => {
  it("with words of others as words of others", async () => {
    const { call, stored } = await person();
    const heard = { owner: ["remind me to call Ana at 17:30"], outside: true, recalled: [] };
    await call("watch", { text: "call Ana", date: "2026-10-30", time: "17:30" }, { heard });
    expect(await stored()).toMatchObject([{ origin: "agent" }]);
    const tool = REGISTRY.watch;
    const { context } = await toolWorld(openSqliteStore(":memory:"), { heard });
    const effect =
      tool && "plan" in tool ? await tool.plan({ text: "call Bob", date: "2026-10-30", time: "17:30" }, context) : {};
    expect(effect).toMatchObject({ writes: [{ body: { text: "call Bob", origin: "untrusted" } }] });
  });
});

describe("after text from outside a person", () => {
  const heard = (words: string) => ({ heard: { owner: [words], outside: true, recalled: [] } });

  it("is reminded around a part of the day that they named, and not of another text", async () => {
    const said = "erinnere mich morgen früh an den Zahnarzt";
    const moment = { date: "2026-10-31", time: "09:00" };
    const intent = { name: "remind", means: "set a reminder", tools: ["watch" as const], acts: true };
    const understood = async (): Promise<Asked> => ({
      is: "clear",
      intent: { ...intent, slots: ["text", "when"], says: {}, examples: [] },
      slots: [{ text: "Zahnarzt", when: { on: "once", ...moment }, around: true }],
      message: said,
    });
    const { call } = await person();
    const args = { text: "Zahnarzt", ...moment, around: true };
    const told = { ...heard(said), understood };
    expect(await call("watch", args, told)).toMatchObject({ ok: true });
    expect(await call("watch", { ...args, text: "Friseur" }, told)).toMatchObject({ error: "needs_approval" });
  });
});

it("a person reads in the proposal what they are asked about", async () => {
  const title = (name: Name, args: object) => {
    const tool = REGISTRY[name];
    return tool !== undefined && "plan" in tool ? tool.title(args as never) : undefined;
  };
  expect([
    title("watch", { text: "rest", bodyZone: "flagging" }),
    title("watch", { text: "rest", before: { event: "lunch", minutes: 10 } }),
    title("watch", { text: "rest", date: "2026-10-30", time: "17:30" }),
    title("watch", { text: "rest", time: "17:30" }),
    title("watch", { text: "rest", time: "17:30", weekdays: [1] }),
    title("cancel_watch", { about: "rest" }),
    title("cancel_watch", { watchId: "0123456789ab" }),
  ]).toEqual([
    "Tell you when you are flagging: rest",
    "Remind you 10 minutes before lunch: rest",
    "Remind you on Friday 30 October at 17:30: rest",
    "Remind you every day at 17:30: rest",
    "Remind you every Monday at 17:30: rest",
    "Cancel the reminder “rest”",
    "Cancel a reminder",
  ]);
});
