import {
  DOOR_PER_DAY,
  type DoorError,
  INGEST_PER_DAY,
  keys,
  type LocalDate,
  ROUTES,
  type RouteName,
  type Watch,
} from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withCalendar } from "../../../embedded/test/calendar.ts";
import { house, THINKING } from "../../../embedded/test/door-person.ts";
import { DATE, WAKE } from "../../../embedded/test/world.ts";
import { DAY_MS, localDate } from "../time.ts";
import type { PushDoor } from "./handlers.ts";
import { fixedModels } from "./own.ts";

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
