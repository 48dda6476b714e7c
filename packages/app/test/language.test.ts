import { afterEach, expect, it, vi } from "vitest";
import { languageFor } from "../src/words/language.ts";

it.each<[why: string, wanted: string[], chosen: string | null, language: string, locale: string]>([
  ["the browser's own kind of it", ["en-GB", "en"], null, "en", "en-GB"],
  ["the first that there is", ["ja", "de-AT", "en-US"], null, "de", "de-AT"],
  ["none that there is", ["ja", "fr-CA"], null, "en", "en"],
  ["what was chosen", ["de-AT", "en-US"], "en", "en", "en-US"],
  ["a choice that is gone", ["de-AT"], "tlh", "de", "de-AT"],
  ["a form that is no tag of a language", ["en-US@posix", "en-US"], null, "en", "en-US"],
  ["a browser that asks for nothing", [], null, "en", "en"],
])("%s: to %j, with %j chosen, the page speaks %s as %s", (_why, wanted, chosen, language, locale) => {
  expect(languageFor(["en", "de"], wanted, chosen)).toEqual({ language, locale });
});

afterEach(() => vi.unstubAllGlobals());

it("the charts load in a browser whose language is no tag", async () => {
  vi.stubGlobal("navigator", { language: "en-US@posix", languages: ["en-US@posix", "en-GB"] });
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("window", { addEventListener: () => {}, dispatchEvent: () => true });
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("devicePixelRatio", 1);
  vi.stubGlobal("matchMedia", () => ({ addEventListener: () => {} }));
  // The types of a page are checked apart, so its name is no literal here.
  const page: string = new URL("../src/words/words.ts", import.meta.url).href;
  await import(page);
  expect(navigator.language).toBe("en-GB");
  expect(await import("uplot")).toHaveProperty("default");
});
