/**
 * Tells which messages are questions about the person's own readings (core/ask), and which intent answers them in words.
 */
import type { Asked, DataQuestion, Intent, IntentLanguage, LocalDate, WallClock } from "@waldo/contracts";
import type { LeaningMoment } from "./leaning/reading.ts";

/** The intent for questions about readings that no other intent answers in words. */
export const ASK_DATA = "ask-data";

type AsksMoment = { readonly today: LocalDate; readonly spoken: IntentLanguage };
/**
 * Reads questions about the person's own days (core/ask): `whole` those that say nothing else, `about` those that are
 * known to be about the body.
 */
export type Reads = Readonly<
  Record<"whole" | "about", (message: string, moment: AsksMoment) => DataQuestion | undefined>
>;
export const READS_NOTHING: Reads = { whole: () => undefined, about: () => undefined };

/** In characters. A longer message does not change the question before it. */
export const MOST_CHANGE = 60;

type Clear = Asked & { readonly is: "clear" };
type Moment = { readonly clock: WallClock; readonly spoken: IntentLanguage };

/** Returns the code that takes messages for questions about readings. Without the intent for them it takes none. */
export function questionsOf(
  reads: Reads,
  readingsAsked: Intent | undefined,
  clear: (intent: Intent, message: string, clock: WallClock) => Clear,
) {
  const asksReadings = (message: string, { clock, spoken }: Moment, how: keyof Reads = "whole") =>
    reads[how](message, { today: clock.date, spoken });

  /**
   * Returns the question about readings that a few words make of the one before them. With `implied`, the one before may
   * be a question that was answered in words alone.
   */
  const readingChanged = (
    message: string,
    { before, implied, ...moment }: Moment & { readonly before: LeaningMoment["before"] | undefined; implied?: true },
  ): Clear | undefined => {
    if (readingsAsked === undefined || message.length > MOST_CHANGE) return undefined;
    const asked = before?.()?.asked;
    const first = asked?.reads ? asked.message : asked && implied && impliedBy(asked);
    if (first === undefined) return undefined;
    const changed = `${first}\n${message}`;
    if ((asksReadings(changed, moment) ?? asksReadings(changed, moment, "about")) === undefined) return undefined;
    return { ...clear(readingsAsked, changed, moment.clock), reads: true };
  };

  /**
   * A question about readings is one whatever else it looks like. One about the value of a day is also answered in the
   * words of its intent. A message about the body that names more than its intent answers is such a question too.
   */
  const withReadings = (asked: Asked, message: string, moment: Moment): Asked => {
    if (readingsAsked === undefined) return asked;
    const isBody = asked.is === "clear" && asked.intent.subject === "body";
    const whole = asksReadings(message, moment);
    if (asked.is === "clear" && isBody && whole && isInWords(whole, asked.intent)) return { ...asked, reads: true };
    const mayBe = asked.is === "clear" ? MEASURED.has(asked.intent.name) : true;
    const question = whole ?? (mayBe ? asksReadings(message, moment, "about") : undefined);
    if (question === undefined)
      return isBody && LINKS.test(message) ? clear(readingsAsked, message, moment.clock) : asked;
    if (whole === undefined && asked.is === "clear" && mayBe && isInWords(question, asked.intent)) return asked;
    return { ...clear(readingsAsked, message, moment.clock), reads: true };
  };

  return { readingChanged, withReadings };
}

/** The intents that tell of one day, and the measures of which each tells. */
const OF_DAY: Readonly<Record<string, readonly string[]>> = {
  "sleep-last-night": ["asleep", "awake", "efficiency"],
  recovery: ["hrv", "restingHr", "breathing"],
  activity: ["steps", "activeMinutes", "activeEnergy", "strain"],
  "how-am-i": ["form"],
  "why-score": ["form"],
};

/** The question that an intent about the body answers in words, for what is asked after it. */
const IMPLIED: Readonly<Record<string, string>> = {
  "sleep-last-night": "how long did I sleep",
  recovery: "what was my hrv",
  activity: "how many steps",
};

function impliedBy({ intent, slots }: Clear): string | undefined {
  const question = IMPLIED[intent.name];
  const day = slots[0].day;
  return question && `${question} ${day === undefined ? "last night" : `on ${day}`}`;
}

/** The intents that tell of measures. One that gives advice is never taken for a question about readings. */
const MEASURED: ReadonlySet<string> = new Set([
  ...Object.keys(OF_DAY),
  ...["compare-usual", "compare-week", "compare-yesterday", "trend", "week-review", ASK_DATA],
]);

/** True when an intent answers a question in words. Form is told in words alone, so its intents tell all of it. */
const isInWords = (question: DataQuestion, intent: Intent) =>
  isOfDay(question, intent) || (question.of.rows === "days" && question.of.metric === "form");

/** True when an intent tells the value of a measure of its own, on one day. */
function isOfDay({ of, range, aggregate, compare, filters }: DataQuestion, { name }: Intent): boolean {
  const isOne = range.span === "back" || (range.span === "dates" && range.from === range.to);
  const isPlain =
    (aggregate === "value" || aggregate === "sum") &&
    compare === undefined &&
    filters.length === 0 &&
    of.rows === "days";
  return isPlain && isOne && (OF_DAY[name]?.includes(of.metric ?? "") ?? false);
}

/** Asks whether one thing makes another: "does my sleep get worse when I drink?". */
const LINKS =
  /(?<!\p{L})(?:worse|better|less|more|affect\p{L}*|help\p{L}*|mess|ruin\p{L}*|schlechter|besser|hilft|schadet|peor|mejor|ayuda|afecta|pire|mieux|aide|moins bien)(?!\p{L}).*?(?<!\p{L})(?:when|whenever|after|because of|if|on days|with|wenn|nach|an tagen|cuando|después de|con|quand|après|avec)(?!\p{L})|(?<!\p{L})(?:affect|help|hurt|ruin|mess with|improve)\p{L}* (?:my|me)(?!\p{L})/iu;
