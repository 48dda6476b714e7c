/**
 * Reads the page of real days in a browser, as a person sees it, and compares it with all that is said elsewhere of the
 * day. Each day is shown as the present one of a made-up person. It serves bench:truth.
 */
import { type CrsResult, keys, type Pillar } from "@waldo/contracts";
import { en } from "../packages/app/src/words/en.ts";
import { openBrowser } from "../packages/embedded/test/page/browser.ts";
import { DATE, openStage } from "../packages/embedded/test/page/stage.ts";
import { progress } from "./progress.ts";
import { type Contradiction, contradictions, type Reading, readingOf } from "./truth-read.ts";
import { rowOf } from "./truth-surfaces.ts";

/** A day, and what the other surfaces say of it. */
export type PageDay = {
  readonly person: string;
  readonly result: CrsResult;
  readonly readings: readonly Reading[];
};
type Found = Contradiction & { readonly person: string; readonly date: string };
type Row = { readonly name: string; readonly words: string; readonly bar: number };

/** Returns `most` of the days, evenly spread. */
export function spread<T>(days: readonly T[], most: number): T[] {
  const count = Math.min(most, days.length);
  return Array.from({ length: count }, (_, i) => days[Math.floor(((i + 0.5) * days.length) / count)] as T);
}

export async function readPages(days: readonly PageDay[]): Promise<{ readonly read: number; readonly found: Found[] }> {
  const browser = await openBrowser();
  const stage = await openStage(browser, { days: 1 });
  const page = await (await stage.person()).newPage();
  const found: Found[] = [];
  try {
    for (const [at, { person, result, readings }] of days.entries()) {
      if (at % 25 === 0) progress(`page ${at} of ${days.length}`);
      const shown = { ...result, date: DATE };
      await stage.world.store.transact([{ op: "put", key: keys.crs("me", DATE), body: shown }]);
      await page.goto(`/body/${DATE}`);
      const open = page.getByRole("button", { name: en.dial.open });
      await open.waitFor();
      const dial = await page.locator(".form-of-day").innerText();
      await open.click();
      const sheet = page.getByRole("dialog");
      await sheet.locator(".pillars").waitFor();
      const rows = await sheet.locator(".pillars li").evaluateAll((items) =>
        items.map((item): Row => {
          const [name, words] = [...item.querySelectorAll("span")].map((span) => span.textContent ?? "");
          return {
            name: name ?? "",
            words: words ?? "",
            bar: Number(item.querySelector(".bar-value")?.getAttribute("x2")),
          };
        }),
      );
      const list = await sheet.locator("ul:not(.pillars) li").allInnerTexts();
      await page.goto("/body");
      await page.locator(".multiples li").first().waitFor();
      const bands = await page.locator(".multiples li p").evaluateAll((items) =>
        items.map((item): Row => {
          const [name, words] = [...item.querySelectorAll("span")].map((span) => span.textContent ?? "");
          return { name: name ?? "", words: words ?? "", bar: 0 };
        }),
      );
      const own = [
        readingOf("page: dial", dial.replace(en.dial.open, ""), "main"),
        readingOf("page: Why, rows", linesOf(rows, result).join("\n")),
        readingOf("page: Why, list", list.join("\n")),
        readingOf("page: Body", linesOf(bands, result).join("\n")),
      ];
      const one = (each: Contradiction) => found.push({ ...each, person, date: result.date });
      for (const [i, mine] of own.entries()) {
        for (const other of [...own.slice(i), ...readings]) for (const each of contradictions(mine, other)) one(each);
      }
      for (const row of rows) for (const each of besideItsBar(row)) one(each);
      if (rows.length !== Object.keys(result.pillars).length)
        throw new Error(`${person} ${result.date}: ${rows.length} rows`);
    }
    const faults = stage.takeFaults();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  } finally {
    await stage.close();
    await browser.close();
  }
  return { read: days.length, found };
}

function linesOf(rows: readonly Row[], { pillars }: CrsResult): string[] {
  return rows.flatMap(({ name, words }) => {
    const pillar = (Object.keys(en.pillar) as Pillar[]).find((one) => en.pillar[one] === name);
    if (pillar === undefined || words === en.body.unmeasured) return [];
    return [rowOf(pillar, pillars[pillar]?.by, words)];
  });
}

/** A bar has no length beside "as usual", and is full beside "much". */
function besideItsBar({ name, words, bar }: Row): Contradiction[] {
  const length = Math.abs(bar) / 50;
  const least = words.startsWith("much ") ? 0.9 : words === en.why.usual || words === en.why.learning ? 0 : 0.2;
  const most = least === 0 ? 0 : words.startsWith("a little ") ? 0.5 : 1;
  if (length >= least && length <= most) return [];
  return [{ kind: "size", subject: name, between: ["page: bars", "page: Why, rows"], words: [`${length}`, words] }];
}
