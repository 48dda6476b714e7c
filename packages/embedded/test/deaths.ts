/**
 * Every state that the death of a process can leave.
 *
 *   1. What outlives a process is what it did to the rows, to the archive and to Telegram: its tape (tape.ts).
 *   2. A process that dies before a call, or after a call took effect, leaves the beginning of the tape of a process that
 *      lives. A death at a call that only reads leaves what the death before it left (deaths.test.ts proves this with
 *      real deaths).
 *   3. So one whole run shows what all deaths leave. Each is set up from the tape, and the test goes on from there.
 */
import { type TestWorld, testWorld } from "./world.ts";

export type Death = {
  /** For a message of a test: "killed after effect 3 of 17". */
  readonly label: string;
  /** The state after the process has ended. The clock stays where it was. */
  readonly world: TestWorld;
};

/** Does the work once in a world, and yields what each death, or each `every`th, on its way would have left there. */
export async function* deathsIn(whole: TestWorld, work: () => Promise<unknown>, every = 1): AsyncGenerator<Death> {
  const now = whole.clock.now();
  const before = whole.tape.length;
  await work();
  const all = whole.tape.length;
  for (let at = before; at <= all; at += every) {
    const world = await testWorld({ ...whole.options, tape: whole.tape.slice(0, at) });
    world.clock.set(now);
    yield { label: `killed after effect ${at - before} of ${all - before}`, world };
  }
}
