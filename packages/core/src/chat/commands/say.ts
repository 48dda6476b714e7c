/** The announcement that answers a command. */

import { announcement } from "../../channels/announce.ts";
import type { Candidate } from "../../channels/persona.ts";
import type { Write } from "../../ports.ts";
import type { Order } from "./ports.ts";

/** Returns the rows of an answer. What was asked in the app stays in the app. `part` tells two answers of one command apart. */
export function answerWrites({ profile, via, name, date, now }: Order, text: string, part = ""): Write[] {
  const said: Omit<Candidate, "threadId"> = {
    kind: "reply",
    text,
    origin: "agent",
    ...(via === "app" ? { only: "in_app" } : {}),
  };
  return announcement(profile, { by: "command", name: `${name}${part}`, trigger: "user_message", date, now }, said);
}
