/** A change of the goals may be killed at any call, run twice, and run at the same time as another one. */
import { keys, Profile } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { dyingPorts, Killed } from "@waldo/testkit/faults";
import { interleave } from "@waldo/testkit/interleave";
import { personWith } from "@waldo/testkit/made-up-rows";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import type { Ports } from "../ports.ts";
import { changeGoals } from "./change.ts";
import { goalsInForce, loadGoalsFile } from "./stored.ts";

const TEXT = "## This Week\n1. one\n\n## Today\n\n## Schedule Targets\n- wake_target: 06:15\n";
const BAD = TEXT.replace("06:15", "6");

const person = () => personWith(openSqliteStore(":memory:"), [{ op: "put", key: keys.profile("me"), body: PERSON }]);
const wakeTime = async ({ store }: Pick<Ports, "store">) =>
  Profile.parse((await store.get(keys.profile("me")))?.body).wakeTime;

it("killed at any call, the file and the profile agree, and the same change again ends it", async () => {
  let deaths = 0;
  for (const { at, when } of plans()) {
    const ports = await person();
    const died = await dies(changeGoals(dyingPorts(ports, { at, when }).ports, "me", { by: "file", text: TEXT }));
    const isStored = (await loadGoalsFile(ports.store, "me")) !== undefined;
    expect(await wakeTime(ports)).toBe(isStored ? "06:15" : PERSON.wakeTime);
    await changeGoals(ports, "me", { by: "file", text: TEXT });
    expect((await loadGoalsFile(ports.store, "me"))?.file).toMatchObject({ text: TEXT, revision: 1 });
    expect(await wakeTime(ports)).toBe("06:15");
    if (died) deaths++;
  }
  expect(deaths).toBeGreaterThanOrEqual(8);
});

it("killed at any call, a fault is told exactly once", async () => {
  for (const plan of plans()) {
    const ports = await person();
    await dies(changeGoals(dyingPorts(ports, plan).ports, "me", { by: "file", text: BAD }));
    for (let again = 0; again < 2; again++) await changeGoals(ports, "me", { by: "file", text: BAD });
    const { rows } = await ports.store.query(keys.outbox.all("me"));
    expect(rows.filter(({ body }) => body["channel"] === "in_app")).toHaveLength(1);
  }
});

it("two changes at the same time lose nothing", async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const ports = await person();
    await changeGoals(ports, "me", { by: "app", text: TEXT });
    const add = (section: "week" | "today", text: string) => (own: Ports) =>
      changeGoals(own, "me", { by: "chat", edit: { do: "add", section, text } });
    const write = (own: Ports) =>
      changeGoals(own, "me", { by: "file", text: TEXT.replace("06:15", "06:45"), base: TEXT });
    await interleave(ports, [add("week", "two"), add("today", "three"), write], seed);
    expect(await goalsInForce(ports.store, "me"), `seed ${seed}`).toMatchObject({
      week: ["one", "two"],
      today: ["three"],
      targets: { wake: "06:45" },
    });
    expect(await wakeTime(ports)).toBe("06:45");
  }
});

/** More calls than a change makes, each with a death before it and after it. */
const plans = () =>
  Array.from({ length: 8 }, (_, i) => (["before", "after"] as const).map((when) => ({ at: i + 1, when }))).flat();

async function dies(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return true;
  }
}
