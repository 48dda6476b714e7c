import { createHash } from "node:crypto";
import type { Json } from "../ports.ts";
import { canonicalJson } from "../store/canonical-json.ts";

export { canonicalJson };

/** What a tap is bound to: the tool and its arguments, to the byte. */
export function actionDigest(tool: string, args: Json): string {
  return createHash("sha256")
    .update(canonicalJson([tool, args]))
    .digest("hex");
}
