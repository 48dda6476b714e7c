import type { RubricScore } from "@waldo/contracts";
import { partsOfBrief } from "../../agent/judge.ts";
import { bodyClaims } from "../../safety/body/body-claims.ts";
import { notApplicable, scored } from "../score.ts";
import type { ReadTrace } from "../trace.ts";

/** What each occasion must hold: a Brief its three parts, an answer an answer, a plan something to decide. */
export function content(trace: ReadTrace): RubricScore {
  const { header, text, gated, proposals, sentences } = trace;
  if (gated?.source === "emergency") return notApplicable("people wrote the words beforehand");
  switch (header.trigger) {
    case "brief":
      return text === "" ? notApplicable("nothing was said") : ofBrief(trace);
    case "user_message":
      return ofReply(trace);
    case "handoff_plan":
    case "handoff_replan":
      return proposals.length > 0 ? scored(1) : scored(0, "there is no plan to decide on");
    case "heartbeat":
      if (text === "") return notApplicable("nothing was said");
      return sentences.length <= 3 ? scored(1) : scored(0.5, "it brings up more than one thing");
    default:
      if (text === "") return notApplicable("nothing was said");
      return (gated?.claims.length ?? 0) > 0 || proposals.length > 0
        ? scored(1, "it says why it comes")
        : scored(0, "nothing in it says why it comes");
  }
}

function ofBrief({ text, gated, evidence, sentences, header }: ReadTrace): RubricScore {
  // The claims of the journal stand in the order of the sentences. Of a text without any, the words themselves are read.
  const claims = gated?.claims.length ? gated.claims : sentences.flatMap((one) => bodyClaims(one.text));
  const { stands, says, suggests } = partsOfBrief(text, claims, evidence);
  if (header.variant !== "morning") return says ? scored(1) : scored(0, "it says nothing of the day");
  const parts = [stands, says, suggests];
  return scored(
    parts.filter(Boolean).length / parts.length,
    !stands && "it does not say where the person stands",
    !says && "it gives no cause and nothing good",
    !suggests && "it suggests nothing",
  );
}

function ofReply({ text, gated, context, writer }: ReadTrace): RubricScore {
  if (text.trim() === "") return scored(0, "the person got no answer");
  if (context?.danger !== undefined) return notApplicable("it may be about danger");
  const { source, reason } = gated ?? {};
  if (source === "template" && reason !== undefined && reason !== "calm" && writer === undefined)
    return scored(0.5, "a template answered in place of a model");
  return scored(1);
}
