/** Ends an ambient run. Its answer is an orientation and perhaps a thought; it has no words for anybody and no outbox row. */
import type { GatedStep, OrientReply } from "@waldo/contracts";
import { judge } from "../agent/judge.ts";
import { evidenceIn, hasHeardOutside, resultsOf, type Transcript } from "../agent/transcript.ts";
import { refinedWrites } from "../living/refine.ts";
import { sanitise } from "../safety/sanitise.ts";
import { commit, type OpenRun, type Tick } from "./journal.ts";

/** Ends the run without an orientation of a model. What plain code made of the moment stands. */
export function orientQuietly(tick: Tick, reason: string): Promise<OpenRun> {
  return commit(tick, { to: "GATED", data: silent(reason) });
}

const silent = (reason: string): GatedStep => ({ text: "", source: "model", claims: [], reason, results: [] });

/** Takes the answer over. A thought that the gates refuse is left out; the rest of the answer counts. */
export async function orientBy(tick: Tick, reply: OrientReply | undefined, transcript: Transcript): Promise<OpenRun> {
  const { ports, run } = tick;
  const { header } = run;
  if (reply === undefined) return orientQuietly(tick, "malformed");
  const thought = reply.thought && fit(reply.thought, evidenceIn(header, transcript));
  const outside = hasHeardOutside(transcript.context, resultsOf(transcript));
  const effects = await refinedWrites(ports, header, {
    reply: { ...reply, thought: thought ?? null },
    origin: outside ? "untrusted" : "agent",
  });
  return commit(tick, { to: "GATED", data: silent("oriented"), effects });
}

/** Returns the thought as a message could say it, or undefined where none could. */
function fit(thought: NonNullable<OrientReply["thought"]>, evidence: Parameters<typeof judge>[1]) {
  const { text, verdict } = sanitise({ text: thought.text, origin: "agent" }, "user");
  return verdict !== "blocked" && judge(text, evidence).ok ? { ...thought, text } : undefined;
}
