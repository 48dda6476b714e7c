/** The file of goals on a disk and in the store. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys, OutboxRow } from "@waldo/contracts";
import { changeGoals } from "@waldo/core/goals/change";
import { loadGoalsFile } from "@waldo/core/goals/stored";
import { dyingPorts, Killed } from "@waldo/testkit/faults";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testWorld } from "../../test/world.ts";
import { mirrorGoals } from "./mirror.ts";
import { goalsPlace } from "./place.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "waldo-goals-test-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const TEXT = "# Mine\r\n\r\n## This Week\r\n1. one\r\n\r\n## Today\r\n1. two\r\n";

async function both() {
  const world = await testWorld({ days: 0 });
  const place = goalsPlace(root, "me");
  const look = () => mirrorGoals(world, "me", place);
  mkdirSync(place.folder, { recursive: true });
  const write = (text: string) => writeFileSync(place.file, text);
  const read = () => readFileSync(place.file, "utf8");
  const stored = async () => (await loadGoalsFile(world.store, "me"))?.file.text;
  const app = (text: string) => changeGoals(world, "me", { by: "app", text });
  const said = async () => {
    const { rows } = await world.store.query(keys.outbox.all("me"));
    return rows.flatMap(({ body }) => {
      const { message, channel } = OutboxRow.parse(body);
      return channel === "in_app" && "text" in message ? [message.text] : [];
    });
  };
  return { world, place, look, write, read, stored, app, said };
}

describe("the mirror", () => {
  it("writes nothing for a person without goals, and then follows both sides byte for byte", async () => {
    const { look, write, read, stored, app, place } = await both();
    expect(await look()).toBe("alike");
    await app(TEXT);
    expect(await look()).toBe("written");
    expect(read()).toBe(TEXT);
    write(TEXT.replace("one", "1"));
    expect(await look()).toBe("stored");
    expect(await stored()).toBe(TEXT.replace("one", "1"));
    rmSync(place.file);
    expect(await look()).toBe("written");
    expect(read()).toBe(TEXT.replace("one", "1"));
    expect(await look()).toBe("alike");
  });

  it("joins sections that changed on both sides", async () => {
    const { look, write, read, stored, app } = await both();
    await app(TEXT);
    await look();
    await app(TEXT.replace("one", "1"));
    write(TEXT.replace("two", "2"));
    await look();
    expect(read()).toBe(TEXT.replace("one", "1").replace("two", "2"));
    expect(await stored()).toBe(read());
  });

  it("keeps both texts of a conflict and says so once", async () => {
    const { look, write, read, app, said, place } = await both();
    await app(TEXT);
    await look();
    await app(TEXT.replace("one", "mine"));
    write(TEXT.replace("one", "theirs"));
    expect(await look()).toBe("conflict");
    expect(read()).toBe(TEXT.replace("one", "mine"));
    expect(readFileSync(place.conflict(1), "utf8")).toBe(TEXT.replace("one", "theirs"));
    expect(await look()).toBe("alike");
    expect(await said()).toEqual([expect.stringContaining("This Week")]);
    await app(TEXT.replace("one", "mine again"));
    write(TEXT.replace("one", "theirs again"));
    await look();
    expect(readFileSync(place.conflict(2), "utf8")).toContain("theirs again");
    expect(readFileSync(place.conflict(1), "utf8")).toContain("theirs");
  });

  it("tells a fault once, and never writes over what it cannot read", async () => {
    const { look, write, read, said, place } = await both();
    write(`${TEXT}## Schedule Targets\n- wake_target: soon\n`);
    for (let i = 0; i < 3; i++) await look();
    expect(await said()).toEqual([expect.stringContaining("Line 9")]);
    writeFileSync(place.file, Buffer.from([0xff, 0xfe, 0x00]));
    for (let i = 0; i < 3; i++) expect(await look()).toBe("unreadable");
    expect(readFileSync(place.file)).toEqual(Buffer.from([0xff, 0xfe, 0x00]));
    expect(await said()).toHaveLength(2);
    write("a".repeat(20_001));
    expect(await look()).toBe("unreadable");
    expect(read()).toHaveLength(20_001);
  });

  it("is switched off by a file", async () => {
    const { look, app, place } = await both();
    await app(TEXT);
    await look();
    writeFileSync(place.off, "");
    await app("## Today\n- other\n");
    expect(await look()).toBe("off");
    expect(readFileSync(place.file, "utf8")).toBe(TEXT);
  });

  it("killed at any call loses no line of either side", async () => {
    for (let at = 1; at <= 10; at++)
      for (const when of ["before", "after"] as const) {
        rmSync(root, { recursive: true, force: true });
        const { world, place, look, write, read, stored, app } = await both();
        await app(TEXT);
        await look();
        await app(TEXT.replace("one", "mine"));
        write(TEXT.replace("one", "theirs").replace("two", "2"));
        const { ports } = dyingPorts(world, { at, when });
        await mirrorGoals(ports, "me", place).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
        await look();
        const all = readdirSync(place.folder)
          .filter((name) => name.endsWith(".md"))
          .map((name) => readFileSync(join(place.folder, name), "utf8"))
          .join("");
        for (const words of ["mine", "theirs", "1. 2"]) expect(all).toContain(words);
        expect(await stored()).toBe(read());
      }
  });
});
