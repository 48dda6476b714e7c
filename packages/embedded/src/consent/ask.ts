/** Asks for consents before the first work that needs them: on a terminal, or with the list of `--consent`. */
import {
  CONSENT_TEXTS,
  PURPOSES,
  type Purpose,
  Purpose as PurposeSchema,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { decideConsent, decisionOf } from "@waldo/core/person/consents";
import type { Ports } from "@waldo/core/ports";
import { asksOutside } from "../models.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";

type Person = Pick<Ports, "store" | "clock"> & { readonly userId: UserId };

/** Reads the list of `--consent`: purposes with commas between. Throws `InvalidInput` for any other word. */
function purposesIn(list: string): Purpose[] {
  return list.split(",").map((word) => typed(PurposeSchema, word.trim(), "--consent"));
}

/** Returns all purposes that work on this machine may need. Telegram asks for its consent in the chat. */
export function purposesOf({ models }: Settings): Purpose[] {
  return PURPOSES.filter((purpose) => purpose !== "telegram" && (purpose !== "model" || asksOutside(models)));
}

/**
 * Gives the named consents. On a terminal it asks once for each purpose of `wanted` that the person has not decided in
 * its present words. Purposes that are still open are printed.
 */
export async function askConsents(
  person: Person,
  { wanted, named }: { readonly wanted: readonly Purpose[]; readonly named?: string | undefined },
  { ask, note }: Pick<Terminal, "ask" | "note">,
): Promise<void> {
  for (const purpose of named === undefined ? [] : purposesIn(named)) await decide(person, purpose, true);
  for (const purpose of wanted) {
    const known = await decisionOf(person.store, person.userId, purpose);
    const { version, asks, without } = CONSENT_TEXTS[purpose];
    if (known !== undefined && (!known.given || known.version === version)) continue;
    if (ask) {
      note(without);
      await decide(person, purpose, await isYes(() => ask(`${asks} [y/n] `)));
    } else if (!known)
      note(
        `Not agreed yet: ${purpose}. waldo consent shows the words; --consent ${purpose} or waldo consent give ${purpose} agrees.`,
      );
  }
}

/** Gives all consents for the example person, who does not exist. */
export async function agreeToAll(person: Person): Promise<void> {
  for (const purpose of PURPOSES) await decide(person, purpose, true);
}

function decide({ userId, ...ports }: Person, purpose: Purpose, given: boolean): Promise<void> {
  return decideConsent(ports, userId, { purpose, given });
}

const MOST_ASKED = 5;

/** Repeats the question until the answer is a yes or a no. Throws `InvalidInput` when there is none. */
async function isYes(ask: () => Promise<string>): Promise<boolean> {
  for (let tries = 0; tries < MOST_ASKED; tries++) {
    const said = (await ask()).trim().toLowerCase();
    if (["y", "yes"].includes(said)) return true;
    if (["n", "no"].includes(said)) return false;
  }
  throw new WaldoError(
    "InvalidInput",
    "nothing was agreed: answer with y or n, or name what you agree to with --consent",
  );
}
