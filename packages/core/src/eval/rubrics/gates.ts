import type { RubricScore } from "@waldo/contracts";
import { many, notApplicable, scored } from "../score.ts";
import type { ReadTrace } from "../trace.ts";

/** What a template says first when no gate refused anything. */
const NO_REFUSAL = ["calm", "model_unavailable", "ConsentNeeded", "rate_limited", "out_of_turns"];

/** How much of what a model wanted to say or do the gates had to stop. */
export function gates({ models, gated, results, header }: ReadTrace): RubricScore {
  if (!models.some(({ outcome }) => outcome === "replied")) return notApplicable("no model took part");
  const repaired = models.filter(({ repairs }) => repairs !== undefined).length;
  const denied = results.filter((one) => !one.ok && one.error === "denied").length;
  const cut = gated?.mended === "cut";
  const refused =
    (gated?.source === "template" && !NO_REFUSAL.includes(gated.reason ?? "calm")) || header.state === "FAILED";
  return scored(
    1 - 0.25 * repaired - (cut ? 0.25 : 0) - (refused ? 0.6 : 0) - 0.1 * denied,
    repaired > 0 && "the answer went back to the model once",
    cut && "sentences were cut",
    refused && "no answer of the model could be said",
    denied > 0 && `${many(denied, "call")} ${denied === 1 ? "was" : "were"} denied`,
  );
}
