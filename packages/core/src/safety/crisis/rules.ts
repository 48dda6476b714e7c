/** How meanings combine to danger. The words of each meaning stand in lexicon/. */
import type { Meaning } from "./lexicon/lexicon.ts";

export const DANGER_TIERS = ["possible", "certain", "physical"] as const;
export type DangerTier = (typeof DANGER_TIERS)[number];

/** A rule holds where all its meanings stand within `within` words of one sentence, in any order. */
export type Rule = {
  readonly tier: DangerTier;
  readonly selfHarm?: boolean;
  readonly needs: readonly Meaning[];
  readonly within: number;
};

export const RULES: readonly Rule[] = [
  // A body in danger now.
  { tier: "physical", needs: ["urgent"], within: 0 },
  { tier: "physical", selfHarm: true, needs: ["overdose"], within: 0 },
  { tier: "physical", selfHarm: true, needs: ["took", "all", "pills"], within: 7 },
  { tier: "physical", needs: ["chest", "arm"], within: 16 },
  { tier: "physical", needs: ["chest", "breath"], within: 16 },
  // A wish or a plan to die, or the means at hand.
  { tier: "certain", selfHarm: true, needs: ["clear"], within: 0 },
  { tier: "certain", selfHarm: true, needs: ["wish", "die"], within: 3 },
  { tier: "certain", selfHarm: true, needs: ["not", "wish", "live"], within: 5 },
  { tier: "certain", selfHarm: true, needs: ["suicide", "wish"], within: 4 },
  { tier: "certain", selfHarm: true, needs: ["suicide", "think"], within: 4 },
  { tier: "certain", selfHarm: true, needs: ["suicide", "plan"], within: 4 },
  { tier: "certain", selfHarm: true, needs: ["suicide", "how", "me"], within: 5 },
  { tier: "certain", selfHarm: true, needs: ["supply", "endless"], within: 10 },
  { tier: "certain", selfHarm: true, needs: ["suicide", "wish", "me"], within: 8 },
  { tier: "certain", selfHarm: true, needs: ["suicide", "ask", "me"], within: 8 },
  { tier: "certain", selfHarm: true, needs: ["hurt", "wish", "me"], within: 6 },
  { tier: "certain", selfHarm: true, needs: ["endless", "wish", "me"], within: 6 },
  { tier: "certain", selfHarm: true, needs: ["endless", "medicine", "me"], within: 8 },
  { tier: "certain", selfHarm: true, needs: ["attempt", "failed", "retry"], within: 10 },
  { tier: "certain", selfHarm: true, needs: ["crash", "ponder", "me"], within: 6 },
  { tier: "certain", selfHarm: true, needs: ["armed", "hour", "me"], within: 8 },
  { tier: "certain", selfHarm: true, needs: ["gunsight", "onself"], within: 10 },
  { tier: "certain", selfHarm: true, needs: ["reunite", "supply", "me"], within: 8 },
  { tier: "certain", selfHarm: true, needs: ["endless", "intent", "me"], within: 3 },
  // A body is hurt: how, why, or in secret.
  { tier: "possible", selfHarm: true, needs: ["hurt"], within: 0 },
  { tier: "possible", selfHarm: true, needs: ["hurting"], within: 0 },
  { tier: "possible", selfHarm: true, needs: ["injury", "release"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["injury", "secret"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["cutting", "release"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["cutting", "secret"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["sh", "habit"], within: 6 },
  { tier: "possible", selfHarm: true, needs: ["dare", "faint"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["tool", "limb"], within: 6 },
  { tier: "possible", selfHarm: true, needs: ["wound", "body", "secret"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["injury", "secret"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["blade", "release"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["relapse", "limb"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["relapse", "wound", "me"], within: 6 },
  { tier: "possible", selfHarm: true, needs: ["breaking", "ask"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["breaking", "release"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["blade", "secret"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["limb", "scars", "me"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["wound", "vein", "ask"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["blade", "habit"], within: 8 },
  // Food as a punishment, or in secret.
  { tier: "possible", selfHarm: true, needs: ["starving", "secret"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["starving", "thin"], within: 16 },
  { tier: "possible", selfHarm: true, needs: ["purging", "ate"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["purging", "secret"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["purging", "thin"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["weary", "starving"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["starving", "pride"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["glorify", "topic"], within: 6 },
  { tier: "possible", selfHarm: true, needs: ["starving", "faint"], within: 8 },
  // A way to die, or what it takes.
  { tier: "possible", selfHarm: true, needs: ["suicide", "me"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["suicide", "how"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["ending"], within: 0 },
  { tier: "possible", selfHarm: true, needs: ["endless", "amount"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["endless", "medicine"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["death", "supply"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["death", "amount", "medicine"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["lethal", "obtain", "ask"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["height", "ponder", "falling"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["weary", "amount"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["selfless"], within: 0 },
  { tier: "possible", selfHarm: true, needs: ["nosurvivor", "ask"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["crash", "ponder"], within: 6 },
  { tier: "possible", selfHarm: true, needs: ["crash", "wish"], within: 6 },
  { tier: "possible", selfHarm: true, needs: ["dyingway", "quick"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["pushing", "throughwith", "fragile"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["poison", "ingest"], within: 6 },
  { tier: "possible", selfHarm: true, needs: ["poison", "death", "ask"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["ingest", "whole", "medicine"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["mydeath", "accident"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["gunsight", "ponder", "me"], within: 6 },
  { tier: "possible", selfHarm: true, needs: ["height", "falling", "courage"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["courage", "death", "me"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["lethal", "ingest", "medicine"], within: 8 },
  // A life that is too much, a world without the person, a leave-taking.
  { tier: "possible", selfHarm: true, needs: ["think", "die"], within: 3 },
  { tier: "possible", selfHarm: true, needs: ["despair"], within: 0 },
  { tier: "possible", selfHarm: true, needs: ["absence", "unmissed"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["farewell", "silent"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["farewell", "leaving"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["leaving", "decided"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["endless", "me"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["endless", "farewell"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["weary", "me"], within: 8 },
  { tier: "possible", selfHarm: true, needs: ["weary", "farewell"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["giving", "noneed"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["goodbye", "amends"], within: 10 },
  { tier: "possible", selfHarm: true, needs: ["without"], within: 0 },
  { tier: "possible", selfHarm: true, needs: ["hell", "torment"], within: 4 },
];
