/** The door over real parts: what each route answers, whom it answers, and what a bad request changes. */
import { contextRoutes } from "@waldo/contexts/routes";
import {
  DOOR_PER_DAY,
  type DoorError,
  INGEST_PER_DAY,
  keys,
  type LocalDate,
  ROUTES,
  type RouteName,
  type WakeInput,
  type Watch,
} from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../embedded/src/offline-composer.ts";
import { withCalendar } from "../../../embedded/test/calendar.ts";
import { DATE, MORNING, type Options, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { newProposal, proposalWrite } from "../approve/proposal.ts";
import { startRun } from "../run/start.ts";
import { DAY_MS, HOUR_MS, localDate } from "../time.ts";
import { proposedAction } from "../tools/approval.ts";
import { toolContext } from "../tools/context.ts";
import { dispatchTool } from "../tools/dispatch.ts";
import { door } from "./door.ts";
import type { ModelChoice, PushDoor } from "./handlers.ts";
import { fixedModels } from "./own.ts";

const KEY = new Uint8Array(32).fill(7);
const NO_CHANNELS = { telegram: false, push: false, telegramHealth: false };
const THINKING = { model: offlineComposer(repositoryUnderstanding), understanding: repositoryUnderstanding };

type Sent = {
  readonly body?: unknown;
  readonly key?: string;
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

type House = Options & { readonly models?: ModelChoice; readonly push?: PushDoor };

/** A person behind the door. `as` is who the wall says is asking; the default is that person. */
async function house({ models = fixedModels(null), push = {}, ...options }: House = {}) {
  const world = await testWorld(options);
  const woken: string[] = [];
  const logged: string[] = [];
  const ports = {
    ...world,
    approvalKey: KEY,
    ...{ models, push },
    startWake: async (name: string, { userId, job }: WakeInput) => void woken.push(`${userId} ${job} ${name}`),
  };
  const app = door({
    optIn: contextRoutes,
    who: (c) => c.req.header("x-test-person"),
    ports: () => ports,
    log: (_, event, fields) => void logged.push(`${event} ${JSON.stringify(fields)}`),
  });
  const send = async (method: string, path: string, { body, key, as = "me", headers }: Sent = {}) => {
    const sent = new Headers(headers);
    if (as !== "") sent.set("x-test-person", as);
    if (key) sent.set("idempotency-key", key);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await app.request(`http://waldo.test/v1${path}`, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: text }),
    });
    const read = await answer.text();
    return { status: answer.status, headers: answer.headers, value: read === "" ? undefined : JSON.parse(read) };
  };
  const say = async (text: string, key = "message-0001") => {
    const { status, value } = await send("POST", "/messages", { body: { text }, key });
    await world.machines.idle();
    return { status, runId: String(value.runId) };
  };
  return { world, send, say, woken, logged };
}

describe("a task that is handed over", () => {
  const hand = { body: { goal: "plan my week" }, key: "handoff-0001" };

  it("is one for each key, stands in the thread, and tells where it stands", async () => {
    const { send, world } = await house();
    const first = await send("POST", "/handoffs", hand);
    expect(first.status).toBe(202);
    expect((await send("POST", "/handoffs", hand)).value).toEqual(first.value);
    await world.machines.idle();
    const { items } = (await send("GET", "/handoffs")).value;
    // Without a language model there is no plan, and the thread says so.
    expect(items).toEqual([
      { handoffId: first.value.handoffId, goal: "plan my week", state: "FAILED", createdAt: expect.any(Number) },
    ]);
    const texts = (await send("GET", "/messages")).value.items.map(({ text }: { text: string }) => text);
    expect(texts).toEqual([expect.stringContaining("takes a language model"), "plan my week"]);
  });

  it("is refused without a profile, without words, and without a key", async () => {
    const { send } = await house({ days: 0 });
    expect((await send("POST", "/handoffs", { ...hand, as: "newcomer" })).status).toBe(409);
    expect((await send("POST", "/handoffs", { ...hand, body: { goal: "" } })).status).toBe(400);
    expect((await send("POST", "/handoffs", { body: hand.body })).status).toBe(400);
  });
});

describe("a person", () => {
  it("without a profile is told what to do, makes one, and changes it", async () => {
    const { send, woken } = await house({ days: 0 });
    const as = "newcomer";
    const none = await send("GET", "/me", { as });
    expect([none.status, none.value.error]).toEqual([409, "NoProfile"]);
    expect(none.value.message).toMatch(/PUT \/v1\/me/);
    const half = await send("PUT", "/me", { as, body: { timeZone: "Europe/Lisbon" } });
    expect([half.status, half.value.error]).toEqual([400, "InvalidInput"]);
    const first = { timeZone: "Europe/Lisbon", wakeTime: "06:30", sleepTime: "22:30", name: "Ana" };
    expect((await send("PUT", "/me", { as, body: first })).status).toBe(200);
    const later = await send("PUT", "/me", { as, body: { wakeTime: "07:15", name: null, weeklyReview: 7 } });
    expect(later.value).toEqual({
      ...first,
      ...{ name: undefined, wakeTime: "07:15", weeklyReview: 7 },
      ...{ userId: as, autonomy: "L2", fetch: "shadow", takenBack: 0, channels: NO_CHANNELS },
    });
    expect((await send("GET", "/me", { as })).value.wakeTime).toBe("07:15");
    expect(woken.map((wake) => wake.split("-")[0])).toEqual([`${as} sync profile`, `${as} sync profile`]);
  });

  it("whose bot is blocked is told so, and leaves the chat by one request; without a bot there is no link", async () => {
    const { send, world } = await house({ days: 0, profile: { ...PERSON, channels: { telegramChatId: "42" } } });
    await world.store.transact([
      { op: "put", key: keys.channel("me", "telegram"), body: { paused: true, reason: "403", at: WAKE } },
    ]);
    const channels = async () => (await send("GET", "/me")).value.channels;
    expect(await channels()).toMatchObject({ telegram: true, telegramPausedSince: WAKE });
    expect((await send("POST", "/telegram/link", { body: {} })).value.error).toBe("NotFound");
    expect((await send("DELETE", "/telegram/link")).value.channels).toEqual(NO_CHANNELS);
    // A file on this machine is no chat.
    await world.store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
    expect(await channels()).toEqual(NO_CHANNELS);
  });

  it("who gives an offset is told the name of a zone that has it; a zone that is none is refused", async () => {
    const { send } = await house();
    const offset = await send("PUT", "/me", { body: { timeZone: "+05:30" } });
    expect([offset.status, offset.value.message]).toEqual([400, expect.stringContaining("such as Asia/Kolkata")]);
    expect((await send("PUT", "/me", { body: { timeZone: "Nowhere/Land" } })).status).toBe(400);
  });

  it("who lowers the autonomy keeps what they asked for, and gets back what was done unasked", async () => {
    const { send, say, world } = await house({ ...THINKING, profile: { ...PERSON, autonomy: "L3" } });
    await say("add buy stamps to my list");
    const context = toolContext(world, {
      ...{ userId: "me", runId: "run-x", trigger: "user_message", date: DATE, autonomy: "L3" },
      heard: { owner: [], outside: false, recalled: [] },
    });
    await dispatchTool({ id: "1", name: "write_task", args: { title: "of its own accord" } }, context);
    const open = (await send("GET", "/tasks")).value.items.filter(
      ({ status }: { status: string }) => status === "open",
    );
    expect(open.length).toBe(2);
    const lowered = await send("PUT", "/me", { body: { autonomy: "L1" } });
    expect(lowered.value).toMatchObject({ autonomy: "L1", takenBack: 1 });
    const left = (await send("GET", "/tasks")).value.items.filter(
      ({ status }: { status: string }) => status === "open",
    );
    expect(left).toMatchObject([{ title: "buy stamps" }]);
  });

  it("who sets the end of the quiet no longer waits for their next word, and a name alone changes no quiet", async () => {
    const { send, world } = await house({
      days: 0,
      profile: { ...PERSON, quietUntil: WAKE + DAY_MS, quietUntilHeard: true },
    });
    const profile = async () => (await world.store.get(keys.profile("me")))?.body;
    await send("PUT", "/me", { body: { name: "Ana" } });
    expect(await profile()).toMatchObject({ quietUntil: WAKE + DAY_MS, quietUntilHeard: true });
    await send("PUT", "/me", { body: { quietUntil: WAKE + HOUR_MS } });
    expect(await profile()).toMatchObject({ quietUntil: WAKE + HOUR_MS });
    expect(await profile()).not.toHaveProperty("quietUntilHeard");
  });

  it("who names another zone than the device is in is told that the device decides", async () => {
    const { send } = await house({ days: 0 });
    await send("PUT", "/zone", { body: { timeZone: "Europe/Lisbon" } });
    const refused = await send("PUT", "/me", { body: { timeZone: "Asia/Tokyo" } });
    expect([refused.status, refused.value.message]).toEqual([400, expect.stringContaining("PUT /v1/zone")]);
    expect((await send("PUT", "/me", { body: { timeZone: "Europe/Lisbon" } })).status).toBe(200);
  });

  it("is heard also on a day that is full", async () => {
    const { send, say, world } = await house(THINKING);
    const full = { requests: DOOR_PER_DAY };
    await world.store.transact([{ op: "put", key: keys.door("me", localDate(WAKE, "UTC")), body: full }]);
    expect((await send("PUT", "/me", { body: { showsForm: true } })).status).toBe(429);
    expect((await say("I want to kill myself")).status).toBe(202);
    expect((await send("GET", "/messages")).value.items).toMatchObject([{ from: "waldo", kind: "emergency" }, {}]);
  });

  it("pauses and goes on", async () => {
    const { send } = await house();
    expect((await send("PUT", "/me/pause", { body: { paused: true } })).value.pausedSince).toBe(WAKE);
    expect((await send("GET", "/me")).value.pausedSince).toBe(WAKE);
    expect((await send("PUT", "/me/pause", { body: { paused: false } })).value.pausedSince).toBeUndefined();
  });
});

describe("a message", () => {
  it("is answered, and the conversation has both", async () => {
    const { send, say } = await house(THINKING);
    const { status, runId } = await say("remind me tomorrow at 9 to call mum");
    expect(status).toBe(202);
    const run = await send("GET", `/runs/${runId}`);
    expect(run.value).toMatchObject({ state: "DONE", isOver: true, said: [expect.stringContaining("call mum")] });
    const { items } = (await send("GET", "/messages?limit=2")).value;
    expect(items.map(({ from }: { from: string }) => from)).toEqual(["waldo", "owner"]);
    const [reminder] = (await send("GET", "/reminders")).value.items;
    expect(reminder).toMatchObject({ text: "call mum", fromOutside: false });
    expect((await send("DELETE", `/reminders/${reminder.watchId}`)).status).toBe(200);
    expect((await send("DELETE", `/reminders/${reminder.watchId}`)).status).toBe(200);
    expect((await send("GET", "/reminders")).value.items).toEqual([]);
  });

  it("sent three times at once under one key is one message and one answer", async () => {
    const { send, world } = await house(THINKING);
    const sent = () => send("POST", "/messages", { body: { text: "hi" }, key: "the-same-key" });
    const runs = await Promise.all([sent(), sent(), sent()]);
    await world.machines.idle();
    expect(new Set(runs.map(({ value }) => value.runId)).size).toBe(1);
    expect((await send("GET", "/messages")).value.items).toHaveLength(2);
  });

  it("needs a key, and words", async () => {
    const { send } = await house();
    for (const sent of [{ body: { text: "hi" } }, { body: { text: "" }, key: "message-0001" }, { key: "message-0001" }])
      expect((await send("POST", "/messages", sent)).status).toBe(400);
    expect((await send("GET", "/messages")).value.items).toEqual([]);
  });

  it("list is read page by page, each message once, and not sent again while nothing changed", async () => {
    const { send, say } = await house(THINKING);
    for (const n of [1, 2, 3]) await say(`hi ${n}`, `message-000${n}`);
    const all = (await send("GET", "/messages")).value.items;
    const paged = [];
    for (let path = "/messages?limit=2"; path !== ""; ) {
      const { items, next } = (await send("GET", path)).value;
      paged.push(...items);
      path = next === undefined ? "" : `/messages?limit=2&cursor=${next}`;
    }
    expect(paged).toEqual(all);
    expect(all).toHaveLength(6);
    const etag = (await send("GET", "/messages")).headers.get("etag") ?? "";
    expect((await send("GET", "/messages", { headers: { "if-none-match": etag } })).status).toBe(304);
    await say("hi 4", "message-0004");
    expect((await send("GET", "/messages", { headers: { "if-none-match": etag } })).status).toBe(200);
    expect((await send("GET", "/messages?cursor=Li4vLi4v")).status).toBe(400);
  });
});

describe("a thumb", () => {
  it("under a Brief counts once, and an answer that was asked for has none", async () => {
    const { send, say, world } = await house({ ...THINKING, days: 40 });
    await startRun(world, MORNING, DATE);
    await world.machines.idle();
    await say("hi");
    const { items } = (await send("GET", "/messages")).value;
    const withThumbs = items.filter(({ buttons }: { buttons?: unknown }) => buttons !== undefined);
    expect(withThumbs).toMatchObject([{ from: "waldo", kind: "brief" }]);
    const [up, down] = withThumbs[0].buttons;
    const tap = async ({ data }: { data: string }) => (await send("POST", "/taps", { body: { data } })).value.text;
    expect(await tap(up)).toMatch(/helpful/);
    expect(await tap(up)).toMatch(/helpful/);
    expect(await tap(down)).toMatch(/not helpful/);
    const { rows } = await world.store.query(keys.feedback.all("me"));
    expect(rows.map(({ body }) => body["kind"])).toEqual(["down"]);
    world.clock.set(WAKE + 6 * DAY_MS);
    const later = (await send("GET", "/messages")).value.items;
    expect(later.filter(({ buttons }: { buttons?: unknown }) => buttons !== undefined)).toEqual([]);
  });
});

describe("a tap", () => {
  const action = () =>
    proposedAction("write_task", { title: "call the bank" }, "Add the task “call the bank”", { tainted: [] });

  it("goes from the card over the screen to the deed, and back", async () => {
    const { send, world } = await house();
    const proposal = newProposal("me", "run-x", [action()], WAKE);
    await world.store.transact([proposalWrite(proposal)]);
    const [open] = (await send("GET", "/proposals")).value.items;
    const shown = { title: "Add the task “call the bank”", details: ["title: call the bank"], fromOutside: false };
    expect(open.actions).toEqual([shown]);
    const tap = async (data: string) => (await send("POST", "/taps", { body: { data } })).value;
    const screen = await tap(open.buttons[0].data);
    expect(screen.kind).toBe("screen");
    const done = await tap(screen.buttons[0].data);
    expect(done).toMatchObject({ kind: "done", text: expect.stringContaining("call the bank") });
    // The same tap again does it once.
    await tap(screen.buttons[0].data);
    expect((await send("GET", "/tasks")).value.items).toHaveLength(1);
    const span = `from=${WAKE - HOUR_MS}&to=${WAKE + HOUR_MS}`;
    const [entry] = (await send("GET", `/log?${span}`)).value.items;
    expect(entry.undo).toHaveLength(1);
    expect((await tap(entry.undo[0].data)).text).toBe("Undone.");
    expect((await send("GET", `/log?${span}`)).value.items[0].undo).toEqual([]);
    expect((await send("GET", "/proposals")).value.items).toEqual([]);
  });

  it("that is forged or of another person does nothing", async () => {
    const { send, world } = await house();
    const proposal = newProposal("me", "run-x", [action()], WAKE);
    await world.store.transact([proposalWrite(proposal)]);
    for (const [data, as] of [
      [`ok:${proposal.proposalId}.zzz.AAAAAAAAAAAAAAAA`, "me"],
      [`do:${proposal.proposalId}`, "other"],
      ["do:p-0000000000000000", "me"],
      ["nonsense", "me"],
    ] as const)
      expect((await send("POST", "/taps", { body: { data }, as })).value.kind).toBe("notice");
    expect((await send("GET", "/tasks")).value.items).toEqual([]);
    expect((await send("GET", "/proposals", { as: "other" })).value.items).toEqual([]);
  });
});

describe("what a person enters", () => {
  it("a task is added once, changed, moved and finished", async () => {
    const { send } = await house();
    const add = () => send("POST", "/tasks", { body: { title: "pay the rent", due: "2026-11-02" }, key: "task-0001" });
    const [{ value: task, status }, again] = [await add(), await add()];
    expect([status, again.value]).toEqual([201, task]);
    expect(task).toMatchObject({ title: "pay the rent", due: "2026-11-02", status: "open", fromOutside: false });
    const path = `/tasks/${task.taskId}`;
    expect((await send("PATCH", path, { body: { due: null } })).value.due).toBeUndefined();
    expect((await send("PATCH", path, { body: { status: "done", title: "rent" } })).value).toMatchObject({
      title: "rent",
      status: "done",
    });
    expect((await send("PATCH", "/tasks/none", { body: { status: "done" } })).status).toBe(404);
    expect((await send("GET", "/tasks")).value.items).toHaveLength(1);
  });

  it("a calendar file is taken in, once; what is no calendar is refused with the reason", async () => {
    const { send } = await house();
    const line = (date: LocalDate) => date.replaceAll("-", "");
    const event = ["BEGIN:VEVENT", "UID:1", `DTSTART:${line(DATE)}T150000Z`, "SUMMARY:Piano", "END:VEVENT"];
    const text = ["BEGIN:VCALENDAR", "VERSION:2.0", ...event, "END:VCALENDAR", ""].join("\r\n");
    const upload = (body: unknown) => send("POST", "/calendar/files", { body });
    const counts = { calendar: "home", changed: 0, cancelled: 0, skipped: 0 };
    expect((await upload({ name: "home.ics", text })).value).toEqual({ ...counts, added: 1, unchanged: 0 });
    expect((await upload({ name: "home.ics", text })).value).toEqual({ ...counts, added: 0, unchanged: 1 });
    const from = Date.parse(`${DATE}T00:00:00Z`);
    const { items } = (await send("GET", `/calendar?from=${from}&to=${from + DAY_MS}`)).value;
    expect(items).toMatchObject([{ title: "Piano" }]);
    const refused = await upload({ name: "notes.ics", text: "no calendar" });
    expect([refused.status, refused.value.error]).toEqual([400, "InvalidInput"]);
  });

  it("the calendar and the score are read; a stretch that is too long is refused", async () => {
    const { send, world } = await house();
    await withCalendar(world);
    const day = (date: LocalDate) => Date.parse(`${date}T00:00:00Z`);
    const span = (days: number) => `from=${day(DATE)}&to=${day(DATE) + days * DAY_MS}`;
    const { items } = (await send("GET", `/calendar?${span(3)}`)).value;
    expect(items.map(({ title }: { title: string }) => title)).toContain("Dentist");
    for (const days of [0, 63]) expect((await send("GET", `/calendar?${span(days)}`)).status).toBe(400);
    expect((await send("GET", "/form")).value.date).toBe(localDate(WAKE, PERSON.timeZone));
    expect((await send("GET", "/form?date=2001-01-01")).status).toBe(404);
  });
});

describe("a device", () => {
  const day = { date: DATE, source: "oura", metrics: { steps: 5000 }, sleeps: [] };
  const headers = { "x-device-timezone": "Europe/London" };

  it("sends its days, and wakes the agent for them", async () => {
    const { send, world, woken } = await house({ days: 0 });
    const sent = await send("POST", "/sync", { body: { days: [day], settled: true }, headers });
    expect([sent.status, sent.value]).toEqual([202, { dates: 1 }]);
    expect(woken).toEqual([expect.stringMatching(/^me sync sync-/)]);
    expect(await world.store.get(keys.sourceDay("me", DATE, "oura"))).toBeDefined();
    const nowhere = await send("POST", "/sync", { body: { days: [day], settled: true } });
    expect(nowhere.status).toBe(400);
  });

  it("that sends more than a day holds is asked to wait", async () => {
    const { send, world, woken } = await house({ days: 0 });
    const full = { requests: INGEST_PER_DAY.requests, entries: 0, bytes: 0 };
    await world.store.transact([{ op: "put", key: keys.ingested("me", localDate(WAKE, "UTC")), body: full }]);
    const sent = await send("POST", "/sync", { body: { days: [day], settled: true }, headers });
    expect([sent.status, sent.value.error, woken]).toEqual([429, "TooMany", []]);
  });

  it("is counted by the length of what it sent, not by what it says of the length", async () => {
    const { send, world } = await house({ days: 0 });
    const said = { ...headers, "content-length": "1" };
    const text = JSON.stringify({ days: [day], settled: true }) + " ".repeat(100_000);
    expect((await send("POST", "/sync", { body: text, headers: said })).status).toBe(202);
    const count = await world.store.get(keys.ingested("me", localDate(WAKE, "UTC")));
    expect(count?.body["bytes"]).toBe(text.length);
  });

  it("says where it is, by a name or by an offset", async () => {
    const { send } = await house({ days: 0 });
    expect((await send("PUT", "/zone", { body: { timeZone: "asia/tokyo" } })).value).toEqual({
      timeZone: "Asia/Tokyo",
    });
    expect((await send("PUT", "/zone", { body: { timeZone: "+05:30" } })).value).toEqual({ timeZone: "Asia/Kolkata" });
    expect((await send("PUT", "/zone", { body: { timeZone: "Mars/Base" } })).status).toBe(400);
  });
});

describe("the wall", () => {
  it("lets nobody in who is not signed in, on any route", async () => {
    const { send } = await house({ days: 0 });
    for (const { method, path, who } of Object.values(ROUTES)) {
      const filled = path.replace("{runId}", "run-x").replace("{taskId}", "t").replace("{watchId}", "0123456789ab");
      const { status } = await send(method, filled, {
        as: "",
        key: "message-0001",
        body: method === "GET" ? undefined : {},
      });
      expect([path, status]).toEqual([path, who === "public" ? 200 : who === "hook" ? 404 : 401]);
    }
  });

  it("shows no row of another person, whatever id is asked for", async () => {
    const { send, say, world } = await house(THINKING);
    const { runId } = await say("remind me tomorrow at 9 to call mum");
    const [{ watchId }] = (await send("GET", "/reminders")).value.items;
    const { value: task } = await send("POST", "/tasks", { body: { title: "secret" }, key: "task-0001" });
    const before = await world.store.query({ table: "agent", pk: "USER#me" });
    const asked = [
      await send("GET", `/runs/${runId}`, { as: "other" }),
      await send("DELETE", `/reminders/${watchId}`, { as: "other" }),
      await send("PATCH", `/tasks/${task.taskId}`, { as: "other", body: { status: "dropped" } }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
    for (const path of ["/messages", "/tasks", "/proposals"])
      expect((await send("GET", path, { as: "other" })).value.items).toEqual([]);
    expect(await world.store.query({ table: "agent", pk: "USER#me" })).toEqual(before);
  });

  it("has a limit of changing requests a day, and is open again on the next", async () => {
    const { send, world } = await house();
    const day = localDate(WAKE, "UTC");
    await world.store.transact([{ op: "put", key: keys.door("me", day), body: { requests: DOOR_PER_DAY - 1 } }]);
    const change = () => send("PUT", "/me", { body: { showsForm: true } });
    expect((await change()).status).toBe(200);
    const full = await change();
    expect([full.status, full.value.error]).toEqual([429, "TooMany"]);
    expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send("GET", "/me")).status).toBe(200);
    world.clock.set(WAKE + DAY_MS);
    expect((await change()).status).toBe(200);
  });

  it("says that the store is busy, and keeps other faults to the log", async () => {
    const { send, world, logged } = await house();
    const { get } = world.store;
    Object.assign(world.store, { get: () => Promise.reject(new Error("row USER#me holds a secret")) });
    const broken = await send("GET", "/me");
    Object.assign(world.store, { get });
    expect([broken.status, broken.value.error]).toEqual([500, "Unexpected"]);
    expect(JSON.stringify([broken.value, logged])).not.toContain("secret");
    expect(logged).toHaveLength(1);
  });
});

describe("any request", () => {
  const PATHS = Object.values(ROUTES).map(({ path }) => path);
  const piece = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom("me", "run-x", "..", "%00", "🦊", "null", "-1", "9".repeat(400), "USER#other"),
  );

  it("is answered with a typed error or with what was asked, and a refused one changes nothing", async () => {
    const { send, world } = await house({ days: 0 });
    const rows = async () => (await world.store.query({ table: "agent", pk: "USER#me" })).rows;
    const kept = async () => JSON.stringify((await rows()).filter(({ key }) => !key.sk.startsWith("DOOR#")));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"),
        fc.constantFrom(...PATHS, "/nowhere"),
        piece,
        fc.option(fc.oneof(fc.jsonValue(), piece), { nil: undefined }),
        fc.option(piece, { nil: undefined }),
        async (method, path, part, body, key) => {
          const before = await kept();
          const filled = path.replace(/\{\w+\}/, encodeURIComponent(part));
          const query = method === "GET" ? `?limit=${encodeURIComponent(part)}&from=${encodeURIComponent(part)}` : "";
          const { status, value } = await send(method, `${filled}${query}`, {
            ...(method === "GET" ? {} : { body: body ?? "" }),
            ...(key === undefined || !/^[ -~]+$/.test(key) ? {} : { key }),
          });
          if (status < 400) return;
          const { error, message }: DoorError = value;
          expect(status).toBeLessThan(500);
          expect(typeof error).toBe("string");
          expect(message.length).toBeGreaterThan(5);
          expect(await kept()).toBe(before);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it.each(["saveMe", "say", "tap", "addTask", "changeTask"] satisfies RouteName[])(
    "of %s with a body that is too large or no JSON is refused before anything is read",
    async (name) => {
      const { method, path, maxBytes } = ROUTES[name];
      const { send } = await house({ days: 0 });
      const filled = path.replace("{taskId}", "t");
      const large = await send(method, filled, { body: { text: "x".repeat(maxBytes) }, key: "message-0001" });
      expect([large.status, large.value.error]).toEqual([413, "TooLarge"]);
      const broken = await send(method, filled, { body: "{", key: "message-0001" });
      expect([broken.status, broken.value.error]).toEqual([400, "InvalidInput"]);
    },
  );
});

it("a name that nothing can have is one that nothing has, and a text that is too long hears how long it may be", async () => {
  const { send } = await house({ days: 0 });
  const named = Object.values(ROUTES).filter(({ method, params }) => method === "GET" && Object.keys(params.shape)[0]);
  expect(named.length).toBeGreaterThan(5);
  for (const { path } of named) {
    const { status, value } = await send("GET", path.replaceAll(/\{\w+\}/g, "no%20such"));
    expect([path, status, value]).toEqual([
      path,
      404,
      { error: "NotFound", message: expect.stringMatching(/^[\w ]+$/) },
    ]);
  }
  const long = await send("POST", "/messages", { body: { text: "x".repeat(8001) }, key: "message-0001" });
  expect([long.status, long.value]).toEqual([
    400,
    { error: "InvalidInput", message: "body.text: the text is too long, it may have 8000 characters" },
  ]);
});

it("a reminder of outside words says so", async () => {
  const { send, world } = await house();
  const watch: Watch = {
    watchId: "0123456789ab",
    text: "from an invitation",
    origin: "untrusted",
    when: { on: "daily", time: "08:00" },
    state: "active",
    ...{ firesLeft: 3, fired: 0, cooldownMs: 0, createdAt: WAKE, expiresAt: WAKE + DAY_MS },
  };
  await world.store.transact([{ op: "put", key: keys.watch("me", watch.watchId), body: watch }]);
  expect((await send("GET", "/reminders")).value.items).toMatchObject([
    { fromOutside: true, fires: "every day at 08:00" },
  ]);
});

describe("the model", () => {
  const tiers = { primary: "p", escalation: "e", cheap: "c" };

  it("of a deployment is shown, and only its operator changes it", async () => {
    const { send } = await house({ models: fixedModels(tiers) });
    const shown = await send("GET", "/model");
    expect(shown.value).toEqual({ from: "deployment", tiers, changeable: false, savedIsUnused: false, local: [] });
    for (const [method, body] of [["PUT", { what: "ollama" }], ["DELETE"]] as const) {
      const refused = await send(method, "/model", body ? { body } : {});
      expect([refused.status, refused.value.error]).toEqual([403, "Forbidden"]);
      expect(refused.value.message).toMatch(/operator.*cdk\.json/);
    }
  });
});

describe("devices", () => {
  const SUBSCRIPTION = {
    endpoint: "https://push.test/send/1",
    keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) },
  };
  const browser = { kind: "web", name: "Firefox", subscription: SUBSCRIPTION };
  const phone = { kind: "phone", name: "My phone", platform: "APNS", token: "t-1" };
  const push: PushDoor = {
    web: { key: async () => "public", mayReach: (endpoint) => endpoint.startsWith("https://push.test/") },
    phone: { platforms: ["APNS"], register: async (userId, platform, token) => `arn:${userId}:${platform}:${token}` },
  };

  it("register, are listed without their address, ring for a reminder, and are forgotten", async () => {
    const { send, world } = await house({ push });
    expect((await send("GET", "/devices")).value).toEqual({ items: [], webKey: "public", platforms: ["APNS"] });
    const added = await send("POST", "/devices", { body: browser });
    expect([added.status, added.value]).toEqual([201, expect.objectContaining({ kind: "web", name: "Firefox" })]);
    expect((await send("POST", "/devices", { body: browser })).value.deviceId).toBe(added.value.deviceId);
    expect((await send("POST", "/devices", { body: phone })).status).toBe(201);
    const { items } = (await send("GET", "/devices")).value;
    expect(items).toHaveLength(2);
    expect(JSON.stringify(items)).not.toMatch(/push\.test|arn:/);
    expect((await send("GET", "/me")).value.channels.push).toBe(true);
    const rows = await world.store.query(keys.device.all("me"));
    expect(rows.rows.map(({ body }) => body["address"])).toContain("arn:me:APNS:t-1");
    for (const { deviceId } of items) expect((await send("DELETE", `/devices/${deviceId}`)).status).toBe(200);
    expect((await send("GET", "/me")).value.channels.push).toBe(false);
  });

  it("of an address, a platform or a form that is not taken are refused, and nothing changes", async () => {
    const { send } = await house({ push });
    const inside = { ...browser, subscription: { ...SUBSCRIPTION, endpoint: "https://169.254.169.254/latest" } };
    for (const body of [inside, { ...browser, subscription: { endpoint: "javascript:1" } }, { kind: "fax" }])
      expect((await send("POST", "/devices", { body })).status).toBe(400);
    expect((await send("POST", "/devices", { body: { ...phone, platform: "GCM" } })).status).toBe(403);
    expect((await send("GET", "/devices")).value.items).toEqual([]);
  });

  it("are nobody's where nothing sends pushes", async () => {
    const { send } = await house();
    expect((await send("GET", "/devices")).value).toEqual({ items: [], webKey: null, platforms: [] });
    expect((await send("POST", "/devices", { body: browser })).status).toBe(400);
  });
});
