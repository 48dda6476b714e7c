/**
 * The ports of a wake, a run or a night, narrowed to what its person agrees to. It is asked at the beginning of each
 * piece of work, so what is taken back stops with the next one:
 *
 *   body   said no      no score, nothing live and no page made of them is read; all of it stays where it is
 *   model  not given    a model outside of the person's own machine is not asked, and no text is embedded
 *
 * What needs a consent before it writes asks `requireConsent`.
 */
import { BODY_PAGES, ConsentNeeded, type Key, keys, kindOf, objects, type UserId } from "@waldo/contracts";
import type { Archive, ModelGateway, Ports, Store } from "../ports.ts";
import { agrees, saidNo } from "./consents.ts";

/** Returns the same ports without what the person does not agree to. It costs one read, two before they ever decided. */
export async function agreed<P extends Ports>(ports: P, userId: UserId): Promise<P> {
  const row = await ports.store.get(keys.consents(userId));
  const known = saidNo(row, "body") ? withoutBody(ports, userId) : ports;
  const { outside } = ports.model;
  if (!outside && !ports.embedder?.outside) return known;
  const once = { get: async (key: Key) => (isSame(key, keys.consents(userId)) ? row : ports.store.get(key)) };
  if (await agrees(once, userId, "model")) return known;
  const { embedder, ...rest } = known;
  return {
    ...rest,
    ...(embedder && !embedder.outside ? { embedder } : {}),
    ...(outside ? { model: outside.instead ?? notAsked(ports.model) } : {}),
  } as P;
}

function notAsked({ shape }: ModelGateway): ModelGateway {
  return {
    shape,
    // The ambient loop then starts no run that would only end in this error.
    plain: true,
    async converse() {
      throw new ConsentNeeded("model");
    },
  };
}

/** The kinds of rows that say how the body is. */
const BODY_ROWS: readonly string[] = [keys.crs.kind, keys.crsVersion.kind, keys.live.kind];

function withoutBody<P extends Ports>(ports: P, userId: UserId): P {
  const store: Store = {
    get: async (key) => (BODY_ROWS.includes(kindOf(key)) ? undefined : ports.store.get(key)),
    async query(query) {
      const page = await ports.store.query(query);
      return { ...page, rows: page.rows.filter(({ key }) => !BODY_ROWS.includes(kindOf(key))) };
    },
    transact: (writes) => ports.store.transact(writes),
  };
  const pages = BODY_PAGES.map((name) => objects.workspace(userId, name));
  const archive: Archive = {
    ...ports.archive,
    read: async (name) => (pages.includes(name) ? undefined : ports.archive.read(name)),
  };
  return { ...ports, store, archive };
}

function isSame(a: Key, b: Key): boolean {
  return a.table === b.table && a.pk === b.pk && a.sk === b.sk;
}
