/** Defines what "implements KeyRing" means. Each test has people of its own. */
import type { KeyRing } from "@waldo/core/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type OpenedKeyRing = {
  readonly ring: KeyRing;
  /** The same keys, opened by another process. */
  readonly other: KeyRing;
  /** Lets as much time pass as a process may remember a key. */
  readonly forget: () => void;
  readonly close: () => Promise<void> | void;
};

/** Defines the suite. `open` is called once, before the first test. */
export function keyRingContract(name: string, open: () => Promise<OpenedKeyRing>): void {
  describe(`${name} is a KeyRing`, () => {
    let opened: OpenedKeyRing;
    let people = 0;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const person = () => {
      people += 1;
      return `ring-${people}`;
    };

    test("a person has one key of 32 bytes, in every process", async () => {
      const who = person();
      const key = await opened.ring.keyOf(who);
      expect(key).toHaveLength(32);
      expect(await opened.ring.keyOf(who)).toEqual(key);
      expect(await opened.other.keyOf(who)).toEqual(key);
    });

    test("no two people share a key", async () => {
      const keys = await Promise.all([person(), person(), person()].map((who) => opened.ring.keyOf(who)));
      expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(3);
    });

    test("processes that ask for the first time at once agree", async () => {
      const who = person();
      const keys = await Promise.all(
        Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? opened.ring : opened.other).keyOf(who)),
      );
      expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(1);
    });

    test("a destroyed key is gone for every process, and no new one takes its place", async () => {
      const [who, neighbour] = [person(), person()];
      await opened.ring.keyOf(who);
      await opened.other.keyOf(who);
      const kept = await opened.ring.keyOf(neighbour);
      await opened.ring.destroy(who);
      await opened.ring.destroy(who);
      await expect(opened.ring.keyOf(who)).rejects.toMatchObject({ name: "Erased", next: "stop" });
      opened.forget();
      await expect(opened.other.keyOf(who)).rejects.toMatchObject({ name: "Erased" });
      expect(await opened.other.keyOf(neighbour)).toEqual(kept);
    });

    test("a person whose key was never made can be erased", async () => {
      const who = person();
      await opened.ring.destroy(who);
      opened.forget();
      await expect(opened.other.keyOf(who)).rejects.toMatchObject({ name: "Erased" });
    });

    test("an error names no person", async () => {
      const who = person();
      await opened.ring.destroy(who);
      await expect(opened.ring.keyOf(who)).rejects.not.toThrow(who);
    });
  });
}
