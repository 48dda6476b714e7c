import { WaldoError } from "@waldo/contracts";

/** S3 takes at most 1,024 bytes of name; file systems take at most 255 bytes between two slashes. */
const MAX_NAME_BYTES = 1024;
const MAX_SEGMENT_BYTES = 255;
/** A control character, a backslash, or a leading dot: `.` and `..` walk, and dot files are the file archive's own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const UNSAFE_SEGMENT = /^\.|[\u0000-\u001f\u007f\\]/;

/** Throws `InvalidInput` for a name that is not a safe relative path: the same rule for S3 as for files. */
export function checkObjectName(name: string): void {
  checkSegments(name, name.split("/"));
}

/** The same for the beginning of names: it may stop in the middle of a segment or right after a slash. */
export function checkObjectPrefix(prefix: string): void {
  const segments = prefix.split("/");
  const last = segments.pop();
  checkSegments(prefix, last === undefined || last === "" ? segments : [...segments, last]);
}

/** The same for what is about to be deleted: whole folders only, and never everything. */
export function checkDeletePrefix(prefix: string): void {
  if (!prefix.endsWith("/")) throw refused("a prefix to delete must end in /");
  checkObjectName(prefix.slice(0, -1));
}

function checkSegments(whole: string, segments: readonly string[]): void {
  if (!whole.isWellFormed()) throw refused("not well-formed Unicode");
  if (Buffer.byteLength(whole) > MAX_NAME_BYTES) throw refused(`more than ${MAX_NAME_BYTES} bytes`);
  for (const segment of segments) {
    if (segment === "") throw refused("an empty part");
    if (UNSAFE_SEGMENT.test(segment)) throw refused("a part that starts with a dot or holds a control character or \\");
    if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) throw refused(`a part of more than ${MAX_SEGMENT_BYTES} bytes`);
  }
}

function refused(why: string): WaldoError {
  return new WaldoError("InvalidInput", `object name refused: ${why}`);
}
