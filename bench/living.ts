/**
 * Plays a fortnight of a made-up life with the living loop under a virtual clock, writes what it sensed and thought as
 * files to read, and answers the six success criteria of the source from the rows.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  Concern,
  Interruption,
  keys,
  LivingState,
  Message,
  Orientation,
  Persona,
  type Profile,
  Theme,
  Thought,
} from "@waldo/contracts";
import { calendarKey } from "@waldo/core/calendar/rows";
import { takeSample } from "@waldo/core/living/cycle";
import { salienceAt } from "@waldo/core/living/salience";
import { loadProfile } from "@waldo/core/person/profile";
import type { ModelGateway, Store } from "@waldo/core/ports";
import { receiveMessage } from "@waldo/core/run/receive";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays, DAY_MS, instantAt, localDate, localTime } from "@waldo/core/time";
import { ambientTurn } from "@waldo/core/wake/ambient";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { composeWorld } from "@waldo/embedded/compose";
import { openHome } from "@waldo/embedded/home";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { FIRST, HOME } from "./coach-life.ts";
import { playLife, type World } from "./coach-play.ts";
import { benchModel } from "./cost-model.ts";
import { ALSO_SAID, DAYS, events, SAMPLE_MS, sensedAt } from "./living-life.ts";
import { ambientRuns, surfacedWords } from "./living-rows.ts";
import { endProgress, progress } from "./progress.ts";
import { fixed, printTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    days: { type: "string", default: String(DAYS) },
    out: { type: "string" },
    model: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench:living -- [--days N] [--out FOLDER] [--model] [--json]

  --days N       how many days are played (default ${DAYS})
  --out FOLDER   write the orientations, the journal, what surfaced, and the concerns over time there
  --model        a model with the token counts of the real prompts takes part, for the bill

Example: npm run bench:living -- --model --out /tmp/fortnight`);
  process.exit(0);
}
const days = Number(values.days);
const USER = "me";
const counts = { turns: 0, free: 0, same: 0, oriented: 0 };
const root = mkdtempSync(join(tmpdir(), "waldo-living-"));
try {
  const report = await played();
  endProgress();
  if (values.out !== undefined) write(values.out, report);
  if (values.json) {
    const { files: _, ...rest } = report;
    console.log(JSON.stringify(rest, null, 2));
  } else print(report);
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exit();

/**
 * A model that answers an ambient run as a real model would, with the token counts of the real prompts. Everything else
 * is written by the offline composer, so that the life is the same with it and without it.
 */
function orienting(): ModelGateway {
  const model = benchModel(() => ({ now: () => 0 }));
  const { plain: _, ...composer } = offlineComposer(repositoryUnderstanding);
  return {
    ...composer,
    async converse(request) {
      const isAmbient = JSON.stringify(request.messages).includes("Occasion: ambient");
      if (!isAmbient) return composer.converse(request);
      const reply = await model.converse(request);
      const text = JSON.stringify({ state: "light_work", matters: [{ line: 0, weight: 0.8 }], thought: null });
      return { ...reply, text, calls: [], stop: "end" };
    },
  };
}

async function played() {
  const model = values.model ? orienting() : offlineComposer(repositoryUnderstanding);
  let isBegun = false;
  await playLife(root, model, {
    days,
    also: ALSO_SAID,
    onStep: (done, all) => done % 50 === 0 && progress(`${done} of ${all} steps`),
    async between(world, from, to) {
      if (!isBegun) await begin(world);
      isBegun = true;
      const first = Math.ceil((from + 1) / SAMPLE_MS) * SAMPLE_MS;
      for (let at = first; at < to; at += SAMPLE_MS) await sample(world, at);
    },
  });
  const home = openHome(join(root, "home"));
  try {
    const end = instantAt(addDays(FIRST, days), "09:00", HOME);
    const answer = await ask(composeWorld(home, end, offlineComposer(repositoryUnderstanding)), end);
    return await reportOf(home.store, end, answer);
  } finally {
    home.store.close();
  }
}

async function begin({ store }: World): Promise<void> {
  const row = await store.get(keys.profile(USER));
  const profile = { ...(row?.body as Profile), living: { on: true, machine: true, interrupt: "shadow" } };
  await store.transact([
    { op: "put", key: keys.profile(USER), body: profile },
    ...events().map((event) => ({ op: "put", key: calendarKey(USER, event), body: event }) as const),
  ]);
}

async function sample(world: World, at: number): Promise<void> {
  const machine = sensedAt(at);
  if (!machine) return;
  world.clock.set(at);
  const profile = await loadProfile(world.store, USER);
  const { outcome } = await takeSample(world, profile, { machine }, () => ambientTurn(world, profile));
  await world.machines.idle();
  counts.turns++;
  if (outcome !== "off") counts[outcome]++;
}

/** Asks Waldo what it has been thinking about, as a person would. */
async function ask(world: World, at: number): Promise<string> {
  world.clock.set(at);
  const date = localDate(at, HOME);
  await receiveMessage(world, USER, { messageId: "think", text: "what have you been thinking about?" }, date);
  await world.machines.idle();
  const { rows } = await world.store.query({ ...keys.message.all(USER, `day-${date}`), descending: true, limit: 5 });
  const said = rows.map(({ body }) => Message.parse(body)).find(({ from }) => from === "waldo");
  return said?.text ?? "";
}

async function all<T>(store: Store, range: Parameters<Store["query"]>[0], schema: { parse(body: unknown): T }) {
  const found: T[] = [];
  for await (const { body } of queryAll(store, range)) found.push(schema.parse(body));
  return found;
}

async function reportOf(store: Store, end: number, answer: string) {
  const last = localDate(end, HOME);
  const [orientations, thoughts, themes, concerns, interruptions, ambient, said] = await Promise.all([
    all(store, keys.orientation.all(USER), Orientation),
    all(store, keys.thought.all(USER), Thought),
    all(store, keys.theme.all(USER), Theme),
    all(store, keys.concern.all(USER), Concern),
    all(store, keys.interruption.all(USER), Interruption),
    ambientRuns(store, USER, FIRST, last),
    surfacedWords(store, USER, FIRST, last),
  ]);
  const state = LivingState.parse((await store.get(keys.living(USER)))?.body);
  const persona = await store.get(keys.persona(USER));
  const surfaced = said.map(({ at, text }) => `- ${stamp(at)} ${text}`);
  const at = (hour: string) => orientations.filter((one) => localTime(one.at, HOME).startsWith(hour));
  const tell = (some: readonly Orientation[]) => [...new Set(some.map(({ disposition }) => disposition))].sort();
  const traced = thoughts.filter(({ saw }) => saw.length > 0).length;
  return {
    counts,
    freeShare: counts.free / Math.max(1, counts.turns),
    thoughts: { all: thoughts.length, kinds: [...new Set(thoughts.map(({ kind }) => kind))].sort(), traced },
    noticed: [...new Set(orientations.flatMap(({ anomalies }) => anomalies.map(({ kind }) => kind)))].sort(),
    rhythm: {
      atThree: tell([...at("02:"), ...at("03:")]),
      atFifteen: tell([...at("14:"), ...at("15:")]),
      deepWork: tell(orientations.filter((one) => one.state === "deep_work" && one.hour === "day")),
      idle: tell(orientations.filter((one) => one.state === "idle")),
    },
    interruptions: interruptions.length,
    sent: interruptions.filter(({ mode }) => mode === "live").length,
    asked: ambient.runs,
    dollarsADay: ambient.dollars / days,
    persona: persona ? Persona.parse(persona.body).line.length : 0,
    answer,
    told: thoughts.some(({ text }) => answer.includes(text)),
    surfaced: surfaced.length,
    files: {
      "orientation.log": orientations.map(lineOf).join("\n"),
      "journal.md": journalOf(thoughts, themes),
      "surfaced.md": [...surfaced, ...state.waiting.map(({ text }) => `- still waits: ${text}`)].join("\n"),
      "concerns.csv": concernsOf(concerns, end),
      "interruptions.log": interruptions.map((one) => `${stamp(one.at)} ${one.mode} ${one.text}`).join("\n"),
    },
  };
}

type Report = Awaited<ReturnType<typeof reportOf>>;

function stamp(at: number): string {
  return `${localDate(at, HOME)} ${localTime(at, HOME)}`;
}

function lineOf({ at, state, activity, hour, zone, disposition, why, mood, by }: Orientation): string {
  const parts = [state, activity ?? "", hour, zone ?? "no zone", mood, disposition, by];
  return `${stamp(at)}  ${parts.map((part) => part.padEnd(11)).join(" ")} ${why}`;
}

function journalOf(thoughts: readonly Thought[], themes: readonly Theme[]): string {
  const entries = thoughts.map(
    ({ at, kind, text, saw }) =>
      `- **${stamp(at)}** ${kind}: ${text} _(seen in ${saw.map((one) => one.kind).join(", ")})_`,
  );
  const lines = themes.map(({ date, title, text }) => `- **${date}** ${title}: ${text}`);
  return ["# Journal", "", ...entries, "", "# Themes", "", ...lines].join("\n");
}

/** The salience of each concern on each day, computed from its last touch. */
function concernsOf(concerns: readonly Concern[], end: number): string {
  const later = [0, 7, 30, 90].map((ahead) => end + ahead * DAY_MS);
  const head = "id,kind,summary,touches,last touch,touched by,now,in 7 days,in 30 days,in 90 days";
  const rows = concerns.map((one) => {
    const { id, kind, summary, touches, touchedAt, touchedBy } = one;
    const salience = later.map((at) => salienceAt(one, at));
    return [id, kind, JSON.stringify(summary), touches, stamp(touchedAt), touchedBy, ...salience].join(",");
  });
  return [head, ...rows].join("\n");
}

function write(folder: string, { files }: Report): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${text}\n`);
}

function print(report: Report): void {
  const { thoughts, rhythm, noticed } = report;
  const yes = (holds: boolean) => (holds ? "yes" : "no");
  /** Messages that reach the person, or would reach them. */
  const reaches = (some: readonly string[]) => some.includes("surface") || some.includes("interrupt");
  printTable(
    ["criterion", "holds", "what was seen"],
    [
      [
        "continuity",
        yes(report.told && thoughts.traced === thoughts.all),
        `${thoughts.all} thoughts of ${thoughts.kinds.length} kinds, ${thoughts.traced} traced`,
      ],
      ["awareness", yes(noticed.length >= 3), noticed.join(", ")],
      [
        "rhythm",
        yes(!reaches(rhythm.atThree) && reaches(rhythm.atFifteen) && rhythm.deepWork.join() !== rhythm.idle.join()),
        `3 am ${rhythm.atThree.join("/")}; 3 pm ${rhythm.atFifteen.join("/")}; deep work ${rhythm.deepWork.join("/")}; idle ${rhythm.idle.join("/")}`,
      ],
      ["character", yes(report.persona > 0), `${report.persona} nights moved an axis`],
      ["improvement", "see bench:alma", "memory designs are searched and promoted there"],
      [
        "efficiency",
        yes(report.freeShare >= 0.9 && report.dollarsADay <= 0.01),
        `${fixed(100 * report.freeShare, 1)} % of ${report.counts.turns} turns free; ${report.asked} asked; $${fixed(report.dollarsADay, 5)} a day`,
      ],
    ],
  );
  console.log(
    `\nInterruptions: ${report.interruptions} in shadow, ${report.sent} sent. Surfaced in answers: ${report.surfaced}.`,
  );
  console.log(`\n“What have you been thinking about?”\n${report.answer}`);
}
