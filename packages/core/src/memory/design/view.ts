/** Shows the designs of a person's memory: in words and in numbers, for the page, the API and the command. */
import {
  DEFAULT_DESIGN,
  DESIGN_PARAMETERS,
  DesignArchive,
  type DesignChanges,
  type DesignNumber,
  type DesignRow,
  type DesignView,
  keys,
  SHADOW_NIGHTS,
  type UserId,
} from "@waldo/contracts";
import type { Store } from "../../ports.ts";
import { isStandard, loadDesign, rolledBack, stepBack } from "./in-force.ts";
import { ABOUT_PARAMETER } from "./words.ts";

/** The most results that are shown: those of one night and some more. */
const MOST_RESULTS = 20;

/** Returns what is shown of the designs. Throws for a row that does not parse. */
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

/** Returns what of a design is not standard, in the order of the parameters. */
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
