/**
 * Encrypts ("seals") the stored data of a person with their own key. When the key is destroyed, every copy becomes
 * unreadable, also in backups (docs/decisions/0028-crypto-shredding.md).
 *
 *   row     { state: "sent", text: "…" }  →  { state: "sent", $sealed: base64 of the rest }
 *   object  bytes                         →  "WSO1", then the same envelope
 *
 * - `open` of a row's kind lists the attributes that are not sealed (contracts/row-kind.ts): ids, states, times and
 *   counters. Conditions can compare only these.
 * - The envelope is: the id of the key (4 bytes), nonce (12), tag (16), ciphertext of AES-256-GCM. The content of a row
 *   is deflated first. The name of the row or object is authenticated too, so a sealed text is invalid in another
 *   place.
 * - The nonce is an HMAC of place and content under a second key, as in AES-SIV (RFC 5297). The same write gives the
 *   same bytes, so core needs no randomness (R13), and no nonce is used for two contents.
 * - A write that replaces unread data first checks whether another key sealed it, because a system with the wrong keys
 *   must not destroy data. After a key has opened something once, this check is skipped.
 * - Unsealed rows and objects of earlier releases can be read. Their next write seals them.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Key, personOf, rowKind, type UserId, WaldoError } from "@waldo/contracts";
import type { Archive, JsonObject, KeyRing, Row, Store, Write } from "../ports.ts";
import { itemBytes } from "./capacity.ts";
import { toJsonBody } from "./json-body.ts";
import { describeKey } from "./prepare-writes.ts";

/** Returns the attributes of a row that are not sealed. A row of an unknown kind has none. */
const openAttributes = (key: Key) => rowKind(key)?.open ?? [];

/** The attribute of the sealed part. It is reserved: a caller's body may not use it. */
const SEALED = "$sealed";
const MAGIC = Buffer.from("WSO1");
const [ID_BYTES, NONCE_BYTES, TAG_BYTES] = [4, 12, 16];
const HEAD_BYTES = ID_BYTES + NONCE_BYTES + TAG_BYTES;

/**
 * Returns the store that seals rows of people. A row that was changed by others is read as a row without content, which
 * the layer above handles as one bad row (readable.ts).
 */
export function sealed(store: Store, ring: KeyRing): Store {
  const checkOver = async ({ op, key, when = [] }: Write, userKey: Uint8Array) => {
    const isRead = when.some(({ is }) => is === "absent" || is === "version");
    if (op !== "put" || isRead || proven.has(userKey)) return;
    const text = (await store.get(key))?.body[SEALED];
    if (typeof text === "string") unseal(userKey, placeOf(key), Buffer.from(text, "base64"));
  };
  const openRow = async (row: Row, keyOf: KeyOf): Promise<Row> => {
    const userId = personOf(row.key);
    const text = row.body[SEALED];
    if (userId === undefined || typeof text !== "string") return row;
    const { [SEALED]: _, ...open } = row.body;
    const content = contentOf(await keyOf(userId), placeOf(row.key), text);
    const bytes = itemBytes(row);
    return { ...row, bytes, body: content ? { ...open, ...(JSON.parse(content) as JsonObject) } : open };
  };
  const sealWrite = async (write: Write, keyOf: KeyOf): Promise<Write> => {
    const userId = personOf(write.key);
    if (userId === undefined) return write;
    const attributes = openAttributes(write.key);
    if (attributes === "all") return write;
    for (const condition of write.when ?? [])
      if (condition.is === "equals" && !attributes.includes(condition.attribute))
        throw refused(write.key, `${condition.attribute} is sealed, so no condition can compare it`);
    if (write.op !== "put") return write;
    const body = toJsonBody(write.body);
    if (Object.hasOwn(body, SEALED)) throw refused(write.key, `the attribute ${SEALED} is reserved`);
    const { open, content } = parted(body, attributes);
    const userKey = await keyOf(userId);
    await checkOver(write, userKey);
    const text = seal(userKey, placeOf(write.key), content).toString("base64");
    return { ...write, body: { ...open, [SEALED]: text } };
  };
  return {
    async get(key) {
      const row = await store.get(key);
      return row && openRow(row, askedOnce(ring));
    },
    async query(query) {
      const page = await store.query(query);
      const keyOf = askedOnce(ring);
      return { ...page, rows: await Promise.all(page.rows.map((row) => openRow(row, keyOf))) };
    },
    async transact(writes) {
      const keyOf = askedOnce(ring);
      await store.transact(await Promise.all(writes.map((write) => sealWrite(write, keyOf))));
    },
  };
}

type KeyOf = KeyRing["keyOf"];

/**
 * Reads the key of each person once during one call. A later call reads it again, because the key may have been
 * destroyed.
 */
function askedOnce(ring: KeyRing): KeyOf {
  const asked = new Map<UserId, Promise<Uint8Array>>();
  return (userId) => {
    const key = asked.get(userId) ?? ring.keyOf(userId);
    asked.set(userId, key);
    return key;
  };
}

/** Returns the archive that seals objects. The second part of an object's name is the person's id. */
export function sealedArchive(archive: Archive, ring: KeyRing): Archive {
  const keyFor = (name: string) => ring.keyOf(name.split("/")[1] ?? "");
  return {
    ...archive,
    async read(name) {
      const bytes = await archive.read(name);
      if (bytes === undefined || !isMagic(bytes)) return bytes;
      const plain = unseal(await keyFor(name), name, bytes.subarray(MAGIC.length));
      if (plain === undefined) throw new WaldoError("StoreUnavailable", "an object of the archive is damaged");
      return new Uint8Array(plain);
    },
    async write(name, bytes) {
      // The caller may change the bytes after this call has returned, so they are copied.
      const content = bytes.slice();
      const key = await keyFor(name);
      const before = proven.has(key) ? undefined : await archive.read(name);
      if (before && isMagic(before)) unseal(key, name, before.subarray(MAGIC.length));
      await archive.write(name, Buffer.concat([MAGIC, seal(key, name, content)]));
    },
  };
}

const isMagic = (bytes: Uint8Array) => MAGIC.equals(bytes.subarray(0, MAGIC.length));

/** True when a row of the store below is sealed. */
export function isSealed({ body }: Row): boolean {
  return typeof body[SEALED] === "string";
}

/** Returns the bytes of a row in its sealed form, as DynamoDB counts them (capacity.ts). */
export function storedBytes(row: Parameters<typeof itemBytes>[0]): number {
  const attributes = personOf(row.key) === undefined ? "all" : openAttributes(row.key);
  if (attributes === "all") return itemBytes(row);
  const { open, content } = parted(row.body, attributes);
  const base64 = Math.ceil((HEAD_BYTES + content.length) / 3) * 4;
  return itemBytes({ ...row, body: open }) + 1 + SEALED.length + base64;
}

function parted(body: JsonObject, attributes: readonly string[]) {
  const isOpen = ([name]: [string, unknown]) => attributes.includes(name);
  const members = Object.entries(body);
  const content = pack(JSON.stringify(Object.fromEntries(members.filter((one) => !isOpen(one)))));
  return { open: Object.fromEntries(members.filter(isOpen)), content };
}

const [PLAIN, DEFLATED] = [0, 1];
/** Shorter texts, in bytes, are not compressed, because they do not get shorter. */
const DEFLATES_FROM_BYTES = 120;

/** Sealed bytes cannot be compressed later, and DynamoDB charges by the kilobyte. So the text is compressed first. */
function pack(json: string): Buffer {
  const plain = Buffer.from(json);
  const deflated = plain.length < DEFLATES_FROM_BYTES ? plain : deflateRawSync(plain);
  return deflated.length < plain.length
    ? Buffer.concat([Buffer.of(DEFLATED), deflated])
    : Buffer.concat([Buffer.of(PLAIN), plain]);
}

function unpack(content: Buffer): string {
  const rest = content.subarray(1);
  return (content[0] === DEFLATED ? inflateRawSync(rest) : rest).toString();
}

/**
 * How many decrypted rows of a person a process caches, and the most characters of such a row. A wake reads the same
 * few rows repeatedly.
 */
const [MOST_OPENED, MOST_OPENED_CHARS] = [256, 8192];
/** The cached rows by the key that decrypted them. They are dropped together with the key. */
const opened = new WeakMap<Uint8Array, Map<string, string>>();

/**
 * Returns the content of a sealed row, or `undefined` when a byte of it was changed. Throws `KeyLost`, as `unseal`
 * does.
 */
function contentOf(key: Uint8Array, place: string, sealedText: string): string | undefined {
  const known = opened.get(key) ?? new Map<string, string>();
  const name = `${place}${sealedText}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const plain = unseal(key, place, Buffer.from(sealedText, "base64"));
  if (plain === undefined) return undefined;
  const content = unpack(plain);
  if (content.length > MOST_OPENED_CHARS) return content;
  const [oldest] = known.size >= MOST_OPENED ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  opened.set(key, known.set(name, content));
  return content;
}

function seal(key: Uint8Array, place: string, content: Uint8Array): Buffer {
  const { id, cipher, nonces } = keysFrom(key);
  const nonce = createHmac("sha256", nonces).update(`${place}\0`).update(content).digest().subarray(0, NONCE_BYTES);
  const encrypt = createCipheriv("aes-256-gcm", cipher, nonce).setAAD(Buffer.from(place));
  const text = Buffer.concat([encrypt.update(content), encrypt.final()]);
  return Buffer.concat([id, nonce, encrypt.getAuthTag(), text]);
}

/**
 * Returns the content, or `undefined` when a byte of it was changed. Throws `KeyLost` for content of another key: then
 * the person's rows cannot be read and must not be overwritten.
 */
function unseal(key: Uint8Array, place: string, envelope: Uint8Array): Buffer | undefined {
  const { id, cipher } = keysFrom(key);
  if (envelope.length < HEAD_BYTES) return undefined;
  if (!id.equals(envelope.subarray(0, ID_BYTES)))
    throw new WaldoError(
      "KeyLost",
      "the key of this person is not the one that sealed their data: bring the key back from where the data came from",
    );
  const nonce = envelope.subarray(ID_BYTES, ID_BYTES + NONCE_BYTES);
  const decrypt = createDecipheriv("aes-256-gcm", cipher, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(envelope.subarray(ID_BYTES + NONCE_BYTES, HEAD_BYTES));
  try {
    const content = Buffer.concat([decrypt.update(envelope.subarray(HEAD_BYTES)), decrypt.final()]);
    proven.add(key);
    return content;
  } catch {
    return undefined;
  }
}

/** The keys that have opened something. */
const proven = new WeakSet<Uint8Array>();

/**
 * Key objects for encryption. From plain bytes Node would create one at every use, which takes longer than the
 * encryption itself.
 */
type Keys = { readonly id: Buffer; readonly cipher: KeyObject; readonly nonces: KeyObject };
const derived = new WeakMap<Uint8Array, Keys>();

/** Returns one key for each purpose, and an id that reveals nothing about the keys. */
function keysFrom(key: Uint8Array): Keys {
  const known = derived.get(key);
  if (known) return known;
  const of = (purpose: string) => createHmac("sha256", key).update(purpose).digest();
  const made = {
    id: createHash("sha256").update(of("id")).digest().subarray(0, ID_BYTES),
    cipher: createSecretKey(of("cipher")),
    nonces: createSecretKey(of("nonce")),
  };
  derived.set(key, made);
  return made;
}

function placeOf({ table, pk, sk }: Key): string {
  return JSON.stringify([table, pk, sk]);
}

function refused(key: Key, why: string): WaldoError {
  return new WaldoError("InvalidInput", `${describeKey(key)} cannot be sealed: ${why}`);
}
