/** The page's script over a small document: what it sends, and what it shows. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AppConfig } from "@waldo/contracts";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** The members of an element that the page uses. */
class Part extends EventTarget {
  value = "";
  textContent = "";
  className = "";
  hidden = true;
  href = "";
  dataset: Record<string, string> = {};
  children: Part[] = [];
  append(...made: readonly (Part | string)[]) {
    this.children.push(...made.filter((one) => one instanceof Part));
  }
  replaceChildren(...made: readonly Part[]) {
    this.children = [...made];
  }
}

type Posted = { readonly text: string; readonly key: string };

type World = {
  readonly failures?: number;
  readonly proposals?: readonly object[];
  readonly hasProfile?: boolean;
  /** Whether a Telegram chat is linked. */
  readonly linked?: boolean;
  readonly config?: AppConfig;
};

/** Loads the page. Its first `failures` messages reach the server, and the answer is lost on its way. */
async function page({
  failures = 0,
  proposals = [],
  hasProfile = true,
  linked = false,
  config = { session: "cookie" },
}: World) {
  const parts = new Map<string, Part>();
  const part = (id: string) => parts.get(id) ?? parts.set(id, new Part()).get(id) ?? new Part();
  const posted: Posted[] = [];
  const put: unknown[] = [];
  vi.stubGlobal("document", { getElementById: part, createElement: () => new Part() });
  vi.stubGlobal("setInterval", () => 0);
  // The page asks for an answer after a while. Here it asks at once, so that it has asked when the test ends.
  const later = setTimeout;
  vi.stubGlobal("setTimeout", (act: () => void) => later(act, 0));
  vi.stubGlobal("fetch", async (path: string, { method, headers, body }: Record<string, unknown> = {}) => {
    // The sign-in takes no token of these tests.
    if (path.startsWith("https:")) return Response.json({ error: "invalid_grant" }, { status: 400 });
    if (method === "POST") {
      const { text } = JSON.parse(String(body));
      posted.push({ text, key: new Headers(headers as Record<string, string>).get("idempotency-key") ?? "" });
      if (posted.length <= failures) throw new TypeError("the connection was lost");
      return Response.json({ runId: "run-1" });
    }
    if (path === "/app.json") return Response.json(config);
    if (method === "PUT") {
      put.push([path, JSON.parse(String(body))]);
      return Response.json({});
    }
    if (path === "/v1/me" && !hasProfile) return Response.json({ error: "NoProfile", message: "say" }, { status: 409 });
    if (path === "/v1/me") return Response.json({ channels: { telegram: linked } });
    if (path.startsWith("/v1/runs/")) return Response.json({ isOver: true });
    return Response.json({ items: path === "/v1/proposals" ? proposals : [] });
  });
  // The query makes a new copy of the script for each test.
  await import(/* @vite-ignore */ `../page/page.js?${crypto.randomUUID()}`);
  const say = async (text: string) => {
    const before = posted.length;
    part("text").value = text;
    part("say").dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(posted.length).toBe(before + 1));
    await new Promise((resolve) => later(resolve, 20));
  };
  return { part, posted, put, say };
}

it("a message whose answer was lost is put back, and has the same key when it is sent again", async () => {
  const { part, posted, say } = await page({ failures: 1 });
  await say("hi");
  expect([part("text").value, part("notice").textContent]).toEqual(["hi", "the connection was lost"]);
  await say("hi");
  expect(posted[1]).toEqual(posted[0]);
  expect(part("text").value).toBe("");
});

it("the same words that are said twice are two messages", async () => {
  const { posted, say } = await page({});
  await say("hi");
  await say("hi");
  expect(new Set(posted.map(({ key }) => key)).size).toBe(2);
});

it("a card of words from outside says so", async () => {
  const action = { title: "Add the task “pay”", fromOutside: true };
  const { part } = await page({ proposals: [{ proposalId: "p-1", actions: [action], buttons: [] }] });
  expect(part("proposals").children[0]?.children[0]?.textContent).toBe("Add the task “pay” (words from outside)");
});

it("a browser that may ring subscribes with the key of this machine, and says so", async () => {
  const { part } = await page({});
  expect(part("notify").hidden).toBe(true);
  const asked: unknown[] = [];
  const subscription = { endpoint: "https://push.test/1", keys: { p256dh: "p", auth: "a" } };
  const pushManager = {
    getSubscription: async () => null,
    subscribe: async (options: unknown) => {
      asked.push(options);
      return { toJSON: () => ({ ...subscription, expirationTime: null }) };
    },
  };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("navigator", {
    userAgent: "Mozilla/5.0 Firefox/140.0",
    platform: "Linux",
    serviceWorker: { register: async () => ({ pushManager }) },
  });
  const again = await page({});
  expect(again.part("notify").hidden).toBe(false);
  vi.stubGlobal("fetch", async (path: string, { method, body }: Record<string, unknown> = {}) => {
    if (method === "POST") asked.push([path, JSON.parse(String(body))]);
    return Response.json({ webKey: "public" });
  });
  again.part("notify").dispatchEvent(new Event("click"));
  await vi.waitFor(() => expect(again.part("notice").textContent).toBe("This browser rings from now on."));
  expect(asked).toEqual([
    { userVisibleOnly: true, applicationServerKey: "public" },
    ["/v1/devices", { kind: "web", name: "Firefox on Linux", subscription }],
  ]);
});

it("shows a link that joins a Telegram chat, or says why there is none; who has joined is not asked", async () => {
  const { part } = await page({});
  expect(part("telegram").hidden).toBe(false);
  const url = "https://t.me/waldo_test_bot?start=code";
  const answers = [Response.json({ error: "NotFound", message: "no Telegram bot is set up here" }, { status: 404 })];
  vi.stubGlobal("fetch", async () => answers.pop() ?? Response.json({ url, expiresAt: 1 }));
  part("telegram").dispatchEvent(new Event("click"));
  await vi.waitFor(() => expect(part("notice").textContent).toBe("no Telegram bot is set up here"));
  expect(part("chat").children).toEqual([]);
  part("telegram").dispatchEvent(new Event("click"));
  await vi.waitFor(() => expect(part("chat").children).toMatchObject([{ href: url }]));
  expect((await page({ linked: true })).part("telegram").hidden).toBe(true);
});

it("shows the conversation to who is signed in, and asks nobody to sign in on one machine", async () => {
  const { part } = await page({});
  expect([part("inside").hidden, part("enter").hidden, part("hello").hidden]).toEqual([false, true, true]);
  const leaves = new Event("submit", { cancelable: true });
  part("leave").dispatchEvent(leaves);
  expect(leaves.defaultPrevented).toBe(false);
});

it("a new account says when it sleeps, and has a profile from then on", async () => {
  const { part, put } = await page({ hasProfile: false });
  expect(part("hello").hidden).toBe(false);
  part("wake-time").value = "06:30";
  part("sleep-time").value = "22:30";
  part("hello").dispatchEvent(new Event("submit", { cancelable: true }));
  await vi.waitFor(() => expect(part("hello").hidden).toBe(true));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(put).toEqual([
    ["/v1/zone", { timeZone }],
    ["/v1/me", { timeZone, wakeTime: "06:30", sleepTime: "22:30" }],
  ]);
});

describe("on AWS", () => {
  const CONFIG: AppConfig = { session: "token", signIn: "https://sign-in.test", clientId: "client-1" };

  /** A tab of a browser, in which these tokens are. Returns where the page sends it. */
  function tab(tokens?: object): string[] {
    const went: string[] = [];
    const stored = new Map(tokens === undefined ? [] : [["waldo.tokens", JSON.stringify(tokens)]]);
    vi.stubGlobal("location", {
      ...{ origin: "https://waldo.test", search: "" },
      assign: (url: string) => went.push(url),
    });
    vi.stubGlobal("history", {});
    vi.stubGlobal("sessionStorage", {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    });
    return went;
  }

  it("shows a stranger the way in, and nothing else", async () => {
    const went = tab();
    const { part } = await page({ config: CONFIG });
    expect([part("inside").hidden, part("enter").hidden]).toEqual([true, false]);
    part("enter").dispatchEvent(new Event("click"));
    await vi.waitFor(() => expect(went).toHaveLength(1));
    expect(went[0]).toMatch(/^https:\/\/sign-in\.test\/oauth2\/authorize\?/);
  });

  it("shows the way in again when the session has ended", async () => {
    tab({ access: "a", refresh: "r", expiresAt: 0 });
    const { part } = await page({ config: CONFIG });
    expect([part("inside").hidden, part("enter").hidden]).toEqual([false, false]);
    expect(part("notice").textContent).toBe("Your session has ended. Sign in again.");
  });

  it("signs out at the sign-in too", async () => {
    const went = tab({ access: "a", refresh: "r", expiresAt: Number.MAX_SAFE_INTEGER });
    const { part } = await page({ config: CONFIG });
    expect([part("inside").hidden, part("enter").hidden]).toEqual([false, true]);
    const leaves = new Event("submit", { cancelable: true });
    part("leave").dispatchEvent(leaves);
    await vi.waitFor(() => expect(went).toHaveLength(1));
    expect(leaves.defaultPrevented).toBe(true);
    expect(went[0]).toMatch(/^https:\/\/sign-in\.test\/logout\?/);
  });
});

it("a stream of events tells when to look, and without one the page asks by itself", async () => {
  const streams: (EventTarget & { readyState: number })[] = [];
  class Stream extends EventTarget {
    readyState = 0;
    constructor() {
      super();
      streams.push(this);
    }
  }
  vi.stubGlobal("EventSource", Stream);
  const { part, posted, say } = await page({});
  let asked = 0;
  let look = () => {};
  const answers = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, options?: RequestInit) => {
    if (path === "/v1/messages" && options?.method === undefined) asked++;
    return answers(path, options);
  });
  const [stream] = streams;
  if (!stream) throw new Error("the page opened no stream");
  stream.readyState = 1;
  stream.dispatchEvent(new Event("message"));
  stream.dispatchEvent(new Event("message"));
  await vi.waitFor(() => expect(asked).toBe(2));
  await say("hi");
  expect([posted.length, part("notice").textContent]).toEqual([1, ""]);
  // Refused: the browser leaves it closed.
  stream.readyState = 2;
  vi.stubGlobal("setInterval", (act: () => void) => {
    look = act;
  });
  await import(/* @vite-ignore */ `../page/page.js?${crypto.randomUUID()}`);
  const before = asked;
  look();
  await vi.waitFor(() => expect(asked).toBe(before + 1));
  // The rest of that look.
  await sleep(20);
});
