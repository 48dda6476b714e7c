/**
 * Seals tokens, so that a copy of the table opens no vendor's cloud. AES-256-GCM; the nonce is a keyed digest of what is
 * sealed, because core has no randomness (R13). Two different texts so never share a nonce, and the same text for the same
 * place is the same sealed text, which tells nothing that the row's version does not tell.
 *
 * `place` is the row that the text belongs to. A sealed text that is copied into another row does not open there.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyed = (key: Uint8Array, use: string, ...parts: readonly string[]) =>
  createHmac("sha256", secretOf(key))
    .update(JSON.stringify([use, ...parts]))
    .digest();

/** As a key object: Node would make one of plain bytes at every use. */
function secretOf(key: Uint8Array): KeyObject {
  const secret = secrets.get(key) ?? createSecretKey(key);
  secrets.set(key, secret);
  return secret;
}
const secrets = new WeakMap<Uint8Array, KeyObject>();

/** Returns the text in a form that only the holder of the key can read. */
export function seal(key: Uint8Array, place: string, text: string): string {
  const nonce = keyed(key, "nonce", place, text).subarray(0, NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyed(key, "seal"), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64url");
}

/** Returns the text, or undefined when it was sealed with another key, for another place, or was changed. */
export function unseal(key: Uint8Array, place: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", keyed(key, "seal"), bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

/** Returns the secret half of PKCE for a sign-in. It is computed from the state, so it is stored nowhere. */
export function verifierOf(key: Uint8Array, state: string): string {
  return keyed(key, "pkce", state).toString("base64url");
}
