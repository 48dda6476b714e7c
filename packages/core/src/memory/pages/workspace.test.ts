import { memoryArchive } from "@waldo/testkit/memory-archive";
import { describe, expect, it } from "vitest";
import type { Archive } from "../../ports.ts";
import { MAX_PAGE_CHARS, openWorkspace } from "./workspace.ts";

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

describe("openWorkspace", () => {
  it("reads a staged page before the stored one, and stores it only with commit", async () => {
    const archive = memoryArchive();
    const first = openWorkspace(archive, "me");
    first.write("today.md", "one");
    expect(await first.read("today.md")).toBe("one");
    expect(await openWorkspace(archive, "me").read("today.md")).toBeUndefined();
    expect(await first.commit()).toEqual(["today.md"]);
    const second = openWorkspace(archive, "me");
    expect(await second.read("today.md")).toBe("one");
    second.write("today.md", "two");
    expect(await second.read("today.md")).toBe("two");
    expect(text(await archive.read("workspace/me/today.md"))).toBe("one");
  });

  it("discard forgets what was staged", async () => {
    const archive = memoryArchive();
    const workspace = openWorkspace(archive, "me");
    workspace.write("today.md", "one");
    workspace.discard();
    expect(await workspace.read("today.md")).toBeUndefined();
    expect(await workspace.commit()).toEqual([]);
    expect(await archive.list("workspace/")).toEqual([]);
  });

  it("lists stored and staged pages of this person alone, each once, in order", async () => {
    const archive = memoryArchive();
    for (const [user, path] of [
      ["me", "wiki/facts.md"],
      ["me", "today.md"],
      ["me-too", "other.md"],
    ] as const) {
      const workspace = openWorkspace(archive, user);
      workspace.write(path, "x");
      await workspace.commit();
    }
    await archive.write("workspace/me/picture.png", new Uint8Array(1));
    const workspace = openWorkspace(archive, "me");
    workspace.write("wiki/facts.md", "y");
    workspace.write("goals.md", "z");
    expect(await workspace.list()).toEqual(["goals.md", "today.md", "wiki/facts.md"]);
    expect(await workspace.list("wiki/")).toEqual(["wiki/facts.md"]);
  });

  it("R7: withholds readings and keeps derived scores", async () => {
    const workspace = openWorkspace(memoryArchive(), "me");
    workspace.write("today.md", "HRV was 43 ms, slept 6 h 12 min. Form 62, flagging.");
    await workspace.commit();
    const page = await workspace.read("today.md");
    expect(page).not.toMatch(/43|6 h|12 min/);
    expect(page).toContain("Form 62");
  });

  it("stores nothing when one page may not be stored, and names it", async () => {
    const archive = memoryArchive();
    const canary = "wc-0123456789abcdef0123456789abcdef";
    const workspace = openWorkspace(archive, "me", { canaries: [canary] });
    workspace.write("a.md", "fine");
    workspace.write("b.md", `the mark is ${canary}`);
    await expect(workspace.commit()).rejects.toMatchObject({
      name: "InvalidInput",
      message: expect.stringContaining("b.md"),
    });
    expect(await archive.list("workspace/")).toEqual([]);
    workspace.discard();
    workspace.write("a.md", "fine");
    expect(await workspace.commit()).toEqual(["a.md"]);
  });

  it("writes only what changed, and continues after a failed commit", async () => {
    const inner = memoryArchive();
    const written: string[] = [];
    let broken = true;
    const archive: Archive = {
      ...inner,
      async write(name, bytes) {
        if (broken && name.endsWith("b.md")) throw new Error("the disk went away");
        written.push(name);
        await inner.write(name, bytes);
      },
    };
    const workspace = openWorkspace(archive, "me");
    workspace.write("a.md", "1");
    workspace.write("b.md", "2");
    await expect(workspace.commit()).rejects.toThrow("went away");
    broken = false;
    expect(await workspace.commit()).toEqual(["b.md"]);
    workspace.write("a.md", "1");
    expect(await workspace.commit()).toEqual([]);
    expect(written).toEqual(["workspace/me/a.md", "workspace/me/b.md"]);
  });

  it.each(["../you/today.md", "/etc/today.md", "a/../b.md", ".md", "a//b.md", "notes.txt", "", "a\\b.md", "a\nb.md"])(
    "refuses the path %j, to read and to write",
    async (path) => {
      const archive = memoryArchive();
      const workspace = openWorkspace(archive, "me");
      await expect(workspace.read(path)).rejects.toMatchObject({ name: "InvalidInput" });
      expect(() => workspace.write(path, "x")).toThrow(expect.objectContaining({ name: "InvalidInput" }));
      expect(await workspace.commit()).toEqual([]);
    },
  );

  it("refuses to list outside the workspace, and refuses a page over its bound", async () => {
    const workspace = openWorkspace(memoryArchive(), "me");
    await expect(workspace.list("../")).rejects.toMatchObject({ name: "InvalidInput" });
    expect(() => workspace.write("a.md", "x".repeat(MAX_PAGE_CHARS + 1))).toThrow(/at most/);
  });
});
