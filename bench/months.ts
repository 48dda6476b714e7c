/**
 * Says a month of one person's messages to a played home, and prints what was answered and done: `npm run bench:months --
 * [--data PATH] [--json]`. PATH is a file or a folder of JSON lines, `{day, at, says, kind, right?}`: the day of the month,
 * the time on the person's clock, the words, their kind, and what would be right. A card with numbers is printed as the
 * page and the terminal show it. The home has a made-up wearable, and no language model. A reader marks the transcript,
 * because no pattern knows whether an answer is right.
 */
import { basename } from "node:path";
import { keys, LocalTime } from "@waldo/contracts";
import { outboxOf } from "@waldo/core/channels/outbox";
import { saveDays } from "@waldo/core/health/ledger";
import { addDays, instantAt } from "@waldo/core/time";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import * as z from "zod";
import { readingsOf } from "../packages/embedded/src/chat/say.ts";
import { playDay } from "../packages/embedded/src/day/play.ts";
import { settableClock } from "../packages/embedded/src/settable-clock.ts";
import { house, THINKING } from "../packages/embedded/test/door-person.ts";
import { filesIn, linesIn } from "./data-lines.ts";
import { optionsOf } from "./options.ts";

const Line = z.object({
  day: z.number().int().min(1).max(31),
  at: LocalTime,
  says: z.string(),
  kind: z.string(),
  right: z.string().optional(),
});
type Line = z.infer<typeof Line>;
type Heard = Line & { readonly heard: readonly string[]; readonly did: readonly string[] };

/** The day before the first of the month, and how many days of the wearable are known by then. */
const [BEFORE, KNOWN] = ["2026-09-30", 45] as const;

const values = optionsOf(
  `Usage: npm run bench:months -- --data PATH [--json]

  --data PATH   a file or a folder of JSON lines (default ../shared/cases/month)`,
  { data: { type: "string", default: "../shared/cases/month" }, json: { type: "boolean", default: false } },
);
for (const file of filesIn(values.data)) {
  const heard = await monthOf(linesIn(file, (line) => Line.parse(line)));
  if (values.json) for (const one of heard) console.log(JSON.stringify(one));
  else print(basename(file, ".jsonl"), heard);
}

/** Plays the days up to each message, and says it. */
async function monthOf(lines: readonly Line[]): Promise<Heard[]> {
  const userId = PERSON.userId;
  const first = instantAt(addDays(BEFORE, 1), "00:00", PERSON.timeZone);
  const { world, say } = await house({ ...THINKING, days: 0, settable: settableClock(first) });
  const last = Math.max(...lines.map(({ day }) => day));
  await saveDays(world.store, userId, syntheticDays(addDays(BEFORE, last), KNOWN + last));
  const heard: Heard[] = [];
  for (let day = 1; day <= last; day++) {
    const date = addDays(BEFORE, day);
    const play = async (now?: number) => {
      for await (const _ of playDay(world, PERSON, date, now)) void _;
    };
    for (const line of lines.filter((one) => one.day === day)) {
      const at = instantAt(date, line.at, PERSON.timeZone);
      await play(at);
      world.clock.set(at);
      const before = world.telegram.length;
      const { runId } = await say(line.says, `message-${day}-${heard.length}`);
      const { rows } = await world.store.query({ ...keys.step.startingWith(userId, runId) });
      const did = rows.flatMap(({ body }) => callsIn(body));
      const said = world.telegram.slice(before).map(({ text }) => text);
      const cards = await readingsOf(world, userId, await outboxOf(world, userId, runId));
      heard.push({ ...line, heard: [...said, ...cards.map((card) => `(card) ${card.trim()}`)], did });
    }
    await play();
  }
  return heard;
}

/** Returns the names of the tools that a step called. */
function callsIn(body: unknown): string[] {
  const { data } =
    z.object({ data: z.object({ calls: z.array(z.object({ name: z.string() })) }) }).safeParse(body).data ?? {};
  return data?.calls.map(({ name }) => name) ?? [];
}

function print(name: string, heard: readonly Heard[]): void {
  console.log(`\n${name}: ${heard.length} messages\n`);
  for (const { day, at, says, kind, heard: answers, did, right } of heard) {
    console.log(`${String(day).padStart(2)} ${at} [${kind}] ${says}`);
    for (const answer of answers) console.log(`      → ${answer.replaceAll("\n", " / ")}`);
    if (did.length > 0) console.log(`      (${[...new Set(did)].join(", ")})`);
    if (right !== undefined) console.log(`      right: ${right}`);
  }
}
