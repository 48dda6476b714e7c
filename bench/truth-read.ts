/**
 * Reads out of a text what it says of a body, with code of its own, and compares what two texts say of one day. It knows
 * no words of the product: it looks for what a reader would take from a sentence. It serves bench:truth.
 */
import { type FactSubject, ZONES, type Zone } from "@waldo/contracts";

type Side = "low" | "high" | "usual";
type Said = {
  readonly subject: FactSubject;
  readonly side: Side;
  readonly size?: "slight" | "far";
  /** A length in half hours: of the sleep, of the delay, or of the debt. */
  readonly halves?: number;
  /** The number of days among which it is the most extreme. */
  readonly span?: number;
  readonly words: string;
};
/** What one surface says of a day. */
export type Reading = {
  readonly surface: string;
  readonly said: readonly Said[];
  /** What it names as the main cause, if it names one. */
  readonly main?: FactSubject | undefined;
  readonly zones: readonly Zone[];
  /** It says that nothing, or only little, stands out. */
  readonly nothing?: "nothing" | "little" | undefined;
};

type Subject = { readonly subject: FactSubject; readonly noun: RegExp; readonly low: RegExp; readonly high: RegExp };

const SUBJECTS: readonly Subject[] = [
  {
    subject: "restingHr",
    noun: /resting (?:heart|pulse)|\byour pulse|\bthe pulse|heart at its calmest/i,
    low: /\b(?:below|lower|lowest|slower|slowest|down|calm|calmer|calmest|low)\b/i,
    high: /\b(?:above|higher|highest|faster|fastest|up|raised|high)\b/i,
  },
  {
    subject: "hrv",
    noun: /heart['’]?s? recovery|recovery of (?:your|the) heart|heart rate variability|\bhrv\b|your recovery is/i,
    low: /\b(?:below|lower|lowest|down|low|weaker)\b/i,
    high: /\b(?:above|higher|highest|up|high|best|stronger)\b/i,
  },
  {
    subject: "breathing",
    noun: /\bbreath/i,
    low: /\b(?:below|lower|slower|slowest|low)\b/i,
    high: /\b(?:above|higher|faster|fastest|up|high)\b/i,
  },
  {
    subject: "activity",
    noun: /\bmoved\b(?! together| further| for)|\bmovement\b|\bactivity\b|\bsteps\b/i,
    low: /\b(?:less|fewer|fewest|least|low)\b/i,
    high: /\b(?:more|most|high|very active)\b/i,
  },
  {
    subject: "debt",
    noun: /short of sleep|than you need|of the need|sleep of the week|lacks? [a-z ]*of sleep|behind on sleep|sleep to catch up|slept [a-z ]+ too little/i,
    low: /$^/,
    high: /./,
  },
  {
    subject: "bedTime",
    noun: /\bto bed\b(?! by)|\bbedtime is|the bedtime/i,
    low: /\bearl(?:y|ier|iest)\b/i,
    high: /\blate[rs]?t?\b/i,
  },
  {
    subject: "wakeTime",
    noun: /\byou woke\b|waking time|\bawake than usual/i,
    low: /\bearl(?:y|ier|iest)\b/i,
    high: /\blate[rs]?t?\b/i,
  },
  {
    subject: "sleepQuality",
    noun: /\bawake (?:much |a little )?(?:more|less)\b|\bbroken\b|\bcalmer\b(?=.*sleep|.*usual)|quality of sleep|lay awake|\byour sleep was/i,
    low: /awake (?:much |a little )?more|broken|lay awake|below/i,
    high: /awake (?:much |a little )?less|calmer|above/i,
  },
  {
    subject: "sleepLength",
    noun: /\bslept\b|\blength of sleep\b|\b(?:shortest|longest) night|\bthat is your (?:shortest|longest)/i,
    low: /\b(?:shorter|shortest|less)\b/i,
    high: /\b(?:longer|longest|more)\b/i,
  },
];

const USUAL =
  /(?<!than |than you |above |above your |below |below your |the |from |from your |know your |know what is )\b(?:usual|as usual)\b|close to your usual|back to (?:your |the )?usual|about as you normally|nothing unusual|no unusual|not rare for you/i;
const NOT_SHORT = /not short of sleep|no sleep to catch up/i;
const UNKNOWN =
  /not known yet|do not know|learning|more (?:nights|days)|can['’]t say|no reading of|gives me no|has arrived|changed by a step/i;
const ADVICE =
  /\?|^(?:go|get|try|leave|keep|let|take|make|bring|move|put|use|stop|plan|be)\b|\b(?:if|tonight|tomorrow|would|should|lights out)\b/i;

const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(
  " ",
);
const HOURS =
  /(?:about |around )?(less than half an hour|half an hour|an hour and a half|an hour|([a-z]+)( and a half)? hours)/i;

function halvesIn(text: string): number | undefined {
  const [, all = "", count = "", half] = HOURS.exec(text) ?? [];
  if (all === "") return undefined;
  if (/more than/.test(text)) return undefined;
  if (/less than half/.test(all)) return 0;
  if (/^half an hour/.test(all)) return 1;
  if (/^an hour and/.test(all)) return 3;
  if (/^an hour/.test(all)) return 2;
  const hours = NUMBERS.indexOf(count.toLowerCase());
  return hours < 0 ? undefined : 2 * hours + (half ? 1 : 0);
}

const SPAN = /\bin (?:(a|two|three) (week|month)s?|(\d+) days)/i;
const MANY: Readonly<Record<string, number>> = { a: 1, two: 2, three: 3 };

function spanIn(text: string): number | undefined {
  const [all, many = "", unit = "", days] = SPAN.exec(text) ?? [];
  if (all === undefined) return undefined;
  if (days !== undefined) return Number(days);
  return Math.min(85, (MANY[many.toLowerCase()] ?? 1) * (unit === "week" ? 7 : 30));
}

function sizeIn(text: string): Said["size"] {
  if (/\b(?:a little|slightly|a bit)\b/i.test(text)) return "slight";
  return /\b(?:far|much|very)\b/i.test(text) ? "far" : undefined;
}

/** Splits into clauses. A part of a number or of a comparison stays with its clause. */
function clausesOf(text: string): string[] {
  return text
    .split(
      /[.;!?:\n]+\s*|,? although |,? but |, while |, and this is why|, and |,\s+(?=your |you )|\band (?=your |you )/i,
    )
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function saidIn(text: string): Said[] {
  const said: Said[] = [];
  for (const clause of clausesOf(text)) {
    if (NOT_SHORT.test(clause)) {
      said.push({ subject: "debt", side: "usual", words: clause });
      continue;
    }
    if (UNKNOWN.test(clause)) continue;
    const found = SUBJECTS.find(({ noun }) => noun.test(clause));
    // "Nothing unusual: you moved about as you normally do", "nothing unusual in your heart's readings".
    if (found === undefined) {
      said.push(...heartUsual(clause));
      continue;
    }
    const { subject, low, high } = found;
    const isUsual = USUAL.test(clause);
    const side: Side | undefined = isUsual
      ? "usual"
      : high.test(clause) && subject === "debt"
        ? "high"
        : low.test(clause)
          ? "low"
          : high.test(clause)
            ? "high"
            : undefined;
    const halves = halvesIn(clause);
    if (side === undefined && halves === undefined) continue;
    if (ADVICE.test(clause)) continue;
    const [size, span] = [sizeIn(clause), spanIn(clause)];
    const more = {
      ...(halves === undefined ? {} : { halves }),
      ...(span === undefined || isUsual ? {} : { span }),
      words: clause,
    };
    if (side !== undefined) said.push({ subject, side, ...(size === undefined ? {} : { size }), ...more });
    else if (subject === "sleepLength") said.push({ subject, side: "usual", ...more, words: `(hours) ${clause}` });
  }
  return said;
}

function heartUsual(clause: string): Said[] {
  if (!/nothing (?:unusual|stands out)|no unusual/i.test(clause)) return [];
  const of = (subject: FactSubject): Said => ({ subject, side: "usual", words: clause });
  if (/heart or your breathing/i.test(clause)) return [of("hrv"), of("restingHr"), of("breathing")];
  if (/heart['’]s readings/i.test(clause)) return [of("hrv"), of("restingHr")];
  return [];
}

const NOTHING =
  /(?<!heart['’]s )\b(?:nothing (?:else )?stands out|everything is close to your usual|no reading is far from your usual|nothing unusual to report|what I read of you is close|looks like an ordinary day|nothing has moved far|readings are about where)/i;
const LITTLE = /\b(?:nothing much stands out|little (?:else )?stands out)/i;
const OTHER_DAY = /yesterday|day before|a day ago|week|last days|compare|was|were|morning/i;
/** The zone of the day: the word alone, or said of the person or the day. */
const OF_DAY = /^\w+$|you['’]re|you are|the day is|you feel|form is|^form \d+/i;

/** Returns the zone that a clause names. A clause that names several explains them. */
function zonesIn(clause: string): Zone[] {
  const named = ZONES.filter((zone) => new RegExp(`\\b${zone}\\b`, "i").test(clause));
  return named.length === 1 ? named : [];
}

export function readingOf(surface: string, text: string, names?: "main"): Reading {
  const said = saidIn(text);
  const zones = clausesOf(text).flatMap((clause) =>
    OF_DAY.test(clause) && !OTHER_DAY.test(clause) ? zonesIn(clause) : [],
  );
  const isPart = /in your heart or|in your heart['’]s|in how you moved/i.test(text);
  const nothing = isPart ? undefined : LITTLE.test(text) ? "little" : NOTHING.test(text) ? "nothing" : undefined;
  // That something is back to the usual is news and may lead, and so may a night in pieces.
  const first = said.find(
    ({ side, words }) =>
      /in pieces/.test(words) || ((side !== "usual" || /back to/.test(words)) && !words.startsWith("(hours)")),
  );
  return { surface, said, zones, nothing, ...(names === undefined ? {} : { main: first?.subject }) };
}

export type Contradiction = {
  readonly kind: "direction" | "usual" | "size" | "hours" | "rank" | "cause" | "zone" | "nothing";
  readonly subject: string;
  readonly between: readonly [string, string];
  readonly words: readonly [string, string];
};

/** Returns what two surfaces say that cannot both be true. */
export function contradictions(a: Reading, b: Reading): Contradiction[] {
  const found: Contradiction[] = [];
  const between = [a.surface, b.surface] as const;
  const add = (kind: Contradiction["kind"], subject: string, words: readonly [string, string]) =>
    found.push({ kind, subject, between, words });
  for (const [at, one] of a.said.entries())
    for (const two of a === b ? b.said.slice(at + 1) : b.said) {
      if (one.subject !== two.subject) continue;
      const words = [one.words, two.words] as const;
      const isHours = one.words.startsWith("(hours)") || two.words.startsWith("(hours)");
      if (one.halves !== undefined && two.halves !== undefined && one.halves !== two.halves)
        add("hours", one.subject, words);
      if (isHours) continue;
      if (one.side !== two.side)
        add(one.side === "usual" || two.side === "usual" ? "usual" : "direction", one.subject, words);
      else if (one.size !== undefined && two.size !== undefined && one.size !== two.size)
        add("size", one.subject, words);
      else if (one.span !== undefined && two.span !== undefined && differ(one.span, two.span))
        add("rank", one.subject, words);
    }
  if (a.main !== undefined && b.main !== undefined && a.main !== b.main)
    add("cause", `${a.main}/${b.main}`, [first(a), first(b)]);
  for (const zone of a.zones) for (const other of b.zones) if (zone !== other) add("zone", "zone", [zone, other]);
  found.push(...nothingBeside(a, b, between), ...(a === b ? [] : nothingBeside(b, a, [b.surface, a.surface])));
  return found;
}

const SPANS = [85, 60, 30, 21, 14];

/** "A month" is said of 30 to 59 days, and so on. */
function differ(a: number, b: number): boolean {
  const known = (days: number) => SPANS.find((span) => days >= span);
  return known(a) !== known(b);
}

const first = ({ said }: Reading) => said.find(({ side }) => side !== "usual")?.words ?? "";

function nothingBeside(a: Reading, b: Reading, between: readonly [string, string]): Contradiction[] {
  if (a.nothing === undefined) return [];
  const off = b.said.find(
    ({ side, size, words }) =>
      side !== "usual" && !words.startsWith("(hours)") && (a.nothing === "nothing" || size === "far"),
  );
  if (off === undefined) return [];
  return [{ kind: "nothing", subject: off.subject, between, words: [a.nothing, off.words] }];
}
