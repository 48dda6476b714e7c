/** A task that is handed over behind the door: its plan, the tap that answers it, and the undo. */
import { type Line, scriptedModel } from "@waldo/testkit/scripted-model";
import { expect, it } from "vitest";
import { doorHouse } from "../../../embedded/test/door-house.ts";

const actions = ["Call the dentist", "Water the plants"].map((title) => ({ tool: "write_task", args: { title } }));
const LINES: readonly Line[] = [
  { text: "There is nothing in the way of it this week." },
  { calls: [{ id: "p", name: "propose_action", args: { actions } }] },
  { text: "Here is what I would do." },
];

it("a handed-over task shows its plan, is answered by its buttons, and can be undone", async () => {
  const { send, world } = await doorHouse({ model: scriptedModel(LINES) });
  const shown = async () => {
    await world.machines.idle();
    return (await send("GET", "/handoffs")).value.items[0];
  };
  const tap = async (data: string) => (await send("POST", "/taps", { body: { data } })).value;
  await send("POST", "/handoffs", { body: { goal: "plan my week" }, key: "handoff-0001" });
  const waits = await shown();
  expect(waits).toMatchObject({
    state: "WAIT",
    plan: {
      actions: [
        { title: expect.stringContaining("Call the dentist"), fromOutside: expect.any(Boolean) },
        { title: expect.stringContaining("Water the plants"), fromOutside: expect.any(Boolean) },
      ],
      buttons: [{ label: "Do it" }, { label: "Modify" }, { label: "Not now" }],
    },
  });
  const screen = await tap(waits.plan.buttons[0].data);
  await tap(screen.buttons[0].data);
  const done = await shown();
  expect(done).toMatchObject({ state: "DONE", plan: { buttons: [{ label: "Undo" }, { label: "Undo" }] } });
  const titles = async () =>
    (await send("GET", "/tasks")).value.items.filter(({ status }: { status: string }) => status === "open");
  expect(await titles()).toHaveLength(2);
  await tap(done.plan.buttons[0].data);
  expect(await titles()).toHaveLength(1);
  expect((await shown()).plan.buttons).toHaveLength(1);
});
