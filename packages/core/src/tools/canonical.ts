import { createHash } from "node:crypto";
import type { Json } from "../ports.ts";

/** JSON with sorted members and nothing between them: equal values give equal bytes. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`);
  return `{${members.join(",")}}`;
}

/** What a tap is bound to: the tool and its arguments, to the byte. */
export function actionDigest(tool: string, args: Json): string {
  return createHash("sha256")
    .update(canonicalJson([tool, args]))
    .digest("hex");
}
