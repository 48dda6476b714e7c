/** The recipe that prepares the person for an event. */

import { akin, capital, happening, together } from "./phrase.ts";
import { ahead, connectedIn, diaryIn, eventsIn, type Happening, sawCalendar } from "./reading.ts";
import type { Quote, Results, SkillWriter, Told } from "./writer.ts";

/** Returns the event that the person names, or else the next one. */
function eventOf(told: Told, results: Results): Happening | undefined {
  const events = ahead(eventsIn(results, told.date), told);
  const named = events.find(({ title }) => akin(title, told.message ?? ""));
  return named ?? events[0];
}

export const prepForEvent: SkillWriter = {
  reads: () => [{ name: "query_calendar", args: {} }],
  follow(told, results) {
    const query = eventOf(told, results)?.title.slice(0, 200) ?? "";
    return query.trim() === ""
      ? []
      : [
          { name: "search_episodes", args: { query } },
          { name: "search_connector", args: { query } },
        ];
  },
  write(told, results, quote) {
    const event = eventOf(told, results);
    if (!event) return sawCalendar(results) ? "Nothing else takes your time today." : undefined;
    const place = event.location === undefined ? undefined : quote(event.location);
    const known = [invitation(event, results, quote), diary(results, quote), alongside(event, results, quote)];
    return together(
      `Next is ${happening(event, quote)}${place === undefined ? "" : `, in ${place}`}.`,
      ...(known.some((part) => part !== undefined) ? known : ["I know nothing more about it."]),
    );
  },
  line(told, results, quote) {
    const event = eventOf(told, results);
    if (!event) return undefined;
    const more = diary(results, quote) ?? alongside(event, results, quote);
    return together(`${capital(happening(event, quote))} is next.`, more);
  },
};

/** What the invitation itself says. It names the people who come, if the invitation does. */
function invitation({ title, location }: Happening, results: Results, quote: Quote): string | undefined {
  const own = connectedIn(results).find(({ connector, text }) => connector === "calendar" && text.startsWith(title));
  const parts = own?.text.split(" · ").slice(1) ?? [];
  const said = quote((location === undefined ? parts : parts.slice(1)).join(" · "));
  return said === undefined ? undefined : `The invitation says ${said}.`;
}

/** The latest diary entry about the event: its words where they may be said again, or else its date. */
function diary(results: Results, quote: Quote): string | undefined {
  const [entry] = [...diaryIn(results)].sort((a, b) => (a.date > b.date ? -1 : 1));
  if (!entry) return undefined;
  const words = quote(entry.summary);
  return words === undefined ? `Your diary of ${entry.date} touches it.` : `Your diary of ${entry.date} says ${words}.`;
}

function alongside({ title }: Happening, results: Results, quote: Quote): string | undefined {
  const other = connectedIn(results).find(({ connector, text }) => connector !== "calendar" && akin(text, title));
  const words = other === undefined ? undefined : quote(other.text);
  return words === undefined ? undefined : `Among your ${other?.connector}: ${words}.`;
}
