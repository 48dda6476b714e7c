/** Checks a request to S3 that is signed in its address (SigV4 with query parameters), as S3 does. */
import { createHash, createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import type { WireRequest } from "./wire.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
/** As the algorithm wants it: all but unreserved characters are escaped. */
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Returns what is wrong with the request, or undefined. `secret` is the secret of the access key that the request
 * names.
 */
export function faultOf({ method, url, headers, body }: WireRequest, secret: string, now: number): string | undefined {
  const asked = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? "";
  const [, day = "", region = "", service = "", end = ""] = asked("Credential").split("/");
  const signed = asked("SignedHeaders").split(";");
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort();
  const lines = signed.map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`);
  const canonical = [method, url.pathname, query.join("&"), lines.join(""), signed.join(";"), "UNSIGNED-PAYLOAD"];
  const scope = [day, region, service, end].join("/");
  const text = ["AWS4-HMAC-SHA256", asked("Date"), scope, sha256(canonical.join("\n"))].join("\n");
  const key = [day, region, service, end].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  if (hmac(key, text).toString("hex") !== asked("Signature")) return "SignatureDoesNotMatch";
  const at = asked("Date").replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  if (now > Date.parse(at) + 1000 * Number(asked("Expires"))) return "AccessDenied";
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  const told = headers["x-amz-checksum-crc32"];
  return told !== undefined && told !== sum.toString("base64") ? "BadDigest" : undefined;
}
