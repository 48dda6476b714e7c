/**
 * The facts of a day: what may be said of a body on a date, each with its direction, size, rank and turn. Every sentence
 * about a day renders one of these facts. The facts depend only on the description of the day, hold no reading (R7),
 * and a date always gives the same facts.
 */
import type {
  DayDescription,
  DayFact,
  FactSubject,
  Feeling,
  FeltFact,
  SaidOfDay,
  Sign,
  SignName,
  Turn,
  Zone,
} from "@waldo/contracts";

export type { DayFact };
/** What a fact is about: one reading, or the sleep that the week lacks. */
export type Subject = FactSubject;
/** Whether a fact is good news, bad news, or only different from the usual. */
type Tone = DayFact["tone"];

/** The side of a reading that is worse for the person. A reading without an entry is only different. */
const WORSE: Partial<Record<SignName, Sign["side"]>> = {
  sleepLength: "low",
  sleepQuality: "low",
  bedTime: "high",
  hrv: "low",
  restingHr: "high",
  breathing: "high",
};

/** Readings that are better on their other side. A slower breath, an early night and much movement are no news as such. */
const BETTER: readonly SignName[] = ["sleepLength", "sleepQuality", "hrv", "restingHr"];

/** Returns whether a reading on this side is good or bad for the person. */
function toneOf(name: SignName, side: Sign["side"]): Tone {
  if (WORSE[name] === side) return "bad";
  return BETTER.includes(name) ? "good" : "neutral";
}

/** In half hours of sleep that the week lacks. From `slight` on the debt is a fact, and from there on it is told. */
export const OWED_FROM = { slight: 3, clear: 8, far: 12 } as const;

/**
 * Returns the facts of a day, in no order. A day without readings has none. No fact says that a person slept soundly who
 * said that they were awake.
 */
export function factsOf(day: Pick<DayDescription, "signs" | "turns" | "night" | "bodyStrain" | "said">): DayFact[] {
  const { turns = [], night, bodyStrain, said } = day;
  const signs = day.signs.filter(({ sign, side }) => !isDenied(said, toneOf(sign, side), sign));
  const together = (bodyStrain?.step ?? 0) > 1 ? bodyStrain?.signs : undefined;
  const crossed = new Set(turns.filter(({ crossed }) => crossed).map(({ sign }) => sign));
  const facts = signs.map(
    ({ sign, side, size, mostOf, place, days }): DayFact => ({
      id: `${sign}.${side}`,
      subject: sign,
      tone: toneOf(sign, side),
      size,
      ...(mostOf === undefined ? {} : { mostOf }),
      ...(place === undefined ? {} : { place }),
      days,
      ...(crossed.has(sign) ? { turn: "crossed" as const } : {}),
      ...(together?.includes(sign) ? { together: true as const } : {}),
    }),
  );
  return [...facts, ...turns.flatMap(backOf), ...debtOf(night?.halfHoursOwed)];
}

function isDenied(said: DayDescription["said"], tone: Tone, sign: SignName): boolean {
  return said?.halfHoursAwake !== undefined && sign === "sleepQuality" && tone === "good";
}

function backOf({ sign, side, days, crossed }: Turn): DayFact[] {
  if (crossed || toneOf(sign, side) !== "bad") return [];
  return [{ id: `${sign}.back`, subject: sign, tone: "good", size: "clear", days, turn: "back" }];
}

function debtOf(owed = 0): DayFact[] {
  if (owed < OWED_FROM.slight) return [];
  const size = owed >= OWED_FROM.far ? "far" : owed >= OWED_FROM.clear ? "clear" : "slight";
  return [{ id: "debt.high", subject: "debt", tone: "bad", size, days: 1 }];
}

/** Whether a feeling is good or bad. */
const FEELING_TONE: Readonly<Record<Feeling, FeltFact["tone"]>> = {
  awful: "bad",
  low: "bad",
  okay: "neutral",
  good: "good",
  great: "good",
};

/** True for the two lower body zones. */
export function isLow(zone: Zone | undefined): boolean {
  return zone === "flagging" || zone === "depleted";
}

/**
 * Returns the fact of a feeling on a day with this zone, or undefined when the person said none. Feeling and body part
 * ways when one is good and the other is not. Then both are told, and the advice follows the worse of them.
 */
export function feltOf(said: SaidOfDay | undefined, zone: Zone | undefined): FeltFact | undefined {
  const { feeling } = said ?? {};
  if (feeling === undefined) return undefined;
  const tone = FEELING_TONE[feeling];
  const parts = zone !== undefined && (isLow(zone) ? tone === "good" : tone === "bad");
  return { id: "felt", feeling, tone, ...(parts ? { against: zone } : {}) };
}

/** True when the person feels worse than their readings. The advice then follows how they feel. */
export function feelsWorse(felt: FeltFact | undefined): boolean {
  return felt?.against !== undefined && felt.tone === "bad";
}
