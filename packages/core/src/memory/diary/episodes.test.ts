import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { describe, expect, it } from "vitest";
import { daysAgo, episodeWrite, personWith, USER } from "../../../../testkit/src/made-up-rows.ts";
import type { Ports } from "../../ports.ts";
import { sweep } from "../retention/sweep.ts";
import { eachEpisode, loadEpisodes } from "./episodes.ts";

/**
 * A diary of a year and a half with an entry every ten days. With `swept`, entries older than 90 days are in the
 * archive.
 */
async function diary({ swept }: { swept: boolean }): Promise<Ports> {
  const ports = await personWith(
    openSqliteStore(":memory:"),
    days.map((day) => episodeWrite(daysAgo(day), `run-${day}`, `day ${day}`)),
  );
  if (swept) await sweep(ports, USER);
  return ports;
}

const days = Array.from({ length: 55 }, (_, n) => n * 10);
const all = async (ports: Ports, range = {}) => {
  const found = [];
  for await (const entry of eachEpisode(ports, USER, range)) found.push(entry);
  return found;
};

describe.each([false, true])("a diary (archived: %s)", (swept) => {
  it("is read whole, ordered by time", async () => {
    const entries = await all(await diary({ swept }));
    expect(entries.map(({ createdAt }) => createdAt)).toEqual(days.map(daysAgo).toReversed());
    expect(entries.at(-1)?.episode).toMatchObject({ runId: "run-0", summary: "day 0" });
  });

  it("is read from one instant to another, the second not included", async () => {
    const ports = await diary({ swept });
    const entries = await all(ports, { from: daysAgo(120), to: daysAgo(60) });
    expect(entries.map(({ episode }) => episode.runId)).toEqual([120, 110, 100, 90, 80, 70].map((day) => `run-${day}`));
    expect(await all(ports, { from: daysAgo(119), to: daysAgo(111) })).toEqual([]);
    expect(await all(ports, { from: 0, to: Number.MAX_SAFE_INTEGER })).toHaveLength(days.length);
  });

  it("returns entries by name in the order asked, and leaves out those that never existed", async () => {
    const ports = await diary({ swept });
    const refs = [500, 0, 7, 90, 20, 100].map((day) => ({ at: daysAgo(day), runId: `run-${day}` }));
    const found = await loadEpisodes(ports, USER, refs);
    expect(found.map(({ summary }) => summary)).toEqual([500, 0, 90, 20, 100].map((day) => `day ${day}`));
    expect(await loadEpisodes(ports, USER, [])).toEqual([]);
  });
});

/** Returns the same ports. After their n-th read it sweeps everything that is due. */
function sweptAfter(ports: Ports, n: number): Ports {
  let calls = 0;
  const then = async <T>(read: Promise<T>): Promise<T> => {
    const found = await read;
    if (++calls === n) await sweep(ports, USER);
    return found;
  };
  return {
    ...ports,
    store: {
      ...ports.store,
      get: (key) => then(ports.store.get(key)),
      query: (query) => then(ports.store.query(query)),
    },
    archive: {
      ...ports.archive,
      list: (prefix) => then(ports.archive.list(prefix)),
      read: (name) => then(ports.archive.read(name)),
    },
  };
}

describe("a row that the sweep moves while the diary is read", () => {
  it("is found once, in the store or in the archive", async () => {
    for (let n = 1; n < 30; n++)
      expect(await all(sweptAfter(await diary({ swept: false }), n)), `moved after ${n}`).toHaveLength(days.length);
  });

  it("is found by name", async () => {
    const refs = days.map((day) => ({ at: daysAgo(day), runId: `run-${day}` }));
    for (let n = 1; n < 60; n += 3)
      expect(await loadEpisodes(sweptAfter(await diary({ swept: false }), n), USER, refs)).toHaveLength(days.length);
  });
});

it("reads from the archive only the months that are not in the store", async () => {
  const ports = await diary({ swept: true });
  const listed: string[] = [];
  const archive: Ports["archive"] = {
    ...ports.archive,
    list: (prefix) => {
      listed.push(prefix);
      return ports.archive.list(prefix);
    },
  };
  await loadEpisodes({ ...ports, archive }, USER, [{ at: daysAgo(10), runId: "run-10" }]);
  expect(listed).toEqual([]);
  await loadEpisodes(
    { ...ports, archive },
    USER,
    [10, 200, 210].map((day) => ({ at: daysAgo(day), runId: `run-${day}` })),
  );
  expect(listed).toEqual(["archive/me/episodes/2026/05/", "archive/me/episodes/2026/04/"]);
});
