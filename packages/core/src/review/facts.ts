// The nine questions of the weekly review as data. A question may begin with one fact from the person's rows. Plain
// code reads that fact, in words without readings. Without a fact the question is the same.
import {
  type CrsResult,
  keys,
  type LocalDate,
  Message,
  type Profile,
  type QuestionName,
  type ReviewBlock,
  type ReviewQuestion,
  Task,
  type Zone,
} from "@waldo/contracts";
import { mayTellBody } from "../channels/persona.ts";
import { goalsInForce } from "../goals/stored.ts";
import { loadScores } from "../health/ledger.ts";
import { agrees } from "../person/consents.ts";
import type { Store } from "../ports.ts";
import { capSize } from "../safety/sanitise.ts";
import { listed } from "../spoken.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, instantAt, weekdayOf } from "../time.ts";

type Asking = { readonly name: QuestionName; readonly block: ReviewBlock; readonly asks: string };

const ASKED: readonly Asking[] = [
  { name: "went-well", block: "wins", asks: "What went well this week, also small things?" },
  { name: "missed", block: "wins", asks: "What did not happen, and what was in the way?" },
  { name: "body-felt", block: "body", asks: "How did your body carry you through the week?" },
  { name: "body-helped", block: "body", asks: "What gave you energy, and what cost you some?" },
  { name: "people-enjoyed", block: "people", asks: "With whom was it good to spend time?" },
  { name: "people-reach", block: "people", asks: "Is there somebody you would like to hear from next week?" },
  { name: "next-first", block: "next", asks: "Next week: what is the one thing that would make it a good week?" },
  { name: "next-second", block: "next", asks: "Is there a second thing? One alone is fine, then skip this." },
  {
    name: "next-third",
    block: "next",
    asks: "One small experiment you would like to try next week? It may fail, it only has to teach you something.",
  },
];

/** One fact for a question, as a sentence. It holds words and no reading. */
type Facts = Partial<Record<QuestionName, string>>;

/** Returns the questions of a review with their facts. `body` is true when something is known about the person's body. */
export function questionsFor(facts: Facts, { body }: { readonly body: boolean }): ReviewQuestion[] {
  return ASKED.filter(({ block }) => body || block !== "body").map(({ name, block, asks }) => {
    const fact = facts[name];
    return { name, block, text: fact === undefined ? asks : `${fact} ${asks}` };
  });
}

const WEEK_DAYS = 7;
/** The most names of people that a review mentions. */
const MOST_PEOPLE = 3;
/** The most characters of a goal that a question mentions. */
const MOST_SAID = 120;

/** Returns the facts of the week that ends with `date`, and whether facts about the body exist and may be used. */
export async function factsOf(
  store: Store,
  profile: Profile,
  date: LocalDate,
): Promise<{ readonly facts: Facts; readonly body: boolean }> {
  const { userId, timeZone } = profile;
  const first = addDays(date, 1 - WEEK_DAYS);
  const since = instantAt(first, "00:00", timeZone);
  const [goals, done, words, scores] = await Promise.all([
    goalsInForce(store, userId),
    doneSince(store, profile, since),
    saidSince(store, profile, first),
    scoresOf(store, profile, first, date),
  ]);
  // Telegram can read a chat. A person who does not agree to that gets the question without the fact.
  const telling = profile.channels.telegramChatId === undefined || mayTellBody(profile);
  const quiet = goals.people.map(({ name }) => name).filter((name) => !words.includes(name.toLowerCase()));
  const body = bodySentence(scores);
  const people = quiet.slice(0, MOST_PEOPLE);
  return {
    facts: {
      ...(done > 0 ? { "went-well": `You ticked off ${counted(done)}.` } : {}),
      ...(goals.week.length > 0 ? { missed: `This week held: ${goals.week.map(clipped).join("; ")}.` } : {}),
      ...(telling && body !== undefined ? { "body-felt": body } : {}),
      ...(people.length > 0
        ? { "people-reach": `You have not mentioned ${listed(people, "or")} here this week.` }
        : {}),
    },
    body: scores.length > 0,
  };
}

async function doneSince(store: Store, { userId }: Profile, since: number): Promise<number> {
  let done = 0;
  for await (const { body } of queryAll(store, keys.task.all(userId))) {
    const task = Task.parse(body);
    if (task.status === "done" && task.updatedAt >= since) done++;
  }
  return done;
}

/** Returns the person's words of these days in lower case. */
async function saidSince(store: Store, { userId }: Profile, first: LocalDate): Promise<string> {
  const words: string[] = [];
  for (let day = 0; day < WEEK_DAYS; day++)
    for await (const { body } of queryAll(store, keys.message.all(userId, `day-${addDays(first, day)}`))) {
      const message = Message.safeParse(body).data;
      if (message?.from === "owner" && message.hiddenAt === undefined) words.push(message.text.toLowerCase());
    }
  return words.join("\n");
}

async function scoresOf(store: Store, { userId }: Profile, from: LocalDate, to: LocalDate): Promise<CrsResult[]> {
  if (!(await agrees(store, userId, "body"))) return [];
  return (await loadScores(store, userId, from, to)).filter(({ bodyZone }) => bodyZone !== undefined);
}

/** Returns a sentence with the body zone of most days, and the day with the lowest. */
function bodySentence(scores: readonly CrsResult[]): string | undefined {
  const days = scores.flatMap(({ date, bodyZone }) => (bodyZone === undefined ? [] : [{ date, zone: bodyZone }]));
  const counts = new Map<Zone, number>();
  for (const { zone } of days) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most === undefined || days.length < 3) return undefined;
  const lowest = days.findLast(({ zone }) => zone === "depleted") ?? days.findLast(({ zone }) => zone === "flagging");
  const apart = lowest === undefined || lowest.zone === most[0] ? "" : `, and ${weekdayOf(lowest.date)} ${lowest.zone}`;
  return `Most mornings were ${most[0]}${apart}.`;
}

const NUMBERS = ["no tasks", "one task", "two tasks", "three tasks", "four tasks", "five tasks", "six tasks"];
const counted = (n: number) => NUMBERS[n] ?? "many tasks";
const clipped = (text: string) => capSize(text, MOST_SAID);
