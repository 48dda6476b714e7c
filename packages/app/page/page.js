// The page: the conversation, what waits for a tap, and a line to say something. It calls the routes of
// docs/openapi.json and holds nothing itself. It is the same on one machine and on AWS; only the session differs.
import { openSession } from "./session.js";

/** Without a stream of events, it asks every two seconds while a run is open, and else every fifteen. */
const [SOON_MS, LATER_MS] = [2_000, 15_000];

const part = (id) => document.getElementById(id);
let lastTag = "";
let session;

/** Asks a route. Throws what the person is to read when the answer is an error; its name is the contract's. */
async function ask(path, options = {}) {
  const answer = await session.fetch(`/v1${path}`, options);
  if (answer.status === 304) return { answer };
  const value = await answer.json();
  if (answer.status === 401) throw Object.assign(new Error(session.outside), { name: "SignedOut" });
  if (!answer.ok) throw Object.assign(new Error(value.message), { name: value.error });
  return { answer, value };
}

async function call(method, path, body, key) {
  const headers = { ...(body && { "content-type": "application/json" }), ...(key && { "idempotency-key": key }) };
  return (await ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).value;
}

function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

async function showMessages() {
  const { answer, value } = await ask("/messages", lastTag ? { headers: { "if-none-match": lastTag } } : {});
  if (value === undefined) return;
  lastTag = answer.headers.get("etag") ?? "";
  part("messages").replaceChildren(
    ...value.items.reverse().map(({ from, at, text, buttons = [] }) => {
      const thumbs = element("span");
      thumbs.append(...buttonsOf(buttons, thumbs));
      const line = element("li", "", element("time", new Date(at).toLocaleString()), text, thumbs);
      line.className = from;
      return line;
    }),
  );
}

function buttonsOf(buttons, box) {
  return buttons.map(({ label, data }) => {
    const made = element("button", label);
    made.addEventListener("click", () => doing(() => tap(data, box)));
    return made;
  });
}

async function tap(data, box) {
  const { text, buttons } = await call("POST", "/taps", { data });
  box.dataset.tapped = "yes";
  box.replaceChildren(element("p", text), ...buttonsOf(buttons, box));
}

const titleOf = ({ title, fromOutside }) => `${title}${fromOutside ? " (words from outside)" : ""}`;

async function showProposals() {
  const { items } = await call("GET", "/proposals");
  const open = new Set(items.map(({ proposalId }) => proposalId));
  for (const box of part("proposals").children) if (!box.dataset.tapped && !open.has(box.dataset.id)) box.remove();
  const shown = new Set([...part("proposals").children].map((box) => box.dataset.id));
  for (const { proposalId, actions, buttons } of items) {
    if (shown.has(proposalId)) continue;
    const box = element("article");
    box.dataset.id = proposalId;
    box.append(element("p", actions.map(titleOf).join("\n")), ...buttonsOf(buttons, box));
    part("proposals").append(box);
  }
}

/** Does something and shows what it says, or why it could not be done. */
async function doing(work) {
  try {
    part("notice").textContent = (await work()) ?? "";
  } catch (error) {
    part("notice").textContent = error.message;
    if (error.name === "SignedOut") part("enter").hidden = !session.enter;
    if (error.name === "NoProfile") part("hello").hidden = false;
  }
}

async function look() {
  await doing(async () => {
    await showMessages();
    await showProposals();
  });
}

/** Looks for the answer for a minute. A run that needs longer shows at a later look. While a stream is open, it tells. */
async function follow(runId) {
  const ends = Date.now() + 60_000;
  for (let isOver = false; !isOver && !isTold() && Date.now() < ends; ) {
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    ({ isOver } = await call("GET", `/runs/${runId}`));
    await look();
  }
}

/** The stream of what has changed. The browser opens it again by itself; one that was refused stays closed. */
let told;
const isTold = () => told?.readyState === 1;

function listen() {
  if (!session.events || !globalThis.EventSource) return;
  told = new EventSource(session.events);
  let [events, looking] = [0, false];
  told.addEventListener("message", async () => {
    events++;
    if (looking) return;
    looking = true;
    // Events that come during a look are seen by one more look.
    for (let seen = 0; seen !== events; ) {
      seen = events;
      await look();
    }
    looking = false;
  });
}

/** The message that has no answer yet. Sent again, it has the same key, so it is one message. */
let unsent;

part("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = part("text").value;
  part("text").value = "";
  const sent = unsent?.text === text ? unsent : { text, key: crypto.randomUUID() };
  unsent = sent;
  doing(async () => {
    const { runId } = await call("POST", "/messages", { text }, sent.key);
    unsent = undefined;
    await look();
    await follow(runId);
  }).then(() => {
    if (unsent === sent) part("text").value ||= text;
  });
});

/** Lets this browser take pushes. The browser asks the person first. */
async function ring() {
  const { webKey } = await call("GET", "/devices");
  const { pushManager } = await navigator.serviceWorker.register("/worker.js");
  // A subscription with an older key of this machine can never ring.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: webKey });
  const { endpoint, keys } = subscription.toJSON();
  await call("POST", "/devices", { kind: "web", name: browserName(), subscription: { endpoint, keys } });
  return "This browser rings from now on.";
}

function browserName() {
  const names = ["Firefox", "Edg", "Chrome", "Safari"];
  const name = names.find((one) => navigator.userAgent.includes(one)) ?? "A browser";
  return `${name === "Edg" ? "Edge" : name} on ${navigator.platform || "this machine"}`.slice(0, 60);
}

if (globalThis.navigator?.serviceWorker && globalThis.PushManager) part("notify").hidden = false;
part("notify").addEventListener("click", () => doing(ring));

/** Shows a link that joins this person's chat with the bot. A browser opens no window by itself. */
async function linkTelegram() {
  const { url } = await call("POST", "/telegram/link", {});
  const link = element("a", "Open this in Telegram, and press Start.");
  Object.assign(link, { href: url, target: "_blank", rel: "noreferrer" });
  part("chat").replaceChildren(link);
  return "The link works once, within ten minutes.";
}

part("telegram").addEventListener("click", () => doing(linkTelegram));

part("enter").addEventListener("click", () => doing(session.enter));
part("leave").addEventListener("submit", (event) => {
  // A cookie is ended by the form itself.
  if (!session.leave) return;
  event.preventDefault();
  doing(session.leave);
});

/** Makes the profile of a new account. */
part("hello").addEventListener("submit", (event) => {
  event.preventDefault();
  doing(async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await call("PUT", "/zone", { timeZone });
    await call("PUT", "/me", { timeZone, wakeTime: part("wake-time").value, sleepTime: part("sleep-time").value });
    part("hello").hidden = true;
  });
});

await doing(async () => {
  session = await openSession({
    fetch: (...request) => fetch(...request),
    storage: globalThis.sessionStorage,
    ...{ crypto, location: globalThis.location, history: globalThis.history },
    now: Date.now,
  });
  part("enter").hidden = session.isIn;
  part("inside").hidden = !session.isIn;
  return session.trouble;
});
if (session?.isIn) {
  await doing(async () => {
    const { channels } = await call("GET", "/me");
    part("telegram").hidden = channels?.telegram === true;
  });
  await look();
  listen();
  setInterval(() => isTold() || look(), LATER_MS);
}
