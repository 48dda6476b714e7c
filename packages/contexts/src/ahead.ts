/**
 * Finds what is likely to be needed next in a project. Only contexts that were read recently or often can have a high
 * score. So the code reads the first of both orders and computes their present scores, and a shown prediction is never
 * old.
 */
import {
  type ContextProject,
  type ContextRow,
  type EpochMs,
  Forecast,
  keys,
  type Prediction,
  type UserId,
  type Weights,
} from "@waldo/contracts";
import type { Row, Write } from "@waldo/core/ports";
import { commitIf, putNew, retryConflicts } from "@waldo/core/store/cas";
import { queryAll } from "@waldo/core/store/query-all";
import { DAY_MS, HOUR_MS } from "@waldo/core/time";
import { type Waiting, waitingSeen, withWaiting } from "./access.ts";
import { candidatesOf, forecastOf, MOST_DAYS, mustRollBack, tune } from "./learning.ts";
import { HIGH_VALUE, predict, STALE_HOURS, STANDARD_WEIGHTS, signalsOf } from "./prediction.ts";
import {
  byCount,
  byUse,
  type ContextPorts,
  changeWrites,
  type Found,
  findContext,
  type Indexed,
  latestIds,
  loadProject,
  projectPart,
  projectWrite,
} from "./rows.ts";

/** How many contexts of each order are scored. */
const SCORED = 100;

type Expected = { readonly context: ContextRow; readonly prediction: Prediction };

/** The part of a project that a request reads. */
type Picture = {
  readonly row: Row | undefined;
  readonly state: ContextProject;
  /** The contexts that can have a high score, with their waiting reads. */
  readonly all: readonly Indexed[];
  readonly waiting: Waiting;
};

async function pictureOf(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  loaded?: Pick<Picture, "row" | "state">,
): Promise<Picture> {
  const [{ row, state }, used, counted, { waiting }] = await Promise.all([
    loaded ?? loadProject(ports.store, userId, project),
    byUse(ports.store, userId, project, SCORED),
    byCount(ports.store, userId, project, SCORED),
    waitingSeen(ports.store, userId, project),
  ]);
  const all = new Map([...counted, ...used].map((one) => [one.id, one]));
  // A context that was just shown may be far back in both orders.
  for (const id of waiting.keys())
    if (!all.has(id)) {
      const found = await findContext(ports, userId, id);
      if (found) all.set(id, { id, signals: signalsOf(found.context) });
    }
  return {
    row,
    state,
    all: [...all.values()].map(({ id, signals }) => ({ id, signals: withWaiting(signals, id, waiting) })),
    waiting,
  };
}

export function weightsOf({ tuned }: Pick<ContextProject, "tuned">): Weights {
  return tuned?.weights ?? STANDARD_WEIGHTS;
}

type Wanted = { readonly now: EpochMs; readonly minScore?: number; readonly limit: number };

/** Returns the ids of what is likely to be needed, the likeliest first. */
function likeliest({ all, state }: Picture, { now, minScore = HIGH_VALUE, limit }: Wanted): string[] {
  return all
    .map(({ id, signals }) => ({ id, ...predict(signals, now, weightsOf(state)) }))
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Returns contexts with their present predictions. */
async function expected(
  ports: ContextPorts,
  userId: UserId,
  ids: readonly string[],
  { state, waiting, now }: Pick<Picture, "state" | "waiting"> & { readonly now: EpochMs },
): Promise<Expected[]> {
  const found = await Promise.all(ids.map((id) => findContext(ports, userId, id)));
  return found
    .filter((one): one is Found => one !== undefined)
    .map(({ context: stored }) => {
      const context = withWaiting(stored, stored.id, waiting);
      return { context, prediction: predict(signalsOf(context), now, weightsOf(state)) };
    });
}

/** Returns the contexts that are likeliest to be needed, the likeliest first. */
export async function highValue(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  wanted: Wanted,
): Promise<Expected[]> {
  const picture = await pictureOf(ports, userId, project);
  await forecastIfDue(ports, userId, picture, wanted.now);
  return expected(ports, userId, likeliest(picture, wanted), { ...picture, now: wanted.now });
}

/** A page of a project's contexts. `next` leads to earlier ones. */
type Part = { readonly contexts: readonly Expected[]; readonly next?: string };

/**
 * Returns the contexts with which to continue a project: those likely to be needed first, then the latest. Half of the
 * places are for the latest, so a decision of a moment ago is always shown.
 */
export async function loadContexts(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  { now, limit }: { readonly now: EpochMs; readonly limit: number },
): Promise<Part> {
  const [picture, latest] = await Promise.all([
    pictureOf(ports, userId, project),
    latestIds(ports.store, userId, project, { limit: limit + 1 }),
  ]);
  await forecastIfDue(ports, userId, picture, now);
  const newest = latest.slice(0, Math.ceil(limit / 2)).map(({ id }) => id);
  const high = likeliest(picture, { now, limit }).filter((id) => !newest.includes(id));
  const ahead = high.slice(0, limit - newest.length);
  const rest = latest
    .slice(0, limit)
    .filter(({ id }) => !ahead.includes(id))
    .slice(0, limit - ahead.length);
  const contexts = await expected(ports, userId, [...ahead, ...rest.map(({ id }) => id)], { ...picture, now });
  // A context that is newer than the last shown one was also shown, or comes before it because it is likely to be
  // needed.
  const last = rest.at(-1);
  const isAll = last === undefined || latest.length <= limit;
  return { contexts, ...(isAll ? {} : { next: cursorAt(last) }) };
}

const cursorAt = ({ at, id }: Pick<ContextRow, "at" | "id">) => `${at}_${id}`;

/** Returns the latest contexts before `before`. Throws `InvalidInput` for a cursor in another form. */
export async function latestContexts(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  { now, limit, before }: { readonly now: EpochMs; readonly limit: number; readonly before: string },
): Promise<Part> {
  const [ids, { state }, { waiting }] = await Promise.all([
    latestIds(ports.store, userId, project, { limit: limit + 1, before }),
    loadProject(ports.store, userId, project),
    waitingSeen(ports.store, userId, project),
  ]);
  const shown = ids.slice(0, limit);
  const contexts = await expected(
    ports,
    userId,
    shown.map(({ id }) => id),
    { state, waiting, now },
  );
  const last = ids.length > limit ? shown.at(-1) : undefined;
  return { contexts, ...(last === undefined ? {} : { next: cursorAt(last) }) };
}

/** How many predictions one transaction changes. */
const PREDICTED_AT_ONCE = 20;

/**
 * Updates predictions that are older than `staleHours`, the oldest first. Returns their number, and whether more are
 * old.
 */
export async function updatePredictions(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  {
    now,
    staleHours = STALE_HOURS,
    limit,
  }: { readonly now: EpochMs; readonly staleHours?: number; readonly limit: number },
): Promise<{ readonly updated: number; readonly more: boolean }> {
  const part = projectPart(project);
  const before = Math.max(1, now - staleHours * HOUR_MS + 1);
  const ids: string[] = [];
  const range = keys.contextPredicted.between(userId, [part, 0], [part, before]);
  for await (const row of queryAll(ports.store, { ...range, limit: limit + 1 })) {
    const id = keys.contextPredicted.parse(row.key.sk)?.[2];
    if (id !== undefined) ids.push(id);
  }
  const { waiting } = await waitingSeen(ports.store, userId, project);
  const old = ids.slice(0, limit);
  let updated = 0;
  // A day may be over even if no prediction is old.
  for (let i = 0; i === 0 || i < old.length; i += PREDICTED_AT_ONCE) {
    const some = old.slice(i, i + PREDICTED_AT_ONCE);
    updated += await retryConflicts(() => predictThese(ports, userId, project, { ids: some, waiting, now }));
  }
  return { updated, more: ids.length > limit };
}

/** Writes some predictions, and a forecast if one is due, in one transaction. Returns the number of predictions. */
async function predictThese(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  { ids, waiting, now }: { readonly ids: readonly string[]; readonly waiting: Waiting; readonly now: EpochMs },
): Promise<number> {
  const [loaded, ...found] = await Promise.all([
    loadProject(ports.store, userId, project),
    ...ids.map((id) => findContext(ports, userId, id)),
  ]);
  const due = isForecastDue(loaded.state, now)
    ? await forecasted(ports, userId, await pictureOf(ports, userId, project, loaded), now)
    : { state: loaded.state, writes: [] };
  const { state } = due;
  const stored = found.filter((one): one is Found => one !== undefined && !one.archived);
  let { predicted } = state;
  const writes = stored.flatMap((one): Write[] => {
    const signals = withWaiting(signalsOf(one.context), one.context.id, waiting);
    const prediction = predict(signals, now, weightsOf(state));
    predicted = withPrediction(withPrediction(predicted, one.context.prediction, -1), prediction, 1);
    return changeWrites(userId, one, { ...one.context, prediction });
  });
  writes.push(...due.writes);
  if (writes.length > 0 || state !== loaded.state)
    await ports.store.transact([...writes, projectWrite(userId, loaded.row, { ...state, predicted })]);
  return stored.length;
}

type Predicted = ContextProject["predicted"];

export function withPrediction(counts: Predicted, prediction: Prediction | undefined, sign: 1 | -1): Predicted {
  if (prediction === undefined) return counts;
  const reasons = { ...counts.reasons };
  for (const reason of prediction.reasons) reasons[reason] = (reasons[reason] ?? 0) + sign;
  return { count: counts.count + sign, sum: counts.sum + sign * prediction.score, reasons };
}

function isForecastDue({ total, open }: Pick<ContextProject, "total" | "open">, now: EpochMs): boolean {
  return total > 0 && now - (open?.at ?? 0) >= DAY_MS;
}

/** Makes a forecast once a day. Two calls at once make one. */
async function forecastIfDue(ports: ContextPorts, userId: UserId, picture: Picture, now: EpochMs): Promise<void> {
  if (!isForecastDue(picture.state, now)) return;
  const { state, writes } = await forecasted(ports, userId, picture, now);
  await commitIf(ports.store, [projectWrite(userId, picture.row, state), ...writes]);
}

/**
 * Closes the last day's forecast with the contexts that were needed, makes the next one, and tunes the weights. Returns
 * the new state of the project, and the other writes.
 */
async function forecasted(
  ports: ContextPorts,
  userId: UserId,
  { all, waiting, state }: Picture,
  now: EpochMs,
): Promise<{ readonly state: ContextProject; readonly writes: readonly Write[] }> {
  const { project } = state;
  const days = await forecasts(ports, userId, project);
  const closed = state.open && closedForecast(state.open, waiting);
  const known = closed ? [...days, closed].slice(-MOST_DAYS) : days;
  const part = projectPart(project);
  const oldest = days.slice(0, Math.max(0, days.length + 1 - MOST_DAYS));
  return {
    state: { ...learned(state, known, now), open: { at: now, candidates: candidatesOf(all, now), used: [] } },
    writes: [
      ...(closed ? [putNew(keys.contextForecast(userId, part, closed.at), closed)] : []),
      ...oldest.map(({ at }): Write => ({ op: "delete", key: keys.contextForecast(userId, part, at) })),
    ],
  };
}

function closedForecast(open: NonNullable<ContextProject["open"]>, waiting: Waiting): Forecast {
  // A waiting read may be from after the day. It then belongs to the next day.
  const late = [...waiting].filter(([, { last }]) => last < open.at + DAY_MS && last >= open.at).map(([id]) => id);
  return forecastOf(open, new Set([...open.used, ...late]));
}

function learned(state: ContextProject, days: readonly Forecast[], now: EpochMs): ContextProject {
  const { tuned, ...rest } = state;
  if (tuned && mustRollBack(days, tuned)) return { ...rest, rolledBack: { at: now, from: tuned } };
  const found = tune(days, now).tuned;
  if (found === undefined) return state;
  const same = tuned && JSON.stringify(tuned.weights) === JSON.stringify(found.weights);
  return { ...rest, tuned: same ? { ...found, at: tuned.at } : found };
}

/** Returns the forecasts of past days, the oldest first. */
export async function forecasts(
  ports: Pick<ContextPorts, "store">,
  userId: UserId,
  project: string,
): Promise<Forecast[]> {
  const found: Forecast[] = [];
  for await (const row of queryAll(ports.store, keys.contextForecast.all(userId, projectPart(project))))
    found.push(Forecast.parse(row.body));
  return found;
}
