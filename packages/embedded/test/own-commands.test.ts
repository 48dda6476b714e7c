/** `waldo tasks`, `waldo taps` and `waldo settings` as a person types them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { proposedAction } from "@waldo/core/tools/approval";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { waldo } from "./command.ts";

let home = "";
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "waldo-own-"));
  const { store } = openHome(home);
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  store.close();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = async (...args: string[]) => {
  const { status, stdout, stderr } = await waldo(...args, "--home", home);
  return { status, said: `${stdout}${stderr}` };
};

it("a task is added, moved, finished and dropped by its number", async () => {
  expect((await run("tasks")).said).toMatch(/empty/);
  await run("tasks", "add", "pay", "the", "rent", "--due", "2026-12-01");
  await run("tasks", "add", "call", "the", "bank");
  expect((await run("tasks")).said).toMatch(/1 {2}pay the rent, due 2026-12-01\n.*2 {2}call the bank\n/);
  expect((await run("tasks", "move", "2", "--due", "2026-11-30")).said).toMatch(
    /^Changed: call the bank, due 2026-11-30/,
  );
  expect((await run("tasks", "done", "1")).said).toMatch(/^Done: call the bank/);
  expect((await run("tasks", "drop", "1")).said).toMatch(/^Dropped: pay the rent/);
  const statuses = JSON.parse((await run("tasks", "--json")).said).map(({ status }: { status: string }) => status);
  expect(statuses.sort()).toEqual(["done", "dropped"]);
  expect(await run("tasks", "done", "7")).toMatchObject({
    status: 1,
    said: expect.stringContaining("waldo tasks shows"),
  });
  expect(await run("tasks", "add", "x", "--due", "soon")).toMatchObject({ status: 1 });
});

it("a card is shown, then done only with --yes, or declined", async () => {
  const { store } = openHome(home);
  const now = Date.now();
  const action = (title: string) => proposedAction("write_task", { title }, `Add the task “${title}”`, { tainted: [] });
  for (const [n, title] of ["call the bank", "buy stamps"].entries())
    await store.transact([proposalWrite(newProposal("me", `run-${n}`, [action(title)], now + n))]);
  store.close();
  expect((await run("taps")).said).toMatch(/1 {2}Add the task “call the bank”.*\n.*2 {2}Add the task “buy stamps”/);
  expect((await run("taps", "do", "1")).said).toMatch(/exactly what I will do.*\n.*call the bank.*\n.*--yes/);
  expect((await run("tasks")).said).toMatch(/empty/);
  expect((await run("taps", "do", "1", "--yes")).said).toMatch(/^Done: /);
  expect((await run("tasks")).said).toMatch(/call the bank/);
  expect((await run("taps", "no", "1")).said).toMatch(/not now/);
  expect((await run("taps")).said).toMatch(/Nothing waits/);
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
