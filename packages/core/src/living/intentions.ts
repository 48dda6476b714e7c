/**
 * Intentions: promises of Waldo to look at something later. At its time an intention is carried out once. Plain code
 * reads related tasks, calendar events and memories, and tells the person what it found. An intention that is too late
 * is given up, and the person is told that too. The end of the intention and the message commit together.
 */
import { type EpochMs, GIVE_UP_HOURS, Intention, isOwn, keys, type Profile } from "@waldo/contracts";
import { eventsBetween } from "../calendar/rows.ts";
import { announcement } from "../channels/announce.ts";
import { isBelieved } from "../memory/claims/claim.ts";
import { isAbout } from "../memory/claims/likeness.ts";
import { liveClaims, openView } from "../memory/search/index-files.ts";
import type { Ports, Write } from "../ports.ts";
import { commitIf, putOver } from "../store/cas.ts";
import { DAY_MS, HOUR_MS, localDate, spokenDate } from "../time.ts";
import { isOn, livingRows } from "../tools/living-rows.ts";
import { listTasks } from "../tools/rows.ts";
import { sayable } from "./anomalies.ts";

const MOST_TASKS = 200;
/** How far ahead the calendar is read. */
const AHEAD_MS = 7 * DAY_MS;

type Needs = Pick<Ports, "store" | "archive" | "clock" | "embedder">;

/**
 * Carries out what is due while the loop is on, and returns the number of messages to the person. The caller flushes
 * the outbox.
 */
export async function carryOut(ports: Needs, profile: Profile): Promise<number> {
  if (!(await isOn(ports.store, profile))) return 0;
  const now = ports.clock.now();
  const due = (await livingRows(ports.store, profile.userId).intentions()).filter(({ dueAt }) => dueAt <= now);
  let told = 0;
  for (const { id } of due) if (await settle(ports, profile, id, now)) told++;
  return told;
}

async function settle(ports: Needs, profile: Profile, id: string, now: EpochMs): Promise<boolean> {
  const { store } = ports;
  const row = await store.get(keys.intention(profile.userId, id));
  const intention = row && Intention.parse(row.body);
  if (intention?.state !== "open") return false;
  const about = aboutOf(intention);
  const isLate = now - intention.dueAt > GIVE_UP_HOURS * HOUR_MS;
  const outcome = isLate ? undefined : await foundOf(ports, profile, intention, now);
  const when = spokenDate(localDate(intention.dueAt, profile.timeZone));
  const text = isLate
    ? `I said I would look at ${about} on ${when}, and I did not: nothing ran then. Ask me again if it still matters.`
    : `You wanted me to look at ${about} again. ${outcome}`;
  const next: Intention = {
    ...intention,
    ...{ state: isLate ? "given_up" : "done", tries: intention.tries + 1, updatedAt: now },
    outcome: (outcome ?? "nothing ran at that time").slice(0, 400).toWellFormed(),
  };
  const date = localDate(now, profile.timeZone);
  // The person asked for this, so it is sent like a reminder.
  const said: Write[] = announcement(
    profile,
    { by: "living", name: intention.id, trigger: "ambient", date, now },
    { kind: "reminder", text },
  );
  return commitIf(store, [putOver(row, keys.intention(profile.userId, intention.id), next), ...said]);
}

/** Other people's words are quoted or left out. */
function aboutOf({ text, origin }: Intention): string {
  if (origin === "owner" || origin === "agent") return `“${text}”`;
  return sayable(text, "untrusted") ?? "something";
}

/** Says in words what was found about it. */
async function foundOf(
  ports: Needs,
  { userId, timeZone }: Profile,
  { text }: Intention,
  now: EpochMs,
): Promise<string> {
  const [tasks, events, view] = await Promise.all([
    listTasks(ports.store, userId, MOST_TASKS),
    eventsBetween(ports.store, userId, now, now + AHEAD_MS),
    openView(ports, userId),
  ]);
  const task = tasks.find((one) => isOwn(one) && isRelated(one.title, text));
  const event = events.find(({ title }) => isRelated(title, text));
  const claim = liveClaims(view).find(
    (one) => one.origin !== "untrusted" && isBelieved(one) && isRelated(one.claim, text),
  );
  const title = event && sayable(event.title, "untrusted");
  const its = task && (sayable(task.title, "owner") ?? "about it");
  const parts = [
    task && `The task ${its} is ${task.status}${task.due ? `, due on ${spokenDate(task.due)}` : ""}.`,
    event && `${title ?? "An event about it"} is on ${spokenDate(localDate(event.start, timeZone))}.`,
    claim && `What I remember: ${claim.claim}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? "I found nothing new about it." : parts.join(" ");
}

/** True when one of the two texts contains the meaning of the other. */
function isRelated(one: string, other: string): boolean {
  return isAbout(one, other) || isAbout(other, one);
}
