/** A person with a full day: meetings, tasks, documents and a diary, and on request three bad nights. */
import { keys, type Profile } from "@waldo/contracts";
import { prepareCheckpoint } from "@waldo/core/agent/checkpoint";
import { calendarKey } from "@waldo/core/calendar/rows";
import { backfillScores, refreshScore, saveDays, TRAILING_DAYS } from "@waldo/core/health/ledger";
import type { Write } from "@waldo/core/ports";
import { addDays, DAY_MS, instantAt } from "@waldo/core/time";
import { documentId } from "@waldo/core/tools/rows";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { DATE, type Options, type TestWorld, testWorld, WAKE } from "./world.ts";

const at = (time: string) => instantAt(DATE, time, PERSON.timeZone);
const put = (key: Write["key"], body: object): Write => ({ op: "put", key, body });

const MEETING_NOTES = [
  "Ana: The spring plan is late because two figures were missing.",
  "Tom: We agreed to move the launch to May.",
  "Ana: I'll send the new figures to everyone by Friday.",
  "Tom: I will call the printer.",
].join("\n");

function event(title: string, from: string, to: string, more: Parameters<typeof meetingOf>[2] = {}): Write {
  const eventId = from.replace(":", "").padStart(24, "0");
  const row = meetingOf(title, at(from), { eventId, end: at(to), ...more });
  return put(calendarKey("me", row), row);
}

export function task(taskId: string, title: string, due?: string): Write {
  return put(keys.task("me", taskId), {
    taskId,
    title,
    ...(due === undefined ? {} : { due }),
    status: "open",
    createdAt: 1,
    updatedAt: 1,
  });
}

function document(name: string, text: string): Write {
  const draftId = documentId(name);
  const stamps = { createdAt: 1, updatedAt: 1 };
  return put(keys.draft("me", "document", draftId), {
    kind: "document",
    draftId,
    name,
    text,
    status: "draft",
    ...stamps,
  });
}

function diary(daysAgo: number, runId: string, summary: string): Write {
  const when = WAKE - daysAgo * DAY_MS;
  const body = { runId, at: when, trigger: "user_message", summary, origin: "agent" };
  return { op: "put", key: keys.episode("me", when, runId), body, when: [{ is: "absent" }] };
}

/** The rows of a full day: meetings, tasks, documents, a diary. */
export const DAY_ROWS: readonly Write[] = [
  event("Standup", "09:30", "10:00"),
  event("Budget review", "11:00", "12:00", {
    location: "Room 4",
    description: "With Ana and Tom: last figures for the spring plan",
  }),
  event("Deep work: pricing paper", "14:00", "16:00"),
  event("Gallery visit", "17:00", "18:00", { status: "tentative" }),
  task("task-dentist", "Call the dentist", DATE),
  task("task-passport", "Renew the passport"),
  task("task-figures", "Check the spring figures"),
  document("Pricing paper outline", "First what it costs us, then what others ask."),
  document("Planning meeting", MEETING_NOTES),
  diary(7, "run-old-1", "They said: the budget review slipped a week because two figures were late"),
  diary(2, "run-old-2", "They said: the spring plan goes to Ana on Friday"),
];

export type FurnishOptions = Options & {
  /** The last three nights were short, and the body shows it. */
  readonly low?: boolean;
  /** Days since the person last wrote. */
  readonly silentDays?: number;
  readonly clock?: string;
  readonly autonomy?: Profile["autonomy"];
};

/** The person at `clock` of the day, with everything above. */
export async function furnishedWorld(options: FurnishOptions = {}): Promise<TestWorld> {
  const { low = false, silentDays, clock, autonomy = "L2", ...rest } = options;
  const world = await testWorld({ profile: { ...PERSON, autonomy, fetch: "live" }, ...rest });
  await world.store.transact([...DAY_ROWS]);
  if (low) await threeBadNights(world);
  await backfillScores(world, "me", DATE, addDays(DATE, -TRAILING_DAYS));
  if (low) await scoreToday(world);
  if (silentDays !== undefined) {
    const said = WAKE - silentDays * DAY_MS;
    const key = keys.message("me", `day-${addDays(DATE, -silentDays)}`, said, "0-old");
    await world.store.transact([put(key, { from: "owner", kind: "message", text: "See you.", at: said })]);
  }
  if (clock !== undefined) world.clock.set(at(clock));
  return world;
}

async function threeBadNights(world: TestWorld): Promise<void> {
  const days = syntheticDays(DATE, 3, 7).map((day) => ({
    ...day,
    metrics: { ...day.metrics, hrvRmssdMs: 24, restingHrBpm: 66, respiratoryRateRpm: 17 },
    sleeps: day.sleeps.map((sleep) => ({ ...sleep, asleepMinutes: 190, awakeMinutes: 200, efficiency: 0.48 })),
  }));
  await saveDays(world.store, "me", days);
}

async function scoreToday(world: TestWorld): Promise<void> {
  await refreshScore(world, "me", { date: DATE, timeZone: PERSON.timeZone, settled: true });
  await prepareCheckpoint(world, "me", DATE);
}
