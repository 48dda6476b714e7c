// Checks the names of archive objects. The archive adapters and the workspace use it. An unsafe name throws
// `InvalidInput`.
import { WaldoError } from "@waldo/contracts";

/** S3 allows at most 1,024 bytes of name. File systems allow at most 255 bytes between two slashes. */
const MAX_NAME_BYTES = 1024;
const MAX_SEGMENT_BYTES = 255;
/**
 * A segment must not contain a control character or a backslash, or begin with a dot. `.` and `..` would leave the
 * folder, and the file archive uses dot files itself.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const UNSAFE_SEGMENT = /^\.|[\u0000-\u001f\u007f\\]/;

/** Throws `InvalidInput` for a name that is not a safe relative path. The same rule applies to S3 and to files. */
export function checkObjectName(name: string): void {
  checkSegments(name, name.split("/"));
}

/** Checks a prefix in the same way. A prefix may end in the middle of a segment or right after a slash. */
export function checkObjectPrefix(prefix: string): void {
  const segments = prefix.split("/");
  const last = segments.pop();
  checkSegments(prefix, last === undefined || last === "" ? segments : [...segments, last]);
}

/** Checks the prefix of a deletion in the same way: only whole folders, and never everything. */
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
