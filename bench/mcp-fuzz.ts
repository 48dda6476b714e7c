/** A hostile agent through the real server, for `npm run bench:mcp -- --fuzz`. */
import { HOUR_MS } from "@waldo/core/time";
import { hunt } from "@waldo/testkit/hostile-agent";
import { hostileWorld } from "../packages/embedded/test/hostile-world.ts";

/** An agent reaches its daily limit after five thousand calls, so the clock moves on. */
const HOURS_LATER = 7 * HOUR_MS;

export async function hunted(calls: number, seed: number) {
  const { world, agent, prey, all } = await hostileWorld();
  const wire = await agent("hostile", all, ["boat", "garden"]);
  let now = world.clock.now();
  const began = Date.now();
  const outcomes = await hunt(wire, prey, {
    ...{ calls, seed },
    async between(i) {
      now += i % 100 === 0 ? HOURS_LATER : 1000;
      world.clock.set(now);
      if (i % 1000 === 0 && process.stderr.isTTY) process.stderr.write(`\r${i} of ${calls} `);
    },
  });
  return { ...outcomes, perSecond: Math.round((calls * 1000) / (Date.now() - began)) };
}
