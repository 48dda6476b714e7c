// What other agents can use of Waldo: tools (memory, the state of the body in words, proposals to the person),
// resources with an address, and recipes as prompts.
import {
  type AgentRight,
  ClaimView,
  type CrsResult,
  type DayFact,
  Hall,
  keys,
  LocalDate,
  MemoryHit,
  Message,
  PatternId,
  PROPOSABLE_TOOLS,
  Proposal,
  RunId,
  WaldoError,
  ZONES,
  type Zone,
} from "@waldo/contracts";
import { loadProposal, newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { dayStory } from "@waldo/core/day/bands";
import { digest } from "@waldo/core/digest";
import { recipeHandlers } from "@waldo/core/door/planning";
import { listClaims, listPages, searchClaims, showClaim, showPage } from "@waldo/core/door/remembered";
import { loadGoalsFile } from "@waldo/core/goals/stored";
import { findScore, livedDate } from "@waldo/core/health/ledger";
import { describeDay } from "@waldo/core/health/narrative";
import { submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { findProfile } from "@waldo/core/person/profile";
import type { Json } from "@waldo/core/ports";
import { putOver, retryConflicts } from "@waldo/core/store/cas";
import { queryAll } from "@waldo/core/store/query-all";
import { signatureOf } from "@waldo/core/tools/approval";
import { toolContext } from "@waldo/core/tools/context";
import { dispatchTool } from "@waldo/core/tools/dispatch";
import { REGISTRY } from "@waldo/core/tools/registry";
import * as z from "zod";
import { findAgent, mayDo, mayReadClaim, mayReadSession } from "./agents.ts";
import { type AgentTool, type Asking, claimsFor, routeCall, tool } from "./tool.ts";

/** How many proposals an agent may have open at once. */
const MOST_OPEN = 3;

const claimWords = ({ hall, claim, conditions, confidence }: ClaimView) =>
  `- [${hall}] ${claim}${conditions === "" ? "" : ` (${conditions})`}, confidence ${confidence.toFixed(2)}`;

const recall = tool({
  name: "recall",
  title: "Recall",
  description: "What Waldo remembers of this person, by words: claims, notes of today and the diary, best match first.",
  right: "memory",
  outside: true,
  input: z.strictObject({
    query: z.string().min(1).max(400),
    hall: Hall.optional().describe("Only claims of this kind"),
    limit: z.number().int().min(1).max(20).default(8),
  }),
  output: z.object({ items: z.array(MemoryHit) }),
  async run(asking, { query: text, hall, limit }) {
    const query = { text, limit, ...(hall === undefined ? {} : { hall }) };
    const { agent } = asking;
    return searchClaims(routeCall<"searchMemory">(asking, { query }), (hit) => {
      if (hit.kind === "episode") return mayReadSession(agent, hit.episode);
      return mayReadClaim(agent, hit.kind === "claim" ? hit.block : hit.note);
    });
  },
  words: ({ items }) =>
    items.length === 0
      ? "Nothing that is remembered has these words."
      : items
          .map((hit) =>
            hit.kind === "claim"
              ? claimWords(hit.claim)
              : hit.kind === "diary"
                ? `- [diary, ${new Date(hit.entry.at).toISOString().slice(0, 10)}] ${hit.entry.text}`
                : `- [noted today, not settled] ${"claim" in hit.waiting ? hit.waiting.claim : hit.waiting.says}`,
          )
          .join("\n"),
});

const Claims = z.object({ items: z.array(ClaimView), next: z.string().optional() });
const claimsPage = {
  hall: Hall.optional(),
  limit: z.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional().describe("The `next` of the answer before"),
};
const claimsWords = ({ items, next }: z.output<typeof Claims>) =>
  items.length === 0
    ? "No such claim."
    : `${items.map(claimWords).join("\n")}${next === undefined ? "" : "\nThere are more: ask again with cursor."}`;

const whatHolds = tool({
  name: "what_holds",
  title: "What holds",
  description: "The claims about this person that are believed now, a page at a time.",
  right: "memory",
  outside: true,
  input: z.strictObject(claimsPage),
  output: Claims,
  async run(asking, args) {
    const { items, next } = await listClaims(
      routeCall<"memory">(asking, { query: { ...args, view: "held" } }),
      claimsFor(asking),
    );
    return { items, ...(next === undefined ? {} : { next }) };
  },
  words: claimsWords,
});

const whatHeld = tool({
  name: "what_held",
  title: "What held then",
  description: "The claims about this person that were believed at a moment of the past.",
  right: "memory",
  outside: true,
  input: z.strictObject({ ...claimsPage, at: z.iso.datetime({ offset: true }).describe("The moment, as ISO 8601") }),
  output: Claims,
  async run(asking, { at, ...args }) {
    const query = { ...args, at: Date.parse(at), view: "held" as const };
    const { items, next } = await listClaims(routeCall<"memory">(asking, { query }), claimsFor(asking));
    return { items, ...(next === undefined ? {} : { next }) };
  },
  words: claimsWords,
});

const whyDoYouSay = tool({
  name: "why_do_you_say",
  title: "Why do you say that",
  description: "Where a claim comes from and how it has changed, or what a message of Waldo was made of.",
  right: "memory",
  outside: true,
  input: z.strictObject({
    patternId: PatternId.optional().describe("The claim, as recall or what_holds names it"),
    runId: RunId.optional().describe("The run that said something, as todays_brief names it"),
  }),
  output: z.object({ words: z.string(), sources: z.array(z.record(z.string(), z.json())) }),
  async run(asking, { patternId, runId }) {
    if ((patternId === undefined) === (runId === undefined))
      throw new WaldoError("InvalidInput", "name a patternId or a runId, and not both");
    if (runId !== undefined) {
      const { aboutOf, sourcesOf } = await import("@waldo/core/door/inside/sources");
      const about = await aboutOf(asking.ports.store, asking.userId, runId);
      if (about && !mayReadSession(asking.agent, about))
        throw new WaldoError("InvalidInput", "this agent may not read what that was about");
      const found = await sourcesOf(asking.ports.store, asking.userId, runId);
      return { words: "These stood behind what it said.", sources: [plain(found)] };
    }
    const { claim, sources, history } = await showClaim(
      routeCall<"claim">(asking, { params: { patternId: patternId as PatternId } }),
      claimsFor(asking),
    );
    return {
      words: `${claimWords(claim)}\nIt comes from ${sources.length} source(s) and was changed ${history.length} time(s).`,
      sources: sources.map(plain),
    };
  },
  words: ({ words, sources }) => [words, ...sources.map((one) => `- ${JSON.stringify(one)}`)].join("\n"),
});

const plain = (value: object): Record<string, Json> => JSON.parse(JSON.stringify(value));

/** The name of each subject of a fact, and what it is on its two sides. */
const FACTS: Readonly<Record<DayFact["subject"], readonly [name: string, low: string, high: string]>> = {
  wakeTime: ["the waking time", "earlier than usual", "later than usual"],
  sleepLength: ["the length of sleep", "shorter than usual", "longer than usual"],
  sleepQuality: ["the quality of sleep", "below the usual", "above the usual"],
  bedTime: ["the bedtime", "earlier than usual", "later than usual"],
  hrv: ["heart rate variability", "below the usual", "above the usual"],
  restingHr: ["the resting heart rate", "below the usual", "above the usual"],
  breathing: ["the breathing rate", "slower than usual", "faster than usual"],
  activity: ["activity", "less than usual", "more than usual"],
  debt: ["sleep of the week", "short of the need", "short of the need"],
};
const SIZES = { slight: "a little ", clear: "clearly ", far: "far " } as const;

function factWords({ id, subject, size }: DayFact): string {
  const [name, low, high] = FACTS[subject];
  if (id.endsWith(".back")) return `${name} is back to the usual`;
  return `${name} is ${SIZES[size]}${id.endsWith(".low") ? low : high}`;
}

/** Says a scored day for another agent: its zone, the fact that leads, and the other facts. It has no number. */
export function formWords(score: CrsResult & { readonly bodyZone: Zone }): string {
  const { trend, certainty } = describeDay(score);
  const { facts, lead } = dayStory(score);
  const [first, others] = [facts.filter(({ id }) => id === lead), facts.filter(({ id }) => id !== lead)];
  return [
    `The day is ${score.bodyZone}.`,
    ...(trend === undefined ? [] : [`The week is ${trend}.`]),
    ...first.map((fact) => `What stands out most: ${factWords(fact)}.`),
    ...(others.length === 0 ? [] : [`Besides: ${others.map(factWords).join("; ")}.`]),
    `The certainty is ${certainty}.`,
  ].join(" ");
}

const getForm = tool({
  name: "get_form",
  title: "How the person is",
  description:
    "How the person is today, as a zone (energized, steady, flagging or depleted) and in words, with what speaks for it. It has no reading and no number.",
  right: "body",
  input: z.strictObject({ date: LocalDate.optional() }),
  output: z.object({
    date: z.string(),
    zone: z.enum(ZONES).optional(),
    words: z.string(),
    final: z.boolean(),
  }),
  async run(asking, { date }) {
    const { ports, userId } = asking;
    const day = date ?? (await today(asking));
    const score = await findScore(ports.store, userId, day);
    if (!score || score.bodyZone === undefined)
      return { date: day, words: "Nothing is known of that day: no data of the body has come.", final: false };
    const words = formWords({ ...score, bodyZone: score.bodyZone });
    return { date: day, zone: score.bodyZone, words, final: score.status === "final" };
  },
  words: ({ words }) => words,
});

async function today({ ports, userId }: Asking): Promise<LocalDate> {
  const profile = await findProfile(ports.store, userId);
  if (!profile)
    throw new WaldoError("InvalidInput", "this person has no profile yet: they begin on the page or with waldo day");
  return livedDate(ports.store, profile, ports.clock.now());
}

const todaysBrief = tool({
  name: "todays_brief",
  title: "Today's Brief",
  description: "What Waldo told the person in the last Brief of today.",
  right: "brief",
  outside: true,
  input: z.strictObject({}),
  output: z.object({ date: z.string(), text: z.string().optional(), runId: z.string().optional() }),
  async run(asking) {
    return todaysBriefOf(asking);
  },
  words: ({ text }) => text ?? "There was no Brief today yet.",
});

async function todaysBriefOf(asking: Asking) {
  const date = await today(asking);
  let last: Message | undefined;
  for await (const { body } of queryAll(asking.ports.store, keys.message.all(asking.userId, `day-${date}`))) {
    const message = Message.parse(body);
    if (message.kind === "brief" && message.hiddenAt === undefined) last = message;
  }
  return {
    date,
    ...(last === undefined ? {} : { text: last.text }),
    ...(last?.runId === undefined ? {} : { runId: last.runId }),
  };
}

const remember = tool({
  name: "remember",
  title: "Remember",
  description:
    "Leaves a note for Waldo's memory. It counts as words from outside: it is settled at night, steers nothing, and becomes the person's own only when they say so.",
  right: "remember",
  readOnly: false,
  input: z.strictObject({
    claim: z.string().min(1).max(600).describe("One sentence about the person"),
    hall: z.enum(["facts", "events"]).default("facts"),
    conditions: z.string().max(300).optional().describe("When or where it holds"),
  }),
  output: z.object({ outcome: z.enum(["noted", "known"]), claim: z.string() }),
  async run({ ports, userId, agent }, { claim, hall, conditions }) {
    const draft = { hall, claim, ...(conditions === undefined ? {} : { conditions }) };
    const from = {
      ...{ trigger: "user_message" as const, owner: [], recalled: [], outside: true, areas: [] },
      ...{ runId: `agent:${agent.agentId}`, at: ports.clock.now() },
    };
    const staged = await submitMemoryIntent(ports, userId, draft, from);
    if (staged.outcome === "refused") throw new WaldoError("InvalidInput", staged.reason);
    // Only an agent that may read memory learns whether the claim is known.
    if (staged.outcome === "known" && mayDo(agent, "memory")) return { outcome: "known" as const, claim };
    if (staged.outcome === "known") return { outcome: "noted" as const, claim };
    return { outcome: "noted" as const, claim: staged.intent.kind === "note" ? staged.intent.claim : claim };
  },
  words: ({ outcome, claim }) =>
    outcome === "noted" ? `Noted, as words from outside: ${claim}` : "That is remembered already.",
});

const propose = tool({
  name: "propose",
  title: "Propose",
  description: `Proposes one action to the person. It lands as a card, and nothing happens before they tap it. Actions: ${PROPOSABLE_TOOLS.map(
    (name) => {
      const known = REGISTRY[name];
      return known ? `${name}(${signatureOf(known)})` : name;
    },
  ).join("; ")}`,
  right: "propose",
  readOnly: false,
  idempotent: false,
  input: z.strictObject({ tool: z.enum(PROPOSABLE_TOOLS), args: z.record(z.string(), z.json()) }),
  output: z.object({ proposalId: z.string(), title: z.string(), expiresAt: z.iso.datetime() }),
  async run(asking, { tool: name, args }) {
    const { ports, userId, agent } = asking;
    const profile = await findProfile(ports.store, userId);
    if (!profile) throw new WaldoError("InvalidInput", "this person has no profile yet, so nothing can be proposed");
    const now = ports.clock.now();
    const runId = `agent:${agent.agentId}`;
    const context = toolContext(ports, {
      ...{ userId, runId, trigger: "user_message" as const, autonomy: profile.autonomy },
      date: await livedDate(ports.store, profile, now),
      // Everything from an agent comes from outside, so the proposal says so.
      heard: { owner: [], outside: true, recalled: [] },
    });
    const asked = {
      id: digest(name, JSON.stringify(args)),
      name: "propose_action",
      args: { actions: [{ tool: name, args }] },
    };
    const result = await dispatchTool(asked, context);
    const actions = result.proposed ?? [];
    const [action] = actions;
    if (!result.ok || action === undefined)
      throw new WaldoError("InvalidInput", result.ok ? "nothing of it can be proposed" : result.message);
    const proposal = newProposal(userId, `${runId}:${now}`, actions, now);
    // Two calls at once count each other: the second finds that the agent's row has changed, and counts again.
    await retryConflicts(async () => {
      const known = await findAgent(ports.store, userId, agent.agentId);
      if (!known || !mayDo(known.agent, "propose"))
        throw new WaldoError("InvalidInput", "this agent may no longer propose");
      await roomFor(asking, runId, now);
      if (await loadProposal(ports.store, userId, proposal.proposalId)) return;
      const here = { ...known.agent, lastAt: now };
      await ports.store.transact([proposalWrite(proposal), putOver(known.row, known.row.key, here)]);
    });
    return {
      proposalId: proposal.proposalId,
      // The row's words belong to the person. The proposal shows them, but this answer does not.
      title: action.concerns === undefined ? action.title : name,
      expiresAt: new Date(proposal.expiresAt).toISOString(),
    };
  },
  words: ({ title, expiresAt }) => `Proposed: ${title}. The person may tap it until ${expiresAt}.`,
});

async function roomFor({ ports, userId }: Asking, runId: string, now: number): Promise<void> {
  let open = 0;
  for await (const { body } of queryAll(ports.store, keys.proposal.all(userId))) {
    const { state, expiresAt, runId: of } = Proposal.parse(body);
    if (state === "open" && expiresAt > now && of.startsWith(`${runId}:`)) open++;
  }
  if (open >= MOST_OPEN)
    throw new WaldoError(
      "InvalidInput",
      `${MOST_OPEN} proposals of this agent wait already: the person answers them first`,
    );
}

export const OWN_TOOLS: readonly AgentTool[] = [
  recall,
  remember,
  whatHolds,
  whatHeld,
  whyDoYouSay,
  getForm,
  todaysBrief,
  propose,
];

/** A page or file with an address that an agent may read. */
type Resource = {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly right: AgentRight;
  read(asking: Asking): Promise<string>;
};

export const RESOURCES: readonly Resource[] = [
  {
    uri: "waldo://today",
    name: "today",
    description: "The last Brief of today.",
    right: "brief",
    read: async (asking) => (await todaysBriefOf(asking)).text ?? "There was no Brief today yet.",
  },
  {
    uri: "waldo://goals",
    name: "goals",
    description: "The goals of the person, as the text of their file.",
    right: "goals",
    read: async ({ ports, userId }) =>
      (await loadGoalsFile(ports.store, userId))?.file.text ?? "There is no file of goals yet.",
  },
];

/** The address of a page of the wiki. */
export const WIKI = "waldo://wiki/";

export async function wikiPages(asking: Asking) {
  const { items } = await listPages(routeCall<"wiki">(asking), claimsFor(asking));
  return items.map(({ page, title }) => ({ uri: `${WIKI}${encodeURIComponent(page)}`, name: page, title }));
}

export async function wikiPage(asking: Asking, page: string): Promise<string> {
  return (await showPage(routeCall<"wikiPage">(asking, { params: { page } }), claimsFor(asking))).text;
}

/** Returns the recipes that are switched on. */
export async function recipes(asking: Asking) {
  const { items } = await recipeHandlers.recipes(routeCall<"recipes">(asking));
  return items.filter(({ on }) => on).map(({ name, about }) => ({ name, about }));
}

export async function recipe(asking: Asking, name: string) {
  return recipeHandlers.recipe(routeCall<"recipe">(asking, { params: { name } }));
}
