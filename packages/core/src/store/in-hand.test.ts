/** Work that has words in hand, and a redaction that takes them away: one of the two at a time. */
import { interleave } from "@waldo/testkit/interleave";
import { expect, it } from "vitest";
import { testWorld } from "../../../embedded/test/world.ts";
import type { Ports } from "../ports.ts";
import { commitIf } from "./cas.ts";
import { IN_HAND_MS, leaveWords, sinceNow, takeWords, withWords, wordsTaken } from "./in-hand.ts";

const world = () => testWorld({ days: 0 });

it("takes no words while somebody has them in hand, and gives none in hand while they are taken", async () => {
  const ports = await world();
  await withWords(ports, "me", "a night", async () => {
    expect(await takeWords(ports, "me", "redaction")).toBe(false);
  });
  expect(await takeWords(ports, "me", "redaction")).toBe(true);
  expect(await takeWords(ports, "me", "another")).toBe(false);
  await expect(withWords(ports, "me", "a night", async () => "read")).rejects.toThrow(/being deleted/);
  await leaveWords(ports, "me", "redaction");
  expect(await withWords(ports, "me", "a night", async () => "read")).toBe("read");
});

it("frees what a failure left, and holds for nobody longer than IN_HAND_MS", async () => {
  const ports = await world();
  await expect(withWords(ports, "me", "a night", () => Promise.reject(new Error("it fell")))).rejects.toThrow(
    "it fell",
  );
  expect(await takeWords(ports, "me", "redaction")).toBe(true);
  ports.clock.set(ports.clock.now() + IN_HAND_MS - 1);
  expect(await wordsTaken(ports, "me", "redaction")).toBeDefined();
  ports.clock.set(ports.clock.now() + 1);
  expect(await wordsTaken(ports, "me", "redaction")).toBeUndefined();
  expect(await withWords(ports, "me", "a night", async () => "read")).toBe("read");
});

it("holds for no process that has ended", async () => {
  const ports = { ...(await world()), processes: { own: "p-1", isGone: (name: string) => name === "p-0" } };
  const dead = { ...ports, processes: { ...ports.processes, own: "p-0" } };
  expect(await takeWords(dead, "me", "redaction")).toBe(true);
  expect(await withWords(ports, "me", "a night", async () => "read")).toBe("read");
});

it("lets nobody commit what was read before words were taken", async () => {
  const ports = await world();
  await withWords(ports, "me", "a night", async () => {});
  const before = await sinceNow(ports, "me");
  await withWords(ports, "me", "a night", async () => {});
  expect(await commitIf(ports.store, [before])).toBe(true);
  await takeWords(ports, "me", "redaction");
  await expect(sinceNow(ports, "me")).rejects.toThrow(/being deleted/);
  await leaveWords(ports, "me", "redaction");
  expect(await commitIf(ports.store, [before])).toBe(false);
  expect(await commitIf(ports.store, [await sinceNow(ports, "me")])).toBe(true);
});

it("never lets both at once, in whatever order they come", async () => {
  let redacted = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const ports = await world();
    let [inside, together] = [0, 0];
    const night = (own: Ports) =>
      withWords(own, "me", "a night", async () => {
        inside++;
        await own.store.get({ table: "agent", pk: "USER#me", sk: "LEASE" });
        inside--;
      });
    await interleave<unknown>(
      ports,
      [
        night,
        async (own) => {
          for (let tries = 0; tries < 4; tries++) {
            if (!(await takeWords(own, "me", "redaction"))) continue;
            redacted++;
            together += inside;
            await own.store.get({ table: "agent", pk: "USER#me", sk: "LEASE" });
            together += inside;
            await leaveWords(own, "me", "redaction");
          }
        },
        night,
      ],
      seed,
    );
    expect(together, `seed ${seed}`).toBe(0);
  }
  expect(redacted).toBeGreaterThan(0);
});
