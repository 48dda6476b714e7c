import * as z from "zod";
import { environment } from "./environment.ts";

const Names = z.object({
  TELEGRAM_BOTS: z
    .string()
    .default("")
    .transform((list) => list.split(",").filter((name) => name !== "")),
});

/** The usernames of the Telegram bots, as the stack was configured. */
export const botNames = (): readonly string[] => environment(Names).TELEGRAM_BOTS;
