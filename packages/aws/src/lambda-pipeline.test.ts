import { WaldoError } from "@waldo/contracts";
import { personDigest } from "@waldo/core/digest";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { lambdaPipeline, safeError } from "./lambda-pipeline.ts";

const CONTEXT = {
  functionName: "f",
  functionVersion: "1",
  invokedFunctionArn: "arn:aws:lambda:us-east-1:111122223333:function:f",
  memoryLimitInMB: "128",
  awsRequestId: "request-1",
  getRemainingTimeInMillis: () => 1000,
} as never;

const input = z.object({ userId: z.string(), score: z.number() });
const about = ({ userId }: { userId: string }) => ({ userId, correlationId: `about-${userId}` });

let written: string;
beforeEach(() => {
  written = "";
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      written += String(chunk);
      return true;
    });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("the pipeline", () => {
  test("passes on what the schema made of the event, and logs ids without the event", async () => {
    const handler = lambdaPipeline({
      input,
      about,
      handle: async ({ score }, log) => {
        log("info", "looked", { count: 1 });
        return { score };
      },
    });
    const event = { userId: "a", score: 83.25, extra: "dropped" };
    expect(await handler(event, CONTEXT)).toEqual({ score: 83.25 });
    expect(JSON.parse(written)).toMatchObject({
      message: "looked",
      data: { count: 1 },
      correlation_id: "about-a",
      person: personDigest("a"),
    });
    expect(JSON.parse(written)).not.toHaveProperty("userId");
    expect(written).not.toMatch(/83\.25|dropped/);
  });

  test("drops the log keys of one event before the next", async () => {
    const handler = lambdaPipeline({ input, about, handle: async (_, log) => log("info", "seen") });
    await handler({ userId: "a", score: 1 }, CONTEXT);
    written = "";
    await expect(handler({ userId: 7 } as never, CONTEXT)).rejects.toMatchObject({ name: "InvalidInput" });
    expect(written).toContain("invocation.failed");
    expect(written).not.toContain("about-a");
  });

  test("counts dead rows, and prints no metric when there is none", async () => {
    const handler = lambdaPipeline({
      input,
      about,
      handle: async ({ score }, log) => log("info", "outbox.row", { to: score > 0 ? "dead" : "sent" }),
    });
    await handler({ userId: "a", score: 0 }, CONTEXT);
    expect(written).not.toContain("_aws");
    await handler({ userId: "a", score: 1 }, CONTEXT);
    expect(written).toMatch(/"OutboxDead":1/);
  });

  test("throws our errors by name, or answers them where the function is told to", async () => {
    const failing = {
      input,
      about,
      handle: async (): Promise<string> => {
        throw new WaldoError("StoreUnavailable", "try again", { cause: new Error("pk USER#someone") });
      },
    };
    const event = { userId: "a", score: 1 };
    await expect(lambdaPipeline(failing)(event, CONTEXT)).rejects.toMatchObject({ name: "StoreUnavailable" });
    const answering = lambdaPipeline({ ...failing, answerError: ({ name }) => `answered ${name}` });
    expect(await answering(event, CONTEXT)).toBe("answered StoreUnavailable");
    expect(written).not.toContain("someone");
  });
});

describe("an error on its way out", () => {
  test("of ours: keeps name and message, loses the cause, and the frames show where it came from", () => {
    const error = safeError(new WaldoError("ConditionFailed", "read again", { cause: new Error("secret") }));
    expect([error.name, error.message, error.cause]).toEqual(["ConditionFailed", "read again", undefined]);
    expect(error.stack).toContain("lambda-pipeline.test.ts");
  });

  test("of any other origin: keeps the name and loses the message, also in the stack", () => {
    const error = safeError(new TypeError("cannot read 'hrv' of 61.3\n    at the first line of a message"));
    expect(error.name).toBe("TypeError");
    expect(`${error.message}${error.stack}`).not.toMatch(/hrv|61\.3/);
    expect(error.stack).toContain("lambda-pipeline.test.ts");
  });

  test.each([["a text"], [undefined], [{ secret: 1 }]])("that is not an Error: %s", (thrown) => {
    expect(safeError(thrown)).toMatchObject({ name: "Error", message: expect.stringContaining("withheld") });
  });
});
