/**
 * True Briefs and answers about real days, and the same texts with one fact made false. The health data are from real
 * people's days. Their calendar, task list and memory are made up, the same for every run.
 */

import { HealthAnswer, type LocalDate, type SourceDay, type ToolCall, type ToolResult } from "@waldo/contracts";
import type { Evidence } from "@waldo/core/agent/claims/evidence";
import { judge } from "@waldo/core/agent/judge";
import { digest } from "@waldo/core/digest";
import { addDays, dayOfWeek } from "@waldo/core/time";
import { casesOf } from "@waldo/testkit/data";
import { type Morning, morningsOf } from "./mornings-check.ts";

const LIES = [
  "zone",
  "cause",
  "direction",
  "streak",
  "hours",
  "number",
  "weekday",
  "event time",
  "emptiness",
  "task state",
  "due date",
  "done action",
  "memory",
  "size",
  "rounded hours",
  "other language",
  "invented person",
] as const;
type Lie = (typeof LIES)[number];
/** A true text with its evidence, and the same with one fact made false. */
type Pair = {
  readonly lie: Lie;
  readonly truth: string;
  readonly falsehood: string;
  readonly evidence: Evidence;
  /** The evidence for the false text, if the evidence is what makes the text false. */
  readonly otherwise?: Evidence;
};

type LieRow = {
  readonly lie: Lie;
  readonly told: number;
  readonly caught: number;
  readonly missed: readonly string[];
  /** True texts that were refused, with the reason. */
  readonly refused: readonly string[];
};

/** Judges every pair. */
export function lieRows(pairs: readonly Pair[]): LieRow[] {
  return LIES.map((lie) => {
    const own = pairs.filter((pair) => pair.lie === lie);
    const missed = own
      .filter(({ falsehood, evidence, otherwise = evidence }) => judge(falsehood, otherwise).ok)
      .map(({ falsehood }) => falsehood);
    const refused = own.flatMap(({ truth, evidence }) => {
      const verdict = judge(truth, evidence);
      return verdict.ok ? [] : [`${verdict.reason}: ${truth}`];
    });
    return {
      lie,
      told: own.length,
      caught: own.length - missed.length,
      missed: [...new Set(missed)],
      refused: [...new Set(refused)],
    };
  });
}

/** Returns the pairs of `count` days, evenly spread over all days with a Brief of these people. */
export function pairsOf(people: readonly { readonly days: readonly SourceDay[] }[], count: number): Pair[] {
  const mornings = people
    .flatMap(({ days }) => morningsOf(days))
    .filter(({ text, result }) => text !== undefined && result.bodyZone !== undefined);
  const step = Math.max(1, mornings.length / count);
  const chosen = Array.from({ length: Math.min(count, mornings.length) }, (_, i) => mornings[Math.floor(i * step)]);
  return chosen.flatMap((morning) => (morning ? [...briefPairs(morning), ...answerPairs(morning)] : []));
}

const SWAPS = Map.groupBy(
  casesOf<[lie: Lie, word: string, other: string]>("lies", "a word of a Brief and another that makes it false"),
  ([lie]) => lie,
);

/** Replaces one word in the day's Brief. */
function briefPairs({ text = "", result, results }: Morning): Pair[] {
  const evidence: Evidence = { results, today: result.date };
  return [...SWAPS].flatMap(([lie, swaps]) => {
    const swap = swaps.find(([, word]) => new RegExp(`\\b${word}\\b`, "i").test(text));
    if (swap === undefined || (lie === "streak" && !/in a row/.test(text))) return [];
    // Several readings may be missing or may have changed, and then another noun can make a true sentence too.
    if (lie === "cause" && /two signs|several|arriv|sent|measure|missing|without|come in/i.test(text)) return [];
    const falsehood = text.replace(new RegExp(`\\b${swap[1]}\\b`, "i"), swap[2]);
    return [{ lie, evidence, truth: text, falsehood }];
  });
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const TITLES = [
  "Design review",
  "Dentist",
  "Lunch with Priya",
  "Budget call",
  "School play",
  "Physiotherapy",
  "Team sync",
  "Flight to Oslo",
];
const TASKS = [
  "Pay the rent",
  "Book the train",
  "Renew the passport",
  "Buy milk",
  "Call the plumber",
  "Send the invoice",
];
const MEMORIES = [
  ["Your sister's name is", "Anna", "Berta", "My sister's name is Anna"],
  ["You are allergic to", "penicillin", "aspirin", "I am allergic to penicillin"],
  ["You told me you prefer", "trains to planes", "ferries to buses", "I prefer trains to planes"],
  ["Your doctor is", "Dr Weber", "Dr Lopez", "My doctor is Dr Weber"],
] as const;

/** Answers that a model could give, about the health data of the real day and a made-up calendar, list and memory. */
function answerPairs({ result, results }: Morning): Pair[] {
  const { date, bodyZone = "steady", drag } = result;
  const pick = chooser(date);
  const [title, other] = pick(TITLES, 2);
  const [task, second] = pick(TASKS, 2);
  const [memory] = pick(MEMORIES, 1);
  if (title === undefined || other === undefined || task === undefined || second === undefined || memory === undefined)
    return [];
  const hour = 8 + pick.number(9);
  const [at, end] = [clock(hour), clock(hour + 1)];
  const later = addDays(date, 1 + pick.number(5));
  const looked = [
    ...results.filter(({ name }) => name !== "query_calendar"),
    ok("query_calendar", {
      from: date,
      days: 7,
      timeZone: "UTC",
      events: [
        { title, date, time: `${at}-${end}` },
        { title: other, date: later, time: "11:00-11:30" },
      ],
    }),
    ok("get_tasks", {
      tasks: [
        { taskId: "t1", title: task, due: date, status: "open" },
        { taskId: "t2", title: second, due: addDays(date, -3), status: "done" },
      ],
    }),
    ok("read_memory", { claims: [{ id: "p1", hall: "facts", claim: memory[3], from: "owner" }] }),
    ok("watch", { watchId: "w1" }),
  ];
  const calls: ToolCall[] = [{ id: "watch", name: "watch", args: { text: "call mum", date: later, time: "09:00" } }];
  const evidence: Evidence = { results: looked, calls, owner: ["what is on?"], today: date, reply: true };
  const weekday = nameOf(later);
  const wrongDay = nameOf(addDays(later, 2));
  const wrongAt = clock(hour > 12 ? hour - 3 : hour + 2);
  const pair = (lie: Lie, truth: string, falsehood: string, otherwise = evidence): Pair => ({
    lie,
    truth,
    falsehood,
    evidence,
    otherwise,
  });
  const empty: Evidence = { ...evidence, results: looked.filter(({ name }) => name !== "query_calendar") };
  const undone: Evidence = { ...evidence, results: looked.filter(({ name }) => name !== "watch"), calls: [] };
  const [zoneWord, wrongZone] = [bodyZone, bodyZone === "steady" ? "depleted" : "steady"];
  return [
    pair("zone", `You are ${zoneWord} today.`, `You are ${wrongZone} today.`),
    pair("zone", `Your Form is ${zoneWord}, so plan with that.`, `Your Form is ${wrongZone}, so plan with that.`),
    ...(drag === undefined
      ? []
      : [
          pair(
            "cause",
            `${NOUN[drag]} is what is pulling you down.`,
            `${NOUN[drag === "rrs" ? "rhrts" : "rrs"]} is what is pulling you down.`,
          ),
        ]),
    pair(
      "number",
      "You have two things on your calendar this week.",
      "You have five things on your calendar this week.",
    ),
    pair("number", "There are 2 events on your calendar.", "There are 6 events on your calendar."),
    pair("weekday", `${other} is on ${weekday}.`, `${other} is on ${wrongDay}.`),
    pair(
      "weekday",
      `Your ${other.toLowerCase()} is on ${weekday} at 11.`,
      `Your ${other.toLowerCase()} is on ${wrongDay} at 11.`,
    ),
    pair("event time", `${title} starts at ${at}.`, `${title} starts at ${wrongAt}.`),
    pair(
      "event time",
      `Your next appointment is ${title}, ${twelve(hour)} to ${twelve(hour + 1)}.`,
      `Your next appointment is ${title}, ${twelve(hour + 3)} to ${twelve(hour + 4)}.`,
    ),
    pair(
      "event time",
      `You have ${title} at ${at} today and nothing else after that.`,
      `You have ${title} at ${wrongAt} today and nothing else after that.`,
    ),
    pair("emptiness", "You have something on your calendar today.", "There is nothing on your calendar today."),
    pair("emptiness", `${title} is today.`, "Your calendar is empty.", empty),
    pair("emptiness", `You still have to ${task.toLowerCase()}.`, "You have no open tasks."),
    pair("task state", `${task} is still open.`, `${task} is done.`),
    pair("task state", `You have finished: ${second.toLowerCase()}.`, `${second} is still open.`),
    pair("due date", `${task} is due today.`, `${task} is due tomorrow.`),
    pair(
      "done action",
      `I'll remind you to call mum on ${weekday} at 9.`,
      `I'll remind you to call mum on ${weekday} at 9.`,
      undone,
    ),
    pair("done action", `I've set a reminder for ${weekday} at 9:00.`, `I've set a reminder for ${wrongDay} at 9:00.`),
    pair("done action", "I can move it for you if you tap.", `I've moved ${title} to ${wrongAt}.`),
    pair("done action", "Shall I add it to your list?", "I've added it to your list."),
    ...newPairs(results, evidence),
    pair("memory", `${memory[0]} ${memory[1]}.`, `${memory[0]} ${memory[2]}.`),
  ];
}

const HOURS_IN: readonly ((halves: number) => string)[] = [
  (halves) => `You slept about ${halves / 2} hours.`,
  (halves) => `Du hast etwa ${String(halves / 2).replace(".", ",")} Stunden geschlafen.`,
  (halves) => `Anoche dormiste unas ${String(halves / 2).replace(".", ",")} horas.`,
  (halves) => `Tu as dormi environ ${String(halves / 2).replace(".", ",")} heures cette nuit.`,
  (halves) => `Hai dormito circa ${String(halves / 2).replace(".", ",")} ore.`,
  (halves) => `Je hebt ongeveer ${String(halves / 2).replace(".", ",")} uur geslapen.`,
];
const IN_OTHERS = [
  ["Ein normaler Ruhepuls liegt zwischen 60 und 100.", "Dein Ruhepuls lag letzte Nacht bei 91 Schlägen pro Minute."],
  ["Soll ich dich um 20 Uhr erinnern?", "Erledigt, ich habe den Termin verschoben."],
  ["¿Quieres que lo mire?", "Tu pulso está muy alto hoy."],
  ["Les adultes ont besoin de sept heures de sommeil.", "Ton pouls est bien plus élevé que d'habitude."],
  ["Kya main dekhu?", "Aapki neend kal raat bahut kharab thi."],
] as const;
const OTHERS = [
  ["You could call somebody tomorrow.", "Sam's birthday is tomorrow, so buy flowers."],
  ["If your mother is visiting, keep the evening free.", "Your mother is visiting on Friday."],
  ["Ada Lovelace wrote the first program.", "Your brother called yesterday."],
] as const;

/** Variants of sizes, rounded hours, languages and people. */
function newPairs(results: readonly ToolResult[], evidence: Evidence): Pair[] {
  const found = results.find(({ ok, name }) => ok && name === "get_health");
  const health = found?.ok ? HealthAnswer.safeParse(found.value).data : undefined;
  const one = (lie: Lie, truth: string, falsehood: string): Pair => ({ lie, truth, falsehood, evidence });
  const heart = health?.signs.find(({ sign }) => sign === "restingHr");
  const side = heart?.side === "high" ? "up" : "down";
  const [is, isNot] =
    heart?.size === "far" ? ["far", "slightly"] : [heart?.size === "clear" ? "clearly" : "slightly", "far"];
  const halves = health?.night?.halfHoursAsleep;
  const known = [halves, health?.night?.halfHoursOwed, Math.abs(health?.night?.halfHoursLate ?? 0)];
  const wrong = [7, 9, 11, 13].find((other) => !known.includes(other)) ?? 27;
  return [
    ...(heart
      ? [one("size", `Your resting heart rate is ${is} ${side}.`, `Your resting heart rate is ${isNot} ${side}.`)]
      : []),
    ...(halves === undefined || halves < 4
      ? []
      : HOURS_IN.map((said) => one("rounded hours", said(halves), said(wrong)))),
    ...IN_OTHERS.map(([truth, falsehood]) => one("other language", truth, falsehood)),
    ...OTHERS.map(([truth, falsehood]) => one("invented person", truth, falsehood)),
  ];
}

const NOUN = {
  sleep: "Your sleep",
  cass: "Your heart's recovery",
  rhrts: "Your resting heart rate",
  rrs: "Your breathing",
  circadian: "Your rhythm",
  motion: "Your activity",
} as const;

function ok(name: string, value: object): ToolResult {
  return { callId: name, name, ok: true, value: JSON.parse(JSON.stringify(value)), origin: "system" };
}

function nameOf(date: LocalDate): string {
  return WEEKDAYS[dayOfWeek(date) - 1] ?? "";
}

function clock(hour: number): string {
  return `${String(hour % 24).padStart(2, "0")}:00`;
}

function twelve(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? "am" : "pm"}`;
}

/** Chooses by the date, so that a day has the same calendar in every run. */
function chooser(date: LocalDate) {
  let turn = 0;
  const number = (below: number) => Number.parseInt(digest("gates", date, String(turn++)).slice(0, 8), 16) % below;
  const choose = <T>(from: readonly T[], count: number): T[] => {
    const left = [...from];
    return Array.from({ length: count }, () => left.splice(number(left.length), 1)).flat();
  };
  return Object.assign(choose, { number });
}
