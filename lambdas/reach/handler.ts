/**
 * Reaches the web and MCP servers for the functions that work for a person. It holds the keys of the connections, and
 * no row, no file and no model.
 */
import { outside } from "@waldo/aws/compose/reach";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { reach } from "@waldo/aws/reach";
import { type ReachAnswer, ReachAsked } from "@waldo/contracts";

export const handler = lambdaPipeline({
  input: ReachAsked,
  about: ({ ask }) => ({ userId: undefined, correlationId: ask }),
  async handle(asked, log) {
    const open = await outside().catch((error: Error) => {
      log("error", "reach.no-keys", { error: error.name });
      return undefined;
    });
    const answer: ReachAnswer = open
      ? await reach(open, asked)
      : { outcome: "failed", kind: "unavailable", message: "the keys of the connections cannot be read" };
    log("info", "reach.done", { ask: asked.ask, outcome: answer.outcome });
    return answer;
  },
});
