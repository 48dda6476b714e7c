/**
 * Computes one change of the file of goals as data: the new row, the new profile, and the writes of both. They commit
 * together, so file and profile always agree. A write fails if its row has changed since it was read; the caller then
 * plans again.
 */
import {
  type Coaching,
  type Goals,
  type GoalsEdit,
  type GoalsFault,
  type GoalsFile,
  type GoalsWriter,
  keys,
  MOST_GOALS_CHARS,
  Profile,
  type UserId,
  WaldoError,
  WEEKLY_REVIEW,
} from "@waldo/contracts";
import { announcement } from "../channels/announce.ts";
import { findTimeZone } from "../health/ledger.ts";
import { zoneNameToday } from "../person/zone-names.ts";
import type { Row, Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { localDate } from "../time.ts";
import { editGoals } from "./edit.ts";
import { mergeGoals } from "./merge.ts";
import { type Parsed, parseGoals } from "./parse.ts";
import { loadGoalsFile, NO_GOALS } from "./stored.ts";
import { GOALS_TEMPLATE } from "./view.ts";
import { namesOf, outsideAfter, ownGoals } from "./writers.ts";

/**
 * A whole text or one edit. `base` is the text from which the whole text was made. Later changes by others are kept,
 * section by section. Without `base` the text replaces the stored one.
 */
export type GoalsChange = { readonly by: GoalsWriter } & (
  | { readonly text: string; readonly base?: string | undefined; readonly remote?: string | undefined }
  | { readonly edit: GoalsEdit | readonly GoalsEdit[] }
);

/** Both sides changed the same sections since the base. Nothing was stored; the caller keeps its text. */
export class GoalsConflict extends WaldoError {
  readonly sections: readonly string[];
  /** The stored file. */
  readonly file: GoalsFile;
  constructor(sections: readonly string[], file: GoalsFile) {
    super("InvalidInput", `the file has changed meanwhile, here too: ${sections.join(", ")}`);
    this.sections = sections;
    this.file = file;
  }
}

export type GoalsPlan = {
  /** The row after the change. If nothing changes, it is the old row. */
  readonly file: GoalsFile;
  /** The faults of the text. If the text cannot be stored, there is at least one, and nothing is written. */
  readonly faults: readonly GoalsFault[];
  readonly writes: readonly Write[];
  /**
   * The writes that restore both rows. They fail if something else has changed the rows since. If they are absent,
   * nothing was changed.
   */
  readonly undo?: readonly Write[];
  /** True when a time or the time zone of the profile changes. The schedules must then be updated. */
  readonly moves: boolean;
};

type Asked = GoalsChange & { readonly now: number };

/** Throws `InvalidInput` for an impossible edit and for a person without a profile, and {@link GoalsConflict}. */
export async function planGoals(store: Pick<Store, "get">, userId: UserId, asked: Asked): Promise<GoalsPlan> {
  const [found, profileRow, device] = await Promise.all([
    loadGoalsFile(store, userId),
    store.get(keys.profile(userId)),
    findTimeZone(store, userId),
  ]);
  if (!profileRow) throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
  const before = found?.file;
  const text = textAfter(asked, before);
  const parsed = parseGoals(text);
  const zone = deviceFault(parsed, before, device);
  const faults = [...parsed.faults, ...zone].sort((a, b) => a.line - b.line);
  const none = { file: before ?? emptyFile(asked), faults, writes: [], moves: false };
  const isOwned = "edit" in asked && "do" in asked.edit && asked.edit.do === "own";
  if (text === before?.text && !(isOwned && before.outside)) return none;
  // A faulty edit is refused completely, because it names one change. A whole text is stored with its faults.
  if (faults.length > 0 && "edit" in asked && (before?.faults ?? []).length === 0)
    throw new WaldoError("InvalidInput", faults[0]?.reason ?? "the file has a fault");
  // A text that cannot be stored leaves no row that would show it again. The code that reads the file tells the person.
  if (text.length > MOST_GOALS_CHARS || !text.isWellFormed()) return none;
  const profile = Profile.parse(profileRow.body);
  const file = fileAfter(asked, { text, parsed, faults }, before);
  const told = isTold(asked, faults, before)
    ? tellWrites(profile, faultsTold(faults), file)
    : isBrought(file, before)
      ? tellWrites(profile, broughtTold(file.outside ?? []), file)
      : [];
  const after = faults.length > 0 ? profile : profileAfter(profile, file, device);
  const isSame = JSON.stringify(after) === JSON.stringify(profile);
  const profileWrite = isSame ? [] : [putOver(profileRow, keys.profile(userId), after)];
  return {
    ...{ file, faults },
    writes: [putOver(found, keys.goals(userId), file), ...profileWrite, ...told],
    undo: [
      putOver({ version: (found?.version ?? 0) + 1 }, keys.goals(userId), {
        ...(before ?? emptyFile(asked)),
        ...{ revision: file.revision + 1, at: asked.now },
      }),
      ...(isSame ? [] : [putOver({ version: profileRow.version + 1 }, keys.profile(userId), profile)]),
    ],
    moves: timesOf(after) !== timesOf(profile),
  };
}

function emptyFile({ by, now }: Asked): GoalsFile {
  return { text: "", revision: 1, at: now, by, goals: NO_GOALS };
}

function textAfter(asked: Asked, before: GoalsFile | undefined): string {
  const current = before?.text ?? "";
  if ("edit" in asked) {
    const edits: readonly GoalsEdit[] = "do" in asked.edit ? [asked.edit] : asked.edit;
    return edits.reduce(
      (text, edit) => (edit.do === "own" ? text : editGoals(text, edit)),
      before?.text ?? GOALS_TEMPLATE,
    );
  }
  if (asked.base === undefined || before === undefined) return asked.text;
  const merged = mergeGoals(asked.base, current, asked.text);
  if ("conflicts" in merged) throw new GoalsConflict(merged.conflicts, before);
  return merged.text;
}

/**
 * Returns the row after a change of its text. While the text has faults, the goals of the last good text stay in force,
 * and the row keeps that text too.
 */
function fileAfter(
  asked: Asked,
  { text, parsed, faults }: { text: string; parsed: Parsed; faults: readonly GoalsFault[] },
  before: GoalsFile | undefined,
): GoalsFile {
  const { by, now } = asked;
  const isFaulty = faults.length > 0;
  const isOwned = "edit" in asked && "do" in asked.edit && asked.edit.do === "own";
  const remote = "text" in asked ? asked.remote : undefined;
  const outside = isOwned ? [] : outsideAfter({ before, text, by, remote, isFaulty });
  const marks = outside.length === 0 ? {} : { outside };
  const head = { text, revision: (before?.revision ?? 0) + 1, at: now, by, ...marks };
  if (!isFaulty) return { ...head, goals: ownGoals(parsed.goals, before?.goals ?? NO_GOALS, outside) };
  const good = before?.good ?? before?.text ?? "";
  return { ...head, goals: before?.goals ?? NO_GOALS, faults: faults.slice(0, MOST_FAULTS), good };
}

/** A longer list of faults would not help the person. */
const MOST_FAULTS = 20;

/**
 * Returns a fault when the text names a new zone that is not the zone of the device. The schedules follow the device,
 * so the zone in the text would have no effect.
 */
function deviceFault({ goals, targets }: Parsed, before: GoalsFile | undefined, device: string | undefined) {
  const named = goals.targets.timeZone;
  const isNew = named !== before?.goals.targets.timeZone;
  if (named === undefined || !isNew || device === undefined || nameOf(device) === named) return [];
  const line = targets.find(({ target }) => target === "timezone")?.line ?? 0;
  return [{ line: line + 1, reason: "timezone: your device is in another one, and your day follows the device" }];
}

/**
 * Returns the current name of a zone. If the row of a device holds a name that no longer exists, it is returned
 * unchanged.
 */
function nameOf(zone: string): string {
  try {
    return zoneNameToday(zone);
  } catch {
    return zone;
  }
}

function profileAfter(profile: Profile, { goals }: GoalsFile, device: string | undefined): Profile {
  const { bedtime, wake, quietHours, weeklyReview = WEEKLY_REVIEW, timeZone } = goals.targets;
  const coaching: Coaching = { weeklyReview, ...(quietHours === undefined ? {} : { quietHours }) };
  const follows = timeZone !== undefined && (device === undefined || nameOf(device) === timeZone);
  return Profile.parse({
    ...profile,
    coaching,
    ...(wake === undefined ? {} : { wakeTime: wake }),
    ...(bedtime === undefined ? {} : { sleepTime: bedtime }),
    ...(wake === undefined && bedtime === undefined ? {} : { ownTimes: true }),
    ...(follows ? { timeZone } : {}),
  });
}

const timesOf = ({ wakeTime, sleepTime, timeZone, coaching }: Profile) =>
  JSON.stringify([wakeTime, sleepTime, timeZone, coaching]);

/** True when Waldo must tell the person about the faults. A person who sees them while typing is not told again. */
function isTold({ by }: Asked, faults: readonly GoalsFault[], before: GoalsFile | undefined): boolean {
  if (faults.length === 0 || (by !== "file" && by !== "git")) return false;
  return JSON.stringify(faults.slice(0, MOST_FAULTS)) !== JSON.stringify(before?.faults);
}

/** True when git changed a section that git had not changed before. */
function isBrought({ outside = [] }: GoalsFile, before: GoalsFile | undefined): boolean {
  return outside.some((key) => !(before?.outside ?? []).includes(key));
}

function broughtTold(outside: readonly string[]): string {
  return `Git brought changes into your goals: ${namesOf(outside).join(", ")}. They count as somebody else's words, and nothing of them is in force. If they are yours, say /goals mine, or press the button beside them in the app.`;
}

function tellWrites(profile: Profile, text: string, { at, revision }: Pick<GoalsFile, "at" | "revision">): Write[] {
  const date = localDate(at, profile.timeZone);
  const occasion = { by: "goals", name: `r${revision}-${at}`, trigger: "patrol", date, now: at } as const;
  return announcement(profile, occasion, { kind: "reply", text });
}

/** Returns words that describe the faults of the file. They do not quote the file. */
export function faultsTold(faults: readonly GoalsFault[]): string {
  const [first, ...more] = faults;
  const rest =
    more.length === 0 ? "" : ` ${more.length} more ${more.length === 1 ? "line needs" : "lines need"} a look.`;
  return `I cannot read your goals file. Line ${first?.line}: ${first?.reason}.${rest} Until then the last good version stays in force.`;
}

/**
 * Returns the writes that update the file after the profile was changed elsewhere: existing target lines get the new
 * times. If the file has no such line, there is no write.
 */
export async function followProfile(
  store: Pick<Store, "get">,
  userId: UserId,
  { before, after, now }: { readonly before: Profile | undefined; readonly after: Profile; readonly now: number },
): Promise<Write[]> {
  const wanted = {
    ...(after.wakeTime === before?.wakeTime ? {} : { wake_target: after.wakeTime }),
    ...(after.sleepTime === before?.sleepTime ? {} : { bedtime_target: after.sleepTime }),
    ...(after.timeZone === before?.timeZone ? {} : { timezone: after.timeZone }),
  };
  if (Object.keys(wanted).length === 0) return [];
  const found = await loadGoalsFile(store, userId);
  if (!found) return [];
  const { file } = found;
  const change = (whole: string) => withTargets(whole, wanted);
  const text = change(file.text);
  if (text === file.text) return [];
  const parsed = parseGoals(text);
  const { good, goals, faults, ...rest } = file;
  const head = { ...rest, text, revision: file.revision + 1, at: now };
  // A faulty line becomes correct when this change sets it.
  const isGood = parsed.faults.length === 0;
  const kept = good === undefined ? {} : { good: change(good), goals: parseGoals(change(good)).goals };
  const next: GoalsFile = isGood
    ? { ...head, goals: ownGoals(parsed.goals, withTimes(goals, parsed.goals), file.outside ?? []) }
    : { ...head, goals, ...kept, faults: parsed.faults.slice(0, MOST_FAULTS) };
  return [putOver(found as Pick<Row, "version">, keys.goals(userId), next)];
}

/**
 * Returns the goals with the times that the person has set. The times belong to the person, even in a section that git
 * changed.
 */
const withTimes = (own: Goals, { targets }: Goals): Goals => ({
  ...own,
  targets: { ...own.targets, ...timesIn(targets) },
});

const timesIn = ({ wake, bedtime, timeZone }: Goals["targets"]) => ({
  ...(wake === undefined ? {} : { wake }),
  ...(bedtime === undefined ? {} : { bedtime }),
  ...(timeZone === undefined ? {} : { timeZone }),
});

function withTargets(text: string, wanted: Readonly<Record<string, string>>): string {
  let next = text;
  for (const [target, value] of Object.entries(wanted)) {
    const isThere = parseGoals(next).targets.some((one) => one.target === target);
    if (!isThere) continue;
    try {
      next = editGoals(next, { do: "target", target: target as "timezone", value });
    } catch {
      // If a line cannot be set, it stays as the person wrote it.
    }
  }
  return next;
}
