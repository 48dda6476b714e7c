/**
 * A sweep may be killed at any await, run twice, or run twice at the same time. The rows in the store and the archive
 * together must never change.
 */
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { dyingPorts, Killed } from "@waldo/testkit/faults";
import { describe, expect, it } from "vitest";
import {
  archivedRows,
  blockWrites,
  daysAgo,
  dreamWrite,
  episodeWrite,
  everything,
  hotKeys,
  patrolWrite,
  personWith,
  runWrites,
  USER,
} from "../../../../testkit/src/made-up-rows.ts";
import type { Ports } from "../../ports.ts";
import { sweep } from "./sweep.ts";

async function aYear(): Promise<Ports> {
  return personWith(openSqliteStore(":memory:"), [
    ...Array.from({ length: 6 }, (_, n) => episodeWrite(daysAgo(60 * n))),
    ...Array.from({ length: 4 }, (_, n) => patrolWrite(daysAgo(20 * n))),
    ...runWrites(daysAgo(20), {}, "run-a"),
    ...runWrites(daysAgo(1), {}, "run-b"),
    ...blockWrites("aaaaaaaaaaaa", daysAgo(200), { closed: true, revisions: 2 }),
    ...blockWrites("bbbbbbbbbbbb", daysAgo(200), { revisions: 8 }),
    dreamWrite(daysAgo(50)),
  ]);
}

/** A limit so low that the watermark takes rows that the rules leave. */
const TIGHT = { hotBytes: 2_000 };

const state = async (ports: Ports) => ({
  hot: (await hotKeys(ports.store)).filter((sk) => !sk.startsWith("ARCHIVED#")),
  archived: (await archivedRows(ports.archive)).map(({ key }) => key.sk),
});

describe.each(["before", "after"] as const)("killed %s a call", (when) => {
  it.each([{}, TIGHT])(
    "loses and doubles nothing, and the next sweep ends as an undisturbed one: %j",
    async (options) => {
      const undisturbed = await aYear();
      const before = await everything(undisturbed);
      await sweep(undisturbed, USER, options);
      const expected = await state(undisturbed);
      expect(expected.archived.length).toBeGreaterThan(10);

      for (let at = 1; ; at++) {
        const ports = await aYear();
        const dying = dyingPorts(ports, { at, when });
        const died = await sweep(dying.ports, USER, options).then(
          () => false,
          (error: unknown) => {
            expect(error).toBeInstanceOf(Killed);
            return true;
          },
        );
        expect(await everything(ports), `killed ${when} call ${at}`).toEqual(before);
        await sweep(ports, USER, options);
        expect(await everything(ports), `after call ${at}`).toEqual(before);
        if (options !== TIGHT) expect(await state(ports), `after call ${at}`).toEqual(expected);
        if (!died) {
          expect(at).toBeGreaterThan(30);
          break;
        }
      }
    },
  );
});

it("two sweeps at once move every row once", async () => {
  const ports = await aYear();
  const before = await everything(ports);
  const reports = await Promise.all([sweep(ports, USER), sweep(ports, USER), sweep(ports, USER)]);
  expect(reports.map(({ counts }) => counts["episodes"]).reduce((sum = 0, n = 0) => sum + n)).toBe(4);
  expect(await everything(ports)).toEqual(before);
  const alone = await aYear();
  await sweep(alone, USER);
  expect(await state(ports)).toEqual(await state(alone));
});
