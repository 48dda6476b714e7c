// The page of `waldo serve`: the conversation, what waits for a tap, and a line to say something. It calls the routes of
// docs/openapi.json and holds nothing itself.

/** Asks every two seconds while a run is open, else every fifteen. */
const [SOON_MS, LATER_MS] = [2_000, 15_000];

const part = (id) => document.getElementById(id);
let lastTag = "";

async function call(method, path, body, key) {
  const headers = { ...(body && { "content-type": "application/json" }), ...(key && { "idempotency-key": key }) };
  const answer = await fetch(`/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const value = await answer.json();
  if (!answer.ok)
    throw new Error(answer.status === 401 ? "Run waldo link, and open the link it prints." : value.message);
  return value;
}

function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

async function showMessages() {
  const answer = await fetch("/v1/messages", lastTag ? { headers: { "if-none-match": lastTag } } : {});
  if (answer.status === 304) return;
  const value = await answer.json();
  if (!answer.ok)
    throw new Error(answer.status === 401 ? "Run waldo link, and open the link it prints." : value.message);
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
  box.replaceChildren(element("p", text), ...buttonsOf(buttons, box));
}

async function showProposals() {
  const { items } = await call("GET", "/proposals");
  const shown = new Set([...part("proposals").children].map((box) => box.dataset.id));
  for (const { proposalId, actions, buttons } of items) {
    if (shown.has(proposalId)) continue;
    const box = element("article");
    box.dataset.id = proposalId;
    box.append(element("p", actions.map(({ title }) => title).join("\n")), ...buttonsOf(buttons, box));
    part("proposals").append(box);
  }
}

/** Does something and shows why it could not be done. */
async function doing(work) {
  try {
    await work();
    part("notice").textContent = "";
  } catch (error) {
    part("notice").textContent = error.message;
  }
}

async function look() {
  await doing(async () => {
    await showMessages();
    await showProposals();
  });
}

async function follow(runId) {
  for (let isOver = false; !isOver; ) {
    await new Promise((resolve) => setTimeout(resolve, SOON_MS / 4));
    ({ isOver } = await call("GET", `/runs/${runId}`));
    await look();
  }
}

part("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = part("text").value;
  part("text").value = "";
  doing(async () => {
    // The same key, so that a message that is sent again after an error is one message.
    const { runId } = await call("POST", "/messages", { text }, crypto.randomUUID());
    await look();
    await follow(runId);
  }).then(() => {
    if (part("notice").textContent) part("text").value ||= text;
  });
});

await look();
setInterval(look, LATER_MS);
