/** What tools read, write and refuse for a made-up person. The scenes are data files, one for a subject. */
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { dataLines } from "@waldo/testkit/data";
import { playScene, ToolScene } from "@waldo/testkit/tool-scene";
import { describe, it } from "vitest";

const SUBJECTS = [
  "account",
  "agenda",
  "body",
  "conversation",
  "drafts",
  "lookups",
  "memory-requests",
  "settings",
  "tasks",
  "threads",
  "watches",
] as const;

describe.each(SUBJECTS)("%s", (subject) => {
  it.each(dataLines(`tools/${subject}.jsonl`, ToolScene))("$of", (scene) =>
    playScene(scene, openSqliteStore(":memory:")),
  );
});
