/** An erased object must not stay behind a delete marker: in a versioned bucket every version goes, and the markers. */
import { S3Client } from "@aws-sdk/client-s3";
import { type Answer, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { s3Archive } from "./s3-archive.ts";

let server: ScriptedServer;
let client: S3Client;
beforeAll(async () => {
  server = await startScriptedServer();
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  client = new S3Client({ endpoint: server.endpoint, region: "us-east-1", credentials, forcePathStyle: true });
});
afterAll(async () => {
  client.destroy();
  await server.stop();
});

const xml = (body: string): Answer => ({
  kind: "reply",
  status: 200,
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
  headers: { "content-type": "application/xml" },
});
const version = (tag: string, key: string, id: string) =>
  `<${tag}><Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>false</IsLatest></${tag}>`;
const listed = (inside: string) => xml(`<ListVersionsResult>${inside}</ListVersionsResult>`);

test("deleting a prefix deletes all versions and markers of it, page by page, and counts each object once", async () => {
  server.script.push(
    listed(
      `<IsTruncated>true</IsTruncated><NextKeyMarker>archive/ana/b</NextKeyMarker><NextVersionIdMarker>2</NextVersionIdMarker>${version("Version", "archive/ana/a", "1")}${version("Version", "archive/ana/b", "2")}`,
    ),
    xml("<DeleteResult/>"),
    listed(
      `<IsTruncated>false</IsTruncated>${version("Version", "archive/ana/b", "1")}${version("DeleteMarker", "archive/ana/c", "9")}`,
    ),
    xml("<DeleteResult/>"),
    xml("<ListBucketResult/>"),
  );
  expect(await s3Archive({ client, bucket: "b" }).deletePrefix("archive/ana/")).toBe(3);
  const deleted = server.asked.filter(({ method }) => method === "POST").map(({ body }) => body);
  const pairs = deleted.flatMap((body) =>
    [...body.matchAll(/<Key>(.*?)<\/Key><VersionId>(.*?)<\/VersionId>/g)].map(([, key, id]) => `${key} ${id}`),
  );
  expect(pairs).toEqual(["archive/ana/a 1", "archive/ana/b 2", "archive/ana/b 1", "archive/ana/c 9"]);
  expect(server.asked[2]?.path).toMatch(/key-marker=archive%2Fana%2Fb.*version-id-marker=2/);
});

test("a version that is not deleted is an error, so that an erasure is not counted as done", async () => {
  server.reset();
  server.script.push(
    listed(version("Version", "archive/ana/a", "1")),
    xml("<DeleteResult><Error><Key>archive/ana/a</Key><Code>AccessDenied</Code></Error></DeleteResult>"),
  );
  const failed = s3Archive({ client, bucket: "b" }).deletePrefix("archive/ana/");
  await expect(failed).rejects.toMatchObject({ name: "StoreUnavailable" });
});
