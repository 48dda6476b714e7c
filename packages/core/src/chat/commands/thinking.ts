/** What Waldo does between talks, told and decided in a chat: whether it thinks, what it leaves alone, and its manner. */
import { keys, LIVING_DEFAULT, type MannerChange, Persona, Profile } from "@waldo/contracts";
import { mannerAfter, NO_MANNER } from "../../living/manner.ts";
import { livelyConcerns } from "../../living/salience.ts";
import { isAbout } from "../../memory/claims/likeness.ts";
import type { Store } from "../../ports.ts";
import { putOver } from "../../store/cas.ts";
import { isOn, livingRows } from "../../tools/living-rows.ts";
import type { Obey, Order, Outcome } from "./ports.ts";

/** The most concerns that one answer names. */
const MOST_NAMED = 5;
const HOW =
  "Say /thinking on, /thinking off, /thinking leave and words of a concern, or /thinking freeze, thaw or reset.";
const WAITS = "It begins when you agree that I remember, and nothing is paused.";

const MANNER: Readonly<Record<MannerChange, string>> = {
  freeze: "My manner stays as it is.",
  thaw: "My manner moves again, at night and by small steps.",
  reset: "My manner begins anew.",
};

export const thinking: Obey = async ({ store }, order, words) => {
  const [verb = "", ...rest] = words.toLowerCase().split(/\s+/);
  if (verb === "") return standing(store, order);
  if (verb === "on" || verb === "off") return turned(store, order, verb === "on");
  if (verb === "leave" && rest.length > 0) return left(store, order, rest.join(" "));
  if (verb === "freeze" || verb === "thaw" || verb === "reset") {
    const { userId } = order.profile;
    const row = await store.get(keys.persona(userId));
    const next = mannerAfter(row ? Persona.parse(row.body) : NO_MANNER, verb, order.now);
    return { text: MANNER[verb], writes: [putOver(row, keys.persona(userId), next)] };
  }
  return { text: `I did not understand. ${HOW}` };
};

async function standing(store: Store, { profile, now }: Order): Promise<Outcome> {
  const { userId, living = LIVING_DEFAULT } = profile;
  if (!living.on) return { text: "I do not think between our talks. /thinking on begins it." };
  if (!(await isOn(store, profile))) return { text: `I do not think between our talks. ${WAITS}` };
  const concerns = livelyConcerns(
    (await livingRows(store, userId).concerns()).map(({ concern }) => concern),
    now,
  );
  const named = concerns.slice(0, MOST_NAMED).map(({ summary }) => `• ${summary}`);
  const lead = named.length === 0 ? "Nothing is on my mind yet." : "On my mind:";
  return { text: ["Between our talks I think about your day.", lead, ...named, HOW].join("\n") };
}

async function turned(store: Store, { profile: { userId } }: Order, on: boolean): Promise<Outcome> {
  const row = await store.get(keys.profile(userId));
  if (!row) return { text: "There is no profile yet, so there is nothing to decide." };
  const profile = Profile.parse(row.body);
  const next: Profile = { ...profile, living: { ...(profile.living ?? LIVING_DEFAULT), on } };
  const begins = (await isOn(store, next)) ? "Between our talks I think about your day." : `It is on. ${WAITS}`;
  return {
    text: on
      ? begins
      : "I think no more between our talks. What I noted stays in the app, and in your copy of everything.",
    writes: [putOver(row, keys.profile(userId), next)],
  };
}

/** Leaves one concern alone. Words that fit several are asked about, and change nothing. */
async function left(store: Store, { profile: { userId }, now }: Order, words: string): Promise<Outcome> {
  const rows = await livingRows(store, userId).concerns();
  const lively = rows.filter(({ concern }) => concern.mutedAt === undefined);
  // Who writes all of it means this one, also where its words are among those of another.
  const named = lively.filter(({ concern }) => concern.summary.toLowerCase() === words);
  const found = named.length > 0 ? named : lively.filter(({ concern }) => isAbout(concern.summary, words));
  const [one, ...others] = found;
  if (!one) return { text: "None of my concerns is about that. /thinking names them." };
  if (others.length > 0) {
    const all = found.slice(0, MOST_NAMED).map(({ concern }) => `• ${concern.summary}`);
    return { text: ["That fits more than one. Say more of its words:", ...all].join("\n") };
  }
  const { concern } = one;
  return {
    text: `I leave “${concern.summary}” alone. On the page under Thoughts and concerns you can bring it back.`,
    writes: [putOver(one, keys.concern(userId, concern.id), { ...concern, mutedAt: now })],
  };
}
