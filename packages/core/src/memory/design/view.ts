// Shows the designs of a person's memory: in words and in numbers, for the page, the API and the command.
import {
  DEFAULT_DESIGN,
  DESIGN_PARAMETERS,
  DesignArchive,
  type DesignChanges,
  type DesignNumber,
  type DesignParameter,
  type DesignRow,
  type DesignView,
  keys,
  SHADOW_NIGHTS,
  type UserId,
} from "@waldo/contracts";
import type { Store } from "../../ports.ts";
import { isStandard, loadDesign, rolledBack, stepBack } from "./in-force.ts";

const ABOUT_PARAMETER: Readonly<Record<DesignParameter, string>> = {
  k1: "how much a word counts that comes again",
  b: "how much a long text counts less",
  lengthFloor: "how long a text counts at least, beside the mean",
  asking: "how much a text counts less that asks itself",
  when: "how much a text counts that names a time, when you ask for one",
  adjacent: "how much two words count that stand together",
  askingWord: "how much a word of your question counts that only asks",
  dateWord: "how much the words of a date count besides the date",
  addressed: "how much a name counts as a form of address",
  said: "how much a text counts that the named person said",
  family: "how much another form of a word counts",
  kindred: "how much another word for the same thing counts",
  edit: "how much a word counts that is typed a little differently",
  misspelt: "how much a rare spelling counts",
  nickname: "how much another name of the same person counts",
  inWindow: "how much a text counts from the time that you name",
  afterWindow: "how much a text counts from the days after that time",
  toldWithinDays: "for how many days people still tell of a time",
  saidThen: "how much the named time counts by itself",
  recentDays: "for how many days a memory is recent",
  idleDays: "after how many days a memory is old",
  recentBoost: "how much more a recent memory counts",
  idleBoost: "how much an old memory counts",
  fusionK: "how close together ranks are when rankings are joined",
  decay: "how fast a memory fades",
  activationThreshold: "how faded an event may be and still be told unasked",
  citedRate: "how often answers must use a memory for it to count more",
  citedBoost: "how much more such a memory counts",
  confidence: "how much it matters how sure a memory is",
  salience: "how much it matters how important a memory is",
  diary: "how much the diary counts beside claims",
  standingTokens: "room for what is told every time, in tokens",
  recallTokens: "room for what fits the occasion, in tokens",
  depth: "how many of the best are looked at",
  mostLines: "how many memories are told at most",
  lineChars: "how many characters of one memory are told",
  "hall.facts": "how much facts count",
  "hall.events": "how much events count",
  "hall.discoveries": "how much discoveries count",
  "hall.preferences": "how much preferences count",
  "hall.advice": "how much advice counts",
};

/** The most results that are shown. One night has fewer. */
const MOST_RESULTS = 20;

/** Returns a view of the designs. Throws for a row that cannot be parsed. */
export async function designView(store: Pick<Store, "get">, userId: UserId): Promise<DesignView> {
  const [{ state }, row] = await Promise.all([loadDesign(store, userId), store.get(keys.designArchive(userId))]);
  const { tried, nights } = DesignArchive.parse(row?.body ?? { tried: [] });
  const { changes, since, parent, shadow } = state;
  const step = stepOf(state);
  return {
    inForce: {
      numbers: numbersOf(changes),
      ...(since === undefined ? {} : { since }),
      ...(parent === undefined ? {} : { before: numbersOf(parent) }),
    },
    ...(shadow
      ? {
          shadow: {
            numbers: numbersOf(shadow.changes),
            ...{ begun: shadow.begun, nights: shadow.nights, wanted: SHADOW_NIGHTS },
          },
        }
      : {}),
    nights: nights.toReversed().map(({ changes, ...night }) => ({ ...night, numbers: numbersOf(changes) })),
    results: tried
      .slice(-MOST_RESULTS)
      .reverse()
      .map(({ changes, date, by, traces, score }) => ({ numbers: numbersOf(changes), date, by, traces, score })),
    ...(step ? { step } : {}),
  };
}

/** Returns the differences of a design from the standard one, in the order of the parameters. */
function numbersOf(changes: DesignChanges): DesignNumber[] {
  return DESIGN_PARAMETERS.flatMap((name) => {
    const value = changes[name];
    return value === undefined ? [] : [{ name, about: ABOUT_PARAMETER[name], value, standard: DEFAULT_DESIGN[name] }];
  });
}

function stepOf(row: DesignRow): DesignView["step"] {
  const name = stepBack(row);
  const next = rolledBack(row);
  if (name === undefined || !next) return undefined;
  return { name, does: row.shadow ? "give up" : isStandard(next.changes) ? "standard" : "before" };
}
