/**
 * Removes the words of a redaction from contexts: from rows, archive and index. A context loses the words and stays.
 * The name of its project also stays, because agents find the context by it.
 */
import { ContextProject, type ContextRow, keys, StoredContext } from "@waldo/contracts";
import type { KeepsWords, TakenWords } from "@waldo/core/ports";
import { retryConflicts } from "@waldo/core/store/cas";
import { queryAll } from "@waldo/core/store/query-all";
import { listProjects } from "./rows.ts";
import { cleanSegments } from "./search.ts";
import { extract } from "./summary.ts";
import { cleanArchive, finishForgetting, rewordWrites } from "./take-out.ts";

export const takeOut: KeepsWords["takeOut"] = async (ports, { userId, words }, count) => {
  const reword = (context: ContextRow) => withoutWords(context, words);
  for await (const row of queryAll(ports.store, keys.context.all(userId))) {
    const body = StoredContext.parse(row.body);
    if ("archived" in body || "forgotten" in body || reword(body) === body) continue;
    await retryConflicts(async () => {
      const writes = await rewordWrites(ports, userId, body.id, reword);
      if (writes.length > 0) await count.row(writes);
    });
  }
  for (const { project } of await listProjects(ports.store, userId)) {
    await count.files(await cleanArchive(ports, userId, project, reword));
    await cleanSegments(ports, userId, project, ({ text }) => words.isIn(text));
  }
};

export const forgetOn: KeepsWords["forgetOn"] = async (ports, userId, tried) => {
  for await (const { body } of queryAll(ports.store, keys.contextProject.all(userId))) {
    const { project, forgetting } = ContextProject.safeParse(body).data ?? {};
    if (project !== undefined && forgetting !== undefined) await tried(() => finishForgetting(ports, userId, project));
  }
};

/**
 * Returns the same context when it holds none of the words. Its summary and tags may be made from them, so they are
 * removed too.
 */
function withoutWords(context: ContextRow, words: TakenWords): ContextRow {
  const { content, summary, source, metadata = "", causality, tags } = context;
  const before = { content, summary, source, metadata, rationale: causality?.rationale ?? "" };
  const cleanOf = (name: keyof typeof before) => words.takenFrom(before[name]);
  const clean = {
    ...{ content: cleanOf("content"), summary: cleanOf("summary"), source: cleanOf("source") },
    ...{ metadata: cleanOf("metadata"), rationale: cleanOf("rationale") },
  };
  const isClean = JSON.stringify(clean) === JSON.stringify(before) && !tags.some(words.isIn);
  if (isClean) return context;
  return {
    ...context,
    content: clean.content,
    summary: clean.content === content ? clean.summary : extract(clean.content).summary,
    source: clean.source,
    ...(context.metadata === undefined ? {} : { metadata: clean.metadata }),
    tags: tags.filter((tag) => !words.isIn(tag) && !words.hasPart(tag)),
    ...(causality?.rationale === undefined ? {} : { causality: { ...causality, rationale: clean.rationale } }),
  };
}
