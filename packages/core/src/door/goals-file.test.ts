/** The file of goals behind the door. */
import { GoalsView } from "@waldo/contracts";
import { expect, it } from "vitest";
import { doorHouse } from "../../../embedded/test/door-house.ts";

const TEXT = "# Goals\r\n\r\n## Today\r\n1. one\r\n\r\n## This Week\r\n1. two\r\n";

it("without a file there is a text to begin with, and the first edit keeps it", async () => {
  const { send } = await doorHouse({ days: 0 });
  const first = (await send("GET", "/goals")).value;
  expect(first).toMatchObject({ revision: 0, faults: [], items: [] });
  expect(first.text).toContain("## North Star");
  const added = await send("PATCH", "/goals", { body: { do: "add", section: "today", text: "Write" } });
  expect(added).toMatchObject({ status: 200, value: { revision: 1, goals: { today: ["Write"] } } });
  expect(added.value.text).toContain("## North Star (revisit quarterly)");
  const again = await send("PATCH", "/goals", { body: { do: "add", section: "today", text: "Write" } });
  expect(again).toMatchObject({ status: 400, value: { message: "it is in Today already" } });
});

it("keeps the bytes of a text, and shows its faults by line", async () => {
  const { send } = await doorHouse({ days: 0 });
  expect((await send("PUT", "/goals", { body: { text: TEXT, base: "" } })).value.text).toBe(TEXT);
  const ticked = await send("PATCH", "/goals", { body: { do: "tick", section: "today", text: "one", done: true } });
  expect(ticked.value.text).toBe(TEXT.replace("1. one", "1. [x] one"));
  expect(ticked.value.items).toContainEqual({ section: "today", text: "one", done: true });
  expect(ticked.value.goals.today).toEqual([]);
  const text = `${ticked.value.text}## Schedule Targets\r\n- wake_target: soon\r\n`;
  const faulty = GoalsView.parse((await send("PUT", "/goals", { body: { text, base: ticked.value.text } })).value);
  expect(faulty).toMatchObject({ text, faults: [{ line: 9 }], goals: { week: ["two"] } });
});

it("joins other sections, and answers a conflict with what is stored", async () => {
  const { send } = await doorHouse({ days: 0 });
  await send("PUT", "/goals", { body: { text: TEXT, base: "" } });
  const joined = await send("PUT", "/goals", { body: { text: TEXT.replace("one", "1"), base: TEXT } });
  expect(joined.status).toBe(200);
  const both = await send("PUT", "/goals", { body: { text: TEXT.replace("two", "2"), base: TEXT } });
  expect(both.value.goals).toMatchObject({ today: ["1"], week: ["2"] });
  const conflict = await send("PUT", "/goals", { body: { text: TEXT.replace("one", "uno"), base: TEXT } });
  expect(conflict).toMatchObject({
    status: 409,
    value: { error: "Conflict", conflict: { text: both.value.text, revision: 3, sections: ["Today"] } },
  });
});

it("settings and targets never disagree", async () => {
  const { send, woken } = await doorHouse({ days: 0 });
  await send("PATCH", "/goals", { body: { do: "target", target: "wake_target", value: "05:30" } });
  expect((await send("GET", "/me")).value.wakeTime).toBe("05:30");
  expect(woken).toMatchObject([{ job: "sync" }]);
  await send("PUT", "/me", { body: { wakeTime: "06:40", sleepTime: "23:10" } });
  const { text, goals } = (await send("GET", "/goals")).value;
  expect(text).toContain('- wake_target: "06:40"');
  // There was no line for it, and none is added.
  expect(text).not.toContain('- bedtime_target: "');
  expect(goals.targets).toEqual({ wake: "06:40" });
});
