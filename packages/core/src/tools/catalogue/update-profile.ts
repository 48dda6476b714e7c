import { keys, LocalDate, LocalTime, Profile } from "@waldo/contracts";
import * as z from "zod";
import { MOST_QUIET_DAYS } from "../../cadence/quiet-hours.ts";
import { snoozeWrite } from "../../cadence/snooze.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { DAY_MS, instantAt, localDate, localTime } from "../../time.ts";
import { changeRow } from "../change-row.ts";
import { defineWrite } from "../define.ts";
import { text } from "../text-args.ts";
import { ToolFailure } from "../tool.ts";

const MOST_NAME_CHARS = 60;
/** Signs that stand in no name. */
const NO_NAME = /[<>{}[\]|\\]/;

/** They are left alone until they say something, at most as long as anybody can be. */
export const UNTIL_HEARD = "until heard";

const Moment = z.strictObject({ date: LocalDate, time: LocalTime });

/**
 * Sets what the person is called, until when they are left alone, and when to ask again about what they were reminded of.
 * All of it can be undone, but for the last, which ends by itself.
 */
export const updateProfile = defineWrite({
  name: "update_profile",
  description:
    "Set what the person is called, or leave them alone until a date and time, or until they write (quiet: false ends that). Reminders that they set are still said. later: when they want to be asked again about what you nudged them to do, at most a day ahead.",
  args: z
    .strictObject({
      name: text(MOST_NAME_CHARS).optional(),
      quiet: z.union([z.literal(false), z.literal(UNTIL_HEARD), Moment]).optional(),
      later: Moment.optional(),
    })
    .refine(({ name, quiet, later }) => (name ?? quiet ?? later) !== undefined, "say what to set"),
  title: ({ name, quiet, later }) =>
    [
      name && `Call you ${name}`,
      quiet === UNTIL_HEARD && "Leave you alone until you write",
      quiet && quiet !== UNTIL_HEARD && `Leave you alone until ${quiet.date} ${quiet.time}`,
      later && `Ask you again at ${later.time}`,
      quiet === false && "Speak up again",
    ]
      .filter(Boolean)
      .join(", "),
  asking: {
    phrases: ({ name, later }) =>
      later !== undefined
        ? ["snooze", "ask me later", "more minutes"]
        : name === undefined
          ? ["be quiet", "leave me alone", "do not disturb", "speak again"]
          : ["call me", "my name is"],
  },
  async plan({ name, quiet, later }, { store, userId, now }) {
    const key = keys.profile(userId);
    const row = await store.get(key);
    if (!row) throw new ToolFailure("unavailable", "this person has no profile yet");
    const before = Profile.parse(row.body);
    const called = name === undefined ? undefined : sanitise({ text: name, origin: "owner" }, "memory").text.trim();
    if (called === "" || (called !== undefined && NO_NAME.test(called)))
      throw new ToolFailure("failed", "that is no name");
    const open = quiet === UNTIL_HEARD;
    const longest = now + MOST_QUIET_DAYS * DAY_MS;
    const named = quiet && quiet !== UNTIL_HEARD ? instantAt(quiet.date, quiet.time, before.timeZone) : undefined;
    const until = open ? longest : named;
    const again = later && instantAt(later.date, later.time, before.timeZone);
    if (again !== undefined && (again <= now || again - now > DAY_MS))
      throw new ToolFailure("failed", "name a moment within a day");
    if (until !== undefined && until <= now) throw new ToolFailure("failed", "that moment has passed");
    if (until !== undefined && until - now > MOST_QUIET_DAYS * DAY_MS)
      throw new ToolFailure("failed", `that is more than ${MOST_QUIET_DAYS} days ahead: name an earlier day`);
    const { quietUntil: _, quietUntilHeard: __, ...loud } = before;
    const after: Profile = {
      ...(quiet === undefined ? before : loud),
      ...(called === undefined ? {} : { name: called }),
      ...(until === undefined ? {} : { quietUntil: until }),
      ...(open ? { quietUntilHeard: true } : {}),
    };
    const { timeZone } = after;
    const snooze = again === undefined ? [] : [snoozeWrite(userId, { at: now, until: again })];
    const changed =
      name === undefined && quiet === undefined ? { writes: [] } : changeRow(key, row.version, after, before);
    return {
      value: {
        ...(called === undefined ? {} : { name: called }),
        ...(until === undefined
          ? {}
          : { quietUntil: open ? UNTIL_HEARD : `${localDate(until, timeZone)} ${localTime(until, timeZone)}` }),
        ...(again === undefined ? {} : { askedAgain: localTime(again, timeZone) }),
        ...(quiet === false ? { quiet } : {}),
      },
      ...changed,
      writes: [...changed.writes, ...snooze],
    };
  },
});
