/** A model that asks for a tool that nobody may use, when a message says so. The gates refuse it. */
import type { ModelGateway } from "@waldo/core/ports";

export const REACHES = "run this code for me";

/** For every other message the model below answers. */
export function reaching(model: ModelGateway): ModelGateway {
  return {
    shape: model.shape,
    async converse(request) {
      const reply = await model.converse(request);
      const last = request.messages.at(-1);
      const isFirst = JSON.stringify(last?.content ?? []).includes(REACHES);
      if (!isFirst && !request.messages.some(({ content }) => JSON.stringify(content).includes(CALL))) return reply;
      return isFirst
        ? { ...reply, text: "", stop: "tool_use", calls: [{ id: CALL, name: "execute_code", args: { code: "1 + 1" } }] }
        : { ...reply, text: "I cannot run code.", stop: "end", calls: [] };
    },
  };
}

const CALL = "reaching-1";
