/** `waldo calendar …`: the person's calendars, by their address or from a file. */
import type { Fetcher } from "@waldo/core/ports";
import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import type { AddOptions, CalendarOptions } from "./calendars.ts";

/** Adds the commands to `program`. `shared` gives each one --user, --home and --json. */
export function addCalendarCommands(
  program: Command,
  shared: (command: Command) => Command,
  terminal: Terminal,
  fetcher: () => Promise<Fetcher>,
): void {
  const calendar = program
    .command("calendar")
    .description("Your calendars: subscribe to an address, or take a file in. Waldo reads them and changes nothing.")
    .addHelpText(
      "after",
      `
Examples:
  waldo calendar add "https://calendar.google.com/calendar/ical/…/basic.ics" --name Work
  waldo calendar import ~/Downloads/holidays.ics
  waldo calendar list
  waldo calendar remove 3fa20c11d2e4`,
    );

  shared(calendar.command("add").argument("<address>", "the calendar's https or webcal address, in iCal format"))
    .description("Subscribe to a calendar by its address. waldo live reads it again each hour.")
    .option("--name <name>", "what to call it (default: the host of the address)")
    .addHelpText(
      "after",
      `
Google: Settings, the calendar, "Secret address in iCal format". iCloud: share it as a public calendar. Outlook: Settings,
Shared calendars, publish, the ICS link. Whoever has such an address can read the calendar, so Waldo never shows it whole.
Put it in quotes.

Example:
  waldo calendar add "webcal://p12-caldav.icloud.com/published/2/…" --name Family`,
    )
    .action(async (address: string, options: AddOptions) => {
      const { addCalendar } = await import("./calendars.ts");
      await addCalendar(address, options, await fetcher(), terminal);
    });

  shared(calendar.command("import").argument("<path>", "an .ics file, or a folder of them"))
    .description("Take in a calendar file. A newer file of the same calendar replaces what it brought.")
    .addHelpText("after", "\nExample:\n  waldo calendar import ~/Downloads/holidays.ics")
    .action(async (path: string, options: CalendarOptions) => {
      const { importCalendars } = await import("./calendars.ts");
      await importCalendars(path, options, terminal);
    });

  shared(calendar.command("list"))
    .description("The calendars that you subscribed to, with when they were read and what was wrong.")
    .addHelpText("after", "\nExample:\n  waldo calendar list")
    .action(async (options: CalendarOptions) => {
      const { listCalendars } = await import("./calendars.ts");
      await listCalendars(options, terminal);
    });

  shared(calendar.command("remove").argument("<id>", "an id, from waldo calendar list"))
    .description("Take a subscription back. Its address is forgotten, and its events are kept as cancelled.")
    .addHelpText("after", "\nExample:\n  waldo calendar remove 3fa20c11d2e4")
    .action(async (id: string, options: CalendarOptions) => {
      const { removeCalendar } = await import("./calendars.ts");
      await removeCalendar(id, options, terminal);
    });
}
