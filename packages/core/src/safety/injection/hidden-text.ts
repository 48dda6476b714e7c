/** Removes text that a person does not see and a model does. Emoji and scripts that need joiners keep them. */

/** Invisible ASCII. */
const TAGS = /[\u{E0000}-\u{E007F}]+/gu;
/** Unicode spells the flags of England, Scotland and Wales with these tags after this character. */
const FLAG = "\u{1F3F4}";
/** Overrides of reading direction: they show a different text from the real one. */
const OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/g;
/** Zero-width characters and soft hyphens. They are removed inside plain Latin words and numbers. */
const ZERO_WIDTH = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]+/g;
const PLAIN = /[A-Za-z0-9]/;

export function revealHidden(text: string): { readonly text: string; readonly removed: number } {
  let removed = 0;
  const drop = () => {
    removed++;
    return "";
  };
  const shown = text
    .replace(TAGS, (tags, at: number) => (text.startsWith(FLAG, at - FLAG.length) ? tags : drop()))
    .replace(OVERRIDES, drop)
    .replace(ZERO_WIDTH, (marks: string, at: number, whole: string) => {
      const inside = PLAIN.test(whole.charAt(at - 1)) && PLAIN.test(whole.charAt(at + marks.length));
      return inside ? drop() : marks;
    });
  return { text: shown, removed };
}
