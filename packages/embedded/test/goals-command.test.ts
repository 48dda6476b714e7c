/** `waldo goals file`, `put`, `take`, `tick`, `set`, `edit` and `waldo sync` as a person types them. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { waldoWith } from "./command.ts";
import { ownHome } from "./own-home.ts";

const home = ownHome();
const { run } = home;
const file = () => join(home.at(), "workspace", "goals.md");

it("lines are put in, ticked and taken out, targets are set, and the file follows", async () => {
  expect((await run("goals", "file")).said).toContain("## North Star");
  await run("goals", "put", "week", "finish", "the", "draft");
  expect(readFileSync(file(), "utf8")).toContain("1. finish the draft");
  await run("goals", "tick", "week", "finish", "the", "draft");
  expect(readFileSync(file(), "utf8")).toContain("1. [x] finish the draft");
  await run("goals", "set", "star", "be", "useful");
  await run("goals", "set", "wake_target", "05:50");
  expect((await run("settings")).said).toMatch(/wake +05:50/);
  await run("settings", "set", "wake=06:10");
  expect(readFileSync(file(), "utf8")).toContain('- wake_target: "06:10"');
  await run("goals", "take", "week", "finish the draft");
  const { goals } = JSON.parse((await run("goals", "file", "--json")).said);
  expect(goals).toMatchObject({ northStar: "be useful", week: [], targets: { wake: "06:10" } });
  expect(await run("goals", "put", "someday", "x")).toMatchObject({ status: 1 });
  expect(await run("goals", "set", "wake_target", "soon")).toMatchObject({
    status: 1,
    said: expect.stringContaining("expected a time"),
  });
});

it("a change in the file counts with the next command, and a fault is told", async () => {
  await run("goals", "put", "today", "one");
  writeFileSync(file(), readFileSync(file(), "utf8").replace("1. one", "1. two"));
  expect(JSON.parse((await run("goals", "file", "--json")).said).goals.today).toEqual(["two"]);
  writeFileSync(file(), "## Schedule Targets\n- wake_target: soon\n");
  expect((await run("goals", "file")).said).toContain("Line 2: wake_target: expected a time as HH:MM");
  expect((await run("inbox")).said).toContain("I cannot read your goals file");
});

it("the text is opened in an editor and saved", async () => {
  const editor = join(home.at(), "editor.sh");
  writeFileSync(editor, '#!/bin/sh\nprintf "## Today\\n1. by hand\\n" > "$1"\n');
  chmodSync(editor, 0o700);
  await waldoWith({ EDITOR: editor }, "goals", "edit", "--home", home.at());
  expect(readFileSync(file(), "utf8")).toBe("## Today\n1. by hand\n");
  expect(await run("goals", "edit")).toMatchObject({ status: 1, said: expect.stringContaining("EDITOR") });
});

it("a sync without a repository says how to make one", async () => {
  await run("goals", "put", "today", "one");
  expect((await run("sync")).said).toContain("is no git repository");
});
