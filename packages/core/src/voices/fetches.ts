/**
 * The log of the Fetch, with the person's label for each one. The labels decide whether the Fetch may go live
 * (docs/decisions/0010-fetch-bar.md), so only the person writes them: no tool and no run does.
 */
import {
  type EpochMs,
  FetchEntry,
  type FetchLabel,
  type FetchShare,
  type FetchView,
  GatedStep,
  keys,
  StepRecord,
  type UserId,
} from "@waldo/contracts";
import type { Ports, Store } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS } from "../time.ts";

/** How many of the latest Fetches are read. */
const MOST_FETCHES = 200;
/** The bar of decision 0010 for one person: with fewer labels of their own the Fetch stays in shadow. */
const ENOUGH_LABELS = 20;
/** The largest share of false alarms among the labels with which the Fetch is live. */
const MOST_FALSE = 0.2;
/** The run behind a Fetch and its words leave the store after seven days. So the run of an older Fetch is not read. */
const WORDS_MS = 8 * DAY_MS;

/** Returns every Fetch so far, latest first. The rule for going live is measured on these rows. */
export async function fetchLog(store: Store, userId: UserId): Promise<FetchEntry[]> {
  const { rows } = await store.query({ ...keys.fetch.all(userId), descending: true, limit: MOST_FETCHES });
  return rows.map(({ body }) => FetchEntry.parse(body));
}

export async function findFetch(store: Store, userId: UserId, at: EpochMs): Promise<FetchEntry | undefined> {
  const row = await store.get(keys.fetch(userId, at));
  return row && FetchEntry.parse(row.body);
}

/**
 * Stores the person's label for the Fetch of an instant, or removes it (null). Returns undefined when there was no
 * Fetch at that instant.
 */
export function labelFetch(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  at: EpochMs,
  label: FetchLabel | null,
): Promise<FetchEntry | undefined> {
  return retryConflicts(async () => {
    const row = await store.get(keys.fetch(userId, at));
    if (!row) return undefined;
    const { label: _, labelledAt: __, ...entry } = FetchEntry.parse(row.body);
    const next: FetchEntry = label === null ? entry : { ...entry, label, labelledAt: clock.now() };
    await store.transact([putOver(row, row.key, next)]);
    return next;
  });
}

/** Returns the view of a Fetch for its person, with the words that were sent or would have been sent. */
export async function fetchView(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  { at, mode, minutes, label, runId }: FetchEntry,
): Promise<FetchView> {
  const says = clock.now() - at > WORDS_MS ? undefined : await wordsOf(store, userId, runId);
  return { at, mode, minutes, ...(label ? { label } : {}), ...(says ? { says } : {}) };
}

/** Returns the words of a run that passed its gates. A run in shadow ends there and sends nothing. */
async function wordsOf(store: Store, userId: UserId, runId: string): Promise<string | undefined> {
  let words: string | undefined;
  for await (const { body } of queryAll(store, keys.step.all(userId, runId))) {
    const { to, data } = StepRecord.parse(body);
    if (to === "GATED") words = GatedStep.parse(data).text;
  }
  return words;
}

const NONCE = "fetch-";

/** Returns the nonce of the run of a Fetch. */
export function nonceOf(at: EpochMs): string {
  return `${NONCE}${at}`;
}

/** True when the row of a run's Fetch says that it is live. It commits with the run; without it nothing is sent. */
export async function isLiveFetch(store: Store, userId: UserId, nonce: string): Promise<boolean> {
  const at = Number(nonce.slice(NONCE.length));
  if (!nonce.startsWith(NONCE) || !Number.isSafeInteger(at)) return false;
  return (await findFetch(store, userId, at))?.mode === "live";
}

/** True when the person's own labels let the Fetch go live. Without that it stays in shadow, whatever the profile says. */
export function meetsBar(log: readonly FetchEntry[]): boolean {
  const { falseAlarms } = shareOf(log);
  return falseAlarms !== null && falseAlarms <= MOST_FALSE;
}

/** Returns what one person's log adds to the count for going live. */
export function shareOf(log: readonly FetchEntry[]): FetchShare {
  const labelled = log.filter(({ label }) => label !== undefined);
  const wrong = labelled.filter(({ label }) => label === "wrong").length;
  const [latest, first] = [log[0], log.at(-1)];
  return {
    ...{ fetches: log.length, labelled: labelled.length, wrong, enough: ENOUGH_LABELS },
    days: latest && first ? Math.floor((latest.at - first.at) / DAY_MS) + 1 : 0,
    most: MOST_FALSE,
    falseAlarms: labelled.length < ENOUGH_LABELS ? null : wrong / labelled.length,
  };
}
