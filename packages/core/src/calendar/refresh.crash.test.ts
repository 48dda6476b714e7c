/**
 * A refresh may be killed at any call, run twice, and run twice at the same time; so may subscribing and taking back.
 * The next refresh ends with the rows of an undisturbed one.
 */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { dyingPorts, Killed } from "@waldo/testkit/faults";
import { interleave } from "@waldo/testkit/interleave";
import { personWith } from "@waldo/testkit/made-up-rows";
import { icsOf, type MadeUpEvent, type ScriptedCalendars, scriptedCalendars } from "@waldo/testkit/scripted-calendars";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import type { Ports, Row } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { HOUR_MS } from "../time.ts";
import { refreshDue } from "./refresh.ts";
import { subscribe } from "./subscribe.ts";
import { listSubscriptions } from "./subscriptions.ts";
import { unsubscribe } from "./unsubscribe.ts";

const NOW = Date.UTC(2026, 9, 30, 9);
const LATER = NOW + 3 * HOUR_MS;
const ONE = "https://one.example/calendar/private-0123456789/basic.ics";
const TWO = "https://two.example/calendar/private-0123456789/basic.ics";

/** More events than one transaction takes. */
const many = (title: string, from: number, to: number): MadeUpEvent[] =>
  Array.from({ length: to - from }, (_, n) => [
    `uid-${from + n}`,
    `202611${String(((from + n) % 28) + 1).padStart(2, "0")}T100000Z`,
    `${title} ${from + n}`,
  ]);

type World = { readonly ports: Ports & { readonly fetcher: ScriptedCalendars } };

/** A person with two calendars, each of which has changed since it was read. */
async function changed(): Promise<World> {
  const calendars = scriptedCalendars();
  const profile = { op: "put" as const, key: keys.profile("me"), body: PERSON };
  const ports = { ...(await personWith(openSqliteStore(":memory:"), [profile])), fetcher: calendars };
  calendars.at.set(ONE, icsOf(...many("Old", 0, 60)));
  calendars.at.set(TWO, icsOf(...many("Mine", 0, 5)));
  await subscribe(ports, "me", { address: ONE, name: "One" }, NOW);
  await subscribe(ports, "me", { address: TWO, name: "Two" }, NOW);
  calendars.at.set(ONE, icsOf(...many("Old", 50, 60), ...many("New", 60, 130)));
  calendars.at.set(TWO, icsOf(...many("Mine", 0, 5), ...many("More", 5, 7)));
  return { ports };
}

/** All rows of calendars, without the count of how often each was written. */
async function rows({ ports }: World): Promise<object[]> {
  const found: Row[] = [];
  for (const kind of [keys.calendar, keys.subscription])
    for await (const row of queryAll(ports.store, kind.all("me"))) found.push(row);
  return found.map(({ key, body }) => ({ sk: key.sk, body }));
}

async function idOf({ ports }: World, name: string): Promise<string> {
  return (await listSubscriptions(ports.store, "me")).find((found) => found.name === name)?.id ?? "";
}

type Act = (ports: World["ports"], world: World) => Promise<unknown>;

const ACTS: Readonly<Record<string, { readonly act: Act; readonly leastCalls: number }>> = {
  "a refresh": { act: (ports) => refreshDue(ports, "me", LATER), leastCalls: 14 },
  "subscribing again": {
    act: (ports) => subscribe(ports, "me", { address: ONE, name: "Other name" }, LATER),
    leastCalls: 8,
  },
  "taking back": {
    act: async (ports, world) => unsubscribe(ports.store, "me", await idOf(world, "One"), LATER),
    leastCalls: 5,
  },
};

describe.each(Object.entries(ACTS))("%s", (_name, { act, leastCalls }) => {
  it.each(["before", "after"] as const)("killed %s any call and done again ends with the same rows", async (when) => {
    const undisturbed = await changed();
    await act(undisturbed.ports, undisturbed);
    await refreshDue(undisturbed.ports, "me", LATER);
    const expected = await rows(undisturbed);
    expect(expected.length).toBeGreaterThan(60);

    for (let at = 1; ; at++) {
      const world = await changed();
      const dying = dyingPorts(world.ports, { at, when });
      const { fetcher } = dying.ports;
      if (!fetcher) throw new Error("the fetcher is lost");
      const died = await act({ ...dying.ports, fetcher: { ...world.ports.fetcher, ...fetcher } }, world).then(
        () => false,
        (error: unknown) => {
          expect(error).toBeInstanceOf(Killed);
          return true;
        },
      );
      if (died && !(await isTakenBack(world))) await act(world.ports, world);
      await refreshDue(world.ports, "me", LATER);
      expect(await rows(world), `killed ${when} call ${at}`).toEqual(expected);
      await refreshDue(world.ports, "me", LATER);
      expect(await rows(world), `and refreshed once more`).toEqual(expected);
      if (!died) {
        expect(at).toBeGreaterThan(leastCalls);
        break;
      }
    }
  });
});

/** The person sees no more of it, so they do not ask again. The next refresh finishes it. */
async function isTakenBack(world: World): Promise<boolean> {
  return (await idOf(world, "One")) === "" && (await idOf(world, "Other name")) === "";
}

it("a subscription that was killed on its way is finished by the next refresh alone", async () => {
  for (let at = 1; ; at++) {
    const world = await changed();
    const three = "https://three.example/calendar/private-0123456789/basic.ics";
    world.ports.fetcher.at.set(three, icsOf(...many("Third", 0, 60)));
    const dying = dyingPorts(world.ports, { at, when: "after" });
    const fetcher = dying.ports.fetcher ?? world.ports.fetcher;
    const done = await subscribe({ ...dying.ports, fetcher }, "me", { address: three }, LATER).then(
      () => true,
      () => false,
    );
    await refreshDue(world.ports, "me", LATER);
    const isThere = (await idOf(world, "three.example")) !== "";
    const events = (await rows(world)).filter((row) => JSON.stringify(row).includes('"Third '));
    expect(events).toHaveLength(isThere ? 60 : 0);
    if (done) break;
  }
});

it("a calendar that is as it was before a refresh that was killed is read in full, and its events come back", async () => {
  for (let at = 1; ; at++) {
    const world = await changed();
    const dying = dyingPorts(world.ports, { at, when: "after" });
    const died = await refreshDue(dying.ports, "me", LATER).then(
      () => false,
      () => true,
    );
    world.ports.fetcher.at.set(ONE, icsOf(...many("Old", 0, 60)));
    await refreshDue(world.ports, "me", LATER + HOUR_MS);
    const standing = (await rows(world)).filter((row) => /"(Old|New) /.test(JSON.stringify(row)) && !isCancelled(row));
    expect(standing, `killed after call ${at}`).toHaveLength(60);
    if (!died) break;
  }
});

describe("at the same time", () => {
  const seeds = Array.from({ length: 25 }, (_, seed) => seed);

  it.each(seeds)("two refreshes end with the rows of one (seed %i)", async (seed) => {
    const alone = await changed();
    await refreshDue(alone.ports, "me", LATER);
    const world = await changed();
    const both = [0, 1].map(() => (ports: Ports) => refreshDue(ports, "me", LATER));
    const ended = await interleave(world.ports, both, seed);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(await rows(world)).toEqual(await rows(alone));
  });

  it.each(seeds)("what two refreshes read differently is mended by what the row remembers (seed %i)", async (seed) => {
    const world = await changed();
    const first = icsOf(...many("Old", 0, 60));
    const second = icsOf(...many("New", 30, 90));
    let asked = 0;
    const torn: Ports = {
      ...world.ports,
      fetcher: {
        fetch: (address, known) => {
          if (address === ONE) world.ports.fetcher.at.set(ONE, asked++ % 2 === 0 ? first : second);
          return world.ports.fetcher.fetch(address, known);
        },
      },
    };
    await interleave(
      torn,
      [0, 1].map(() => (ports: Ports) => refreshDue(ports, "me", LATER)),
      seed,
    );
    world.ports.fetcher.at.set(ONE, second);
    await refreshDue(world.ports, "me", LATER + HOUR_MS);
    const standing = (await rows(world)).filter((row) => /"(Old|New) /.test(JSON.stringify(row)) && !isCancelled(row));
    expect(standing).toHaveLength(60);
    expect(standing.every((row) => JSON.stringify(row).includes('"New '))).toBe(true);
  });

  it.each(seeds)("a refresh leaves no event of a subscription that is taken back (seed %i)", async (seed) => {
    const world = await changed();
    const id = await idOf(world, "One");
    const ended = await interleave<unknown>(
      world.ports,
      [(ports) => refreshDue(ports, "me", LATER), (ports) => unsubscribe(ports.store, "me", id, LATER)],
      seed,
    );
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    const left = (await rows(world)).filter((row) => /"(Old|New) /.test(JSON.stringify(row)) && !isCancelled(row));
    expect(left).toEqual([]);
    expect(await listSubscriptions(world.ports.store, "me")).toMatchObject([{ name: "Two" }]);
  });
});

function isCancelled(row: object): boolean {
  return JSON.stringify(row).includes('"cancelled"');
}
