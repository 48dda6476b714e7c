import { keys, LocalDate, LocalTime, Profile } from "@waldo/contracts";
import * as z from "zod";
import { MOST_QUIET_DAYS } from "../../cadence/quiet-hours.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { DAY_MS, instantAt, localDate, localTime } from "../../time.ts";
import { changeRow } from "../change-row.ts";
import { defineWrite } from "../define.ts";
import { text } from "../text-args.ts";
import { ToolFailure } from "../tool.ts";

const MOST_NAME_CHARS = 60;
/** Signs that stand in no name. */
const NO_NAME = /[<>{}[\]|\\]/;

/** Sets what the person is called, and until when they are left alone. Both can be undone. */
export const updateProfile = defineWrite({
  name: "update_profile",
  description:
    "Set what the person is called, or leave them alone until a date and time (quiet: false ends that). Reminders that they set are still said.",
  args: z
    .strictObject({
      name: text(MOST_NAME_CHARS).optional(),
      quiet: z.union([z.literal(false), z.strictObject({ date: LocalDate, time: LocalTime })]).optional(),
    })
    .refine(({ name, quiet }) => name !== undefined || quiet !== undefined, "say what to set"),
  title: ({ name, quiet }) =>
    [
      name && `Call you ${name}`,
      quiet && `Leave you alone until ${quiet.date} ${quiet.time}`,
      quiet === false && "Speak up again",
    ]
      .filter(Boolean)
      .join(", "),
  asking: {
    phrases: ({ name }) =>
      name === undefined ? ["be quiet", "leave me alone", "do not disturb", "speak again"] : ["call me", "my name is"],
  },
  async plan({ name, quiet }, { store, userId, now }) {
    const key = keys.profile(userId);
    const row = await store.get(key);
    if (!row) throw new ToolFailure("unavailable", "this person has no profile yet");
    const before = Profile.parse(row.body);
    const called = name === undefined ? undefined : sanitise({ text: name, origin: "owner" }, "memory").text.trim();
    if (called === "" || (called !== undefined && NO_NAME.test(called)))
      throw new ToolFailure("failed", "that is no name");
    const until = quiet ? instantAt(quiet.date, quiet.time, before.timeZone) : undefined;
    if (until !== undefined && until <= now) throw new ToolFailure("failed", "that moment has passed");
    if (until !== undefined && until - now > MOST_QUIET_DAYS * DAY_MS)
      throw new ToolFailure("failed", `that is more than ${MOST_QUIET_DAYS} days ahead: name an earlier day`);
    const { quietUntil: _, ...loud } = before;
    const after: Profile = {
      ...(quiet === undefined ? before : loud),
      ...(called === undefined ? {} : { name: called }),
      ...(until === undefined ? {} : { quietUntil: until }),
    };
    const { timeZone } = after;
    return {
      value: {
        ...(called === undefined ? {} : { name: called }),
        ...(until === undefined ? {} : { quietUntil: `${localDate(until, timeZone)} ${localTime(until, timeZone)}` }),
        ...(quiet === false ? { quiet } : {}),
      },
      ...changeRow(key, row.version, after, before),
    };
  },
});
