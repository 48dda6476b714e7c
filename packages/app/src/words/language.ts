/** Which language the page speaks: the one that was chosen here, or the first of the browser's that there is. */

const CHOSEN = "waldo.language";

/**
 * `language`: one of those that are offered. `locale`: how dates are written, in the same language; the person's own kind
 * of it where the browser names one, such as `en-GB`.
 */
type Spoken = { readonly language: string; readonly locale: string };

/** Returns the language for a person who chose `chosen`, if anything, and whose browser asks for these in their order. */
export function languageFor(offered: readonly string[], asked: readonly string[], chosen?: string | null): Spoken {
  const wanted = asked.filter(isTag);
  const base = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";
  const fits = (tag: string) => offered.find((one) => one === tag) ?? offered.find((one) => one === base(tag));
  const own = chosen === null || chosen === undefined ? undefined : offered.find((one) => one === chosen);
  const language = own ?? wanted.map(fits).find((one) => one !== undefined) ?? offered[0] ?? "en";
  return { language, locale: wanted.find((tag) => base(tag) === base(language)) ?? language };
}

/** A browser names some languages of its system in a form that no date can be written in, such as `en-US@posix`. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/**
 * The library that draws charts formats numbers in `navigator.language` as soon as it is loaded, and throws where that is
 * no tag. There it reads the language of the page.
 */
export function mendLanguage(browser: { readonly language: string }, locale: string): void {
  if (!isTag(browser.language)) Object.defineProperty(browser, "language", { value: locale, configurable: true });
}

/** Returns the language that was chosen in this browser. In a browser that stores nothing, no language was chosen. */
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
