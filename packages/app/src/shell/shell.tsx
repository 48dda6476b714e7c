/** The frame around every screen: the navigation, and what the page shows when nobody is signed in or a part fails. */

import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { Activity, Ellipsis, MessageCircle, Sun } from "lucide-react";
import { Component, lazy, type ReactNode, Suspense, useEffect } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { isRefusal, useDoor, useRoute, useSend } from "../api/api.tsx";
import { followChanges } from "../api/changes.ts";
import { focusOn } from "../design/focus.ts";
import { useMedia } from "../design/media.ts";
import { Button, Notice, Trouble } from "../design/parts.tsx";
import { Chat } from "../screens/chat/chat.tsx";
import { SayingProvider, useSaying } from "../screens/chat/saying.tsx";
import { keepPerson, personOf } from "../screens/chat/typed.ts";
import { Today } from "../screens/today/today.tsx";
import { SignedOut } from "../session/session.ts";
import { dateIn, words } from "../words/words.ts";
import { usePresence } from "./presence.ts";
import "./shell.css";
import type { ErasedNow } from "../screens/settings/privacy.tsx";

const Body = lazy(() => import("../screens/body/body.tsx").then(({ Body: component }) => ({ default: component })));
const BodyDay = lazy(() =>
  import("../screens/body/day.tsx").then(({ BodyDay: component }) => ({ default: component })),
);
const Bring = lazy(() => import("../screens/bring.tsx").then(({ Bring: component }) => ({ default: component })));
const Calendars = lazy(() => import("../screens/calendars.tsx").then((file) => ({ default: file.Calendars })));
const Connected = lazy(() => import("../screens/connected.tsx").then((file) => ({ default: file.Connected })));
const Design = lazy(() => import("../screens/design.tsx").then(({ Design: component }) => ({ default: component })));
const FirstRun = lazy(() => import("../screens/first-run.tsx").then((file) => ({ default: file.FirstRun })));
const Erased = lazy(() => import("../screens/settings/privacy.tsx").then((file) => ({ default: file.Erased })));
const Cost = lazy(() => import("../screens/inside/cost.tsx").then((file) => ({ default: file.Cost })));
const Evaluation = lazy(() =>
  import("../screens/inside/evaluation.tsx").then((file) => ({ default: file.Evaluation })),
);
const Run = lazy(() => import("../screens/inside/run.tsx").then((file) => ({ default: file.Run })));
const Runs = lazy(() => import("../screens/inside/runs.tsx").then((file) => ({ default: file.Runs })));
const Patrol = lazy(() => import("../screens/patrol/patrol.tsx").then((file) => ({ default: file.Patrol })));
const Recipes = lazy(() => import("../screens/recipes.tsx").then((file) => ({ default: file.Recipes })));
const Claim = lazy(() => import("../screens/memory/claim.tsx").then((file) => ({ default: file.Claim })));
const Memory = lazy(() => import("../screens/memory/memory.tsx").then((file) => ({ default: file.Memory })));
const Wiki = lazy(() => import("../screens/memory/wiki.tsx").then((file) => ({ default: file.Wiki })));
const More = lazy(() => import("../screens/more.tsx").then(({ More: component }) => ({ default: component })));
const Context = lazy(() => import("../screens/contexts/context.tsx").then((file) => ({ default: file.Context })));
const Contexts = lazy(() => import("../screens/contexts/contexts.tsx").then((file) => ({ default: file.Contexts })));
const Settings = lazy(() => import("../screens/settings/settings.tsx").then((file) => ({ default: file.Settings })));
const Review = lazy(() => import("../screens/review.tsx").then((file) => ({ default: file.Review })));
const Living = lazy(() => import("../screens/living/living.tsx").then((file) => ({ default: file.Living })));
const GoalsFile = lazy(() => import("../screens/goals/goals.tsx").then((file) => ({ default: file.GoalsFile })));
const Tasks = lazy(() => import("../screens/tasks/tasks.tsx").then((file) => ({ default: file.Tasks })));

const PLACES = [
  { path: "/", name: words.nav.today, Icon: Sun },
  { path: "/chat", name: words.nav.chat, Icon: MessageCircle },
  { path: "/body", name: words.nav.body, Icon: Activity },
  { path: "/more", name: words.nav.more, Icon: Ellipsis },
] as const;
/** The screens in the menu "More". */
const BEHIND_MORE = [
  "/log",
  "/tasks",
  "/review",
  "/goals",
  "/recipes",
  "/calendars",
  "/settings",
  "/contexts",
  "/living",
  "/bring",
  "/more",
  "/memory",
  "/wiki",
  "/inside",
];

function Places() {
  const [at] = useLocation();
  const waits = useSaying().unsent.length;
  const isHere = (path: string) =>
    path === "/"
      ? at === "/"
      : path === "/more"
        ? BEHIND_MORE.some((place) => at === place || at.startsWith(`${place}/`))
        : at.startsWith(path);
  return (
    <nav className="places" aria-label={words.nav.label}>
      {PLACES.map(({ path, name, Icon }) => (
        <Link key={path} href={path} aria-current={isHere(path) ? "page" : undefined}>
          <Icon size={22} strokeWidth={1.5} aria-hidden="true" />
          <span>{name}</span>
          {path === "/chat" && waits > 0 && <span className="waits">{words.chat.waits(waits)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** Catches the error of one part of the page, so that the other parts stay. */
class Held extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="notice" role="alert">
        <p>{words.trouble.broken}</p>
        <Button onClick={() => location.reload()}>{words.trouble.reload}</Button>
      </div>
    );
  }
}

/** The place to which the focus was moved last. At first it is the place where the page opened. */
let arrivedAt: string | undefined;

/**
 * This component is drawn with each screen. It puts the focus on the heading of the new screen, because the link that
 * led here is often gone, and a person who cannot see must hear where they are. If a part of the screen already has the
 * focus, that part keeps it.
 */
function Arrived({ at }: { at: string }) {
  useEffect(() => {
    const isFirst = arrivedAt === undefined || arrivedAt === at;
    arrivedAt = at;
    const content = document.getElementById("content");
    const heading = content?.querySelector("h1");
    if (!heading) return;
    document.title = `${heading.textContent} · ${words.app.name}`;
    if (isFirst || (content?.contains(document.activeElement) && content !== document.activeElement)) return;
    // The screen itself scrolls to the place that the address names.
    focusOn(heading, { preventScroll: location.hash !== "" });
  }, [at]);
  return null;
}

/** The width from which Today and Chat are shown side by side. */
const WIDE = "(width >= 1100px)";

function TodayAndChat() {
  const isWide = useMedia(WIDE);
  if (!isWide) return <Today />;
  return (
    <div className="beside">
      <Today />
      <Held>
        <Chat />
      </Held>
    </div>
  );
}

function Screens() {
  return (
    <Switch>
      <Route path="/">
        <TodayAndChat />
      </Route>
      <Route path="/chat" component={Chat} />
      <Route path="/body" component={Body} />
      <Route path="/body/:date">
        {({ date }) => (dateIn(date) ? <BodyDay date={date} /> : <h1>{words.notFound}</h1>)}
      </Route>
      <Route path="/more" component={More} />
      <Route path="/log" component={Patrol} />
      <Route path="/recipes" component={Recipes} />
      <Route path="/tasks" component={Tasks} />
      <Route path="/review" component={Review} />
      <Route path="/goals" component={GoalsFile} />
      <Route path="/memory" component={Memory} />
      <Route path="/memory/:patternId">{({ patternId }) => <Claim key={patternId} patternId={patternId} />}</Route>
      <Route path="/wiki/:page">{({ page }) => <Wiki page={page} />}</Route>
      <Route path="/inside" component={Runs} />
      <Route path="/inside/cost" component={Cost} />
      <Route path="/inside/eval" component={Evaluation} />
      <Route path="/inside/runs/:runId">{({ runId }) => <Run key={runId} runId={runId} />}</Route>
      <Route path="/calendars" component={Calendars} />
      <Route path="/settings" component={Settings} />
      <Route path="/contexts" component={Contexts} />
      <Route path="/contexts/:contextId">{({ contextId }) => <Context key={contextId} contextId={contextId} />}</Route>
      <Route path="/living" component={Living} />
      <Route path="/bring" component={Bring} />
      <Route path="/design" component={Design} />
      <Route path="/welcome" component={FirstRun} />
      <Route path="/connected/:vendor">{({ vendor }) => <Connected vendor={vendor} />}</Route>
      <Route>
        <h1>{words.notFound}</h1>
      </Route>
    </Switch>
  );
}

/** Shows the page of somebody who is not signed in. */
export function Outside({ says }: { says: string }) {
  const { session } = useDoor();
  return (
    <main className="outside stack">
      <h1>{words.app.name}</h1>
      <Notice>{says}</Notice>
      {session.enter && (
        <Button main onClick={() => void session.enter?.()}>
          {words.session.enter}
        </Button>
      )}
    </main>
  );
}

/** Says that everything is paused. Without this notice, a person would wait for an answer that does not come. */
function Paused() {
  const pause = useSend("pause", "all");
  return (
    <div className="notice row" role="status">
      <span>{words.settings.pausedLong}</span>
      <Button busy={pause.isPending} onClick={() => pause.mutate({ body: { paused: false } })}>
        {words.settings.resume}
      </Button>
      {pause.error && <Trouble error={pause.error} />}
    </div>
  );
}

/** Gives the page the accent colour of the zone of the day. */
function useZone(isIn: boolean): void {
  const form = useRoute("form", {}, { retry: false, enabled: isIn });
  const zone = form.data?.bodyZone;
  useEffect(() => {
    if (zone) document.documentElement.dataset["zone"] = zone;
    else delete document.documentElement.dataset["zone"];
  }, [zone]);
}

/** The screens of a person who has no profile yet. */
const OF_THE_NEW = /^\/(welcome|settings|contexts(\/[^/]+)?|connected\/[^/]+)$/;

export function Shell() {
  const { session } = useDoor();
  const client = useQueryClient();
  const [at] = useLocation();
  const me = useRoute(
    "me",
    {},
    { retry: (tries, error) => tries < 2 && error.name !== "SignedOut" && !isRefusal(error, "NoProfile") },
  );
  const { data: erased } = useQuery<ErasedNow>({ queryKey: ["receipt"], queryFn: skipToken });
  const out = me.error instanceof SignedOut ? me.error.message : undefined;
  const isOut = out !== undefined;
  const userId = me.data?.userId ?? personOf(sessionStorage);
  useEffect(() => me.data && keepPerson(sessionStorage, me.data.userId), [me.data]);
  useZone(me.data !== undefined);
  usePresence(me.data !== undefined);
  useEffect(() => (isOut ? undefined : followChanges(client, session.events)), [client, session.events, isOut]);
  if (erased !== undefined)
    return (
      <Suspense>
        <Erased {...erased} />
      </Suspense>
    );
  if (isOut) return <Outside says={out} />;
  const isNew = isRefusal(me.error, "NoProfile");
  if (isNew && !OF_THE_NEW.test(at)) return <Redirect to="/welcome" />;
  return (
    <SayingProvider userId={userId}>
      <a className="hidden skip" href="#content">
        {words.app.skip}
      </a>
      <Places />
      <main id="content" tabIndex={-1}>
        {me.data?.pausedSince !== undefined && at !== "/settings" && <Paused />}
        <Held key={at}>
          <Suspense fallback={<div className="skeleton" aria-busy="true" />}>
            <Screens />
            <Arrived at={at} />
          </Suspense>
        </Held>
      </main>
    </SayingProvider>
  );
}
