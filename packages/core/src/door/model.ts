/** The language model of a person: which one writes, and another one where the person may choose. */
import type { ModelView } from "@waldo/contracts";
import { type Call, DoorRefusal, type Handlers, type ModelChoice } from "./handlers.ts";

export const modelHandlers: Handlers<"model" | "useModel" | "noModel"> = {
  model: ({ ports }) => ports.models.show(),

  async useModel(call) {
    return changeOf(call).use(call.body);
  },

  async noModel(call) {
    await changeOf(call).none();
    return call.ports.models.show();
  },
};

function changeOf({ ports }: Pick<Call<"model">, "ports">): NonNullable<ModelChoice["change"]> {
  if (ports.models.change) return ports.models.change;
  throw new DoorRefusal("Forbidden", "the operator of this deployment chooses the model, in waldo.models of cdk.json");
}

/** Models that the person cannot change: those of a deployment, or none. */
export function fixedModels(tiers: ModelView["tiers"]): ModelChoice {
  const from = tiers === null ? "none" : "deployment";
  return { show: async () => ({ from, tiers, changeable: false, savedIsUnused: false, local: [] }) };
}
