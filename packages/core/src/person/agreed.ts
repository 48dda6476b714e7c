/**
 * Limits the ports of a wake, a run or a night to what the person agrees to. Each piece of work checks this at its
 * start, so a withdrawn consent takes effect with the next one:
 *     body   said no      scores, live readings and pages made from them are not read; they stay stored
 *     model  not given    no model outside the person's own machine is called, and no text is embedded
 *
 * A write that needs a consent calls `requireConsent`.
 */
import { BODY_PAGES, ConsentNeeded, type Key, keys, kindOf, objects, type UserId } from "@waldo/contracts";
import type { Archive, ModelGateway, Ports, Store } from "../ports.ts";
import { agrees, saidNo } from "./consents.ts";

/** Returns the ports without what the person does not agree to. It costs one read, or two before their first decision. */
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
    // With this the ambient loop starts no run that could only end in this error.
    plain: true,
    async converse() {
      throw new ConsentNeeded("model");
    },
  };
}

/** The kinds of rows that tell about the body. */
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
