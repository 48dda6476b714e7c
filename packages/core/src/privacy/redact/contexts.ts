/**
 * Takes the words of a redaction out of contexts, which agents of other makers keep: rows, archive and index. A context
 * loses the words and stays. The name of its project stays too: an agent finds the context by it.
 */
import { type ContextRow, keys, StoredContext, type UserId } from "@waldo/contracts";
import { listProjects } from "../../contexts/rows.ts";
import { cleanSegments } from "../../contexts/search.ts";
import { extract } from "../../contexts/summary.ts";
import { cleanArchive, rewordWrites } from "../../contexts/take-out.ts";
import type { Ports, Write } from "../../ports.ts";
import { retryConflicts } from "../../store/cas.ts";
import { queryAll } from "../../store/query-all.ts";
import type { Hunt } from "./plan.ts";
import { holds, isPartOf, type Sought, scrubbedText } from "./scrub.ts";

/** What was done, for the receipt: `row` commits with the writes of a row. */
type Counting = {
  readonly row: (writes: readonly Write[]) => Promise<void>;
  readonly files: (opened: number) => Promise<void>;
};

export async function redactContexts(
  ports: Ports,
  { userId, hunt: { sought } }: { readonly userId: UserId; readonly hunt: Hunt },
  counting: Counting,
): Promise<void> {
  if (sought.length === 0) return;
  const reword = (context: ContextRow) => withoutWords(context, sought);
  for await (const row of queryAll(ports.store, keys.context.all(userId))) {
    const body = StoredContext.parse(row.body);
    if ("archived" in body || "forgotten" in body || reword(body) === body) continue;
    await retryConflicts(async () => {
      const writes = await rewordWrites(ports, userId, body.id, reword);
      if (writes.length > 0) await counting.row(writes);
    });
  }
  for (const { project } of await listProjects(ports.store, userId)) {
    await counting.files(await cleanArchive(ports, userId, project, reword));
    await cleanSegments(ports, userId, project, ({ text }) => holds(text, sought));
  }
}

/** Returns the same context where it holds none of the words. Its summary and tags may be made of them, so they go too. */
function withoutWords(context: ContextRow, sought: Sought): ContextRow {
  const { content, summary, source, metadata = "", causality, tags } = context;
  const before = { content, summary, source, metadata, rationale: causality?.rationale ?? "" };
  const cleanOf = (name: keyof typeof before) => scrubbedText(before[name], sought);
  const clean = {
    ...{ content: cleanOf("content"), summary: cleanOf("summary"), source: cleanOf("source") },
    ...{ metadata: cleanOf("metadata"), rationale: cleanOf("rationale") },
  };
  const isClean = JSON.stringify(clean) === JSON.stringify(before) && !tags.some((tag) => holds(tag, sought));
  if (isClean) return context;
  return {
    ...context,
    content: clean.content,
    summary: clean.content === content ? clean.summary : extract(clean.content).summary,
    source: clean.source,
    ...(context.metadata === undefined ? {} : { metadata: clean.metadata }),
    tags: tags.filter((tag) => !holds(tag, sought) && !isPartOf(tag, sought)),
    ...(causality?.rationale === undefined ? {} : { causality: { ...causality, rationale: clean.rationale } }),
  };
}
