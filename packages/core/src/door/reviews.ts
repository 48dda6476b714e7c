/** The weekly review: where it stands, what was before, and the wish to begin one now. */
import type { Review, ReviewView } from "@waldo/contracts";
import { livedDate } from "../health/ledger.ts";
import { reviewsOf } from "../review/rows.ts";
import { buttonsNow } from "../review/state.ts";
import { type Handlers, profileOf } from "./handlers.ts";

export const reviewHandlers: Handlers<"review" | "reviewStart"> = {
  async review({ ports, userId, query: { limit } }) {
    const [latest, ...past] = (await reviewsOf(ports.store, userId, limit + 1)).map(({ review }) => review);
    return {
      latest: latest ? viewOf(latest, ports.clock.now()) : null,
      past: past.map(({ reviewId, date, state, outcome }) => ({
        ...{ reviewId, date, state },
        ...(outcome?.kept && !outcome.takenBack ? { kept: outcome.kept.claim } : {}),
      })),
    };
  },

  async reviewStart(call) {
    const { ports, key } = call;
    const profile = await profileOf(call);
    const date = await livedDate(ports.store, profile, ports.clock.now());
    // It brings the questions and the run machine. Most requests only read.
    const { startNow } = await import("../review/start-now.ts");
    return { reviewId: await startNow(ports, profile, { date, of: key }) };
  },
};

function viewOf(review: Review, now: number): ReviewView {
  const { reviewId, date, state, waits, questions, index, answers, outcome, resumeAt } = review;
  return {
    ...{ reviewId, date, state, waits, of: questions.length },
    asked: questions.slice(0, state === "asking" ? index + 1 : index).map(({ name, block, text }) => {
      const answer = answers.find(({ question }) => question === name);
      if (!answer) return { block, text };
      return answer.text === undefined ? { block, text, skipped: true as const } : { block, text, answer: answer.text };
    }),
    ...(outcome?.week ? { week: outcome.week } : {}),
    ...(outcome?.kept ? { kept: outcome.kept.claim } : {}),
    ...(outcome?.takenBack ? { takenBack: outcome.takenBack } : {}),
    ...(resumeAt === undefined ? {} : { resumeAt }),
    buttons: buttonsNow(review, now),
  };
}
