/** The rules that combine meanings to danger. The words of each meaning are in data/words/crisis. */
import type { Meaning } from "./lexicon.ts";

export type RuledTier = "possible" | "certain" | "physical";
/** The subject of the danger. `self`: the writers may harm themselves. `other`: another person may harm themselves. */
export type RuledKind = "self" | "body" | "violence" | "other";

/** A rule matches when all its meanings occur within `within` words of one sentence, in any order. */
export type Rule = {
  readonly tier: RuledTier;
  readonly kind: RuledKind;
  readonly needs: readonly Meaning[];
  readonly within: number;
};

export const RULES: readonly Rule[] = [
  // A body in danger now.
  { tier: "physical", kind: "body", needs: ["urgent"], within: 0 },
  { tier: "physical", kind: "self", needs: ["overdose"], within: 0 },
  { tier: "physical", kind: "self", needs: ["took", "all", "pills"], within: 7 },
  { tier: "physical", kind: "body", needs: ["chest", "arm"], within: 16 },
  { tier: "physical", kind: "body", needs: ["chest", "breath"], within: 16 },
  { tier: "physical", kind: "violence", needs: ["violent"], within: 0 },
  // A wish or a plan to die, or the means at hand.
  { tier: "certain", kind: "self", needs: ["clear"], within: 0 },
  { tier: "certain", kind: "self", needs: ["wish", "die"], within: 3 },
  { tier: "certain", kind: "self", needs: ["not", "wish", "live"], within: 5 },
  { tier: "certain", kind: "self", needs: ["suicide", "wish"], within: 4 },
  { tier: "certain", kind: "self", needs: ["suicide", "think"], within: 4 },
  { tier: "certain", kind: "self", needs: ["suicide", "plan"], within: 4 },
  { tier: "certain", kind: "self", needs: ["suicide", "how", "me"], within: 5 },
  { tier: "certain", kind: "self", needs: ["supply", "endless"], within: 10 },
  { tier: "certain", kind: "self", needs: ["suicide", "wish", "me"], within: 8 },
  { tier: "certain", kind: "self", needs: ["suicide", "ask", "me"], within: 8 },
  { tier: "certain", kind: "self", needs: ["hurt", "wish", "me"], within: 6 },
  { tier: "certain", kind: "self", needs: ["endless", "wish", "me"], within: 6 },
  { tier: "certain", kind: "self", needs: ["endless", "medicine", "me"], within: 8 },
  { tier: "certain", kind: "self", needs: ["attempt", "failed", "retry"], within: 10 },
  { tier: "certain", kind: "self", needs: ["crash", "ponder", "me"], within: 6 },
  { tier: "certain", kind: "self", needs: ["armed", "hour", "me"], within: 8 },
  { tier: "certain", kind: "self", needs: ["gunsight", "onself"], within: 10 },
  { tier: "certain", kind: "self", needs: ["reunite", "supply", "me"], within: 8 },
  { tier: "certain", kind: "self", needs: ["endless", "intent", "me"], within: 3 },
  // A hurt body: how, why, or in secret.
  { tier: "possible", kind: "self", needs: ["hurt"], within: 0 },
  { tier: "possible", kind: "self", needs: ["hurting"], within: 0 },
  { tier: "possible", kind: "self", needs: ["injury", "release"], within: 10 },
  { tier: "possible", kind: "self", needs: ["injury", "secret"], within: 10 },
  { tier: "possible", kind: "self", needs: ["cutting", "release"], within: 8 },
  { tier: "possible", kind: "self", needs: ["cutting", "secret"], within: 10 },
  { tier: "possible", kind: "self", needs: ["sh", "habit"], within: 6 },
  { tier: "possible", kind: "self", needs: ["dare", "faint"], within: 8 },
  { tier: "possible", kind: "self", needs: ["tool", "limb"], within: 6 },
  { tier: "possible", kind: "self", needs: ["wound", "body", "secret"], within: 10 },
  { tier: "possible", kind: "self", needs: ["injury", "secret"], within: 10 },
  { tier: "possible", kind: "self", needs: ["blade", "release"], within: 8 },
  { tier: "possible", kind: "self", needs: ["relapse", "limb"], within: 8 },
  { tier: "possible", kind: "self", needs: ["relapse", "wound", "me"], within: 6 },
  { tier: "possible", kind: "self", needs: ["breaking", "ask"], within: 8 },
  { tier: "possible", kind: "self", needs: ["breaking", "release"], within: 8 },
  { tier: "possible", kind: "self", needs: ["blade", "secret"], within: 10 },
  { tier: "possible", kind: "self", needs: ["limb", "scars", "me"], within: 10 },
  { tier: "possible", kind: "self", needs: ["wound", "vein", "ask"], within: 8 },
  { tier: "possible", kind: "self", needs: ["blade", "habit"], within: 8 },
  // Food as a punishment, or eating in secret.
  { tier: "possible", kind: "self", needs: ["starving", "secret"], within: 10 },
  { tier: "possible", kind: "self", needs: ["starving", "thin"], within: 16 },
  { tier: "possible", kind: "self", needs: ["purging", "ate"], within: 8 },
  { tier: "possible", kind: "self", needs: ["purging", "secret"], within: 10 },
  { tier: "possible", kind: "self", needs: ["purging", "thin"], within: 10 },
  { tier: "possible", kind: "self", needs: ["weary", "starving"], within: 10 },
  { tier: "possible", kind: "self", needs: ["starving", "pride"], within: 8 },
  { tier: "possible", kind: "self", needs: ["glorify", "topic"], within: 6 },
  { tier: "possible", kind: "self", needs: ["starving", "faint"], within: 8 },
  // A way to die, or the means for it.
  { tier: "possible", kind: "self", needs: ["suicide", "me"], within: 8 },
  { tier: "possible", kind: "self", needs: ["suicide", "how"], within: 8 },
  { tier: "possible", kind: "self", needs: ["ending"], within: 0 },
  { tier: "possible", kind: "self", needs: ["endless", "amount"], within: 10 },
  { tier: "possible", kind: "self", needs: ["endless", "medicine"], within: 10 },
  { tier: "possible", kind: "self", needs: ["death", "supply"], within: 8 },
  { tier: "possible", kind: "self", needs: ["death", "amount", "medicine"], within: 8 },
  { tier: "possible", kind: "self", needs: ["lethal", "obtain", "ask"], within: 8 },
  { tier: "possible", kind: "self", needs: ["height", "ponder", "falling"], within: 8 },
  { tier: "possible", kind: "self", needs: ["weary", "amount"], within: 10 },
  { tier: "possible", kind: "self", needs: ["selfless"], within: 0 },
  { tier: "possible", kind: "self", needs: ["nosurvivor", "ask"], within: 10 },
  { tier: "possible", kind: "self", needs: ["crash", "ponder"], within: 6 },
  { tier: "possible", kind: "self", needs: ["crash", "wish"], within: 6 },
  { tier: "possible", kind: "self", needs: ["dyingway", "quick"], within: 8 },
  { tier: "possible", kind: "self", needs: ["pushing", "throughwith", "fragile"], within: 10 },
  { tier: "possible", kind: "self", needs: ["poison", "ingest"], within: 6 },
  { tier: "possible", kind: "self", needs: ["poison", "death", "ask"], within: 8 },
  { tier: "possible", kind: "self", needs: ["ingest", "whole", "medicine"], within: 8 },
  { tier: "possible", kind: "self", needs: ["mydeath", "accident"], within: 8 },
  { tier: "possible", kind: "self", needs: ["gunsight", "ponder", "me"], within: 6 },
  { tier: "possible", kind: "self", needs: ["height", "falling", "courage"], within: 8 },
  { tier: "possible", kind: "self", needs: ["courage", "death", "me"], within: 8 },
  { tier: "possible", kind: "self", needs: ["lethal", "ingest", "medicine"], within: 8 },
  // A life that is too much, a world without the person, a farewell.
  { tier: "possible", kind: "self", needs: ["think", "die"], within: 3 },
  { tier: "possible", kind: "self", needs: ["despair"], within: 0 },
  { tier: "possible", kind: "self", needs: ["absence", "unmissed"], within: 8 },
  { tier: "possible", kind: "self", needs: ["farewell", "silent"], within: 10 },
  { tier: "possible", kind: "self", needs: ["farewell", "leaving"], within: 10 },
  { tier: "possible", kind: "self", needs: ["leaving", "decided"], within: 10 },
  { tier: "possible", kind: "self", needs: ["endless", "me"], within: 8 },
  { tier: "possible", kind: "self", needs: ["endless", "farewell"], within: 10 },
  { tier: "possible", kind: "self", needs: ["weary", "me"], within: 8 },
  { tier: "possible", kind: "self", needs: ["weary", "farewell"], within: 10 },
  { tier: "possible", kind: "self", needs: ["giving", "noneed"], within: 10 },
  { tier: "possible", kind: "self", needs: ["goodbye", "amends"], within: 10 },
  { tier: "possible", kind: "self", needs: ["without"], within: 0 },
  { tier: "possible", kind: "self", needs: ["hell", "torment"], within: 4 },
];
