/**
 * The arbiter. The voices are asked in the order of their ranks. The first offer that the policy lets through is said:
 * the offer, the log entry, the entry in the row of what was said, and what the voice keeps commit in one transaction.
 * What was held back stands in the log with its reason. A process that dies before the commit has said nothing; the
 * same tick later finds its log entry, and what was started is found by the sweep.
 */
import {
  announcementId,
  type Beat,
  type LocalDate,
  type PatrolEntry,
  type RunId,
  type SaidEntry,
  type TriggerEvent,
} from "@waldo/contracts";
import { announcement } from "../channels/announce.ts";
import { saidWrite } from "../channels/said.ts";
import { runIdFor } from "../digest.ts";
import type { Offer, Ports, Tick, Voice, Write } from "../ports.ts";
import { localDate } from "../time.ts";
import { whyClosed, whyNot } from "./policy.ts";
import type { Gathered } from "./tick.ts";

/** Starts the run of an event. `cause` commits with the run. */
type Start = (event: TriggerEvent, date: LocalDate, cause: readonly Write[]) => Promise<RunId>;

/** The result of a tick, for its log entry. */
export type Verdict = {
  readonly voice?: Voice;
  readonly offer?: Offer;
  readonly held: NonNullable<PatrolEntry["held"]>;
  /** The reason of the first voice that was held back, with what it would have said. */
  readonly heldFor?: string;
  readonly beat?: Beat;
};

type Hands = {
  readonly start: Start;
  /** Returns the writes of the log entry. */
  readonly log: (verdict: Verdict) => readonly Write[];
};

/** `runId`: a run was started. `told`: an announcement waits to be sent. */
export type Arbitrated = Verdict & { readonly runId?: RunId; readonly told?: RunId };

/** Decides a tick. Throws `ConditionFailed` when something that was read has changed meanwhile; the caller reads again. */
export async function arbitrate(
  ports: Ports,
  gathered: Gathered,
  voices: readonly Voice[],
  { start, log }: Hands,
): Promise<Arbitrated> {
  const { tick, spoken, changed } = gathered;
  const { userId } = tick.profile;
  const kept: Write[] = [];
  const held: { voice: string; why: string }[] = [];
  let heldFor: string | undefined;
  let beat: Beat | undefined;
  for (const voice of [...voices].sort((a, b) => a.rank - b.rank)) {
    const closed = whyClosed(voice, tick);
    const offer = await voice.look(ports, tick, closed);
    if (!offer) continue;
    beat ??= offer.beat;
    if (!offer.event && !offer.words) {
      kept.push(...offer.writes);
      if (offer.isHeld) held.push({ voice: voice.name, why: offer.reason });
      if (offer.isHeld) heldFor ??= offer.reason;
      continue;
    }
    // A wake that comes again goes on with the run that it has started before.
    const known = offer.event && tick.said.some(({ by }) => by === entryOf(tick, voice, offer).by);
    if (known && offer.event) return { held, runId: await start(offer.event, tick.wake.date, []) };
    const why = closed ?? whyNot(voice, offer, tick) ?? (await whyMuted(ports, userId, offer));
    if (why !== undefined) {
      held.push({ voice: voice.name, why });
      heldFor ??= `${offer.reason}; ${why}`;
      kept.push(...(offer.ifHeld ?? []));
      continue;
    }
    const verdict: Verdict = { voice, offer, held, ...(beat ? { beat } : {}) };
    const cause = [...log(verdict), ...kept, ...saidWrites(gathered, voice, offer)];
    if (offer.event) return { ...verdict, runId: await start(offer.event, tick.wake.date, cause) };
    await ports.store.transact(cause);
    return { ...verdict, told: entryOf(tick, voice, offer).by };
  }
  const verdict: Verdict = { held, ...(heldFor === undefined ? {} : { heldFor }), ...(beat ? { beat } : {}) };
  const settled = changed ? [saidWrite(userId, spoken, tick.said, tick.now)] : [];
  const writes = [...log(verdict), ...kept, ...settled];
  if (writes.length > 0) await ports.store.transact(writes);
  return verdict;
}

/** Returns the rows of an offer that is said: its own, its words, and its entry in the row of what was said. */
export function saidWrites({ tick, spoken }: Gathered, voice: Pick<Voice, "name" | "kind">, offer: Offer): Write[] {
  const { profile, now, wake } = tick;
  const entry = entryOf(tick, voice, offer);
  const rows = [...offer.writes, saidWrite(profile.userId, spoken, [...tick.said, entry], now)];
  if (!offer.words) return rows;
  const { by, name, trigger, ...said } = offer.words;
  return [...rows, ...announcement(profile, { by, name, trigger, date: wake.date, now }, said)];
}

function entryOf(
  { profile, now }: Pick<Tick, "profile" | "now">,
  { name, kind }: Pick<Voice, "name" | "kind">,
  { topic, event, words, shadow, arranged }: Offer,
): SaidEntry {
  const by = event ? runIdFor(event) : words ? announcementId(words.by, words.name) : "";
  return {
    ...{ at: now, date: localDate(now, profile.timeZone), voice: name, topic, by },
    became: shadow ? "silent" : "open",
    ...(kind === "set" || arranged ? { set: true } : {}),
  };
}

/** The module of muted topics loads the small words of several languages. Most ticks end before they need them. */
async function whyMuted({ store }: Ports, userId: string, { mutedBy }: Offer): Promise<string | undefined> {
  if (!mutedBy) return undefined;
  const { isMuted, mutedTopics } = await import("../memory/claims/muted.ts");
  return isMuted(await mutedTopics(store, userId), mutedBy.title ?? "", mutedBy.tags)
    ? "you asked not to hear of that"
    : undefined;
}
