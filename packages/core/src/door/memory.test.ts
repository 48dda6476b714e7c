/** The memory of a person over the door: what is listed, found and shown, and what each decision leaves. */
import { contextRoutes } from "@waldo/contexts/routes";
import {
  type ClaimView,
  type DesignArchive,
  type DesignRow,
  type DesignView,
  type Hall,
  keys,
  objects,
  type WaitingView,
  type WikiEntry,
} from "@waldo/contracts";
import { dyingPorts, type Plan } from "@waldo/testkit/faults";
import { describe, expect, it } from "vitest";
import { testWorld, WAKE } from "../../../embedded/test/world.ts";
import { patternOf } from "../memory/claims/claim.ts";
import { noteByOwner, type Provenance, submitMemoryIntent } from "../memory/claims/inbox.ts";
import { runScribe } from "../memory/claims/scribe.ts";
import { decideConsent } from "../person/consents.ts";
import type { Ports } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { DAY_MS } from "../time.ts";
import { door } from "./door.ts";
import { fixedModels } from "./own.ts";

type Told = { readonly topic?: string; readonly conditions?: string };

async function house() {
  const world = await testWorld({ days: 0 });
  const over = { ports: (): Ports => world };
  const app = door({
    optIn: contextRoutes,
    who: (c) => c.req.header("x-test-person"),
    ports: () => ({
      ...{ ...over.ports(), approvalKey: new Uint8Array(32), startWake: async () => {} },
      ...{ models: fixedModels(null), push: {} },
    }),
    log: () => {},
  });
  const send = async (method: string, path: string, body?: object, as = "me") => {
    const answer = await app.request(`http://waldo.test/v1${path}`, {
      method,
      headers: as === "" ? {} : { "x-test-person": as },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, value: JSON.parse(await answer.text()) };
  };
  const get = async (path: string, as = "me") => (await send("GET", path, undefined, as)).value;
  const own = (hall: Hall, claim: string, told: Told = {}) => noteByOwner(world, "me", { hall, claim, ...told });
  let run = 0;
  const heard = (hall: Hall, claim: string, from: Partial<Provenance> & Told = {}) => {
    const { topic, conditions, ...rest } = from;
    const provenance = { trigger: "user_message" as const, runId: `run-heard-${++run}`, at: world.clock.now() };
    const draft = { hall, claim, ...(topic ? { topic } : {}), ...(conditions ? { conditions } : {}) };
    return submitMemoryIntent(world, "me", draft, {
      ...{ ...provenance, owner: ["…"], outside: false, recalled: [] },
      ...rest,
    });
  };
  const night = (date: string) => runScribe(world, "me", `dream-${date}`);
  const later = (days: number) => world.clock.set(world.clock.now() + days * DAY_MS);
  const decide = (claim: Pick<ClaimView, "patternId" | "revision">, action: object, as = "me") =>
    send("POST", `/memory/${claim.patternId}`, { revision: claim.revision, ...action }, as);
  /** Does the work in a process that dies at a call of its ports. Returns how many calls it made. */
  const dying = async (plan: Plan, work: () => Promise<unknown>) => {
    const mortal = dyingPorts(world, plan);
    over.ports = () => mortal.ports;
    await work().catch(() => {});
    over.ports = () => world;
    return mortal.calls();
  };
  return { world, send, get, own, heard, night, later, decide, dying };
}

const claims = ({ items }: { readonly items: readonly ClaimView[] }) => items.map(({ claim }) => claim);
const UNKNOWN = patternOf("nothing of that kind", "");

describe("the list of claims", () => {
  it("has what holds, hall by hall, and what the night has not settled, as the person may read it", async () => {
    const { get, own, heard, night } = await house();
    await own("preferences", "Prefers tea", { topic: "hot drinks", conditions: "after lunch" });
    await heard("facts", "Works at a school");
    await night("2026-10-30");
    await heard("facts", "Slept with an HRV of 43 ms");
    await heard("events", "The fair is moved to May", { outside: true });
    const list = await get("/memory");
    expect(list.items).toMatchObject([
      { hall: "facts", claim: "Works at a school", origin: "agent", certainty: "sure", state: "holds", revision: 1 },
      { claim: "Prefers tea", conditions: "after lunch", topic: "hot drinks", origin: "owner", confidence: 1 },
    ]);
    const waiting: WaitingView[] = list.waiting;
    const notes = waiting.flatMap((one) => (one.kind === "note" ? [one] : []));
    expect(notes.filter(({ fromOutside }) => fromOutside).map(({ claim }) => claim)).toEqual([
      "The fair is moved to May",
    ]);
    expect(notes).toHaveLength(2);
    expect(JSON.stringify(notes)).not.toContain("43 ms");
    expect(claims(await get("/memory?hall=preferences"))).toEqual(["Prefers tea"]);
  });

  it("goes on from its cursor in the same order, also when the claim at the cursor is gone", async () => {
    const { get, own, decide } = await house();
    for (const n of [1, 2, 3, 4, 5]) await own(n > 3 ? "advice" : "facts", `Has book ${n}`);
    const all = claims(await get("/memory"));
    const first = await get("/memory?limit=2");
    expect((await decide(first.items[1], { action: "forget" })).status).toBe(200);
    const second = await get(`/memory?limit=2&cursor=${first.next}`);
    const third = await get(`/memory?limit=2&cursor=${second.next}`);
    expect([first, second, third].flatMap(claims)).toEqual(all);
    expect([second.waiting, third.next]).toEqual([[], undefined]);
  });

  it.each([
    ["a cursor that is none", "/memory?cursor=facts_holds_x_1_2"],
    ["an unknown hall", "/memory?hall=kitchen"],
    ["an instant that is none", "/memory?at=tomorrow"],
    ["a search for nothing", "/memory/search?text="],
    ["an id that is none", "/memory/XYZ", "NotFound"],
    ["a page name with a path", "/wiki/..%2Fsecret", "NotFound"],
  ])("%s is refused", async (_, path, error = "InvalidInput") => {
    const { send } = await house();
    expect((await send("GET", path)).value.error).toBe(error);
  });

  it("tells what held and what was believed at an instant, and what no longer holds", async () => {
    const { get, own, later } = await house();
    await own("preferences", "Prefers coffee", { topic: "hot drinks" });
    later(10);
    await own("preferences", "Prefers tea", { topic: "hot drinks" });
    const between = WAKE + 5 * DAY_MS;
    expect(claims(await get("/memory"))).toEqual(["Prefers tea"]);
    expect(claims(await get(`/memory?at=${between}`))).toEqual(["Prefers coffee"]);
    expect(claims(await get(`/memory?view=believed&at=${between}`))).toEqual(["Prefers coffee"]);
    expect(claims(await get(`/memory?at=${WAKE - 1}`))).toEqual([]);
    expect((await get("/memory?view=gone")).items).toMatchObject([{ claim: "Prefers coffee", state: "held" }]);
  });
});

describe("a search", () => {
  it("finds claims, notes of today and the diary; of one hall only its claims", async () => {
    const { get, own, heard, world } = await house();
    await own("facts", "Lives near the harbour");
    await heard("events", "The harbour fair is in May");
    const entry = {
      runId: "run-d",
      at: WAKE,
      trigger: "user_message",
      summary: "Walked to the harbour.",
      origin: "agent",
    };
    await world.store.transact([
      { op: "put", key: keys.episode("me", WAKE, "run-d"), body: entry, when: [{ is: "absent" }] },
    ]);
    const kinds = async (path: string) => (await get(path)).items.map(({ kind }: { kind: string }) => kind).sort();
    expect(await kinds("/memory/search?text=harbour")).toEqual(["claim", "diary", "waiting"]);
    expect(await kinds("/memory/search?text=harbour&hall=facts")).toEqual(["claim"]);
    expect(await kinds("/memory/search?text=zeppelin")).toEqual([]);
  });
});

describe("one claim", () => {
  it("shows where it comes from, and each change of it and of the claim before it", async () => {
    const { get, own, heard, night, later, world } = await house();
    await heard("preferences", "Prefers coffee", { topic: "hot drinks", runId: "run-breakfast" });
    const run = { runId: "run-breakfast", userId: "me", trigger: "user_message", nonce: "n", date: "2026-10-30" };
    const counts = { step: 1, iterations: 1, attempts: 1, fence: 1, createdAt: WAKE, updatedAt: WAKE };
    await world.store.transact([
      { op: "put", key: keys.run("me", "run-breakfast"), body: { ...run, ...counts, state: "DONE" } },
    ]);
    await night("2026-10-30");
    later(1);
    const tea = await own("preferences", "Prefers tea", { topic: "hot drinks" });
    const coffee = await get(`/memory/${patternOf("Prefers coffee", "")}`);
    expect(coffee.claim).toMatchObject({ state: "held", supersededBy: tea.patternId });
    expect(coffee.sources).toEqual([
      { source: "run-breakfast", runId: "run-breakfast", at: WAKE, trigger: "user_message" },
    ]);
    expect(coffee.history).toMatchObject([
      { change: "noted", by: "night", claim: { claim: "Prefers coffee", state: "holds" } },
      { change: "superseded", by: "owner", claim: { claim: "Prefers coffee", state: "held" } },
      { change: "noted", by: "owner", claim: { claim: "Prefers tea" } },
    ]);
    expect((await get(`/memory/${tea.patternId}`)).history).toEqual(coffee.history);
    expect(coffee.earlier).toBe(0);
  });

  it("that is unknown, or another person's, is not there, and nothing of theirs is listed, found or changed", async () => {
    const { send, own, decide, get } = await house();
    const block = await own("facts", "Lives near the harbour");
    for (const [id, as] of [
      [UNKNOWN, "me"],
      [block.patternId, "stranger"],
    ] as const) {
      expect((await send("GET", `/memory/${id}`, undefined, as)).status).toBe(404);
      for (const action of ["forget", "restore"])
        expect((await decide({ patternId: id, revision: 1 }, { action }, as)).status).toBe(404);
      const correct = { action: "correct", claim: "Lives elsewhere" };
      expect((await decide({ patternId: id, revision: 1 }, correct, as)).status).toBe(404);
    }
    expect(await get("/memory", "stranger")).toEqual({ items: [], waiting: [] });
    expect(await get("/memory/search?text=harbour", "stranger")).toEqual({ items: [] });
    expect((await get("/wiki/facts", "stranger")).text).not.toContain("harbour");
    expect((await send("GET", "/memory", undefined, "")).status).toBe(401);
    expect(claims(await get("/memory"))).toEqual(["Lives near the harbour"]);
  });
});

describe("a decision", () => {
  it("forgets at once, and restore brings the claim back", async () => {
    const { own, decide, get } = await house();
    const block = await own("facts", "Lives near the harbour");
    const forgotten = await decide(block, { action: "forget" });
    expect(forgotten.value).toMatchObject({
      closed: { state: "takenBack", claim: "Lives near the harbour" },
      diary: 0,
    });
    expect(claims(await get("/memory"))).toEqual([]);
    const [gone] = (await get("/memory?view=gone")).items;
    expect((await decide(gone, { action: "restore" })).value).toMatchObject({ live: { state: "holds" } });
    expect(claims(await get("/memory"))).toEqual(["Lives near the harbour"]);
  });

  it("forgets a note of today before the night settles it", async () => {
    const { heard, decide, get, night } = await house();
    await heard("facts", "Owns a red bicycle");
    const [note] = (await get("/memory")).waiting;
    expect((await decide({ ...note, revision: 0 }, { action: "restore" })).status).toBe(404);
    expect((await decide({ ...note, revision: 0 }, { action: "forget" })).value).toEqual({ diary: 0 });
    await night("2026-10-30");
    expect(await get("/memory")).toEqual({ items: [], waiting: [] });
  });

  it("corrects in the person's own words: the new claim is theirs, and keeps hall, topic and conditions", async () => {
    const { heard, night, get, decide } = await house();
    await heard("facts", "Works at a school", { topic: "work" });
    await night("2026-10-30");
    const [school] = (await get("/memory")).items;
    const corrected = await decide(school, { action: "correct", claim: "Works at a library" });
    expect(corrected.value).toMatchObject({
      closed: { claim: "Works at a school", state: "takenBack" },
      live: { claim: "Works at a library", hall: "facts", topic: "work", origin: "owner", confidence: 1 },
    });
    expect(claims(await get("/memory"))).toEqual(["Works at a library"]);
  });

  it("R10: a correction of words from outside takes over nothing but what the person sends", async () => {
    const { heard, night, get, decide } = await house();
    await heard("facts", "The fair is in May", { outside: true, conditions: "by account nine" });
    await night("2026-10-30");
    const [outside] = (await get("/memory")).items;
    expect(outside).toMatchObject({ origin: "untrusted", certainty: "unsure", conditions: "by account nine" });
    const { live } = (await decide(outside, { action: "correct", claim: "The fair is in June" })).value;
    expect([live.origin, live.conditions]).toEqual(["owner", ""]);
  });

  it("of a claim that has changed since is refused, and one that arrives twice at once is done once", async () => {
    const { own, decide, get } = await house();
    await own("preferences", "Prefers coffee", { topic: "hot drinks" });
    const tea = await own("preferences", "Prefers tea", { topic: "hot drinks" });
    for (const action of [{ action: "forget" }, { action: "restore" }, { action: "correct", claim: "Prefers milk" }]) {
      const stale = await decide({ ...tea, revision: 7 }, action);
      expect([stale.status, stale.value.message]).toEqual([400, expect.stringContaining("changed since")]);
    }
    const both = await Promise.all([decide(tea, { action: "restore" }), decide(tea, { action: "restore" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(claims(await get("/memory"))).toEqual(["Prefers coffee"]);
  });

  it.each([
    ["forget", "before", []],
    ["forget", "after", []],
    ["restore", "before", ["Prefers coffee"]],
    ["restore", "after", ["Prefers coffee"]],
    ["correct", "before", ["Prefers milk"]],
    ["correct", "after", ["Prefers milk"]],
  ] as const)("to %s that dies %s a call is whole, and the same request ends it", async (action, when, expected) => {
    const body = action === "correct" ? { action, claim: "Prefers milk" } : { action };
    for (let at = 1; ; at++) {
      const { own, decide, get, dying, world } = await house();
      await own("preferences", "Prefers coffee", { topic: "hot drinks" });
      const tea = await own("preferences", "Prefers tea", { topic: "hot drinks" });
      const page = objects.workspace("me", "patterns.md");
      await world.archive.write(page, new TextEncoder().encode("Prefers tea.\n"));
      const calls = await dying({ at, when }, () => decide(tea, body));
      expect([["Prefers tea"], expected]).toContainEqual(claims(await get("/memory")));
      await decide(tea, body);
      expect(claims(await get("/memory"))).toEqual(expected);
      expect(new TextDecoder().decode(await world.archive.read(page))).not.toContain("tea");
      if (calls < at) break;
      expect(at).toBeLessThan(200);
    }
  });

  it("without the consent forgets and restores, and remembers nothing new", async () => {
    const { own, decide, get, world } = await house();
    const block = await own("facts", "Lives near the harbour");
    await decideConsent(world, "me", { purpose: "memory", given: false });
    const refused = await decide(block, { action: "correct", claim: "Lives near the park" });
    expect([refused.status, refused.value.error, refused.value.consent.purpose]).toEqual([
      403,
      "ConsentNeeded",
      "memory",
    ]);
    expect((await decide(block, { action: "forget" })).status).toBe(200);
    const [gone] = (await get("/memory?view=gone")).items;
    expect((await decide(gone, { action: "restore" })).status).toBe(200);
  });

  it.each([
    ["no revision", { revision: undefined, action: "forget" }],
    ["an unknown action", { action: "erase" }],
    ["a correction without words", { action: "correct", claim: "" }],
    ["an origin of its own", { action: "correct", claim: "x", origin: "owner" }],
  ])("with %s is refused", async (_, body) => {
    const { own, decide, get } = await house();
    const block = await own("facts", "Lives near the harbour");
    expect((await decide(block, body)).status).toBe(400);
    expect(claims(await get("/memory"))).toEqual(["Lives near the harbour"]);
  });
});

describe("the last night", () => {
  it("is none at first, and then says what was learned and what faded", async () => {
    const { get, heard, night, world } = await house();
    expect(await get("/memory/night")).toEqual({ night: null });
    await heard("facts", "Works at a school");
    const { counts } = await night("2026-10-30");
    const phases = {
      SCRIBE: { outcome: "done", at: WAKE, counts },
      ARCHIVE: { outcome: "done", at: WAKE, counts: { faded: 2 } },
    };
    for (const dreamId of ["dream-2026-10-29", "dream-2026-10-30"]) {
      const body = { dreamId, userId: "me", startedAt: WAKE, phases: dreamId.endsWith("30") ? phases : {} };
      await world.store.transact([{ op: "put", key: keys.dream("me", dreamId), body }]);
    }
    expect((await get("/memory/night")).night).toMatchObject({
      ...{ date: "2026-10-30", learned: 1, faded: 2, held: 0 },
      changes: [{ change: "noted", by: "night", claim: { claim: "Works at a school" } }],
    });
  });
});

describe("the wiki", () => {
  it("lists its pages and shows each with what leads to it, at this moment and without readings", async () => {
    const { get, own, send } = await house();
    const trip = await own("facts", "Trains for the Lisbon marathon");
    await own("events", "Flies to Lisbon with an HRV of 43 ms");
    const { items }: { items: WikiEntry[] } = await get("/wiki");
    expect(items.map(({ page }) => page)).toEqual(["index", "facts", "events", "discoveries", "preferences", "advice"]);
    const facts = await get("/wiki/facts");
    expect(facts).toMatchObject({ page: "facts", title: "Facts" });
    expect(facts.text).toContain(`^${trip.patternId}`);
    expect(facts.backlinks).toEqual([
      { page: "index", title: expect.stringMatching(/^What is remembered of/) },
      { page: "events", title: "Events" },
    ]);
    expect((await get("/wiki/events")).text).not.toContain("43");
    expect((await send("GET", "/wiki/nowhere")).status).toBe(404);
  });
});

describe("the designs of memory", () => {
  const shadow = (nights: number) => ({
    ...{ changes: { k1: 1.5, b: 0.5 }, heldFrom: WAKE, begun: WAKE },
    nights: Array.from({ length: nights }, (_, i) => ({
      ...{ date: `2026-10-2${i}`, traces: 20 + i, mean: 0.03, low: 0.01, worse: [] },
    })),
  });
  const PROMOTED = { state: "promoted", changes: { k1: 1.5 }, parent: { "hall.facts": 1.2 }, since: WAKE } as const;
  const put = async ({ world }: Awaited<ReturnType<typeof house>>, row: DesignRow) => {
    const before = await world.store.get(keys.design("me"));
    await world.store.transact([putOver(before, keys.design("me"), row)]);
  };

  it("are the standard for who has none, with no step to take", async () => {
    const { send, get } = await house();
    expect(await get("/memory/design")).toEqual({ inForce: { numbers: [] }, nights: [], results: [] });
    expect(await send("POST", "/memory/design/back", { step: "0123456789ab" })).toMatchObject({
      status: 409,
      value: { error: "Conflict" },
    });
    expect((await send("POST", "/memory/design/back", {})).status).toBe(400);
    expect((await send("GET", "/memory/design", undefined, "")).status).toBe(401);
    expect((await send("POST", "/memory/design/back", { step: "x" }, "")).status).toBe(401);
  });

  it("are shown in words and numbers, with the nights in shadow and the latest results first", async () => {
    const place = await house();
    await put(place, { ...PROMOTED, state: "shadow", shadow: shadow(2) });
    const result = { id: "d", by: "mutate" as const, parents: [], date: "2026-10-20", traces: 30 };
    const tried = Array.from({ length: 25 }, (_, i) => ({ ...result, changes: { depth: 10 + i }, score: i / 100 }));
    const night = { date: "2026-10-19", traces: 20, mean: 0.1, low: 0.05, worse: ["public" as const] };
    const archive: DesignArchive = { tried, nights: [{ ...night, changes: { kindred: 0 }, what: "nothing better" }] };
    await place.world.store.transact([{ op: "put", key: keys.designArchive("me"), body: archive }]);
    const view: DesignView = await place.get("/memory/design");
    const k1 = { name: "k1", about: "how much a word counts that comes again", value: 1.5, standard: 1.2 };
    expect(view).toMatchObject({
      inForce: { numbers: [k1], since: WAKE, before: [{ name: "hall.facts", value: 1.2, standard: 1 }] },
      shadow: { numbers: [k1, { name: "b", value: 0.5, standard: 0.75 }], begun: WAKE, wanted: 7 },
      nights: [{ date: "2026-10-19", what: "nothing better", worse: ["public"], numbers: [{ name: "kindred" }] }],
      step: { does: "give up" },
    });
    expect(view.shadow?.nights.map(({ traces }) => traces)).toEqual([20, 21]);
    expect(view.results.map(({ score }) => score).slice(0, 2)).toEqual([0.24, 0.23]);
    expect(view.results).toHaveLength(20);
    expect(await place.get("/memory/design", "other")).toEqual({ inForce: { numbers: [] }, nights: [], results: [] });
  });

  it("go one step back at a time, and a request that is sent twice takes one step", async () => {
    const place = await house();
    const { get, send, world } = place;
    await put(place, { ...PROMOTED, state: "shadow", shadow: shadow(2) });
    const { step } = await get("/memory/design");
    // Another night in shadow is no other step.
    await put(place, { ...PROMOTED, state: "shadow", shadow: shadow(3) });
    const back = (name: string, as = "me") => send("POST", "/memory/design/back", { step: name }, as);
    expect((await back(step.name, "other")).status).toBe(409);
    const given = await back(step.name);
    expect(given.value).toMatchObject({ inForce: { numbers: [{ name: "k1" }] }, step: { does: "before" } });
    expect(given.value.shadow).toBeUndefined();
    expect((await world.store.get(keys.design("me")))?.body).toEqual(PROMOTED);
    expect((await back(step.name)).status).toBe(409);
    const before = await back(given.value.step.name);
    expect(before.value).toMatchObject({ inForce: { numbers: [{ name: "hall.facts" }] }, step: { does: "standard" } });
    const last = await back(before.value.step.name);
    expect(last.value).toMatchObject({ inForce: { numbers: [] } });
    expect(last.value.step).toBeUndefined();
  });

  it("go back by a request whose process died at any call, when it is sent again", async () => {
    for (let at = 1, calls = 1; at <= calls; at++)
      for (const when of ["before", "after"] as const) {
        const place = await house();
        await put(place, PROMOTED);
        const { step } = await place.get("/memory/design");
        const back = () => place.send("POST", "/memory/design/back", { step: step.name });
        calls = Math.max(calls, await place.dying({ at, when }, back));
        await back();
        expect((await place.world.store.get(keys.design("me")))?.body).toMatchObject({ changes: PROMOTED.parent });
      }
  });
});
