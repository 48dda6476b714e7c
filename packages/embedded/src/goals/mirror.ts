/**
 * Keeps the file of goals on this machine and the row of the store equal, in both directions. Their last common text is
 * the base. If both sides have changed, they are merged section by section. If both changed the same section, the text
 * of the file is copied to `goals.conflict.md` beside it, and the person is told once.
 *
 * The mirror may be killed at any point and run again without a loss, because the text of the file is in the store or
 * in the conflict file before the file is overwritten.
 */
import { type GoalsWriter, MOST_GOALS_CHARS, type UserId } from "@waldo/contracts";
import { announcement } from "@waldo/core/channels/announce";
import { flushDue } from "@waldo/core/channels/outbox";
import { digest } from "@waldo/core/digest";
import { changeGoals } from "@waldo/core/goals/change";
import { faultsTold, GoalsConflict } from "@waldo/core/goals/plan";
import { loadGoalsFile } from "@waldo/core/goals/stored";
import { loadProfile } from "@waldo/core/person/profile";
import type { Ports, StartWake } from "@waldo/core/ports";
import { commitIf } from "@waldo/core/store/cas";
import { localDate } from "@waldo/core/time";
import { gitOf } from "./git.ts";
import { type GoalsPlace, isMirrored, textIn, writeWhole } from "./place.ts";

export type MirrorPorts = Ports & { readonly startWake?: StartWake };
export type Mirrored = "alike" | "stored" | "written" | "conflict" | "unreadable" | "off";

/** Makes both sides equal, and returns what was done. `by` tells whether git or an editor changed the file. */
export async function mirrorGoals(
  ports: MirrorPorts,
  userId: UserId,
  place: GoalsPlace,
  by: Extract<GoalsWriter, "file" | "git"> = "file",
): Promise<Mirrored> {
  if (!isMirrored(place)) return "off";
  const [disk, base, found] = await Promise.all([
    textIn(place.file),
    textIn(place.base),
    loadGoalsFile(ports.store, userId),
  ]);
  const stored = found?.file.text;
  if (disk === undefined) {
    if (stored === undefined) return "alike";
    await writeWhole(place.file, stored);
    await writeWhole(place.base, stored);
    return "written";
  }
  if (disk === null || disk.length > MOST_GOALS_CHARS || disk === "") {
    // An editor that is about to write may leave an empty file for a moment.
    if (disk !== "") await tell(ports, userId, `unreadable-${digest(disk ?? "", "file").slice(0, 12)}`, UNREADABLE);
    return "unreadable";
  }
  if (disk === stored) {
    if (base !== disk) await writeWhole(place.base, disk);
    return "alike";
  }
  try {
    const { file, changed } = await changeGoals(ports, userId, {
      ...{ by, text: disk, base: base ?? "" },
      // At the first look the person's first file is accepted as theirs.
      remote: found === undefined ? undefined : await gitOf(place.folder).remote("goals.md"),
    });
    if (changed) await flushDue(ports, userId);
    // The file may have changed meanwhile. Then the next look merges that text.
    const isStill = file.text === disk || (await textIn(place.file)) === disk;
    if (isStill && file.text !== disk) await writeWhole(place.file, file.text);
    await writeWhole(place.base, isStill ? file.text : disk);
    return changed ? "stored" : "written";
  } catch (error) {
    if (!(error instanceof GoalsConflict)) throw error;
    const kept = await keep(place, disk);
    await tell(ports, userId, `conflict-${digest(disk, error.file.revision).slice(0, 12)}`, conflictTold(error, kept));
    if ((await textIn(place.file)) === disk) {
      await writeWhole(place.file, error.file.text);
      await writeWhole(place.base, error.file.text);
    }
    return "conflict";
  }
}

const UNREADABLE = faultsTold([{ line: 1, reason: `it is no text of at most ${MOST_GOALS_CHARS} characters` }]);

const conflictTold = ({ sections }: GoalsConflict, name: string) =>
  `Your goals file changed in two places at once: ${sections.join(", ")}. The file has what was saved here. The other text is kept beside it, in ${name}.`;

/** Saves a text beside the file under an unused name. Returns the name. */
async function keep(place: GoalsPlace, text: string): Promise<string> {
  for (let n = 1; ; n++) {
    const path = place.conflict(n);
    const held = await textIn(path);
    if (held !== undefined && held !== text) continue;
    if (held === undefined) await writeWhole(path, text);
    return path.slice(place.folder.length + 1);
  }
}

/** Sends the person a message about the file. The same name gives the same message. */
async function tell(ports: MirrorPorts, userId: UserId, name: string, text: string): Promise<void> {
  const profile = await loadProfile(ports.store, userId);
  const now = ports.clock.now();
  const date = localDate(now, profile.timeZone);
  const occasion = { by: "goals", name, trigger: "patrol", date, now } as const;
  if (await commitIf(ports.store, announcement(profile, occasion, { kind: "reply", text })))
    await flushDue(ports, userId);
}
