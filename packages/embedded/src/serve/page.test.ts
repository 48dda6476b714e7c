/** The page's script over a small document: what it sends when a message fails, and what it shows of a card. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** The members of an element that the page uses. */
class Part extends EventTarget {
  value = "";
  textContent = "";
  className = "";
  hidden = true;
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

/** Loads the page. Its first `failures` messages reach the server, and the answer is lost on its way. */
async function page({ failures = 0, proposals = [] }: { failures?: number; proposals?: readonly object[] }) {
  const parts = new Map<string, Part>();
  const part = (id: string) => parts.get(id) ?? parts.set(id, new Part()).get(id) ?? new Part();
  const posted: Posted[] = [];
  vi.stubGlobal("document", { getElementById: part, createElement: () => new Part() });
  vi.stubGlobal("setInterval", () => 0);
  // The page asks for an answer after a while. Here it asks at once, so that it has asked when the test ends.
  const later = setTimeout;
  vi.stubGlobal("setTimeout", (act: () => void) => later(act, 0));
  vi.stubGlobal("fetch", async (path: string, { method, headers, body }: Record<string, unknown> = {}) => {
    if (method === "POST") {
      const { text } = JSON.parse(String(body));
      posted.push({ text, key: new Headers(headers as Record<string, string>).get("idempotency-key") ?? "" });
      if (posted.length <= failures) throw new TypeError("the connection was lost");
      return Response.json({ runId: "run-1" });
    }
    if (path.startsWith("/v1/runs/")) return Response.json({ isOver: true });
    return Response.json({ items: path === "/v1/proposals" ? proposals : [] });
  });
  // The query makes a new copy of the script for each test.
  await import(/* @vite-ignore */ `./page/page.js?${crypto.randomUUID()}`);
  const say = async (text: string) => {
    const before = posted.length;
    part("text").value = text;
    part("say").dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(posted.length).toBe(before + 1));
    await new Promise((resolve) => later(resolve, 20));
  };
  return { part, posted, say };
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
  await import(/* @vite-ignore */ `./page/page.js?${crypto.randomUUID()}`);
  const before = asked;
  look();
  await vi.waitFor(() => expect(asked).toBe(before + 1));
  // The rest of that look.
  await sleep(20);
});
