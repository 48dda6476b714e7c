/**
 * Would the person be glad to get this now? What the coach says unasked is short, asks or offers, and holds no guilt, no
 * lecture and no question after feelings. The rules read English; the prompt asks for the same in any language.
 */
const RULES: Readonly<Record<string, RegExp>> = {
  feelings: /\b(?:how (?:are|do|did) you (?:feel|feeling|doing|hold|cope)|how['’]s your mood)\b/i,
  guilt:
    /\b(?:you (?:still |again )?(?:haven['’]t|have not|didn['’]t|did not|failed|forgot|missed|neglected|ignored|promised)|as usual|yet again|disappoint\w*|lazy|no excuses?)\b/i,
  lecture: /\b(?:you (?:must|should|need to|have to|ought to)|it is important|make sure|discipline)\b/i,
};

/** The most sentences of a word that nobody asked for. */
const MOST_SENTENCES = 2;

/** Returns why a text is not one to be glad of, or undefined. `sentences` is how many it has. */
export function gladFault(text: string, sentences: number): string | undefined {
  if (sentences > MOST_SENTENCES) return "too_long";
  // What the person wrote themselves may say anything.
  // bounded: two sentences of at most 600 characters, see sentences.ts
  const own = text.replaceAll(/“[^”]*”/g, "“”");
  return Object.keys(RULES).find((name) => RULES[name]?.test(own));
}
