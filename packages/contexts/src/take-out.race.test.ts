/** A context is forgotten while other processes work with it: nothing of it stays, and nothing else is lost. */

import type { Ports } from "@waldo/core/ports";
import { DAY_MS } from "@waldo/core/time";
import { interleave } from "@waldo/testkit/interleave";
import { expect, it } from "vitest";
import { wordsLeft } from "../../embedded/test/words-left.ts";
import { testWorld } from "../../embedded/test/world.ts";
import { countSeen, see } from "./access.ts";
import { findContext, loadProject } from "./rows.ts";
import { saveContext } from "./save.ts";
import { indexProject, reindexProject, searchProject } from "./search.ts";
import { forgetContext } from "./take-out.ts";
import { pruneExpired } from "./tiers.ts";

const PROJECT = "boat";

const others: Readonly<Record<string, (ports: Ports, now: number, ids: readonly string[]) => Promise<unknown>>> = {
  "index is made": (ports) => indexProject(ports, "me", PROJECT),
  "index is made anew": (ports) => reindexProject(ports, "me", PROJECT),
  "pruning moves it": (ports, now) => pruneExpired(ports, "me", { now, limit: 10 }),
  "read is counted": async (ports, now, ids) => {
    await see(ports, "me", PROJECT, ids, now);
    await countSeen(ports, "me", PROJECT);
  },
  "save follows": (ports, now) =>
    saveContext(ports, "me", { project: PROJECT, content: "The sail is new.", source: "t", client: "c" }, now),
};

for (const [name, work] of Object.entries(others))
  it(`while the ${name}`, async () => {
    for (let seed = 1; seed <= 25; seed++) {
      const world = await testWorld({ days: 0 });
      const now = world.clock.now();
      const save = async (content: string, at: number) =>
        (await saveContext(world, "me", { project: PROJECT, content, source: "t", client: "c" }, at)).id;
      const kept = [
        await save("The mast is of oak.", now - 40 * DAY_MS),
        await save("The keel is of lead.", now - DAY_MS),
      ];
      const id = await save("The zorbulating quuxwidget", now - 40 * DAY_MS + 1);
      if (seed % 2 === 0) await indexProject(world, "me", PROJECT);
      const ended = await interleave<unknown>(
        world,
        [(ports) => forgetContext(ports, "me", id, now), (ports) => work(ports, now, [...kept, id])],
        seed,
      );
      expect(
        ended.filter(({ status }) => status === "rejected"),
        `seed ${seed}`,
      ).toEqual([]);
      expect(await wordsLeft(world, "quux"), `seed ${seed}`).toEqual([]);
      for (const one of kept) expect(await findContext(world, "me", one), `seed ${seed}`).toBeDefined();
      const found = await searchProject(world, "me", PROJECT, { text: "mast keel", limit: 9, now });
      expect(found.map((one) => one.id).sort(), `seed ${seed}`).toEqual([...kept].sort());
      const { state } = await loadProject(world.store, "me", PROJECT);
      expect(state.total).toBe(name === "save follows" ? 3 : 2);
    }
  });
