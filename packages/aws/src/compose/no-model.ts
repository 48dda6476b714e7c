import { WaldoError } from "@waldo/contracts";
import type { ModelGateway } from "@waldo/core/ports";

/** The model port of a process that may not call a model (R8). */
export const noModel: ModelGateway = {
  plain: true,
  shape: () => "literal",
  converse: () => Promise.reject(new WaldoError("IllegalTransition", "this process calls no model: its role may not")),
};
