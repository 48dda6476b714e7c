/**
 * Chooses the language of the page: the one that the person chose here, or the first language of the browser that the
 * page has.
 */

const CHOSEN = "waldo.language";

/**
 * `language` is one of the offered languages. `locale` decides how dates are written in that language. If the browser
 * names the person's own variant, such as `en-GB`, the locale is that variant.
 */
type Spoken = { readonly language: string; readonly locale: string };

/**
 * Returns the language for a person. `chosen` is their choice, if they made one; the languages of the browser follow in
 * their order.
 */
export function languageFor(offered: readonly string[], asked: readonly string[], chosen?: string | null): Spoken {
  const wanted = asked.filter(isTag);
  const base = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";
  const fits = (tag: string) => offered.find((one) => one === tag) ?? offered.find((one) => one === base(tag));
  const own = chosen === null || chosen === undefined ? undefined : offered.find((one) => one === chosen);
  const language = own ?? wanted.map(fits).find((one) => one !== undefined) ?? offered[0] ?? "en";
  return { language, locale: wanted.find((tag) => base(tag) === base(language)) ?? language };
}

/** Some browsers name a language of the system in a form that cannot format dates, such as `en-US@posix`. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/**
 * The chart library formats numbers in `navigator.language` when it is loaded, and throws if that is not a valid tag.
 * In that case the property is set to the language of the page.
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

/** Stores a choice of language. The page uses it after it is loaded again. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(CHOSEN, language);
}
