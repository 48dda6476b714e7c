/** The views of the living loop for its person. */
import * as z from "zod";
import { EpochMs } from "./ids.ts";
import {
  Axes,
  Concern,
  Intention,
  Interruption,
  LivingChoice,
  Orientation,
  Salience,
  Theme,
  Thought,
  Waiting,
} from "./living.ts";

/** A concern with its present salience. */
export const ConcernView = Concern.pick({
  ...{ id: true, kind: true, summary: true, touchedAt: true, touchedBy: true, touches: true, createdAt: true },
}).extend({ salience: Salience, muted: z.boolean() });
export type ConcernView = z.infer<typeof ConcernView>;

/** The orientation without its digest. */
export const OrientationView = Orientation.omit({ signature: true });
export type OrientationView = z.infer<typeof OrientationView>;

export const PersonaView = z.strictObject({
  axes: Axes,
  frozenAt: EpochMs.optional(),
  line: z.array(z.strictObject({ date: z.string(), axes: Axes })),
});
export type PersonaView = z.infer<typeof PersonaView>;

/** The complete view. Thoughts are private to Waldo; the person sees them here because they asked. */
export const LivingView = z.strictObject({
  choice: LivingChoice,
  now: OrientationView.optional(),
  before: z.array(OrientationView),
  thoughts: z.array(Thought),
  themes: z.array(Theme),
  concerns: z.array(ConcernView),
  waiting: z.array(Waiting),
  intentions: z.array(Intention),
  interruptions: z.array(Interruption),
  /** True when the labels allow interruptions to be sent. */
  mayInterrupt: z.boolean(),
  persona: PersonaView,
});
export type LivingView = z.infer<typeof LivingView>;
