/** `waldo form`: whether Briefs show Form as a number. */
import { CrsResult, keys, type SourceChoice, UserId } from "@waldo/contracts";
import { SOURCE_NAMES } from "@waldo/core/health/source-names";
import { loadProfile, showForm } from "@waldo/core/person/profile";
import type { Store } from "@waldo/core/ports";
import * as z from "zod";
import { openExisting } from "./home.ts";
import type { Terminal } from "./terminal.ts";
import { typed } from "./typed.ts";

type FormOptions = { readonly user: string; readonly home: string; readonly json: boolean };

const WORDS: Record<SourceChoice["of"], string> = {
  night: "the night",
  hrvRmssdMs: "heart rate variability",
  hrvSdnnMs: "the day's variability",
  restingHrBpm: "resting heart rate",
  respiratoryRateRpm: "breathing rate",
  activeMinutes: "active minutes",
  steps: "steps",
  strain: "strain",
  activeEnergyKcal: "active energy",
};

/** Returns the device that the last score used for each value that several devices had. */
async function latestChoices(store: Store, userId: UserId) {
  const { rows } = await store.query({ ...keys.crs.all(userId), descending: true, limit: 1 });
  const { date, choices } = CrsResult.partial().parse(rows[0]?.body ?? {});
  return date && choices ? { date, choices } : undefined;
}

const As = z.enum(["number", "words"]);

/** Changes how Form is shown if `as` is given, and prints how it is shown. */
export async function formCommand(as: string | undefined, options: FormOptions, terminal: Terminal): Promise<void> {
  const home = openExisting(options.home, terminal);
  try {
    const userId = typed(UserId, options.user, "--user");
    const wanted = as === undefined ? undefined : typed(As, as, "the argument");
    const showsForm =
      wanted === undefined
        ? ((await loadProfile(home.store, userId)).showsForm ?? false)
        : await showForm(home.store, userId, wanted === "number");
    const choices = await latestChoices(home.store, userId);
    if (options.json) return terminal.print(JSON.stringify({ showsForm, ...(choices ? { devices: choices } : {}) }));
    terminal.print(showsForm ? "Briefs end with Form as a number." : "Briefs say Form in words only.");
    if (!choices) return;
    terminal.print(`Several devices measured ${choices.date}. Of each, the one that is trusted most is used:`);
    for (const { of, used, over } of choices.choices)
      terminal.print(
        `  ${WORDS[of].padEnd(22)} ${SOURCE_NAMES[used]}, before ${over.map((one) => SOURCE_NAMES[one]).join(", ")}`,
      );
  } finally {
    home.store.close();
  }
}
