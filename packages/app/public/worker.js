// Shows pushed messages, also while no page is open. Keeps the files of the page, so that the page opens without a
// network. Answers of the routes are never kept.
const FILES = "waldo-files";

self.addEventListener("install", (event) => {
  event.waitUntil(keepStart().then(() => self.skipWaiting()));
});

/**
 * The page that installs this worker has already loaded its files without this worker, so the worker requests them
 * again.
 */
async function keepStart() {
  const files = await caches.open(FILES);
  const start = await fetch("/");
  const named = (await start.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g);
  await files.addAll(["/app.json", "/icon.svg", ...Array.from(named, ([, path]) => path)]);
  await files.put("/", start);
}

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isFile = url.pathname.startsWith("/assets/") || ["/app.json", "/icon.svg"].includes(url.pathname);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && !url.pathname.startsWith("/v1/") && !["/enter", "/leave"].includes(url.pathname))
    event.respondWith(fresh(request, "/"));
  else if (isFile) event.respondWith(url.pathname.startsWith("/assets/") ? kept(request) : fresh(request, request));
});

/** Returns the newest answer of the network, or the stored answer when the network gives none. */
async function fresh(request, name) {
  const files = await caches.open(FILES);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await files.put(name, answer.clone());
    return answer;
  } catch (error) {
    const old = await files.match(name);
    if (old) return old;
    throw error;
  }
}

/** The name of such a file holds a digest of its content, so a stored file is never out of date. */
async function kept(request) {
  const files = await caches.open(FILES);
  const old = await files.match(request);
  if (old) return old;
  const answer = await fetch(request);
  if (answer.ok) await files.put(request, answer.clone());
  return answer;
}

self.addEventListener("push", (event) => {
  const { title, body, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const openPage = async () => {
    const [page] = await self.clients.matchAll({ type: "window" });
    return page ? page.focus() : self.clients.openWindow("/");
  };
  event.waitUntil(openPage());
});
