import { createHash } from "node:crypto";
import type { Json } from "../ports.ts";
import { canonicalJson } from "../store/canonical-json.ts";

export { canonicalJson };

/** The digest that binds a tap to one tool and its arguments, byte for byte. */
export function actionDigest(tool: string, args: Json): string {
  return createHash("sha256")
    .update(canonicalJson([tool, args]))
    .digest("hex");
}
