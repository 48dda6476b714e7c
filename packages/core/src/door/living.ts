/** Routes of the living loop: what it sensed and thought, what the person changes, and whether the page is open. */
import {
  Concern,
  type ConcernView,
  Intention,
  keys,
  LIVING_DEFAULT,
  LivingChoice,
  LivingState,
  type LivingView,
  MOST_CONCERN_CHARS,
  Orientation,
  Persona,
  type Profile,
  type UserId,
} from "@waldo/contracts";
import { flushDue } from "../channels/outbox.ts";
import { interruptionLog, labelInterruption, meetsBar, stillWaiting } from "../living/interrupt.ts";
import { mannerAfter, NO_MANNER, salienceAt } from "../living/salience.ts";
import { agreed } from "../person/agreed.ts";
import { saveProfile } from "../person/profile.ts";
import type { Ports, Store } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { DAY_MS, localDate } from "../time.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

/** How many days of the past are shown, and how many entries. */
const [SHOWN_DAYS, MOST_SHOWN] = [30, 60];

type Names = "presence" | "living" | "saveLiving" | "changeConcern" | "labelInterruption" | "dropIntention" | "manner";

export const livingHandlers: Handlers<Names> = {
  async presence({ ports, userId, body: { app } }) {
    const profile = await profileOf({ ports, userId });
    // The code of the loop loads word lists of many languages. Most requests do not need them.
    const { takeSample } = await import("../living/cycle.ts");
    const cycle = await takeSample(await agreed(ports, userId), profile, { app });
    // An interruption is useful only for minutes, and the next wake may come later. So it is sent now.
    if ("said" in cycle && cycle.said) await flushDue(ports, userId);
    return {};
  },

  living: async (call) => viewOf(call.ports, call.userId, await profileOf(call)),

  async saveLiving(call) {
    const { ports, userId, body } = call;
    const before = await profileOf(call);
    if (body.interrupt === "live" && !meetsBar(await interruptionLog(ports.store, userId)))
      throw new DoorRefusal("Forbidden", "label five interruptions first: at least four of five must have been right");
    const saved = await saveProfile(ports.store, userId, (profile = before) => ({
      ...profile,
      living: LivingChoice.parse({ ...(profile.living ?? LIVING_DEFAULT), ...body }),
    }));
    return viewOf(ports, userId, saved);
  },

  async changeConcern({ ports: { store, clock }, userId, params: { id }, body: { summary: given, muted } }) {
    const { sanitise } = await import("../safety/sanitise.ts");
    // The person's own words about a concern are used in prompts and thoughts too. So readings of the body are removed
    // from them.
    const clean = given === undefined ? undefined : sanitise({ text: given, origin: "owner" }, "internal").text;
    // The word that replaces a reading may be longer than the reading.
    const summary = clean?.slice(0, MOST_CONCERN_CHARS).toWellFormed();
    if (summary === "") throw new DoorRefusal("InvalidInput", "nothing of these words can be kept");
    return retryConflicts(async () => {
      const row = await store.get(keys.concern(userId, id));
      if (!row) throw new DoorRefusal("NotFound", "there is no such concern");
      const { mutedAt, ...before } = Concern.parse(row.body);
      const now = clock.now();
      const mute = muted === undefined ? mutedAt : muted ? (mutedAt ?? now) : undefined;
      const touch = { touchedAt: now, touchedBy: "person" as const, touches: before.touches + 1 };
      const next: Concern = {
        ...before,
        // When a person brings a concern back, this counts as a mention, even if the concern was forgotten.
        ...(muted === false ? touch : {}),
        ...(summary === undefined ? {} : { summary, edited: true, origin: "owner", ...touch }),
        ...(mute === undefined ? {} : { mutedAt: mute }),
      };
      await store.transact([putOver(row, row.key, next)]);
      return concernView(next, now);
    });
  },

  async labelInterruption({ ports, userId, params: { at }, body: { label } }) {
    const labelled = await labelInterruption(ports, userId, at, label);
    if (!labelled) throw new DoorRefusal("NotFound", "there was no interruption then");
    return labelled;
  },

  dropIntention: ({ ports: { store, clock }, userId, params: { id } }) =>
    retryConflicts(async () => {
      const row = await store.get(keys.intention(userId, id));
      if (!row) throw new DoorRefusal("NotFound", "nothing of that kind is promised");
      const before = Intention.parse(row.body);
      const next: Intention = { ...before, state: "dropped", updatedAt: clock.now() };
      if (before.state === "open") await store.transact([putOver(row, row.key, next)]);
      return {};
    }),

  manner: ({ ports: { store, clock }, userId, body: { change } }) =>
    retryConflicts(async () => {
      const row = await store.get(keys.persona(userId));
      const next = mannerAfter(row ? Persona.parse(row.body) : NO_MANNER, change, clock.now());
      await store.transact([putOver(row, keys.persona(userId), next)]);
      return personaView(next);
    }),
};

async function viewOf(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  { living = LIVING_DEFAULT, timeZone }: Pick<Profile, "living" | "timeZone">,
): Promise<LivingView> {
  const { livingRows } = await import("../tools/living-rows.ts");
  const now = clock.now();
  const since = Math.max(0, now - SHOWN_DAYS * DAY_MS);
  const kept = livingRows(store, userId);
  const [row, concerns, thoughts, intentions, log, persona, before, themes] = await Promise.all([
    store.get(keys.living(userId)),
    kept.concerns(),
    kept.thoughts(since),
    kept.intentions(),
    interruptionLog(store, userId),
    store.get(keys.persona(userId)),
    latest(store, keys.orientation.all(userId), Orientation),
    kept.themes(localDate(since, timeZone)),
  ]);
  const state = row && LivingState.parse(row.body);
  return {
    choice: living,
    // While the loop is off, it shows nothing of the present moment.
    ...(state?.last && living.on ? { now: shown(state.last) } : {}),
    before: before.map(shown),
    thoughts: thoughts.toReversed().slice(0, MOST_SHOWN),
    themes: themes.toReversed(),
    concerns: concerns
      .map(({ concern }) => concernView(concern, now))
      .sort((a, b) => b.touchedAt - a.touchedAt || (a.id < b.id ? -1 : 1)),
    waiting: stillWaiting(state?.waiting ?? [], now),
    intentions,
    interruptions: log,
    mayInterrupt: meetsBar(log),
    persona: personaView(persona ? Persona.parse(persona.body) : NO_MANNER),
  };
}

const shown = ({ signature: _, ...rest }: Orientation) => rest;

function concernView(concern: Concern, now: number): ConcernView {
  const { id, kind, summary, touchedAt, touchedBy, touches, createdAt, mutedAt } = concern;
  const seen = { id, kind, summary, touchedAt, touchedBy, touches, createdAt };
  return { ...seen, salience: salienceAt(concern, now), muted: mutedAt !== undefined };
}

function personaView({ axes, frozenAt, line }: Persona) {
  return { axes, line, ...(frozenAt === undefined ? {} : { frozenAt }) };
}

async function latest<T>(
  store: Store,
  range: Parameters<Store["query"]>[0],
  schema: { parse(body: unknown): T },
): Promise<T[]> {
  const { rows } = await store.query({ ...range, descending: true, limit: MOST_SHOWN });
  return rows.map(({ body }) => schema.parse(body));
}
