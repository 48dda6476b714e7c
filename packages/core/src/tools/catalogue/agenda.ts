// Tools for a person's day: the calendar, and what they planned for the day.
import {
  type CalendarEvent,
  type Goals,
  isOwn,
  JetLag,
  keys,
  LocalDate,
  type MemoryBlock,
  type MemoryNote,
  type Profile,
  Proposal,
  type Task,
  type UserId,
  type Watch,
} from "@waldo/contracts";
import * as z from "zod";
import { movedAt } from "../../cadence/jet-lag.ts";
import { loadWatches } from "../../cadence/watches.ts";
import { eventsLeftOut } from "../../calendar/left-out.ts";
import { eventsBetween } from "../../calendar/rows.ts";
import { goalsInForce } from "../../goals/stored.ts";
import { openView } from "../../memory/search/index-files.ts";
import { agrees } from "../../person/consents.ts";
import { findProfile } from "../../person/profile.ts";
import type { Ports, Store } from "../../ports.ts";
import { advisedOn, answerOn, daysSaid, type SaidOn, suggestedOn } from "../../skills/suggested.ts";
import { type Answer, learntFrom, unwantedIn } from "../../skills/suggestion-choice.ts";
import { queryAll } from "../../store/query-all.ts";
import { addDays, instantAt, localDate, localTime, weekdayOf } from "../../time.ts";
import { Page, timeZoneOf } from "../args.ts";
import { type Sourced, sourceOf } from "../provenance.ts";
import { clip, more, pageOf } from "../result-size.ts";
import { listTasks } from "../rows.ts";
import { defineRead } from "../tool.ts";

/**
 * Returns the calendar of one or a few days. The author of an invitation wrote its text, so one invitation turns the
 * whole result into outside text.
 */
export const queryCalendar = defineRead({
  name: "query_calendar",
  description: "Events of a day, or of up to 14 days from it. Defaults to today.",
  args: z.strictObject({
    date: LocalDate.optional(),
    days: z.number().int().min(1).max(14).optional(),
    page: Page.optional(),
  }),
  origin: { of: ({ events }: { readonly events: readonly Sourced[] }) => sourceOf(events) },
  async run({ date, days = 1, page }, { store, userId, date: today }) {
    const timeZone = await timeZoneOf(store, userId);
    const from = date ?? today;
    const [start, end] = [instantAt(from, "00:00", timeZone), instantAt(addDays(from, days), "00:00", timeZone)];
    const [events, leftOut] = await Promise.all([
      eventsBetween(store, userId, start, end),
      eventsLeftOut(store, userId),
    ]);
    const shown = pageOf(
      events.map((event) => describeEvent(event, timeZone)),
      page,
    );
    // The days of these events are unknown.
    return { from, days, timeZone, events: shown.items, ...(leftOut > 0 ? { leftOut } : {}), ...more(shown) };
  },
});

/** Describes an event on the person's own wall clock. */
function describeEvent(event: CalendarEvent, timeZone: string) {
  const { title, location, start, end, allDay, busy, status, origin, uncertain } = event;
  const [date, last] = [localDate(start, timeZone), localDate(Math.max(start, end - 1), timeZone)];
  return {
    title: clip(title, 100),
    date,
    ...(last === date ? {} : { until: last }),
    ...(allDay ? { allDay } : { time: `${localTime(start, timeZone)}-${localTime(end, timeZone)}` }),
    ...(location ? { location: clip(location, 60) } : {}),
    ...(origin === "untrusted" ? { from: "outside" as const } : {}),
    ...(uncertain ? { timeIsUncertain: true } : {}),
    ...(busy ? {} : { busy }),
    ...(status === "confirmed" ? {} : { status }),
  };
}

/** The most tasks that are read, and the most due things that are returned. */
const [MOST_READ, MOST_DUE] = [200, 5];

/**
 * Returns what the person set for a day: what is due, their goal and plan, their answer to the last suggestion, which
 * kinds of suggestions helped, whether they have changed time zones, and their name. All of these are the person's own
 * words or Waldo's notes for them. Entries by other people are only counted, so that no Brief quotes them (R10).
 */
export const getAgenda = defineRead({
  name: "get_agenda",
  description:
    "What the person set for today: tasks and reminders that are due, their goal, what their goals file puts first, their plan, how they answered yesterday's suggestion and which kinds helped, and a change of time zone.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, { store, archive, userId, date }) {
    const profile = await findProfile(store, userId);
    const timeZone = profile?.timeZone ?? "UTC";
    const told = await toldBy({ store, archive }, userId);
    // A goal in the list is clearly meant as a goal, so it comes before a goal that was only mentioned.
    const tasks = (await listTasks(store, userId, MOST_READ)).filter(isOpen);
    const listed = tasks.find((one) => one.goal && isOwn(one));
    const goal = listed?.title ?? told.find(isGoal)?.claim;
    const plan = told.find((one) => isPlanFor(one, date));
    const said = await daysSaid(store, userId, date, { today: true });
    const days = said.filter((day) => day.date < date);
    const answered = await answerTo(store, userId, { date, timeZone }, days);
    const learnt = learntFrom(days.flatMap(suggestedOn), date, said.flatMap(advisedOn));
    const unwanted = [...new Set(told.filter(isWish).flatMap(({ claim }) => unwantedIn(claim) ?? []))];
    const suggestions = unwanted.length === 0 ? learnt : { helped: [], leftOut: [], told: [], ...learnt, unwanted };
    const focus = focusOf(await goalsInForce(store, userId));
    const travelled = await hasTravelled(store, userId, { date, timeZone });
    return {
      ...(await dueOn(store, userId, { date, timeZone, tasks })),
      ...(goal === undefined ? {} : { goal: clip(goal, CLAIM_CHARS) }),
      ...(focus === undefined ? {} : { focus }),
      ...(plan === undefined ? {} : { plan: clip(plan.claim, CLAIM_CHARS) }),
      ...(answered === undefined ? {} : { answered }),
      ...(suggestions === undefined ? {} : { suggestions }),
      ...(travelled ? { travelled } : {}),
      ...(profile?.name === undefined ? {} : { name: profile.name }),
    };
  },
});

const CLAIM_CHARS = 100;

/** Returns the first goal in the person's own file: of the day, or else of the week. */
function focusOf({ today: [day], week: [week] }: Goals) {
  const text = day ?? week;
  return text === undefined ? undefined : { text: clip(text, CLAIM_CHARS), of: day === undefined ? "week" : "today" };
}

const isOpen = ({ status }: Task) => status === "open";

function isWish({ hall }: Told): boolean {
  return hall === "preferences";
}

type Day = { readonly date: LocalDate; readonly timeZone: Profile["timeZone"] };

/** Returns the tasks that are due by the date, and the one-time reminders of that date. Daily reminders are left out. */
async function dueOn(
  store: Store,
  userId: UserId,
  { date, timeZone, tasks: open }: Day & { readonly tasks: readonly Task[] },
) {
  const tasks = open.filter(({ due }) => due !== undefined && due <= date);
  const watches = (await loadWatches(store, userId)).flatMap(({ watch }) =>
    isOn(watch, { date, timeZone }) ? watch : [],
  );
  const due = [
    ...watches.filter(isOwn).map(({ text, when }) => ({
      title: clip(text, CLAIM_CHARS),
      ...(when.on === "time" ? { time: localTime(when.at, timeZone) } : {}),
    })),
    ...tasks.filter(isOwn).map(({ title, due: on }) => ({
      title: clip(title, CLAIM_CHARS),
      ...(on !== undefined && on < date ? { overdue: true } : {}),
    })),
  ];
  const others = tasks.length + watches.length - due.length;
  return { due: due.slice(0, MOST_DUE), ...(others === 0 ? {} : { dueFromOthers: others }) };
}

function isOn({ state, when }: Watch, { date, timeZone }: Day): boolean {
  return state === "active" && when.on === "time" && localDate(when.at, timeZone) === date;
}

type Told = MemoryBlock | MemoryNote;

/**
 * Returns the person's own claims. Those that still wait for the night come first. Without consent to memory there are
 * none.
 */
async function toldBy(ports: Pick<Ports, "store" | "archive">, userId: UserId): Promise<Told[]> {
  if (!(await agrees(ports.store, userId, "memory"))) return [];
  const { standing, pending } = await openView(ports, userId);
  return [...pending.toReversed(), ...standing].filter(isOwn);
}

const GOAL =
  /^(?:my (?:\w+ )?goal\b|goal:|i want to\b|i would like to\b|i['’]d like to\b|i(?: am|['’]m) training (?:for|to)\b)/i;
const PLAN =
  /\b(?:plan(?:s|ned)?\b|i(?: will|['’]ll| am going|['’]m going)\b|i (?:usually |always )?(?:run|swim|train|cycle|ride|lift|play|row|climb|ski|hike|go|have|meet|teach)\b)/i;

function isGoal({ topic, claim }: Told): boolean {
  return topic === "goal" || GOAL.test(claim);
}

/** True when the person told a plan for a date. It must name the date or its weekday. */
function isPlanFor({ topic, claim, conditions }: Told, date: LocalDate): boolean {
  const text = `${claim} ${conditions}`.toLowerCase();
  const named = text.includes(date) || text.includes(weekdayOf(date).toLowerCase());
  return named && (topic === "plan" || PLAN.test(claim));
}

/** For how many days a change of time zone is mentioned. */
const TRAVEL_DAYS = 3;

/** True when the device has reported another time zone in the last days. */
async function hasTravelled(store: Store, userId: UserId, { date, timeZone }: Day): Promise<boolean> {
  const row = await store.get(keys.jetLag(userId));
  if (!row) return false;
  const moved = localDate(movedAt(JetLag.parse(row.body)), timeZone);
  return moved <= date && moved > addDays(date, -TRAVEL_DAYS);
}

/** Returns how the person answered the suggestions of the day before: by a tap, or else by a short reply. */
async function answerTo(
  store: Store,
  userId: UserId,
  { date, timeZone }: Day,
  days: readonly SaidOn[],
): Promise<Answer | undefined> {
  const yesterday = addDays(date, -1);
  const [from, to] = [instantAt(yesterday, "00:00", timeZone), instantAt(date, "00:00", timeZone)];
  let last: Proposal | undefined;
  for await (const { body } of queryAll(store, keys.proposal.all(userId))) {
    const proposal = Proposal.parse(body);
    const isYesterdays = proposal.createdAt >= from && proposal.createdAt < to;
    const isAnswered = proposal.state === "executed" || proposal.state === "declined";
    if (isYesterdays && isAnswered && proposal.updatedAt >= (last?.updatedAt ?? 0)) last = proposal;
  }
  if (last !== undefined) return last.state === "executed" ? "followed" : "dismissed";
  const said = days.find((day) => day.date === yesterday);
  return said && answerOn(said);
}
