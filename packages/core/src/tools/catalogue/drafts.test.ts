/** Documents and mails that are written for the person, and when a document may be replaced without a tap. */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { dispatchTool } from "../dispatch.ts";
import { documentId } from "../rows.ts";
import type { Effect, ToolContext } from "../tool.ts";
import { draftDocument, draftEmail } from "./messages.ts";

async function person() {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  let run = 0;
  return {
    store,
    call: (name: "draft_document" | "draft_email" | "undo_last", args: Json, more: Partial<ToolContext> = {}) =>
      dispatchTool({ id: "1", name, args }, { ...context, runId: `run-${++run}`, ...more }),
    document: async (name: string) => (await store.get(keys.draft("me", "document", documentId(name))))?.body,
  };
}
const heard = (words: string, outside = false) =>
  ({ autonomy: "L2", heard: { owner: [words], outside, recalled: [] } }) as const;

describe("a document", () => {
  it("is written, replaced with its first date, and brought back", async () => {
    const { call, document } = await person();
    const words = { name: "Plan", text: "Anew." };
    expect(await call("draft_document", words)).toMatchObject({ value: { name: "Plan", replaced: true } });
    expect(await document("plan")).toMatchObject({ text: "Anew.", status: "draft", createdAt: 1, updatedAt: NOW });
    expect(await call("undo_last", {})).toMatchObject({ ok: true });
    expect(await document("plan")).toMatchObject({ text: "First the budget. MINE" });
    expect(await call("draft_document", { name: "List", text: "Milk" })).toMatchObject({ value: { replaced: false } });
    expect(await document("list")).toMatchObject({ createdAt: NOW, updatedAt: NOW });
    expect(await call("undo_last", {})).toMatchObject({ ok: true });
    expect(await document("list")).toMatchObject({ text: "Milk", status: "discarded" });
  });

  it.each(["write", "write down", "draft", "note", "note down", "save", "make", "create"])(
    "is written without a tap when the person says “%s” and its words",
    async (verb) => {
      const { call } = await person();
      expect(await call("draft_document", { name: "list", text: "milk" }, heard(`${verb} list: milk`))).toMatchObject({
        ok: true,
      });
    },
  );

  it("is not written over without a tap that shows what is lost, unless it was discarded", async () => {
    const { call } = await person();
    const tap = { ok: false, error: "needs_approval" };
    const anew = { name: "plan", text: "milk" };
    expect(await call("draft_document", anew, heard("what a day"))).toMatchObject({
      ...tap,
      proposed: [{ concerns: "Plan: First the budget. MINE" }],
    });
    expect(await call("draft_document", anew, heard("write plan: milk", true))).toMatchObject(tap);
    await call("draft_document", { name: "list", text: "milk" }, heard("write list: milk"));
    const tea = { name: "list", text: "tea" };
    expect(await call("draft_document", tea, heard("write list: tea", true))).toMatchObject(tap);
    expect(await call("undo_last", {})).toMatchObject({ ok: true });
    expect(await call("draft_document", tea, heard("write list: tea", true))).toMatchObject({ ok: true });
  });
});

describe("a mail", () => {
  const mail = { to: ["ana@example.com", "bo@example.com"], subject: "Lunch", text: "At one?" };
  it("is kept as a draft, once for a run, and discarded by an undo", async () => {
    const { store, context } = await toolWorld(openSqliteStore(":memory:"));
    const write = async (more: object = {}, now = NOW) => {
      const planned = await draftEmail.plan({ ...mail, ...more }, { ...context, now });
      await store.transact([...planned.writes]);
      return planned;
    };
    const drafts = async () =>
      (await store.query(keys.draft.all("me"))).rows.flatMap(({ body }) => (body["kind"] === "email" ? [body] : []));
    const first = await write();
    const [kept] = await drafts();
    expect(kept).toMatchObject({ ...mail, draftId: String(kept?.["draftId"]), status: "draft", createdAt: NOW });
    expect(first.value).toEqual({ draftId: kept?.["draftId"] });
    expect((await store.get(keys.draft("me", "email", String(kept?.["draftId"]))))?.body).toEqual(kept);
    expect(await write({}, NOW + 5)).toEqual({ value: first.value, writes: [] });
    await store.transact([...(first.undo ?? [])]);
    expect(await drafts()).toMatchObject([{ status: "discarded" }]);
    await write({}, NOW + 9);
    expect(await drafts()).toMatchObject([{ status: "draft" }]);
    for (const more of [{ subject: "Tea" }, { text: "At two?" }, { to: ["ana@example.com"] }]) await write(more);
    expect(await drafts()).toHaveLength(4);
  });

  it("has one to ten addresses, and says what leaves with it", () => {
    const takes = (to: string[]) => draftEmail.args.safeParse({ ...mail, to }).success;
    const many = Array.from({ length: 11 }, (_, i) => `a${i}@example.com`);
    expect([takes([]), takes(many), takes(many.slice(1)), takes(["ana"])]).toEqual([false, false, true, false]);
    expect(draftEmail.leaves).toEqual(["subject", "text"]);
  });
});

it("a draft with words of others is outside text", async () => {
  const { context } = await toolWorld(openSqliteStore(":memory:"));
  const outside = { ...context, ...heard("write list: milk, to ana@example.com, subject Lunch", true) };
  const bodyOf = async (plan: Promise<Effect>) => (await plan).writes.map((write) => "body" in write && write.body);
  const document = (name: string, text: string) => bodyOf(draftDocument.plan({ name, text }, outside));
  const mail = (to: string, subject: string, text: string) =>
    bodyOf(draftEmail.plan({ to: [to], subject, text }, outside));
  for (const own of [document("list", "milk"), mail("ana@example.com", "Lunch", "milk")])
    expect(await own).toMatchObject([{ origin: "agent" }]);
  for (const others of [
    document("list", "gift cards"),
    document("prizes", "milk"),
    mail("eve@example.com", "Lunch", "milk"),
    mail("ana@example.com", "Prizes", "milk"),
    mail("ana@example.com", "Lunch", "gift cards"),
  ])
    expect(await others).toMatchObject([{ origin: "untrusted" }]);
});
