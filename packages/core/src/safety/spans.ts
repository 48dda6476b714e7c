type Span = { readonly start: number; readonly end: number };

/**
 * Returns the text with each span replaced. Spans are sorted by start. Of overlapping ones the first decides the
 * replacement.
 */
export function replaceSpans<S extends Span>(
  text: string,
  spans: readonly S[],
  replacement: (span: S) => string,
): string {
  let out = "";
  let done = 0;
  for (const span of spans) {
    if (span.start >= done) out += text.slice(done, span.start) + replacement(span);
    done = Math.max(done, span.end);
  }
  return out + text.slice(done);
}
