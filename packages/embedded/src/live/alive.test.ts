import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aliveAt } from "./alive.ts";

let status = 200;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(status).end();
});
let address = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/a-secret`;
});
afterAll(() => void server.close());

it("tells the service with a bare request, tries once more, and says once that it could not", async () => {
  const told: string[] = [];
  const slept: number[] = [];
  const alive = aliveAt(address, {
    now: () => 5,
    emit: ({ error }) => told.push(error),
    sleep: async (ms) => void slept.push(ms),
  });
  await alive.tell();
  expect(asked).toEqual(["GET /ping/a-secret"]);
  status = 500;
  await alive.tell();
  await alive.tell();
  expect(slept).toEqual([10_000, 10_000]);
  expect(told).toEqual([expect.stringMatching(/^the service at 127\.0\.0\.1:\d+ was not told.*answered 500$/)]);
  status = 200;
  await alive.tell();
  status = 500;
  await alive.tell();
  expect(told).toHaveLength(2);
  expect(told.join()).not.toContain("secret");
});
