// Routes for plans: calendars, the file of goals, recipes, and the stress alerts.
import { isError, type SubscriptionView } from "@waldo/contracts";
import { FAULT_WORDS } from "../calendar/files.ts";
import type { IcsImport } from "../calendar/ics.ts";
import { leftOutOf } from "../calendar/left-out.ts";
import { unsubscribe } from "../calendar/refresh.ts";
import { listSubscriptions, type ShownSubscription } from "../calendar/subscriptions.ts";
import type { TakenIn } from "../calendar/take-in.ts";
import { loadGoalsFile } from "../goals/stored.ts";
import type { Clock, Fetcher, Store } from "../ports.ts";
import { fetchLog, fetchView, labelFetch, shareOf } from "../wake/fetches.ts";
import { type Call, DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

/** All ports that the reading of calendars needs. */
export type CalendarPorts = { readonly store: Store; readonly clock: Clock; readonly fetcher?: Fetcher };

/** The person's calendars: a file that is taken in, and addresses that are read again and again. */
export const calendarHandlers: Handlers<
  "uploadCalendar" | "subscriptions" | "subscribe" | "unsubscribe",
  CalendarPorts
> = {
  async uploadCalendar(call) {
    const { ports, userId, body } = call;
    await profileOf(call);
    // It brings the reader of calendars. Most requests bring none.
    const { takeInFiles } = await import("../calendar/files.ts");
    const bytes = "text" in body ? new TextEncoder().encode(body.text) : Buffer.from(body.base64, "base64");
    const file = { name: body.name, bytes };
    const [taken] = await takeInFiles(ports.store, userId, [file], ports.clock.now());
    if (!taken) throw new DoorRefusal("InvalidInput", "body: no calendar was read");
    return { calendar: taken.calendar, ...brought(taken) };
  },

  subscriptions: async ({ ports, userId }) => ({ items: (await listSubscriptions(ports.store, userId)).map(view) }),

  async subscribe(call) {
    const { ports, userId, body } = call;
    await profileOf(call);
    const { store, fetcher } = ports;
    if (!fetcher) throw new DoorRefusal("InvalidInput", "no address can be read here");
    const { address, name } = body;
    const wanted = { address, ...(name === undefined ? {} : { name }) };
    const { subscribe } = await import("../calendar/subscribe.ts");
    const done = await subscribe({ store, fetcher }, userId, wanted, ports.clock.now());
    return {
      subscription: view(done.subscription),
      brought: brought({ ...done.taken, skipped: done.skipped }),
      isKnown: done.isKnown,
    };
  },

  async unsubscribe({ ports, userId, params: { id } }) {
    try {
      return { cancelled: await unsubscribe(ports.store, userId, id, ports.clock.now()) };
    } catch (error) {
      if (isError(error, "InvalidInput")) throw new DoorRefusal("NotFound", "there is no such subscription");
      throw error;
    }
  },
};

function brought({ skipped, ...taken }: TakenIn & Pick<IcsImport, "skipped">) {
  const { added, changed, cancelled, unchanged } = taken;
  return { added, changed, cancelled, unchanged, skipped: leftOutOf({ skipped }) };
}

function view({ last, ...subscription }: ShownSubscription): SubscriptionView {
  const fault = last?.fault;
  return { ...subscription, ...(fault === undefined ? {} : { fault, faultWords: FAULT_WORDS[fault] }) };
}

/**
 * The file of goals: reading it, saving its text, and changing one line of it. The code that reads it is loaded when
 * asked.
 */
export const goalsHandlers: Handlers<"goalsFile" | "saveGoals" | "editGoals"> = {
  async goalsFile(call) {
    await profileOf(call);
    const { goalsView } = await import("../goals/view.ts");
    return goalsView((await loadGoalsFile(call.ports.store, call.userId))?.file);
  },

  async saveGoals(call) {
    await profileOf(call);
    const { changeGoals, GoalsConflict, goalsView } = await parts();
    try {
      const { file, faults } = await changeGoals(call.ports, call.userId, { by: "app", ...call.body });
      return goalsView(file, faults);
    } catch (error) {
      if (!(error instanceof GoalsConflict)) throw error;
      const { sections, file } = error;
      const conflict = { text: file.text, revision: file.revision, sections: [...sections] };
      throw new DoorRefusal("Conflict", "the goals have changed meanwhile: choose what to keep", undefined, conflict);
    }
  },

  async editGoals(call) {
    await profileOf(call);
    const { changeGoals, goalsView } = await parts();
    const { file, faults } = await changeGoals(call.ports, call.userId, { by: "app", edit: call.body });
    return goalsView(file, faults);
  },
};

async function parts() {
  const [change, plan, view] = await Promise.all([
    import("../goals/change.ts"),
    import("../goals/plan.ts"),
    import("../goals/view.ts"),
  ]);
  return { ...change, ...plan, ...view };
}

/** Reading recipes brings the parser of their files. Most requests need none of it. */
const chosen = () => import("../skills/load.ts");

/** The recipes of a person: what they say, and which ones runs are offered. */
export const recipeHandlers: Handlers<"recipes" | "recipe" | "switchRecipe"> = {
  async recipes(call) {
    await profileOf(call);
    const { recipeViews } = await chosen();
    return { items: (await recipeViews(call.ports, call.userId)).map(({ view }) => view) };
  },

  async recipe(call) {
    const { skill, view } = await found(call);
    return { ...view, recipe: skill.recipe, triggers: skill.triggers };
  },

  async switchRecipe(call) {
    const { view } = await found(call);
    const { on } = call.body;
    if (!view.switchable && !on)
      throw new DoorRefusal("Forbidden", "the day itself is answered with this recipe, so it stays on");
    const { switchRecipe } = await chosen();
    if (view.switchable) await switchRecipe(call.ports, call.userId, view.name, on);
    return (await found(call)).view;
  },
};

async function found(call: Pick<Call<"recipe">, "ports" | "userId" | "params">) {
  await profileOf(call);
  const { recipeViews } = await chosen();
  const one = (await recipeViews(call.ports, call.userId)).find(({ view }) => view.name === call.params.name);
  if (!one) throw new DoorRefusal("NotFound", "there is no such recipe");
  return one;
}

/** How many are shown. The share counts more of them. */
const SHOWN = 50;

/** The stress alerts, and what the person says about each. */
export const fetchHandlers: Handlers<"fetches" | "labelFetch"> = {
  async fetches({ ports, userId }) {
    const log = await fetchLog(ports.store, userId);
    return {
      items: await Promise.all(log.slice(0, SHOWN).map((entry) => fetchView(ports, userId, entry))),
      share: shareOf(log),
    };
  },

  async labelFetch({ ports, userId, params: { at }, body: { label } }) {
    const entry = await labelFetch(ports, userId, at, label);
    if (!entry) throw new DoorRefusal("NotFound", "there was no stress alert then");
    return fetchView(ports, userId, entry);
  },
};
