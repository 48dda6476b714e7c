/**
 * R3 and R5 for everything that can start something: a wake, a tick, a message, a tap, a Handoff. Each occasion is
 * killed at port calls spread over it, and played twice at the same time. `npm run bench:kills` kills it at every call.
 */
import { describe, expect, it } from "vitest";
import { faults, killed, OCCASIONS, together, undisturbed } from "../../../embedded/test/occasions.ts";

/** How many calls of an occasion are killed here. A death after a call leaves what a death before the next one does. */
const KILLS = 4;
const INTERLEAVINGS = 2;

describe.each(OCCASIONS)("$name", (occasion) => {
  let once: ReturnType<typeof undisturbed> | undefined;
  const calmly = () => (once ??= undisturbed(occasion));

  it("R3: is neither lost nor doubled when a process dies", async () => {
    const { outcome: calm, calls } = await calmly();
    expect(calm.said).toHaveLength(occasion.said);
    if (occasion.ends) expect(calm).toMatchObject(occasion.ends);
    const step = Math.max(1, Math.floor(calls / KILLS));
    for (let call = 1, kills = 0; call <= calls; call += step, kills++) {
      const when = kills % 2 === 0 ? "before" : "after";
      expect(faults(occasion, calm, await killed(occasion, { at: call, when })), `${when} call ${call}`).toEqual([]);
    }
  });

  it("R5: is one occasion when it happens twice at the same time", async () => {
    const { outcome: calm } = await calmly();
    for (let seed = 1; seed <= INTERLEAVINGS; seed++)
      expect(faults(occasion, calm, await together(occasion, seed)), `interleaving ${seed}`).toEqual([]);
  });
});
