/** Messages that no run says: their rows, their pointers, and their names. */
import { keys, type OutboxRow } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { DATE, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { announcement } from "./announce.ts";
import { flushDue } from "./outbox.ts";

const said = { kind: "reminder", text: "Drink." } as const;
const of = (name: string, by: "watch" | "note" = "watch") =>
  announcement(PERSON, { by, name, trigger: "patrol", date: DATE, now: WAKE }, said);

it("an announcement is a row for each channel and a pointer to each, in the thread of its day", () => {
  const writes = of("w-1");
  const [inApp, telegram, ...pointers] = writes;
  const row = (write: (typeof writes)[number] | undefined) =>
    write?.op === "put" ? (write.body as OutboxRow) : undefined;
  const runId = row(inApp)?.runId ?? "";
  expect(row(inApp)).toMatchObject({
    userId: "me",
    kind: "reminder",
    createdAt: WAKE,
    message: { channel: "in_app", threadId: `day-${DATE}`, text: "Drink." },
  });
  expect(row(telegram)?.message).toEqual({ channel: "telegram", text: "Drink." });
  expect(pointers).toEqual(
    [0, 1].map((ordinal) => ({ op: "put", key: keys.outboxDue("me", runId, ordinal), body: { runId } })),
  );
});

it("R5: the same name is the same announcement; another name, day or announcer is another", async () => {
  const world = await testWorld({ days: 0 });
  await world.store.transact(of("w-1"));
  await expect(world.store.transact(of("w-1"))).rejects.toMatchObject({ name: "ConditionFailed" });
  await world.store.transact(of("w-2"));
  await world.store.transact(of("w-1", "note"));
  expect((await flushDue(world, "me")).settled).toBe(3);
  expect(new Set(world.telegram.map(({ key }) => key)).size).toBe(3);
  expect((await flushDue(world, "me")).settled).toBe(0);
});
