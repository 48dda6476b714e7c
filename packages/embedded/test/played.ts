/** Plays days of a person as `waldo day` does, on a store in memory, and keeps what was said. */
import type { LocalDate, LocalTime, Profile, SourceDay } from "@waldo/contracts";
import { calendarKey } from "@waldo/core/calendar/rows";
import { saveDays } from "@waldo/core/health/ledger";
import { sense } from "@waldo/core/health/sense";
import { changeProfile, loadProfile } from "@waldo/core/person/profile";
import type { Store } from "@waldo/core/ports";
import { addDays, instantAt, localTime } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { meetingOf } from "@waldo/testkit/tool-world";
import { playDay } from "../src/day/play.ts";
import { settleProfile, zoneOfNights } from "../src/profile.ts";
import { settableClock } from "../src/settable-clock.ts";
import { type TestWorld, testWorld } from "./world.ts";

export type Spoken = {
  readonly date: LocalDate;
  readonly variant: string;
  readonly at: number;
  /** On the person's clock. */
  readonly time: string;
  readonly text: string;
};

type Sync = { readonly at: LocalTime; readonly days: readonly SourceDay[] };

export type Played = {
  readonly world: TestWorld;
  /** What was said on a day, in order: the Briefs, or everything. `sync` brings other rows of the day at a time of it. */
  play(date: LocalDate, sync?: Sync): Promise<Spoken[]>;
  /** Plays a day until its first Brief is said, and leaves the rest of it out. */
  morning(date: LocalDate): Promise<Spoken | undefined>;
};

/**
 * A person of these days. With `everything` the notes and other runs are kept beside the Briefs. `zone` is the machine's
 * time zone, which counts where the person had the same offset.
 */
export async function playedPerson(
  days: readonly SourceDay[],
  zone = "Etc/GMT",
  { always = false, everything = false }: { readonly always?: boolean; readonly everything?: boolean } = {},
): Promise<Played> {
  const userId = "me";
  const world = await testWorld({ days: 0, settable: settableClock(0) });
  await saveDays(world.store, userId, days);
  async function play(date: LocalDate, sync?: Sync, most = Number.POSITIVE_INFINITY): Promise<Spoken[]> {
    const profile: Profile = await settleProfile(world.store, userId, {
      date,
      timeZone: (nights, known) => zoneOfNights(nights, zone, known),
      livesThere: true,
    });
    if (always) await giveNews(world.store, userId, date);
    const spoken: Spoken[] = [];
    const syncAt = sync === undefined ? Number.POSITIVE_INFINITY : instantAt(date, sync.at, profile.timeZone);
    let isSynced = false;
    for await (const event of playDay(world, always ? { ...profile, alwaysNoon: true } : profile, date)) {
      if (sync !== undefined && !isSynced && event.at >= syncAt) {
        isSynced = true;
        await saveDays(world.store, userId, sync.days);
        const scheduledAt = new Date(event.at).toISOString();
        await decide(world, await sense(world, { userId, job: "sync", scheduledAt, settled: true }));
      }
      const spokenBy = (variant: string, said: readonly Pick<Spoken, "text" | "at">[]) => {
        for (const { text, at } of said)
          spoken.push({ date, variant, at, time: localTime(at, profile.timeZone), text });
      };
      if (event.type === "said" && everything) spokenBy(event.said.kind, [event.said]);
      if (event.type !== "run" || (event.header.trigger !== "brief" && !everything)) continue;
      spokenBy(event.header.variant ?? (everything ? event.header.trigger : ""), event.said.slice(0, 1));
      if (spoken.length >= most) break;
    }
    return spoken;
  }
  return {
    world,
    play: (date, sync) => play(date, sync),
    morning: async (date) => (await play(date, undefined, 1))[0],
  };
}

/** Gives midday and evening something to tell: the person wants the noon, and the day after has an event. */
async function giveNews(store: Store, userId: string, date: LocalDate): Promise<void> {
  await changeProfile(store, userId, (profile) => ({ ...profile, alwaysNoon: true }));
  const { timeZone } = await loadProfile(store, userId);
  for (const days of [1, 2]) {
    const meeting = meetingOf("Standup", instantAt(addDays(date, days), "11:00", timeZone));
    await store.transact([{ op: "put", key: calendarKey(userId, meeting), body: meeting }]);
  }
}
