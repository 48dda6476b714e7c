/** One machine as a side of the journeys: `waldo serve`, a cookie, and a stream that tells what has changed. */
import { fileURLToPath } from "node:url";
import { keys } from "@waldo/contracts";
import { queryAll } from "@waldo/core/store/query-all";
import { instantAt } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import type { Browser, BrowserContextOptions } from "playwright-core";
import type { Opened, Side } from "./page-stage.ts";
import { DATE, openStage } from "./stage.ts";

const YEAR = fileURLToPath(new URL("../../../../data/whoop-year.csv", import.meta.url));
/** Where and when the last night of that file was. */
const [YEAR_ZONE, YEAR_END] = ["Asia/Kolkata", "2026-10-31"];
const OUT = "Run waldo link, and open the link it prints.";

export function oneMachine(browser: () => Browser): Side {
  return {
    name: "on one machine",
    isTold: true,
    comesBack: false,
    isWhole: true,
    async open({ days = 40 }) {
      const isNew = days === 0;
      const timeZone = isNew ? YEAR_ZONE : PERSON.timeZone;
      const at = isNew ? { at: instantAt(YEAR_END, "09:10", YEAR_ZONE) } : {};
      const stage = await openStage(browser(), { ...at, days });
      const person = (options: BrowserContextOptions = {}) => stage.person({ timezoneId: timeZone, ...options });
      const side: Opened = {
        ...{ today: isNew ? YEAR_END : DATE, timeZone, nights: YEAR, person },
        outside: { stranger: OUT, ended: OUT },
        async tab(context, path) {
          const page = await context.newPage();
          await page.goto(path);
          return page;
        },
        open: async (path = "/", options = {}) => side.tab(await person(options), path),
        async stranger(path) {
          const context = await person();
          await context.clearCookies();
          return side.tab(context, path);
        },
        endSession: (page) => page.context().clearCookies(),
        async signInAgain(page) {
          await page.goto(await stage.link());
        },
        async heard() {
          const texts: string[] = [];
          for await (const { body } of queryAll(stage.world.store, keys.message.all("me")))
            if (body["from"] === "owner") texts.push(String(body["text"]));
          return texts;
        },
        ...{ takeFaults: stage.takeFaults, close: stage.close },
      };
      return side;
    },
  };
}
