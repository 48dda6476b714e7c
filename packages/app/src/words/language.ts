/** Which language the page speaks: the one that was chosen here, or the first of the browser's that there is. */

const CHOSEN = "waldo.language";

/**
 * `language`: one of those that are offered. `locale`: how dates are written, in the same language; the person's own kind
 * of it where the browser names one, such as `en-GB`.
 */
export type Spoken = { readonly language: string; readonly locale: string };

/** Returns the language for somebody who chose `chosen`, if anything, and whose browser asks for `wanted` in this order. */
export function languageFor(offered: readonly string[], wanted: readonly string[], chosen?: string | null): Spoken {
  const base = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";
  const fits = (tag: string) => offered.find((one) => one === tag) ?? offered.find((one) => one === base(tag));
  const own = chosen === null || chosen === undefined ? undefined : offered.find((one) => one === chosen);
  const language = own ?? wanted.map(fits).find((one) => one !== undefined) ?? offered[0] ?? "en";
  return { language, locale: wanted.find((tag) => base(tag) === base(language)) ?? language };
}

/** Returns what was chosen in this browser. A browser that keeps nothing has chosen nothing. */
export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null;
  }
}

/** Keeps a choice. The page speaks it when it is loaded again. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(CHOSEN, language);
}
