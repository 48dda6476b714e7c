/** `waldo form`: whether Briefs show Form as a number. */
import { UserId } from "@waldo/contracts";
import { loadProfile, showForm } from "@waldo/core/profile";
import * as z from "zod";
import { openExisting } from "./home.ts";
import type { Terminal } from "./terminal.ts";
import { typed } from "./typed.ts";

export type FormOptions = { readonly user: string; readonly home: string; readonly json: boolean };

const As = z.enum(["number", "words"]);

/** Sets how Form is shown where `as` is given, and says how it is shown. */
export async function formCommand(as: string | undefined, options: FormOptions, terminal: Terminal): Promise<void> {
  const home = openExisting(options.home, terminal);
  try {
    const userId = typed(UserId, options.user, "--user");
    const wanted = as === undefined ? undefined : typed(As, as, "the argument");
    const showsForm =
      wanted === undefined
        ? ((await loadProfile(home.store, userId)).showsForm ?? false)
        : await showForm(home.store, userId, wanted === "number");
    if (options.json) return terminal.print(JSON.stringify({ showsForm }));
    terminal.print(showsForm ? "Briefs end with Form as a number." : "Briefs say Form in words only.");
  } finally {
    home.store.close();
  }
}
