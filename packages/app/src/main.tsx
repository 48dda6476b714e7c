import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { caller, DoorProvider, isFinal } from "./api/api.tsx";
import { keepFocus } from "./design/focus.ts";
import { openSession, type Session, SignedOut } from "./session/session.ts";
import { Outside, Shell } from "./shell/shell.tsx";
import { words } from "./words/words.ts";
import "./design/tokens.css";
import "./design/design.css";

/** A route that was read this lately is not read again when a screen opens. */
const FRESH_MS = 5_000;

/** The instant when the page last reloaded because one of its files was missing. */
const RELOADED = "waldo.reloaded";
const MINUTE_MS = 60_000;

const place = document.getElementById("app");
if (!place) throw new Error("the page has no place for the app");
const root = createRoot(place);
keepFocus(place);

function show(session: Session): void {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // The shell shows the sign-in when `me` fails. Any route may be the first to learn that the session has ended.
      onError(error, { queryKey: [route] }) {
        if (error instanceof SignedOut && route !== "me") void client.invalidateQueries({ queryKey: ["me"] });
      },
    }),
    // A request that is refused for good is not repeated. A request without a network fails at once and says so. By
    // default it would wait, and the page would say nothing.
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (tries, error) => tries < 1 && !isFinal(error),
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  const call = caller(session, location.origin);
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <DoorProvider call={call} session={session}>
          {session.isIn ? <Shell /> : <Outside says={session.trouble ?? words.session.out} />}
        </DoorProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

// The address with which a vendor sends the browser back also has a state. That state does not belong to the sign-in.
const isVendors = location.pathname.startsWith("/connected/");
const seen = isVendors
  ? { origin: location.origin, pathname: location.pathname, search: "", assign: (url: string) => location.assign(url) }
  : location;
openSession({
  fetch: (...request) => fetch(...request),
  storage: sessionStorage,
  ...{ crypto, history, location: seen, now: Date.now },
}).then(show, ({ message }: Error) => {
  place.textContent = message;
});

// A newer build may have removed the files of this page. The reloaded page names the present files. It reloads at most
// once a minute, because a file may also be out of reach for another reason.
addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < MINUTE_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
});

if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js").catch(() => undefined);
