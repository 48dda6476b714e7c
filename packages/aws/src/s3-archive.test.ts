import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { archiveContract } from "@waldo/testkit/archive-contract";
import { startFaultProxy } from "@waldo/testkit/fault-proxy";
import { type LocalS3, startS3 } from "@waldo/testkit/s3-local";
import { afterAll, beforeAll, expect, test } from "vitest";
import { s3Archive } from "./s3-archive.ts";

const bucket = "waldo-archive";
let server: LocalS3;
const clients: S3Client[] = [];

const connect = (endpoint: string) => {
  const client = new S3Client({ endpoint, region: "us-east-1", credentials: server.credentials, forcePathStyle: true });
  clients.push(client);
  return client;
};

beforeAll(async () => {
  server = await startS3();
  await connect(server.endpoint).send(new CreateBucketCommand({ Bucket: bucket }));
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  await server.stop();
});

archiveContract("S3", async () => ({
  archive: s3Archive({ client: connect(server.endpoint), bucket }),
  close: () => {},
}));

test("a write whose answer was lost is written again with the same result", async () => {
  const proxy = await startFaultProxy(server.endpoint);
  const archive = s3Archive({ client: connect(proxy.endpoint), bucket });
  proxy.faults.push({ kind: "lose-answer" });
  await archive.write("archive/u1/a.jsonl", Buffer.from("{}"));
  expect(proxy.seen).toHaveLength(2);
  expect(await archive.read("archive/u1/a.jsonl")).toEqual(new Uint8Array(Buffer.from("{}")));
  await proxy.stop();
});

test("a missing bucket is StoreUnavailable, not an absent object", async () => {
  const archive = s3Archive({ client: connect(server.endpoint), bucket: "no-such-bucket" });
  const calls = [archive.read("a"), archive.write("a", Buffer.from("x")), archive.list(""), archive.deletePrefix("a/")];
  for (const outcome of await Promise.allSettled(calls)) {
    const reason = { name: "StoreUnavailable", cause: expect.any(Error) };
    expect(outcome).toMatchObject({ status: "rejected", reason });
  }
});
