/** A person behind the door, for the tests of the door. */
import { contextRoutes } from "@waldo/contexts/routes";
import type { WakeInput } from "@waldo/contracts";
import { door } from "@waldo/core/door/door";
import type { ModelChoice, PushDoor } from "@waldo/core/door/handlers";
import { fixedModels } from "@waldo/core/door/own";
import { repositoryUnderstanding } from "../src/bundled-intents.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { type Options, testWorld } from "./world.ts";

export const KEY = new Uint8Array(32).fill(7);
export const NO_CHANNELS = { telegram: false, push: false, telegramHealth: false };
export const THINKING = { model: offlineComposer(repositoryUnderstanding), understanding: repositoryUnderstanding };

export type Sent = {
  readonly body?: unknown;
  readonly key?: string;
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type House = Options & { readonly models?: ModelChoice; readonly push?: PushDoor };

/** A person behind the door. `as` is who the wall says is asking; the default is that person. */
export async function house({ models = fixedModels(null), push = {}, ...options }: House = {}) {
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
