/** The file of goals while an agent lives: each side follows the other by itself. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changeGoals } from "@waldo/core/goals/change";
import { goalsInForce } from "@waldo/core/goals/stored";
import { expect, it } from "vitest";
import { testWorld } from "../../test/world.ts";
import { keepGoals } from "./keeping.ts";
import { goalsPlace } from "./place.ts";

it("a change in an editor and one in the app reach the other side without a command", async () => {
  const root = mkdtempSync(join(tmpdir(), "waldo-keep-test-"));
  const world = await testWorld({ days: 0 });
  const place = goalsPlace(root, "me");
  const failures: unknown[] = [];
  const keeping = keepGoals({ ports: world, userId: "me", place, failed: (error) => failures.push(error) });
  try {
    await keeping.start();
    await changeGoals(world, "me", { by: "app", text: "## Today\n1. one\n" });
    await expect.poll(() => read(place.file)).toBe("## Today\n1. one\n");
    writeFileSync(place.file, "## Today\n1. one\n2. two\n");
    await expect.poll(async () => (await goalsInForce(world.store, "me")).today).toEqual(["one", "two"]);
  } finally {
    await keeping.stop();
    rmSync(root, { recursive: true, force: true });
  }
  expect(failures).toEqual([]);
});

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
