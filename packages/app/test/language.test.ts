import { afterEach, expect, it, vi } from "vitest";
import { languageFor } from "../src/words/language.ts";

it.each([
  {
    wanted: ["en-GB", "en"],
    chosen: null,
    is: { language: "en", locale: "en-GB" },
    why: "the browser's own kind of it",
  },
  {
    wanted: ["ja", "de-AT", "en-US"],
    chosen: null,
    is: { language: "de", locale: "de-AT" },
    why: "the first that there is",
  },
  { wanted: ["ja", "fr-CA"], chosen: null, is: { language: "en", locale: "en" }, why: "none that there is" },
  { wanted: ["de-AT", "en-US"], chosen: "en", is: { language: "en", locale: "en-US" }, why: "what was chosen" },
  { wanted: ["de-AT"], chosen: "tlh", is: { language: "de", locale: "de-AT" }, why: "a choice that is gone" },
  {
    wanted: ["en-US@posix", "en-US"],
    chosen: null,
    is: { language: "en", locale: "en-US" },
    why: "a form that is no tag of a language",
  },
  { wanted: [], chosen: null, is: { language: "en", locale: "en" }, why: "a browser that asks for nothing" },
])("the page speaks $is.locale to $wanted: $why", ({ wanted, chosen, is }) => {
  expect(languageFor(["en", "de"], wanted, chosen)).toEqual(is);
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
