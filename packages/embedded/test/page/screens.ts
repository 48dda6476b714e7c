/** Every screen of the page with its states, on a phone and on a desk, in light and in dark. */
import { keys, Proposal } from "@waldo/contracts";
import { handleTap } from "@waldo/core/approve/tap";
import { runIdFor } from "@waldo/core/digest";
import { pause } from "@waldo/core/run/pause";
import { receiveMessage } from "@waldo/core/run/receive";
import { queryAll } from "@waldo/core/store/query-all";
import { PERSON } from "@waldo/testkit/synthetic-person";
import type { Browser, Page } from "playwright-core";
import { task } from "../furnished.ts";
import { MORNING } from "../world.ts";
import { agentsKnown, contextsKept } from "./agents-known.ts";
import { livingKept } from "./living-kept.ts";
import { fetched, looks } from "./patrolled.ts";
import { REACHES, reaching } from "./reaching.ts";
import { designed, remember } from "./remembered.ts";
import { composer, DATE, openStage, type Stage } from "./stage.ts";

export type Device = { readonly width: number; readonly height: number };
const DEVICES: Readonly<Record<string, Device>> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
};
const SCHEMES = ["light", "dark"] as const;
const SAID = ["how was my night?", "remind me tomorrow at nine to call the dentist", "what is on today?", REACHES];
const REACHED = runIdFor({ ...MORNING, trigger: "user_message", variant: undefined, nonce: `said-${SAID.length - 1}` });
const YEAR_DAYS = 365;

/** How many looks of the patrol the person with a year of nights has. */
const LOOKS = 120;

type Screen = {
  readonly name: string;
  readonly path: string;
  /** What is done there before it is looked at. */
  readonly first?: (page: Page, say?: Say) => Promise<void>;
};
/** What a text of the English catalogue is in the language of the page. */
type Say = (text: string) => string;
type House = {
  readonly screens: readonly Screen[];
  open(browser: Browser, pageFolder?: string): Promise<Stage>;
  readonly isOut?: true;
};

const BOTS = { names: async () => ["waldo_example_bot"], newSecret: () => "a-secret-of-a-link" };

const same: Say = (text) => text;
const press =
  (name: string) =>
  (page: Page, say = same) =>
    page.getByRole("button", { name: say(name), exact: true }).click();
const inPage = (pageFolder?: string) => (pageFolder === undefined ? {} : { pageFolder });

async function openSources(page: Page, say = same): Promise<void> {
  await page.getByText(say("Why · sources")).last().click();
  await page.getByRole("link", { name: say("Show the whole run") }).waitFor();
}

/** Opens all that is folded. */
async function openAll(page: Page, say = same): Promise<void> {
  await page.getByRole("heading", { name: say("Outbox") }).waitFor();
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
}

/** Unfolds by which numbers memory is searched, with what was tried. */
async function openDesign(page: Page, say = same): Promise<void> {
  await page.getByText(say("How memory is searched")).click();
  await page.getByRole("button", { name: say("Go back one step") }).waitFor();
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
}

/** Unfolds the agents of other makers, and makes a key. */
async function openAgents(page: Page, say = same): Promise<void> {
  const part = page.getByRole("region", { name: say("Agents of other makers") });
  await part.locator("summary").first().waitFor();
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  // Another language may have named one, and no two may be called the same.
  await part.getByLabel(say("How to call the agent")).fill(say("My editor"));
  await press("Make the key")(page, say);
  await part.getByText("Bearer").waitFor();
}

async function openContext(page: Page): Promise<void> {
  await page.getByRole("link", { name: "We glue the crack" }).click();
  await page.getByText("A new mast comes too late").waitFor();
}

/** An address as people paste it: longer than any phone is wide. */
const ADDRESS = `https://documents.example.com/d/${"1a2B3c4D5e6F7g8H9i0J".repeat(6)}/edit?usp=sharing`;

async function cardOf({ world }: Stage): Promise<Proposal> {
  for await (const { body } of queryAll(world.store, keys.proposal.all("me"))) return Proposal.parse(body);
  throw new Error("this person has no card");
}

/**
 * Somebody with a year of nights, somebody who begins, somebody who has stopped everything while they change a card, and a
 * browser that is not signed in.
 */
const HOUSES: readonly House[] = [
  {
    async open(browser, pageFolder) {
      const stage = await openStage(browser, { days: YEAR_DAYS, model: reaching(composer), ...inPage(pageFolder) });
      for (const [i, text] of SAID.entries()) {
        await receiveMessage(stage.world, "me", { messageId: `said-${i}`, text }, DATE);
        await stage.world.machines.idle();
      }
      await remember(stage);
      await designed(stage);
      await looks(stage, LOOKS);
      await fetched(stage);
      await agentsKnown(stage);
      await contextsKept(stage);
      await livingKept(stage);
      return stage;
    },
    screens: [
      { name: "today", path: "/" },
      { name: "today-why", path: "/", first: press("Why?") },
      {
        name: "today-card",
        path: "/",
        async first(page) {
          // A card's buttons are named by the server.
          await press("Do it")(page);
          await page.getByRole("button", { name: "Confirm" }).waitFor();
        },
      },
      { name: "today-sources", path: "/", first: openSources },
      { name: "chat", path: "/chat" },
      {
        name: "chat-commands",
        path: "/chat",
        first: (page, say = same) => page.getByLabel(say("Say something to Waldo")).fill("/"),
      },
      {
        name: "chat-sources",
        path: "/chat",
        async first(page, say = same) {
          // The field keeps the text of an earlier picture, and its list would cover the answers.
          await page.getByLabel(say("Say something to Waldo")).fill("");
          await openSources(page, say);
        },
      },
      { name: "body", path: "/body" },
      { name: "body-year", path: "/body?days=365" },
      {
        name: "body-table",
        path: "/body?days=7",
        first: (page, say = same) => page.getByText(say("Show as a table")).click(),
      },
      { name: "body-day", path: `/body/${DATE}` },
      { name: "memory", path: "/memory" },
      { name: "memory-search", path: "/memory?text=wine" },
      {
        name: "memory-claim",
        path: "/memory",
        first: (page) => page.getByRole("link", { name: "Works at a school" }).click(),
      },
      { name: "memory-design", path: "/memory", first: openDesign },
      { name: "wiki", path: "/wiki/index" },
      { name: "more", path: "/more" },
      { name: "log", path: "/log" },
      { name: "log-each", path: "/log?show=each" },
      { name: "log-fetches", path: "/log?show=fetches" },
      { name: "tasks", path: "/tasks" },
      { name: "review", path: "/review" },
      {
        name: "review-begun",
        path: "/review",
        async first(page, say = same) {
          // Another picture of it may have begun it.
          const begin = page.getByRole("button", { name: say("Begin a review"), exact: true });
          await page.getByRole("heading", { name: say("Earlier reviews") }).waitFor();
          if (await begin.isVisible()) await begin.click();
          await page.getByLabel(say("Your answer")).waitFor();
        },
      },
      { name: "goals", path: "/goals" },
      { name: "goals-text", path: "/goals", first: press("Edit as text") },
      { name: "recipes", path: "/recipes" },
      {
        name: "recipe",
        path: "/recipes",
        first: (page) =>
          page
            .getByRole("button", { name: /Catch up/ })
            .first()
            .click(),
      },
      { name: "calendars", path: "/calendars" },
      { name: "settings", path: "/settings" },
      { name: "settings-agents", path: "/settings", first: openAgents },
      { name: "settings-erase", path: "/settings", first: press("Erase everything") },
      { name: "living", path: "/living" },
      { name: "contexts", path: "/contexts" },
      { name: "contexts-project", path: "/contexts?project=boat" },
      { name: "context", path: "/contexts?project=boat", first: openContext },
      {
        name: "context-forget",
        path: "/contexts?project=boat",
        async first(page, say = same) {
          await openContext(page);
          await press("Forget it")(page, say);
        },
      },
      { name: "bring", path: "/bring" },
      { name: "design", path: "/design" },
      { name: "inside", path: "/inside" },
      { name: "inside-run", path: `/inside/runs/${runIdFor(MORNING)}#sentence-1` },
      { name: "inside-refused", path: `/inside/runs/${REACHED}`, first: openAll },
      { name: "inside-cost", path: "/inside/cost" },
      { name: "inside-eval", path: "/inside/eval" },
      { name: "inside-gone", path: "/inside/runs/run-of-long-ago" },
      { name: "unknown", path: "/nowhere" },
    ],
  },
  {
    open: (browser, pageFolder) => openStage(browser, { days: 0, bots: BOTS, ...inPage(pageFolder) }),
    screens: [
      { name: "first-consent", path: "/welcome" },
      { name: "first-hours", path: "/welcome?step=hours" },
      { name: "first-bring", path: "/welcome?step=bring", first: press("I agree") },
      { name: "first-ready", path: "/welcome?step=ready" },
      {
        name: "new-today",
        path: "/welcome?step=bring",
        async first(page, say) {
          await press("Later")(page, say);
          await press("Begin")(page, say);
          await press("Show my day")(page, say);
          await page.getByText("has no score").waitFor();
        },
      },
      { name: "new-chat", path: "/chat" },
      { name: "new-body", path: "/body" },
      { name: "new-tasks", path: "/tasks" },
      { name: "new-contexts", path: "/contexts" },
      {
        name: "new-telegram",
        path: "/welcome?step=ready",
        async first(page, say = same) {
          await page.getByText(say("Briefs and answers in a chat on your phone")).click();
          await press("Link Telegram")(page, say);
          await page.getByRole("img", { name: say("The link as a QR code") }).waitFor();
        },
      },
    ],
  },
  {
    async open(browser, pageFolder) {
      const stage = await openStage(browser, inPage(pageFolder));
      await receiveMessage(stage.world, "me", { messageId: "said-long", text: `what is this: ${ADDRESS}` }, DATE);
      await stage.world.machines.idle();
      await stage.world.store.transact([task("task-long", ADDRESS, DATE)]);
      const ports = { ...stage.world, approvalKey: new Uint8Array(32) };
      await handleTap(ports, "me", `mod:${(await cardOf(stage)).proposalId}`);
      await pause(stage.world, "me");
      return stage;
    },
    screens: [
      { name: "paused-today", path: "/" },
      { name: "long-chat", path: "/chat" },
      { name: "long-tasks", path: "/tasks" },
    ],
  },
  {
    open: (browser, pageFolder) => openStage(browser, inPage(pageFolder)),
    isOut: true,
    screens: [{ name: "signed-out", path: "/" }],
  },
];

export type View = {
  readonly name: string;
  readonly device: string;
  readonly scheme: (typeof SCHEMES)[number];
};

export const SCREENS = HOUSES.flatMap(({ screens }) => screens).length;
/** How many views `everyView` shows. */
export const VIEWS = SCREENS * Object.keys(DEVICES).length * SCHEMES.length;

export type Looking = {
  readonly look: (page: Page, view: View) => Promise<void>;
  /** The default is every screen. */
  readonly isWanted?: (name: string) => boolean;
  /** A file that runs in each page. */
  readonly script?: string;
  /** The default is a phone and a desk. */
  readonly devices?: Readonly<Record<string, Device>>;
  readonly schemes?: readonly View["scheme"][];
  /** Another language: the build that speaks it, its tag, and what it makes of an English text. */
  readonly language?: { readonly pageFolder: string; readonly tag: string; readonly say: Say };
};

/**
 * Shows one view after the other. Returns the faults that the pages reported. Several lookings visit the same houses one
 * after the other, because it takes long to furnish one. They have the build of the first.
 */
export async function everyView(browser: Browser, ...lookings: readonly Looking[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { open, screens, isOut } of HOUSES) {
    const wantedBy = ({ isWanted = () => true }: Looking) => screens.filter(({ name }) => isWanted(name));
    if (lookings.every((looking) => wantedBy(looking).length === 0)) continue;
    const stage = await open(browser, lookings[0]?.language?.pageFolder);
    for (const looking of lookings) await visit(stage, wantedBy(looking), looking, isOut);
    faults.push(...stage.takeFaults());
    await stage.close();
  }
  return faults;
}

async function visit(stage: Stage, screens: readonly Screen[], looking: Looking, isOut = false): Promise<void> {
  const { look, script, devices = DEVICES, schemes = SCHEMES, language } = looking;
  if (screens.length === 0) return;
  const own = language === undefined ? {} : { locale: language.tag };
  const context = await stage.person({ timezoneId: PERSON.timeZone, reducedMotion: "reduce", ...own });
  if (script !== undefined) await context.addInitScript({ path: script });
  if (isOut) await context.clearCookies();
  const page = await context.newPage();
  for (const { name, path, first } of screens) {
    await page.setViewportSize(Object.values(devices)[0] ?? { width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: schemes[0] ?? "light" });
    await page.goto(path);
    await settled(page);
    await first?.(page, language?.say);
    for (const [device, size] of Object.entries(devices)) {
      await page.setViewportSize(size);
      await settled(page);
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme });
        await look(page, { name, device, scheme });
      }
    }
  }
  await context.close();
}

/** Resolves when the page shows what it waits for. */
async function settled(page: Page): Promise<void> {
  await page.getByRole("main").or(page.getByRole("dialog")).first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}
