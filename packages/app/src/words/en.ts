/** The English words of the page. Buttons are verbs. An error says what happened, what was kept, and what to do. */
import type {
  ActionType,
  AgentCall,
  AgentRight,
  Announcer,
  Area,
  Autonomy,
  Axis,
  BlockVersion,
  ChannelTest,
  ClaimChange,
  ClaimView,
  CommandName,
  ConcernKind,
  ContextCause,
  ContextDetail,
  ContextTier,
  DayFact,
  DesignView,
  Disposition,
  Doing,
  FactId,
  FactSubject,
  FeltFact,
  FetchLabel,
  FetchMode,
  GoalSection,
  Hall,
  HandoffState,
  InsideState,
  MissingPart,
  Occasion,
  PatrolAct,
  Pillar,
  Purpose,
  Rubric,
  Salience,
  Saw,
  SignName,
  SourceOfClaim,
  ThoughtKind,
  Trigger,
  UserState,
  Zone,
} from "@waldo/contracts";
import texts from "./en.json" with { type: "json" };

/** Texts with a number or a name in them stand here, all others in `data/page/en.jsonl`. */
const { parts, ...page } = texts;

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const PILLAR: Readonly<Record<Pillar, string>> = parts.pillar;
const ZONE: Readonly<Record<Zone, string>> = parts.zone;
type Size = DayFact["size"];
type Sides = { readonly low: string; readonly high: string };
const FACT: Readonly<Record<FactSubject, Sides>> = parts.fact;
const MUCH: Readonly<Record<Size, string>> = { slight: "a little ", clear: "", far: "much " };
/** How a sentence about each subject begins. */
const OPENS: Readonly<Record<FactSubject, string>> = parts.factOpens;

/** Says how far something is from the usual: "much faster than usual". */
function off(id: FactId, size: Size): string {
  const [subject, side] = id.split(".") as [FactSubject, keyof Sides | "back"];
  return side === "back" ? "back to your usual" : `${MUCH[size]}${FACT[subject][side]}`;
}

/** Says a fact of a day: "Your resting pulse was much faster than usual, for 3 days, the most in 40 days". */
function fact({ id, subject, size, days: held, mostOf, turn }: DayFact): string {
  const more = [held > 1 && turn !== "back" && `for ${days(held)}`, mostOf && `the most in ${days(mostOf)}`];
  return [`${OPENS[subject]} ${off(id, size)}`, ...more].filter(Boolean).join(", ");
}

const BROKEN: Readonly<Record<SignName, string>> = parts.ofBreak;
const MISSING: Readonly<Record<MissingPart["why"], string>> = parts.missing;

const TRIGGER: Readonly<Partial<Record<Trigger, string>>> = parts.trigger;

const AREA: Readonly<Record<Area, string>> = parts.area;

const OF_SIGN: Readonly<Record<SignName, string>> = parts.ofSign;
const OF_PILLAR: Readonly<Record<Pillar, string>> = parts.ofPillar;
type BodyFact = Exclude<NonNullable<SourceOfClaim["fact"]>, "pillar" | "sign" | "item" | "nothing" | "deed">;
const OF_BODY: Readonly<Record<BodyFact, string>> = parts.ofBody;

/** Says in plain words what a claim is based on. */
function restsOn({ area, fact, pillar, sign, title, tool }: SourceOfClaim): string {
  if (area === "words") return "your own words in this conversation";
  if (area === "known") return title === undefined ? "what Waldo knew before" : `what Waldo knew before: “${title}”`;
  const place = AREA[area];
  if (fact === "deed") return `what Waldo did for you: ${place}`;
  if (fact === "nothing") return `${place}: nothing was there`;
  if (fact === "item") return title === undefined ? place : `${place}: “${title}”`;
  if (fact === "pillar") return pillar === undefined ? place : OF_PILLAR[pillar];
  if (fact === "sign") return sign === undefined ? place : `${OF_SIGN[sign]}, against your usual`;
  return fact === undefined ? (area === "web" && tool !== undefined ? `${place} (${tool})` : place) : OF_BODY[fact];
}

const RUN_OF: Readonly<Record<Trigger, string>> = parts.runOf;

const ACT: Readonly<Record<PatrolAct, string>> = parts.act;

const OCCASION: Readonly<Record<Occasion, string>> = parts.occasion;

const AXIS_WORDS: Readonly<Record<Axis, readonly [string, string]>> = {
  directness: ["gentle", "direct"],
  humour: ["serious", "playful"],
  warmth: ["matter-of-fact", "warm"],
  brevity: ["full", "brief"],
  formality: ["casual", "formal"],
  initiative: ["waits", "suggests"],
  detail: ["the gist", "the detail"],
  encouragement: ["plain", "encouraging"],
  curiosity: ["tells", "asks"],
  structure: ["flowing", "in points"],
  challenge: ["agrees", "pushes back"],
  imagery: ["literal", "with images"],
};

export const en = {
  ...page,
  trouble: {
    ...page.trouble,
    status: (status: number) => `The server answered with ${status} and gave no reason. Try again in a moment.`,
  },
  zone: ZONE,
  pillar: PILLAR,
  dial: {
    ...page.dial,
    label: (zone: string) => `Form: ${zone}`,
    inZone: (zone: string, count: number, orMore: boolean) => `${zone} for ${days(count)}${orMore ? " or more" : ""}`,
    lead: (lead: DayFact) => `${fact(lead)}.`,
    other: (other: DayFact) => `On the other side: ${lowerFirst(fact(other))}.`,
    felt: ({ feeling, tone, against }: FeltFact) =>
      against &&
      `${page.feel.days[against]} by your readings, ${tone === "bad" ? "although" : "yet"} you feel ${feeling}.`,
  },
  feel: page.feel,
  why: {
    ...page.why,
    fact: (one: DayFact) => `${fact(one)}.`,
    off,
    broken: (sign: SignName, since: string) => `${BROKEN[sign]} changed by a step on ${since} and stayed there.`,
    device: (metric: string, used: string, others: string) => `${metric}: ${used} (also measured by ${others})`,
    missing: (pillars: string) => `Not measured: ${pillars}.`,
    certainty: (percent: number) => `How sure: ${percent}%.`,
    sum: {
      ...page.why.sum,
      title: (name: string, value: number) => `How ${name} adds up to ${Math.round(value)}`,
      percent: (share: number) => `${(share * 100).toFixed(1)}%`,
      missing: (pillar: string, reason: MissingPart["why"]) =>
        `${pillar} is missing: ${MISSING[reason]} The weights of the others are scaled up.`,
    },
  },
  today: {
    ...page.today,
    quiet: (count: number) => `${count} ${count === 1 ? "look" : "looks"}, nothing to say`,
    since: (day: string) => `since ${day}`,
    due: (title: string) => `Due: ${title}`,
  },
  copy: { ...page.copy, copy: (what: string) => `Copy ${what}` },
  chat: {
    ...page.chat,
    commands: {
      ...page.chat.commands,
      count: (many: number) => `${many} ${many === 1 ? "command" : "commands"}. The arrow keys go through them.`,
      list: page.chat.commands.list satisfies Record<CommandName, string>,
    },
    doing: page.chat.doing satisfies Record<Doing, string>,
    waits: (count: number) => `${count} to send`,
    tooLong: (length: number, most: number) =>
      `A message holds at most ${most} signs, and this one has ${length}. Send it in parts.`,
    voice: {
      ...page.chat.voice,
      begun: (most: number) => `Recording, for at most ${most} seconds`,
      records: (seconds: number, most: number) => `Recording: ${seconds} of at most ${most} seconds`,
    },
  },
  body: {
    ...page.body,
    chart: (shownDays: number) => `Form and Recovery over ${days(shownDays)}, against where your zones begin`,
    rhythmLabel: (asleep: string, awake: string) => `Most nights lie around ${asleep} to ${awake}`,
  },
  review: {
    ...page.review,
    progress: (at: number, of: number) => `Question ${at} of ${of}`,
    restsUntil: (when: string) => `This review rests until ${when}.`,
    week: (becomes: readonly string[], was: readonly string[]) =>
      `This week becomes: ${becomes.join("; ") || "nothing"} (was: ${was.join("; ") || "nothing"}).`,
    kept: (claim: string) => `Kept in memory: ${claim}`,
  },
  sources: {
    ...page.sources,
    restsOn,
    looked: (areas: string) => `Looked at: ${areas}.`,
    area: AREA,
    notFound: (area: string) => `${area} (nothing found)`,
    ofSentence: (at: number) => `Show the trace of sentence ${at}`,
    announcers: page.sources.announcers satisfies Record<Announcer, string>,
  },
  inside: {
    ...page.inside,
    evaluation: {
      ...page.inside.evaluation,
      keptOf: (kept: number, decided: number, percent: string) => `${kept} of ${decided} (${percent})`,
      rubrics: page.inside.evaluation.rubrics satisfies Record<Rubric, string>,
      runsOf: (date: string, count: number) => (count === 1 ? `${date}: 1 run` : `${date}: ${count} runs`),
      judge: (model: string, score: string) => `A model of another family (${model}) gave ${score}.`,
    },
    run: (trigger: Trigger, variant: string | undefined) =>
      variant === undefined ? RUN_OF[trigger] : `${RUN_OF[trigger]}, ${variant}`,
    triggers: RUN_OF,
    steps: (count: number) => (count === 1 ? "1 step" : `${count} steps`),
    by: (by: string, model: string | undefined) => (model === undefined ? `by: ${by}` : `by: ${by}, ${model}`),
    reason: (reason: string) => `reason: ${reason}`,
    link: (what: string) => `Link to ${what}`,
    claim: (at: number) => `claim ${at}`,
    sentence: (at: number) => `sentence ${at}`,
    outcomes: page.inside.outcomes satisfies Record<InsideState["outcome"], string>,
    sinceStart: (time: string) => `+${time}`,
    stepTook: (time: string) => `took ${time}`,
    promptOf: (tokens: number) => `prompt of ${tokens} tokens`,
    usage: (input: number, output: number) => `${input} tokens in, ${output} out`,
    cache: (read: number, written: number) => `cache: ${read} read, ${written} written`,
    route: (tier: string, rule: string) => `tier ${tier}, because: ${rule}`,
    asked: (tools: string) => `asked for ${tools}`,
    unavailable: (errors: string) => `no model to be had: ${errors}`,
    repairs: (line: string) => `the answer before went back: ${line}`,
    results: (count: number, bad: number) =>
      `${count === 1 ? "1 result" : `${count} results`}${bad === 0 ? "" : `, ${bad} refused or failed`}`,
    template: (reason: string | undefined) =>
      reason === undefined ? "a template spoke" : `a template spoke: ${reason}`,
    tokens: (count: number) => `${count} tokens`,
    sameWords: (shape: string) =>
      `Counted again: these are the words that were sent, in the phrasing “${shape}”. The private mark of the session is left out.`,
    because: (error: string, message: string) => `${error}: ${message}`,
    costNow: (dollars: string) => `${dollars} on AWS, at list prices.`,
    perDay: (dollars: string) => `${dollars} a day.`,
    prices: (date: string, region: string) => `Prices of ${date}, ${region}.`,
    unpriced: (models: string, as: string) => `No list has a price for ${models}. Its tokens are priced as ${as}.`,
    lastDays: (count: number) => `the last ${count} metered days`,
  },
  log: {
    ...page.log,
    /** The text of an action already says who did it: "done after your tap: …". */
    line: (act: PatrolAct | "action", what: string) =>
      act === "action" ? what.charAt(0).toUpperCase() + what.slice(1) : `${ACT[act]}: ${what}`,
    labels: page.log.labels satisfies Record<FetchLabel, string>,
    stressFor: (minutes: number) => `stress high for ${minutes} ${minutes === 1 ? "minute" : "minutes"} at rest`,
    judged: (labelled: number, all: number) => `You have judged ${labelled} of ${all}.`,
    tooFew: (enough: number) =>
      `From ${enough} on, the share of false alarms is told here. Before that, none comes at once.`,
    falseAlarms: (percent: number, most: number) =>
      `${percent}% of them were false alarms. Up to ${most}% they may come at once.`,
  },
  goalsFile: {
    ...page.goalsFile,
    sections: page.goalsFile.sections satisfies Record<GoalSection, string>,
    addTo: (section: string) => `Add to ${section}`,
    done: (goal: string) => `Done: ${goal}`,
    fault: (line: number, reason: string) => `Line ${line}: ${reason}`,
    conflict: (sections: string) =>
      `Your file has changed meanwhile, in ${sections}. Nothing was lost: your text stands above, the saved one below.`,
    brought: (sections: string) =>
      `Git brought changes: ${sections}. They count as somebody else's words, and nothing of them is in force.`,
  },
  tasks: {
    ...page.tasks,
    of: (goal: string) => `for “${goal}”`,
    ofGoal: (done: number, all: number, next?: string) =>
      `${done} of ${all} tasks done${next === undefined ? "" : `; next: ${next}`}`,
    stands: page.tasks.stands satisfies Record<HandoffState, string>,
  },
  recipes: {
    ...page.recipes,
    use: (name: string) => `Use ${name}`,
    usedOn: (occasions: string) => `Used for: ${occasions}.`,
    occasion: (occasion: string) => OCCASION[occasion as Occasion] ?? occasion,
  },
  memory: {
    ...page.memory,
    halls: page.memory.halls satisfies Record<Hall, string>,
    night: (date: string) => `The night to ${date}:`,
    nightDid: (did: { learned: number; confirmed: number; contradicted: number; faded: number }) => {
      const parts = [
        did.learned > 0 ? `learned ${did.learned}` : "",
        did.confirmed > 0 ? `confirmed ${did.confirmed}` : "",
        did.contradicted > 0 ? `doubts ${did.contradicted}` : "",
        did.faded > 0 ? `let ${did.faded} fade` : "",
      ].filter((part) => part !== "");
      return parts.length === 0 ? "nothing new was learned." : `${parts.join(", ")}.`;
    },
    nightHeld: (count: number) =>
      `${count} new ${count === 1 ? "note contradicts" : "notes contradict"} what is believed. Too much would change at once, so it waits for you.`,
    origins: page.memory.origins satisfies Record<ClaimView["origin"], string>,
    certainty: page.memory.certainty satisfies Record<ClaimView["certainty"], string>,
    since: (date: string) => `since ${date}`,
    heldTo: (from: string, to: string) => `held from ${from} to ${to}`,
    topic: (topic: string) => `about ${topic}`,
    done: {
      ...page.memory.done,
      holds: (claim: string) => `“${claim}” holds.`,
      closed: (claim: string) => `“${claim}” no longer holds.`,
      diary: (count: number) =>
        count === 1 ? "One diary entry is read without it." : `${count} diary entries are read without it.`,
    },
    sources: { ...page.memory.sources, trigger: (trigger: Trigger) => TRIGGER[trigger] ?? "a run" },
    earlier: (count: number) => `${count} earlier ${count === 1 ? "change is" : "changes are"} not shown.`,
    changes: page.memory.changes satisfies Record<BlockVersion["change"], string>,
    by: page.memory.by satisfies Record<ClaimChange["by"], string>,
    design: {
      ...page.memory.design,
      since: (date: string) => `since ${date}`,
      number: (about: string, value: number, standard: number) => `${about}: ${value} (usually ${standard})`,
      nightsOf: (nights: number, wanted: number) => `${nights} of ${wanted} nights`,
      found: (mean: number, questions: number) =>
        `${mean < 0 ? "−" : "+"}${Math.abs(mean).toFixed(3)} on ${questions} ${questions === 1 ? "question" : "questions"}`,
      verdicts: page.memory.design.verdicts satisfies Record<DesignView["nights"][number]["what"], string>,
      worse: page.memory.design.worse satisfies Record<DesignView["nights"][number]["worse"][number], string>,
      result: (score: number, questions: number) =>
        `${score.toFixed(3)} on ${questions} ${questions === 1 ? "question" : "questions"}`,
      does: page.memory.design.does satisfies Record<NonNullable<DesignView["step"]>["does"], string>,
      done: page.memory.design.done satisfies Record<NonNullable<DesignView["step"]>["does"], string>,
    },
    wiki: { ...page.memory.wiki, hall: (hall: string) => `Read all ${hall.toLowerCase()} as a page` },
  },
  calendars: {
    ...page.calendars,
    brought: (added: number, changed: number, cancelled: number) =>
      `${added} new, ${changed} changed, ${cancelled} cancelled.`,
    readAt: (at: string) => `read ${at}`,
    leftOut: (count: number) => `${count} ${count === 1 ? "entry" : "entries"} could not be read in full.`,
  },
  settings: {
    ...page.settings,
    levels: page.settings.levels satisfies Record<Autonomy, string>,
    levelExamples: page.settings.levelExamples satisfies Record<Autonomy, string>,
    quietHoursCount: (hours: number) => (hours < 24 ? `${hours} ${hours === 1 ? "hour" : "hours"}` : days(hours / 24)),
    quietUntil: (at: string) => `Quiet until ${at}.`,
    purposes: page.settings.purposes satisfies Record<Purpose, string>,
    quietHours: (from: string, to: string) =>
      `Quiet hours: from ${from} to ${to}, when you sleep. Then only what you asked for is sent.`,
    briefSentences: (count: number) => (count === 1 ? "one sentence" : `at most ${count} sentences`),
    pushCount: (count: number) => (count === 0 ? "never" : `${count} ${count === 1 ? "time" : "times"} a day`),
    budgetCents: (count: number) => (count === 0 ? "nothing: the cheap one answers" : `${count} US cents a day`),
    fetchModes: page.settings.fetchModes satisfies Record<FetchMode, string>,
    connect: (name: string) => `Connect ${name}`,
    disconnect: (name: string) => `Disconnect ${name}`,
    connected: (name: string) => `${name} is connected. Your nights follow in a moment.`,
    tests: {
      waiting: (why?: string) => (why === undefined ? "The test is on its way." : `The test waits: ${why}.`),
      sent: () => "The test was sent.",
      failed: (why?: string) =>
        `The test did not go out${why === undefined ? "" : `: ${why}`}. Check the channel, and send another one.`,
    } satisfies Record<ChannelTest["state"], (why?: string) => string>,
    modelIs: (tier: string, model: string) => `${tier}: ${model}`,
    exportReady: (until: string) => `The copy is ready until ${until}.`,
    erasePhrase: (phrase: string) => `Type “${phrase}” to go on`,
    erasedFinal: (hours: number) =>
      hours === 0
        ? "It is final as soon as it has ended."
        : `It is final ${hours} hours after it has ended: until then a backup holds the key of your data. The receipt names the hour.`,
  },
  agents: {
    ...page.agents,
    made: (name: string) => `This is the key of ${name}. Copy it now: it is not shown again.`,
    mayDo: (name: string) => `What ${name} may do`,
    right: page.agents.right satisfies Record<AgentRight, { name: string; means: string }>,
    may: (rights: string) => (rights === "" ? "may do nothing" : `may: ${rights}`),
    lastHere: (at: string) => `last here ${at}`,
    outcomes: page.agents.outcomes satisfies Record<AgentCall["outcome"], string>,
  },
  living: {
    ...page.living,
    states: page.living.states satisfies Record<UserState, string>,
    dispositions: page.living.dispositions satisfies Record<Disposition, string>,
    theme: (title: string) => `Lately it comes back to this: ${title}`,
    kinds: page.living.kinds satisfies Record<ThoughtKind, string>,
    sawIn: (what: string) => `seen in: ${what}`,
    saw: page.living.saw satisfies Record<Saw["kind"], string>,
    saliences: page.living.saliences satisfies Record<Salience, string>,
    concernKinds: page.living.concernKinds satisfies Record<ConcernKind, string>,
    touched: (on: string) => `last touched ${on}`,
    willLook: (text: string, at: string) => `Will look at “${text}” on ${at}`,
    axis: (axis: Axis, value: number) =>
      `${AXIS_WORDS[axis][value < 0 ? 0 : 1]} (${Math.round(100 * Math.abs(value))} %)`,
  },
  contexts: {
    ...page.contexts,
    count: (total: number, at: string) => `${total} ${total === 1 ? "context" : "contexts"} · last saved ${at}`,
    savedBy: (who: string, at: string) => `saved by ${who}, ${at}`,
    fileOf: page.contexts.fileOf as Readonly<Record<string, string>>,
    tiers: page.contexts.tiers satisfies Record<ContextTier, string>,
    read: (times: number) =>
      times === 0 ? "no agent has read it" : `agents read it ${times === 1 ? "once" : `${times} times`}`,
    actions: page.contexts.actions satisfies Record<ActionType, string>,
    begins: page.contexts.begins satisfies Record<Exclude<ContextDetail["begins"], "here">, string>,
    by: page.contexts.by satisfies Record<ContextCause["by"], string>,
  },
  bring: {
    ...page.bring,
    sending: (percent: number) => `Sending: ${percent}%`,
    reading: (percent: number) => `Reading: ${percent}%`,
    here: (span: string) => `Your nights are here: ${span}.`,
    known: (span: string) => `These nights were here already: ${span}.`,
    span: (count: number, nights: number | undefined, first: string, last: string) =>
      `${days(count)}${nights === undefined ? "" : ` with ${nights} ${nights === 1 ? "night" : "nights"}`}, ${first} to ${last}`,
    moreNotes: (count: number) => `and ${count} more ${count === 1 ? "note" : "notes"}`,
  },
  first: { ...page.first, step: (at: number, of: number) => `Step ${at} of ${of}` },
} as const;
