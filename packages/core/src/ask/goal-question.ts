/** Makes the question of a goal that names a limit: "in bed before midnight on weeknights", "7 hours of sleep a night". */
import { type AskedFilter, INTENT_LANGUAGES } from "@waldo/contracts";
import { DAY_MINUTES, timeOf } from "../time.ts";
import { filterOf, filtersIn } from "./filters.ts";
import { knownTokens } from "./tokens.ts";

/** Metrics that a goal may limit, in the words of a question. */
const NAMES: Readonly<Record<string, readonly [name: string, unit: string]>> = {
  asleep: ["sleep", "hours"],
  bedTime: ["bedtime", ""],
  wakeTime: ["wake time", ""],
  steps: ["steps", ""],
};
const IS = { above: "over", atLeast: "at least", below: "under", atMost: "at most", exactly: "exactly" } as const;
/** A goal with a bare amount of these wants at least as much. */
const BARE = / (?:n[\d.]+ (?:unit\.hour )?metric\.(?:asleep|steps)|metric\.asleep n[\d.]+ unit\.hour) /;

/** Returns on how many of the last days a goal was kept, as a question, or undefined where it names no such limit. */
export function goalQuestion(line: string, lastDays: number): string | undefined {
  const text = line.replaceAll(/(\d{1,2})\.(\d{2})(?!\d)/g, "$1:$2");
  for (const spoken of INTENT_LANGUAGES) {
    const tokens = ` ${knownTokens(text, spoken).join(" ")} `
      .replace(/ kind\.walk (?=n)/, " ")
      .replace(/ did\.(\w+)/, " metric.$1")
      .replace(/ n(\d+) unit\.km metric\.steps /, " n$1000 metric.steps ")
      .replace(/ metric\.(?:bedTime|inBed) (?=[nc]\d)/, " metric.bedTime before ")
      .replace(" and half ", " ")
      .replace(/ n(\d+) half /, " n$1.5 ")
      .replace(/ night(?= )/g, " uday");
    const bare = BARE.exec(tokens)?.[0];
    const { filters } = filtersIn({
      line:
        bare === undefined
          ? tokens
          : tokens.replace(bare, ` is.atLeast${bare}`.replace(/(metric\.asleep) (n[\d.]+ unit\.hour)/, "$2 $1")),
      filters: [],
    });
    const found = filters.flatMap((said) => filterOf(said, { rows: "days" }) ?? []);
    const limit = found.find((one) => one.by === "day");
    const days = found.find((one) => one.by === "weekdays");
    const asked = limit && limitWords(limit);
    if (asked !== undefined)
      return `how many days with ${asked}${days === undefined ? "" : days.weekdays.length === 2 ? " on weekends" : " on weekdays"} in the last ${lastDays} days`;
  }
  return undefined;
}

function limitWords(filter: AskedFilter & { readonly by: "day" }): string | undefined {
  const [name, unit] = NAMES[filter.metric] ?? [];
  if (name === undefined) return undefined;
  if (filter.metric === "bedTime" || filter.metric === "wakeTime") {
    const clock = timeOf((filter.value + DAY_MINUTES) % DAY_MINUTES);
    return `${name} ${filter.is === "below" || filter.is === "atMost" ? "before" : "after"} ${clock}`;
  }
  const value = unit === "hours" ? filter.value / 60 : filter.value;
  return `${IS[filter.is]} ${value} ${unit} ${unit === "" ? "" : "of "}${name}`.replaceAll(/ {2,}/g, " ");
}
