/**
 * Asks a judge. Generation never grades itself: the judge is of another family than the writer, by the name that was
 * configured and by the name in its reply. Its words go nowhere: what is kept of them are numbers and one word of a list.
 */
import { isError, type Judgement, ModelTier, WaldoError } from "@waldo/contracts";
import { familyOf } from "../../models/families.ts";
import type { ModelGateway } from "../../ports.ts";
import { judgeRequest, readJudgement, type ToJudge } from "./prompt.ts";

/** The order in which tiers are taken: the cheapest first. */
const TIERS: readonly ModelTier[] = [...ModelTier.options].reverse();

/** Returns the tier whose model may judge what these have written. Plain code is of no family. */
export function judgeFor(
  { nameOf }: Pick<ModelGateway, "nameOf">,
  ...writers: readonly (string | undefined)[]
): ModelTier | undefined {
  const own = writers.map((writer) => (writer === undefined ? undefined : familyOf(writer)));
  return nameOf && TIERS.find((tier) => nameOf(tier) !== "" && !own.includes(familyOf(nameOf(tier))));
}

/** Returns whether the settings name models of two families. With one family no model judges (docs/decisions/0039). */
function hasTwoFamilies({ nameOf }: Pick<ModelGateway, "nameOf">): boolean {
  const names = nameOf ? TIERS.map(nameOf).filter((name) => name !== "") : [];
  return new Set(names.map(familyOf)).size > 1;
}

/** Returns what a judge says of a text, or why nothing was said. Throws only what is not about the model. */
export async function askJudge(model: ModelGateway, one: ToJudge, writer: string | undefined): Promise<Judgement> {
  const tier = hasTwoFamilies(model) ? judgeFor(model, writer) : undefined;
  if (tier === undefined) return { judged: false, why: "no_other_family" };
  try {
    const reply = await model.converse(judgeRequest(tier, one));
    if (writer !== undefined && familyOf(reply.model) === familyOf(writer))
      return { judged: false, why: "no_other_family" };
    return readJudgement(reply.text, reply.model) ?? { judged: false, why: "malformed" };
  } catch (error) {
    if (isError(error, "ConsentNeeded")) return { judged: false, why: "no_consent" };
    if (error instanceof WaldoError && error.name.startsWith("Model")) return { judged: false, why: "unavailable" };
    throw error;
  }
}
