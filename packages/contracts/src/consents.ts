// The consents of a person by purpose. Only this file holds the words that a person is shown. A change of their meaning
// is a new version. A person who agreed to an older version has still agreed, and is shown that the words are new.
//
// One row holds the decisions in force. It is written at the latest together with the person's profile. So a person
// with a profile and without this row joined before Waldo asked for consents. docs/decisions/0030 tells the
// consequences.
import * as z from "zod";
import { EpochMs } from "./ids.ts";

export const PURPOSES = ["body", "memory", "telegram", "model"] as const;
export const Purpose = z.enum(PURPOSES);
export type Purpose = z.infer<typeof Purpose>;

export type ConsentText = {
  readonly version: number;
  /** What the person is asked. */
  readonly asks: string;
  /** What happens without it, and after it is taken back. */
  readonly without: string;
};

export const CONSENT_TEXTS: Readonly<Record<Purpose, ConsentText>> = {
  body: {
    version: 1,
    asks: "May Waldo store what your wearable measured (sleep, heart, movement, temperature), compute scores from it, and speak to you about it? This is health data.",
    without:
      "Without your yes no such data is taken in. If you take it back, nothing more comes in, and no score is computed or used. What is there stays until you erase it.",
  },
  memory: {
    version: 1,
    asks: "May Waldo remember what you tell it: notes, a diary of your conversations, and what it learns of you from them?",
    without:
      "Without your yes nothing of a conversation is remembered; the conversation itself stays. If you take it back, nothing more is remembered and nothing that is remembered is used. It stays until you erase it.",
  },
  telegram: {
    version: 1,
    asks: "May Waldo write about your sleep and your energy in your Telegram chat? Telegram can read what is written there.",
    without:
      "Without your yes such words stay in the app, and the chat says that something is there. What was sent before stays in the chat until you delete it there.",
  },
  model: {
    version: 1,
    asks: "May a language model outside of your own machine read what you write, what Waldo remembers, and how your body does in words, to answer you?",
    without:
      "Without your yes plain code writes everything, and it understands less. If you take it back, no model outside is asked from the next wake on.",
  },
};

/** The person's last decision on one purpose. Version 0 means that they joined before Waldo asked for consents. */
export const Decision = z.strictObject({
  given: z.boolean(),
  version: z.number().int().nonnegative(),
  /** When the person decided. Absent with version 0, because it was not stored. */
  since: EpochMs.optional(),
});
export type Decision = z.infer<typeof Decision>;

/** The row of decisions in force. A purpose that is absent was not decided, which counts as no. */
export const Consents = z.strictObject({
  body: Decision.optional(),
  memory: Decision.optional(),
  telegram: Decision.optional(),
  model: Decision.optional(),
});
export type Consents = z.infer<typeof Consents>;

/** One entry of the log of decisions. An entry is written once and never changed. */
export const ConsentEntry = Decision.extend({ purpose: Purpose, since: EpochMs });
export type ConsentEntry = z.infer<typeof ConsentEntry>;

/** What a route shows of one purpose. */
export const ConsentView = z.strictObject({
  purpose: Purpose,
  /** `declined`: the person said no, or withdrew a yes. `open`: they have not decided. */
  state: z.enum(["given", "declined", "open"]),
  since: EpochMs.optional(),
  /** The version of the words that the person agreed to. 0 means that they agreed before these words existed. */
  version: z.number().int().nonnegative().optional(),
  text: z.strictObject({ version: z.number().int().positive(), asks: z.string(), without: z.string() }),
});
export type ConsentView = z.infer<typeof ConsentView>;
