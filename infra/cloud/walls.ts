/** Tests which rows no session reaches, and which words no log holds. */
import { STSClient } from "@aws-sdk/client-sts";
import { userScope } from "@waldo/aws/user-scope";
import { keys } from "@waldo/contracts";
import { describe, expect, test, vi } from "vitest";
import { functionsOf, REGION } from "../test/template.ts";
import { CHAT, cloud, engine, SAID, stack, TODAY, tableOf } from "./stage.ts";

export function sessions(): void {
  test(
    "R12: the session of one person gets AccessDenied for another's rows and files, whatever the code asks for",
    engine.options,
    async () => {
      const credentials = { accessKeyId: cloud.keyOf("agent-step"), secretAccessKey: "secret" };
      for (const [name, value] of Object.entries({ ...cloud.endpoints, AWS_REGION: REGION })) vi.stubEnv(name, value);
      try {
        const scope = userScope({
          sts: new STSClient({ credentials }),
          roleArn: String(
            functionsOf(stack.deployed)
              .map(
                (fn) =>
                  (fn.properties["Environment"] as { Variables: Record<string, string> }).Variables["USER_ROLE_ARN"],
              )
              .find((arn) => arn !== undefined),
          ),
          tables: { agent: tableOf("AgentTable"), health: tableOf("HealthTable") },
          keyTable: tableOf("KeyTable"),
          bucket: tableOf("Archive").toLowerCase(),
          clock: { now: () => Date.now() },
          clientConfig: {},
        });
        const mine = scope("broken-model");
        expect((await mine.store.get(keys.profile("broken-model")))?.body["name"]).toBe("Philippa");
        expect(await mine.archive.read("workspace/broken-model/no-such-file.md")).toBeUndefined();
        const denied = { name: "InvalidInput", message: expect.stringContaining("was denied") };
        await expect(mine.store.get(keys.profile("reaped"))).rejects.toMatchObject(denied);
        await expect(mine.store.get(keys.sourceDay("broken-model", TODAY, "whoop"))).rejects.toMatchObject(denied);
        await expect(
          mine.store.transact([{ op: "put", key: keys.crs("broken-model", TODAY), body: {} }]),
        ).rejects.toMatchObject(denied);
        await expect(mine.archive.read("workspace/reaped/today.md")).rejects.toMatchObject(denied);
        await expect(mine.archive.write("workspace/reaped/today.md", Buffer.from("x"))).rejects.toMatchObject(denied);
      } finally {
        vi.unstubAllEnvs();
      }
    },
  );
}

/** Looks at the logs of all that ran before it in its file. */
export function noWordIsLogged(): void {
  /** Values of the sync, words of the model and the template, the person's name and chat, and the bot's token. */
  const PRIVATE = [
    ...["61.3377", "62.3377", "52.4242", "53.4242", "14.1919", "431.2575", "asleepMinutes", "hrvRmssdMs"],
    ...[SAID, "putting off", "this morning", "flagging", "depleted", "energized", "steady", "pillars"],
    ...["Philippa", CHAT, "AAFakeToken", "words of a person", "secret name"],
  ];

  test("no log line holds a reading, a word that was said, a name, a chat or the token", engine.options, () => {
    const logs = cloud.logs();
    expect(logs).toContain('"run.transition"');
    for (const text of PRIVATE) expect(logs).not.toContain(text);
    const lines = logs.split("\n").filter((line) => line.includes("invocation.failed"));
    for (const line of lines) expect(Object.keys(JSON.parse(line).data).sort()).toEqual(["error", "next"]);
  });
}

export function whatIsLeft(): void {
  describe("what is left behind", engine.options, () => {
    noWordIsLogged();

    test("runs, messages and failures are logged", () => {
      const messages = new Set(cloud.logs().match(/(?<="message":")[^"]+/g));
      expect([...messages]).toEqual(expect.arrayContaining(["run.transition", "outbox.row", "invocation.failed"]));
    });

    test("log lines of a run carry its id and the person's", () => {
      const line = cloud
        .logs()
        .split("\n")
        .find((one) => one.includes('"run.transition"'));
      expect(JSON.parse(line ?? "{}")).toMatchObject({
        correlation_id: expect.stringMatching(/^run-brief-/),
        person: expect.stringMatching(/^[0-9a-f]{32}$/),
        data: { from: expect.any(String), to: expect.any(String) },
      });
    });

    test("dead and unknown rows and resumed runs are counted where the alarms look", () => {
      const counted = cloud
        .logs()
        .split("\n")
        .filter((line) => line.includes('"RunResumed"'));
      expect(JSON.parse(counted[0] ?? "{}")).toMatchObject({
        service: "agent-step",
        RunResumed: 1,
        _aws: { CloudWatchMetrics: [{ Namespace: "Waldo", Dimensions: [["service"]] }] },
      });
    });
  });
}
