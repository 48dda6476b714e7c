/** A person behind the door, for tests of its routes: real parts, and the requests as a client sends them. */
import { contextRoutes } from "@waldo/contexts/routes";
import type { WakeInput } from "@waldo/contracts";
import { door } from "@waldo/core/door/door";
import { fixedModels } from "@waldo/core/door/own";
import type { Ports } from "@waldo/core/ports";
import { decide } from "@waldo/core/wake/decide";
import { type Options, testWorld } from "./world.ts";

type Sent = { readonly body?: unknown; readonly key?: string };
type House = Options & { readonly channels?: Ports["channels"] };

export async function doorHouse({ channels = {}, ...options }: House = {}) {
  const base = await testWorld(options);
  const world = { ...base, channels: { ...base.channels, ...channels } };
  const woken: WakeInput[] = [];
  const ports = {
    ...world,
    ...{ approvalKey: new Uint8Array(32).fill(7), models: fixedModels(null), push: {} },
    startWake: async (_: string, input: WakeInput) => void woken.push(input),
  };
  const app = door({ optIn: contextRoutes, who: () => "me", ports: () => ports, log: world.log });
  async function send(method: string, path: string, { body = {}, key }: Sent = {}) {
    const answer = await app.request(`http://waldo.test/v1${path}`, {
      method,
      ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
      ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, value: JSON.parse(await answer.text()) };
  }
  /** Does the work of the wakes that requests have started. */
  async function wake(): Promise<void> {
    for (const input of woken.splice(0)) await decide(world, { ...input, date: DATE_OF(input) });
    await world.machines.idle();
  }
  return { world, send, wake, woken };
}

const DATE_OF = ({ scheduledAt }: WakeInput) => scheduledAt.slice(0, 10);
