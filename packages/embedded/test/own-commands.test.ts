/** `waldo tasks`, `waldo goals`, `waldo threads`, `waldo taps` and `waldo settings` as a person types them. */
import { type Concern, keys } from "@waldo/contracts";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { saveDays } from "@waldo/core/health/ledger";
import { proposedAction } from "@waldo/core/tools/approval";
import { listTasks } from "@waldo/core/tools/rows";
import { followZone } from "@waldo/core/wake/in-cadence";
import { startScriptedServer } from "@waldo/testkit/scripted-server";
import { syntheticDays } from "@waldo/testkit/synthetic-person";
import { completion } from "@waldo/testkit/wire-models";
import { expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { settleProfile } from "../src/profile.ts";
import { waldoWith } from "./command.ts";
import { ownHome } from "./own-home.ts";

const home = ownHome();
const { run } = home;

/** The ids that a list shows, by the words behind them. */
async function idsIn(list: string): Promise<Record<string, string>> {
  const { said } = await run(list);
  return Object.fromEntries(
    [...said.matchAll(/^([0-9a-f]{4}) {2}(.+)$/gm)].map(([, id = "", words = ""]) => [words, id]),
  );
}
const idOf = async (list: string, words: RegExp) =>
  Object.entries(await idsIn(list)).find(([shown]) => words.test(shown))?.[1] ?? "none";

it("a task is added, moved, finished, dropped and opened again by its id", async () => {
  expect((await run("tasks")).said).toMatch(/empty/);
  await run("tasks", "add", "pay", "the", "rent", "--due", "2026-12-01");
  await run("tasks", "add", "call", "the", "bank");
  const [rent, bank] = [await idOf("tasks", /^pay the rent, due 2026-12-01/), await idOf("tasks", /^call the bank/)];
  expect((await run("tasks", "move", bank, "--due", "2026-11-30")).said).toMatch(
    /^Open: call the bank, due 2026-11-30/,
  );
  expect((await run("tasks", "done", bank)).said).toMatch(/^Done: call the bank/);
  expect((await run("tasks", "drop", rent)).said).toMatch(/^Dropped: pay the rent/);
  const statuses = JSON.parse((await run("tasks", "--json")).said).map(({ status }: { status: string }) => status);
  expect(statuses.sort()).toEqual(["done", "dropped"]);
  expect((await run("tasks", "reopen", rent)).said).toMatch(/^Open: pay the rent/);
  expect(await run("tasks", "done", "zzzz")).toMatchObject({
    status: 1,
    said: expect.stringContaining("waldo tasks shows"),
  });
  expect(await run("tasks", "done", "")).toMatchObject({ status: 1, said: expect.stringContaining("more than one") });
  expect(await run("tasks", "add", "x", "--due", "soon")).toMatchObject({ status: 1 });
  expect(await run("tasks", "add", "x", "--user", "typo")).toMatchObject({ status: 1 });
});

it("a goal has a list of its own, stands after the tasks, and is reached", async () => {
  expect((await run("goals")).said).toMatch(/no goal.*waldo goals add/);
  await run("goals", "add", "run", "a", "half", "marathon", "--due", "2027-05-01");
  await run("tasks", "add", "call", "the", "bank");
  expect((await run("tasks")).said).not.toContain("marathon");
  expect((await run("goals")).said).not.toContain("bank");
  const { store } = openHome(home.at());
  const titles = (await listTasks(store, "me", 10)).map(({ title }) => title);
  store.close();
  expect(titles).toEqual(["call the bank", "run a half marathon"]);
  const id = await idOf("goals", /^run a half marathon, due 2027-05-01/);
  expect((await run("goals", "done", id)).said).toMatch(/^Done: run a half marathon/);
  expect((await run("goals")).said).toMatch(/no goal/);
});

it("a conversation is listed, named, put away, deleted and brought back by its date", async () => {
  expect((await run("threads")).said).toMatch(/Nothing has been said/);
  const { store } = openHome(home.at());
  const at = Date.now();
  const body = { from: "owner", kind: "message", at, text: "which kitchen?" };
  await store.transact([{ op: "put", key: keys.message("me", "day-2026-12-01", at, "0-m"), body }]);
  store.close();
  expect((await run("threads")).said).toMatch(/^2026-12-01 {2}1 message {2}\d\d:\d\d which kitchen\?$/m);
  expect((await run("threads", "name", "2026-12-01", "the", "kitchen")).said).toMatch(/^Named: the kitchen$/m);
  expect((await run("threads", "archive", "2026-12-01")).said).toMatch(/^Put away: the kitchen$/m);
  expect((await run("threads", "--archived")).said).toMatch(/“the kitchen”/);
  expect((await run("threads", "restore", "2026-12-01")).said).toMatch(/^Back: the kitchen$/m);
  const deleted = await run("threads", "delete", "day-2026-12-01");
  expect(deleted.said).toMatch(
    /^Deleted: the kitchen\. Bring it back until \d{4}-\d\d-\d\d with: waldo threads restore/m,
  );
  expect(deleted.said).toMatch(/What I learned from it stays/);
  expect((await run("threads")).said).toMatch(/Nothing has been said/);
  expect(JSON.parse((await run("threads", "--deleted", "--json")).said)).toMatchObject([
    { threadId: "day-2026-12-01", state: "deleted", messages: 0 },
  ]);
  expect((await run("threads", "restore", "2026-12-01")).status).toBe(0);
  expect((await run("threads")).said).toMatch(/which kitchen/);
  expect(await run("threads", "delete", "t-nowhere")).toMatchObject({ status: 1 });
});

it("a card is changed in words, at once or with waldo say, and the new card has an id of its own", async () => {
  const { store } = openHome(home.at());
  const bank = proposedAction("write_task", { title: "call the bank" }, "Add the task “call the bank”");
  await store.transact([proposalWrite(newProposal("me", "run-1", [bank], Date.now()))]);
  store.close();
  const old = await idOf("taps", /call the bank/);
  const changed = await run("taps", "modify", old, "call", "it", "call", "the", "new", "bank");
  expect(changed.said).toMatch(/Nothing happens before you tap the new card.*Shall I\?/s);
  expect((await run("taps", "do", old, "--yes")).status).toBe(1);
  const next = await idOf("taps", /call the new bank/);
  expect((await run("taps", "modify", next)).said).toMatch(/Tell me what to change.*waldo say/s);
  expect((await run("taps")).said).toMatch(/call the new bank.*waits for what you want changed/);
  expect(await run("taps", "do", next, "--yes")).toMatchObject({ status: 1, said: expect.stringMatching(/say it/) });
  expect((await run("say", "never", "mind")).said).toMatch(/I leave it/);
  expect((await run("tasks")).said).toMatch(/empty/);
});

it("a card is shown, then done only with --yes, or declined, by an id that does not move", async () => {
  const { store } = openHome(home.at());
  const now = Date.now();
  const action = (title: string) => proposedAction("write_task", { title }, `Add the task “${title}”`, { tainted: [] });
  for (const [n, title] of ["call the bank", "buy stamps"].entries())
    await store.transact([proposalWrite(newProposal("me", `run-${n}`, [action(title)], now + n))]);
  store.close();
  const [bank, stamps] = [await idOf("taps", /call the bank/), await idOf("taps", /buy stamps/)];
  expect((await run("taps", "do", bank)).said).toMatch(/exactly what I will do.*\n.*call the bank.*\n.*--yes/);
  expect((await run("tasks")).said).toMatch(/empty/);
  expect((await run("taps", "do", bank, "--yes")).said).toMatch(/^Done: /);
  expect((await run("taps", "do", bank, "--yes")).status).toBe(1);
  expect((await run("tasks")).said).toMatch(/call the bank/);
  expect((await run("taps", "no", stamps)).said).toMatch(/not now/);
  expect((await run("taps")).said).toMatch(/Nothing waits/);
});

it("what was set stays set: the zone, and the times that the nights show otherwise", async () => {
  await run("settings", "set", "zone=Asia/Tokyo", "wake=04:30");
  const { store } = openHome(home.at());
  try {
    expect((await followZone({ store, clock: { now: () => Date.now() }, log: () => {} }, "me"))?.rows).toBeUndefined();
    const date = "2026-10-30";
    await saveDays(store, "me", syntheticDays(date, 28, 1));
    const settled = await settleProfile(store, "me", { date, timeZone: () => "Asia/Tokyo", livesThere: false });
    expect(settled).toMatchObject({ timeZone: "Asia/Tokyo", wakeTime: "04:30" });
  } finally {
    store.close();
  }
});

it("settings are shown and changed, and what does not fit is refused with what would", async () => {
  expect((await run("settings")).said).toMatch(/^name .*\nzone +Europe\/London/);
  const changed = await run("settings", "set", "wake=06:30", "name=Ana", "review=7", "form=number", "autonomy=L1");
  expect(changed.said).toMatch(/name +Ana.*wake +06:30.*review +7.*autonomy +L1.*form +number/s);
  expect(JSON.parse((await run("settings", "--json")).said)).toMatchObject({ name: "Ana", showsForm: true });
  await run("settings", "set", "name=", "form=words");
  expect(JSON.parse((await run("settings", "--json")).said).name).toBeUndefined();
  for (const [pair, hint] of [
    ["wake=7", "HH:MM"],
    ["zone=+05:30", "Asia/Kolkata"],
    ["autonomy=L9", "L1"],
    ["form=maybe", "number or words"],
    ["colour=red", "one of name, zone"],
    ["wake", "name=value"],
  ] as const)
    expect(await run("settings", "set", pair)).toMatchObject({ status: 1, said: expect.stringContaining(hint) });
});

it("a task that holds words of danger is answered as any message, also without a model", async () => {
  const { status, said } = await run("handoff", "plan", "my", "last", "week,", "I", "will", "kill", "myself");
  expect([status, said]).toEqual([0, expect.stringContaining("Samaritans")]);
  expect((await run("handoff")).said).toBe("Nothing has been handed over.\n");
});

it("a handed over task whose act fails is planned again by the person's own model, in the command that taps", async () => {
  const model = await startScriptedServer();
  const env = { WALDO_MODEL_URL: `${model.endpoint}/v1`, WALDO_MODEL: "wire-model" };
  const late = { tool: "propose_schedule", args: { title: "Walk", date: "2020-01-01", time: "10:00", minutes: 30 } };
  const again = { tool: "write_task", args: { title: "walk today" } };
  const plan = (action: typeof late | typeof again) => ({
    ...{ id: "p", name: "propose_action" },
    args: { actions: [action] },
  });
  model.script.push(
    completion({ text: "There is nothing in the way of it this week." }),
    completion({ calls: [plan(late)] }),
    completion({ text: "Here is what I would do." }),
    completion({ calls: [plan(again)] }),
    completion({ text: "Then I would do this." }),
  );
  const { stdout } = await waldoWith(env, "handoff", "plan", "my", "week", "--home", home.at());
  const [, id = ""] = /waldo taps do (\w+)/.exec(stdout) ?? [];
  const tapped = await waldoWith(env, "taps", "do", id, "--yes", "--home", home.at());
  await model.stop();
  expect(tapped.stdout).not.toMatch(/takes a language model/);
  expect(model.asked).toHaveLength(5);
  expect((await run("taps")).said).toMatch(/walk today/);
});

it("a task is handed over, looked at, and done after the tap; without a model it says what it takes", async () => {
  const without = await run("handoff", "plan", "my", "week");
  expect(without).toMatchObject({ status: 1, said: expect.stringMatching(/^waldo: .*takes a language model.*\n$/) });
  expect((await run("handoff")).said).toBe("Nothing has been handed over.\n");

  const model = await startScriptedServer();
  const env = { WALDO_MODEL_URL: `${model.endpoint}/v1`, WALDO_MODEL: "wire-model" };
  const actions = [{ tool: "write_task", args: { title: "call the dentist" } }];
  const propose = { id: "p", name: "propose_action", args: { actions } } as const;
  model.script.push(
    completion({ text: "There is nothing in the way of it this week." }),
    completion({ calls: [propose] }),
    completion({ text: "Here is what I would do." }),
  );
  const { stdout } = await waldoWith(env, "handoff", "plan", "my", "week", "--home", home.at());
  await model.stop();
  expect(stdout).toContain("Shall I?");
  const [, id = ""] = /waldo taps do (\w+)/.exec(stdout) ?? [];
  expect((await run("handoff")).said).toMatch(/plan my week · waits for your tap · waldo taps do \w{4}\n/);
  expect((await run("tasks")).said).toMatch(/empty/);
  expect((await run("taps", "do", id, "--yes")).said).toBe("Done: Add the task “call the dentist”.\n");
  expect((await run("handoff")).said).toMatch(/plan my week · done\n/);
  const [, effect = ""] = /taps undo (\w+)/.exec((await run("log")).said) ?? [];
  expect((await run("taps", "undo", effect)).said).toBe("Undone.\n");
  expect((await run("tasks")).said).toMatch(/empty/);
});

it("living says when noted goals and tasks become concerns, and calls them as the page does", async () => {
  expect((await run("living")).said).toContain("they come from goals, tasks with a date, and talk");
  await run("tasks", "add", "pay", "the", "rent", "--due", "2027-01-02");
  expect((await run("living")).said).toContain("the next look of the patrol notices your goals and tasks");

  const { store } = openHome(home.at());
  const concern = {
    ...{ id: "c-000000000001", kind: "reminder", summary: "pay the rent", touchedAt: Date.now(), touchedBy: "seed" },
    ...{ touches: 1, from: { kind: "task", id: "t1" }, origin: "owner", createdAt: Date.now() },
  } satisfies Concern;
  await store.transact([
    { op: "put", key: keys.concern("me", concern.id), body: concern },
    {
      op: "put",
      key: keys.concern("me", "c-000000000002"),
      body: { ...concern, id: "c-000000000002", kind: "household" },
    },
  ]);
  store.close();
  const { said } = await run("living");
  expect(said).toMatch(/pay the rent · task\n/);
  expect(said).toMatch(/pay the rent · everyday\n/);
  expect(said).not.toContain("No concerns");
});

it("a machine is not called sensed while the loop is off, also when it is turned off twice", async () => {
  await run("living", "set", "--machine", "on");
  for (const _ of [1, 2])
    expect((await run("living", "set", "off")).said).toMatch(/off\..*\nThis machine is not sensed/);
  expect((await run("living")).said).toContain("your machine is not sensed");
  expect((await run("living", "set", "on")).said).toContain("it senses whether somebody is at this machine");
  expect(await run("living", "set", "maybe")).toMatchObject({ status: 1 });
  expect(await run("living", "set", "--interrupt", "live")).toMatchObject({ status: 1 });
});
