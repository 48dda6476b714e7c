/** Documents and mails that are written for the person, and when a document may be replaced without a tap. */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Effect } from "../tool.ts";
import { draftDocument, draftEmail } from "./messages.ts";

const heard = (words: string, outside = false) =>
  ({ autonomy: "L2", heard: { owner: [words], outside, recalled: [] } }) as const;

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
