// Answers the routes of memory, with the functions that the commands and the chat use. Claims, notes and changes are
// shown without readings of the body (R7).
import {
  type BlockVersion,
  type ClaimChange,
  type ClaimDecided,
  type ClaimView,
  Dream,
  dateOfDream,
  type Gets,
  Hall,
  isOwn,
  keys,
  type MemoryBlock,
  type MemoryHit,
  type MemoryIntent,
  PatternId,
  RunHeader,
  RunId,
  type SourceView,
  type UserId,
  type WaitingView,
} from "@waldo/contracts";
import { allBlocks, clockAfter, findBlockAnywhere, type Shown } from "../memory/claims/blocks.ts";
import { isBelieved, isLive, isSure, patternOf } from "../memory/claims/claim.ts";
import { forgetByOwner } from "../memory/claims/forget.ts";
import { allHistory, asOf, byPlace, chainOf, everyBlock, hotHistory, type Placed } from "../memory/claims/history.ts";
import { noteByOwner, pendingIntents } from "../memory/claims/inbox.ts";
import { restorePrevious } from "../memory/claims/restore.ts";
import {
  backlinksOf,
  forPerson,
  linksOf,
  pendingForPerson,
  plain,
  titleOf,
  wikiForPerson,
} from "../memory/pages/wiki-read.ts";
import { type Retrieved, retrieve } from "../memory/search/recall.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { capSize } from "../safety/sanitise.ts";
import { type Call, DoorRefusal } from "./handlers.ts";

/** How many characters of a diary entry a search shows. */
const DIARY_CHARS = 280;

function claimView(block: MemoryBlock): ClaimView {
  const { patternId, hall, topic, claim, conditions, origin, confidence, revision } = forPerson(block);
  const { validFrom, validTo, supersedes, supersededBy, recordedAt } = block;
  const isBelievedIfLive = isBelieved({ validTo: undefined, confidence });
  return {
    ...{ patternId, hall, claim, conditions, origin, confidence, revision, validFrom, recordedAt },
    ...(topic === undefined ? {} : { topic }),
    ...(validTo === undefined ? {} : { validTo }),
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
    certainty: isSure(block) ? "sure" : isBelievedIfLive ? "unsure" : "doubted",
    state: isLive(block) ? "holds" : validTo === validFrom ? "takenBack" : "held",
  };
}

function waitingView(intent: MemoryIntent): WaitingView {
  const { hall, at } = intent;
  if (intent.kind === "verdict") return { kind: "verdict", patternId: intent.patternId, hall, at, says: intent.says };
  const shown = pendingForPerson(intent);
  const { claim, conditions } = shown.kind === "note" ? shown : intent;
  // The id belongs to the stored words. The shown words may differ.
  const patternId = patternOf(intent.claim, intent.conditions);
  return { kind: "note", patternId, hall, at, claim, conditions, fromOutside: !isOwn(intent) };
}

function hitView(found: Retrieved): MemoryHit {
  if (found.kind === "claim") return { kind: "claim", claim: claimView(found.block) };
  if (found.kind === "pending") return { kind: "waiting", waiting: waitingView(found.note) };
  const { at, summary } = found.episode;
  return {
    kind: "diary",
    entry: { at, text: capSize(plain(summary), DIARY_CHARS), fromOutside: !isOwn(found.episode) },
  };
}

function changeView({ block, change, by }: BlockVersion): ClaimChange {
  return { claim: claimView(block), change, by: by === "owner" ? "owner" : by.startsWith("dream-") ? "night" : "run" };
}

/** A claim can have many changes. An answer holds the latest of them. */
const MOST_CHANGES = 100;
const MOST_NIGHT_CHANGES = 50;

/** Returns whether the caller may read a claim or a note. The person may read everything. */
type MayRead = (claim: Pick<MemoryBlock, "areas" | "origin" | "hall">) => boolean;
const ALL: MayRead = () => true;

export async function listClaims(
  { ports, userId, query }: Call<"memory">,
  mayRead: MayRead = ALL,
): Promise<Gets<"memory">> {
  const { hall, view, at, limit, cursor } = query;
  const after = cursor === undefined ? undefined : placeIn(cursor);
  const ofHall = (await claimsOf(ports, userId, query))
    .filter((block) => (hall === undefined || block.hall === hall) && mayRead(block))
    .sort(byPlace);
  const left = after === undefined ? ofHall : ofHall.filter((block) => byPlace(after, block) < 0);
  const shown = left.slice(0, limit);
  const last = left.length > limit ? shown.at(-1) : undefined;
  const isFirst = after === undefined && view === "held" && at === undefined;
  const waiting = isFirst ? await pendingIntents(ports.store, userId, hall) : [];
  return {
    items: shown.map(claimView),
    waiting: waiting.map(waitingView),
    ...(last === undefined ? {} : { next: cursorAt(last) }),
  };
}

async function claimsOf(
  ports: Call<"memory">["ports"],
  userId: UserId,
  { view, at }: Call<"memory">["query"],
): Promise<MemoryBlock[]> {
  if (view === "gone") return (await everyBlock(ports, userId)).filter((block) => !isLive(block));
  if (view === "held" && at === undefined) return (await allBlocks(ports.store, userId)).filter(isLive);
  return asOf(ports, userId, at ?? ports.clock.now(), view);
}

/**
 * Returns the cursor after a claim. It holds the claim's place in the order, so it stays valid when the claim changes.
 */
function cursorAt(block: Placed): string {
  const { hall, confidence, validFrom, patternId } = block;
  return [hall, isLive(block) ? "holds" : "held", confidence, validFrom, patternId].join("_");
}

function placeIn(cursor: string): Placed {
  const [hall, state, confidence, validFrom, patternId, ...more] = cursor.split("_");
  const place = {
    hall: Hall.safeParse(hall).data,
    patternId: PatternId.safeParse(patternId).data,
    ...{ confidence: Number(confidence), validFrom: Number(validFrom) },
  };
  const isPlace = Number.isFinite(place.confidence) && Number.isFinite(place.validFrom) && more.length === 0;
  if (place.hall === undefined || place.patternId === undefined || !isPlace)
    throw new DoorRefusal("InvalidInput", "query.cursor: take the `next` of the page before");
  const found = { ...place, hall: place.hall, patternId: place.patternId };
  return state === "holds" ? found : { ...found, validTo: place.validFrom };
}

/**
 * `mayRead` tells which hits the caller may read. The search takes more hits than are shown, so that hidden ones do not
 * use up the list.
 */
export async function searchClaims(
  { ports, userId, query }: Call<"searchMemory">,
  mayRead?: (hit: Retrieved) => boolean,
): Promise<Gets<"searchMemory">> {
  const { store, archive, clock } = ports;
  const { text, hall, limit } = query;
  const found = await retrieve({ store, archive, clock }, userId, {
    ...{ text, limit: mayRead ? limit * LOOKED_FOR : limit, timeZone: (await readerOf(ports, userId)).timeZone },
    ...(hall === undefined ? {} : { halls: [hall], episodes: false }),
  });
  return {
    items: found
      .filter((hit) => mayRead === undefined || mayRead(hit))
      .slice(0, limit)
      .map(hitView),
  };
}

/** The search takes this many hits for each shown hit. */
const LOOKED_FOR = 4;

export async function showClaim(
  { ports, userId, params }: Call<"claim">,
  mayRead: MayRead = ALL,
): Promise<Gets<"claim">> {
  const { patternId } = params;
  const block = await findBlockAnywhere(ports, userId, patternId);
  if (!block || !mayRead(block)) throw new DoorRefusal("NotFound", NO_CLAIM);
  const history = chainOf(await allHistory(ports, userId), patternId).filter((one) => mayRead(one.block));
  return {
    claim: claimView(block),
    sources: await Promise.all(block.sources.map((source) => sourceView(ports, userId, source))),
    history: history.slice(-MOST_CHANGES).map(changeView),
    earlier: Math.max(0, history.length - MOST_CHANGES),
  };
}

const NO_CLAIM = "there is no such memory";

async function sourceView({ store }: Pick<Ports, "store">, userId: UserId, source: string): Promise<SourceView> {
  const runId = RunId.safeParse(source).data;
  const row = runId && (await store.get(keys.run(userId, runId)));
  if (!row) return { source };
  const { createdAt, trigger } = RunHeader.parse(row.body);
  return { source, ...(runId === undefined ? {} : { runId }), at: createdAt, trigger };
}

/**
 * Carries out what the person decided, by the rules of `waldo memory`: nothing is deleted, and each decision can be
 * undone.
 */
export async function decideClaim({ ports, userId, params, body }: Call<"decideClaim">): Promise<ClaimDecided> {
  const { store, archive } = ports;
  const { patternId } = params;
  const { revision } = body;
  const block = await findBlockAnywhere(ports, userId, patternId);
  const waits = !block && body.action === "forget" && (await isWaiting(ports, userId, patternId));
  if (!block && !waits) throw new DoorRefusal("NotFound", NO_CLAIM);
  const shown: Shown = { patternId, revision };
  const own = { store, archive, clock: await clockAfter({ store, userId }, ports.clock) };
  const closedNow = async () => {
    const now = await findBlockAnywhere(ports, userId, patternId);
    return now && !isLive(now) ? { closed: claimView(now) } : {};
  };
  if (body.action === "forget") {
    const { entries } = await forgetByOwner({ store, archive, userId, now: own.clock.now() }, shown);
    return { ...(await closedNow()), diary: entries.length };
  }
  if (body.action === "restore") {
    const { closed, live } = await restorePrevious(own, userId, shown, "owner");
    const gone = closed && !isLive(closed) ? { closed: claimView(closed) } : {};
    return { ...gone, ...(live ? { live: claimView(live) } : {}) };
  }
  const { claim } = body;
  // A claim from outside becomes the person's only with the words that they send (R10).
  const before = block && isOwn(block) ? block : undefined;
  const topic = body.topic ?? before?.topic;
  const draft = { hall: block?.hall ?? "facts", claim, conditions: body.conditions ?? before?.conditions ?? "" };
  const live = await noteByOwner(own, userId, { ...draft, ...(topic === undefined ? {} : { topic }) }, shown);
  return { ...(await closedNow()), live: claimView(live) };
}

async function isWaiting({ store }: Pick<Ports, "store">, userId: UserId, patternId: PatternId): Promise<boolean> {
  const pending = await pendingIntents(store, userId);
  return pending.some((one) => one.kind === "note" && patternOf(one.claim, one.conditions) === patternId);
}

/**
 * Returns the changes of the latest night. It reads only the store, because the row of that night and its changes are
 * still there.
 */
export async function lastNight({ ports, userId }: Call<"memoryNight">): Promise<Gets<"memoryNight">> {
  const { rows } = await ports.store.query({ ...keys.dream.all(userId), descending: true, limit: 1 });
  const [row] = rows;
  if (!row) return { night: null };
  const { dreamId, phases } = Dream.parse(row.body);
  const { noted = 0, confirmed = 0, contradicted = 0, held = 0 } = phases.SCRIBE?.counts ?? {};
  const changed = [...(await hotHistory(ports.store, userId)).values()].flat().filter(({ by }) => by === dreamId);
  return {
    night: {
      ...{ date: dateOfDream(dreamId), learned: noted, confirmed, contradicted, held },
      faded: phases.ARCHIVE?.counts?.["faded"] ?? 0,
      changes: changed.slice(0, MOST_NIGHT_CHANGES).map(changeView),
    },
  };
}

export async function listPages({ ports, userId }: Call<"wiki">, mayRead: MayRead = ALL): Promise<Gets<"wiki">> {
  const { pages } = await wikiForPerson(ports, userId, await readerOf(ports, userId), mayRead);
  return {
    items: [...pages].map(([page, text]) => ({ page, title: titleOf(page, text), links: linksOf(pages, page) })),
  };
}

export async function showPage(
  { ports, userId, params }: Call<"wikiPage">,
  mayRead: MayRead = ALL,
): Promise<Gets<"wikiPage">> {
  const { page } = params;
  const { pages } = await wikiForPerson(ports, userId, await readerOf(ports, userId), mayRead);
  const text = pages.get(page);
  if (text === undefined) throw new DoorRefusal("NotFound", "the wiki has no such page");
  const entry = (name: string) => ({ page: name, title: titleOf(name, pages.get(name) ?? "") });
  return { ...entry(page), text, backlinks: backlinksOf(pages, page).map(entry) };
}

/** Returns the name and the time zone for pages and for dates in words. */
async function readerOf({ store }: Pick<Ports, "store">, userId: UserId) {
  const profile = await findProfile(store, userId);
  return { timeZone: profile?.timeZone ?? "UTC", ...(profile?.name === undefined ? {} : { name: profile.name }) };
}
