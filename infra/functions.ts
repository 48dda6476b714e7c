/** The functions of the agent: their memory, time, environment and permissions. */

import { PARTITION, RETENTION_DAYS } from "@waldo/contracts";
import { Duration, Stack } from "aws-cdk-lib";
import { Policy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import { type Config, type MachineName, machineName } from "./config.ts";
import type { Data } from "./data.ts";
import { usesDataKeys } from "./data-keys.ts";
import { throughDynamo } from "./keys-through.ts";
import { Lambda, seconds } from "./lambda.ts";
import { leading } from "./leading.ts";
import type { Logs } from "./logs.ts";
import { mayCallModels } from "./models.ts";
import { UserScope } from "./user-scope.ts";

/**
 * How long in seconds the reaper waits before each new execution of a run. The usual causes (a throttled table, a
 * deployment that is half done) take a minute or two. Each wait is shorter than the time limit of the agent step.
 */
const REAPER_PAUSES = [0, 5, 20, 60, 120];

type FunctionsProps = { readonly config: Config; readonly data: Data; readonly logs: Logs };

/** The functions that the machines call. Each has its own role. Of these only `crs` reads raw health. */
export class Functions extends Construct {
  readonly agentStep: Lambda;
  readonly delivery: Lambda;
  readonly scribe: Lambda;
  readonly door: Lambda;
  readonly calendar: Lambda;
  readonly telegram: Lambda;
  /** If it is absent, the deployment has no language for voices, so no function writes recordings down. */
  readonly voice: Lambda | undefined;
  /** If it is absent, the deployment names no agent of another maker. */
  readonly mcp: Lambda | undefined;
  readonly crs: Lambda;
  readonly userScope: UserScope;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { config, data, logs }: FunctionsProps) {
    super(scope, id);
    const stack = Stack.of(this);
    // The functions start the machine that calls them, so its ARN is built from its name. A reference would be
    // circular.
    const arnOf = (machine: MachineName) =>
      stack.formatArn({ service: "states", resource: `stateMachine:${machineName(stack, machine)}` });
    const runMachineArn = arnOf("run");
    const dreamMachineArn = arnOf("dream");
    const handoffMachineArn = arnOf("handoff");
    const reviewMachineArn = arnOf("review");

    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(RETENTION_DAYS.deadLetters),
    });
    const bots = { TELEGRAM_BOTS: config.telegramBots.join() };
    const people = {
      AGENT_TABLE: data.agentTable.tableName,
      HEALTH_TABLE: data.healthTable.tableName,
      KEY_TABLE: data.keyTable.tableName,
      ARCHIVE_BUCKET: data.archive.bucketName,
    };
    const models = {
      MODEL_PRIMARY: config.models.primary,
      MODEL_ESCALATION: config.models.escalation,
      MODEL_CHEAP: config.models.cheap,
    };
    this.agentStep = new Lambda(this, "AgentStep", {
      folder: "agent-step",
      logs,
      // The first run loads the vocabulary for counting tokens, which takes 130 MB of memory. Loading it needs CPU, and
      // CPU comes with memory.
      memoryMb: 1024,
      // The task's own limit in run.asl.json. This limit is half the lease (10 minutes), so a step never runs past its
      // lease unnoticed.
      timeout: seconds(300),
      environment: {
        ...people,
        RUN_MACHINE_ARN: runMachineArn,
        HANDOFF_MACHINE_ARN: handoffMachineArn,
        REVIEW_MACHINE_ARN: reviewMachineArn,
        DREAM_MACHINE_ARN: dreamMachineArn,
        WAKE_MACHINE_ARN: arnOf("wake"),
        ...models,
        REAPER_PAUSE_SECONDS: REAPER_PAUSES.join(),
        ...(config.embeddings === undefined ? {} : { MODEL_EMBEDDING: config.embeddings }),
      },
      carries: ["skills", "data/intents"],
      deadLetterQueue: this.deadLetters,
    });
    this.delivery = new Lambda(this, "Delivery", {
      folder: "delivery",
      logs,
      // The function waits for providers. Below 512 MB the SDK's start-up is slow.
      memoryMb: 512,
      // The task's limit. A send is given up after 10 seconds, and a run has few rows.
      timeout: seconds(120),
      environment: { ...people, ...bots },
    });
    this.scribe = new Lambda(this, "Scribe", {
      folder: "scribe",
      logs,
      // At night the function holds a person's whole index twice: the old generation and the new one.
      memoryMb: 1024,
      timeout: seconds(120),
      environment: { ...people, RUN_MACHINE_ARN: runMachineArn },
    });
    this.crs = new Lambda(this, "Crs", {
      folder: "crs",
      logs,
      // The function does arithmetic over 469 days of rows, and over a year more when past days arrive. Its limit is
      // CPU, and CPU comes with memory.
      memoryMb: 1024,
      // The task's limit in wake.asl.json.
      timeout: seconds(60),
      environment: { HEALTH_TABLE: data.healthTable.tableName, KEY_TABLE: data.keyTable.tableName },
    });

    const { voiceLanguages } = config;
    const hears = voiceLanguages.length > 0;
    const voices = hears ? { VOICE_LANGUAGES: voiceLanguages.join() } : {};
    // What a person says or taps starts a run, a handoff, a review or a wake.
    const starts = {
      RUN_MACHINE_ARN: runMachineArn,
      HANDOFF_MACHINE_ARN: handoffMachineArn,
      REVIEW_MACHINE_ARN: reviewMachineArn,
      WAKE_MACHINE_ARN: arnOf("wake"),
    };
    const takesAgents = Object.keys(config.agents).length > 0;
    this.door = new Lambda(this, "Door", {
      folder: "door",
      logs,
      // The function reads and writes a few rows. Below 512 MB the SDK's start-up is slow.
      memoryMb: 512,
      // API Gateway gives up after 30 seconds.
      timeout: seconds(29),
      // The function calls no model. It only says which models write.
      environment: { ...people, ...bots, ...models, ...starts, ...voices, TAKES_AGENTS: takesAgents ? "yes" : "no" },
      // The function shows recipes to a person, who may switch a recipe off. It also tells a new request from an answer
      // in a review.
      carries: ["skills", "data/intents"],
    });

    this.calendar = new Lambda(this, "Calendar", {
      folder: "calendar",
      logs,
      // A calendar has at most 10 MB, and is held twice while it is read.
      memoryMb: 512,
      // The task's limit in wake.asl.json. For a request API Gateway gives up after 30 seconds.
      timeout: seconds(120),
      environment: people,
    });
    this.telegram = new Lambda(this, "Telegram", {
      folder: "telegram",
      logs,
      // The function reads and writes a few rows. Below 512 MB the SDK's start-up is slow.
      memoryMb: 512,
      // API Gateway gives up after 30 seconds. Writing a voice message down takes as long as it was spoken, up to five
      // minutes.
      timeout: seconds(hears ? 360 : 29),
      environment: { ...people, ...bots, ...starts, ...voices },
      // The function must tell a new request from an answer in a review.
      carries: ["data/intents"],
      ...(hears ? { deadLetterQueue: this.deadLetters } : {}),
    });
    this.voice = hears
      ? new Lambda(this, "Voice", {
          folder: "voice",
          logs,
          // The function holds twenty seconds of sound and waits. Below 512 MB the SDK's start-up is slow.
          memoryMb: 512,
          // API Gateway gives up after 30 seconds.
          timeout: seconds(29),
          environment: { ...people, ...voices },
        })
      : undefined;
    this.mcp = takesAgents
      ? new Lambda(this, "Mcp", {
          folder: "mcp",
          logs,
          // The function holds the segments of a project while it searches. Below 512 MB the SDK's start-up is slow.
          memoryMb: 1024,
          // API Gateway gives up after 30 seconds.
          timeout: seconds(29),
          environment: people,
          // Its prompts are the recipes.
          carries: ["skills"],
        })
      : undefined;
    if (this.voice) this.hearsVoices(this.telegram, this.voice);

    this.userScope = new UserScope(this, "UserScope", {
      data,
      functions: [
        ...[this.agentStep, this.delivery, this.scribe, this.door, this.calendar, this.telegram],
        ...(this.voice ? [this.voice] : []),
        ...(this.mcp ? [this.mcp] : []),
      ],
    });
    for (const statement of mayCallModels(this, config)) this.agentStep.role.addToPolicy(statement);
    for (const starter of [this.door, this.telegram]) starter.allow("Wake", ["states:StartExecution"], [arnOf("wake")]);
    for (const starter of [this.agentStep, this.scribe, this.door, this.telegram])
      starter.allow("StartRuns", ["states:StartExecution"], [runMachineArn]);
    for (const starter of [this.agentStep, this.door, this.telegram])
      starter.allow("StartHandoffs", ["states:StartExecution"], [handoffMachineArn, reviewMachineArn]);
    // A handoff or a review waits until a run closes or the person answers. The function that closes the run, or gets
    // the person's answer, completes the wait.
    for (const teller of [this.agentStep, this.scribe, this.door, this.telegram])
      teller.allow("AnswerHandoffs", ["states:SendTaskSuccess"], [handoffMachineArn, reviewMachineArn]);
    this.agentStep.allow("StartDreams", ["states:StartExecution"], [dreamMachineArn]);
    this.readsRawHealth(data);
    this.hasBots(data);
  }

  /** The webhook hands a voice message to itself, because Telegram waits for an answer. */
  private hearsVoices({ fn, role }: Lambda, voice: Lambda): void {
    const writeDown = () =>
      new PolicyStatement({ sid: "WriteDown", actions: ["transcribe:StartStreamTranscription"], resources: ["*"] });
    voice.role.addToPolicy(writeDown());
    // A separate policy. The function waits for the first policy of its role, and that first policy must not wait for
    // the function.
    const policy = new Policy(this, "HearVoices", { roles: [role] });
    policy.addStatements(
      new PolicyStatement({ sid: "GoOnLater", actions: ["lambda:InvokeFunction"], resources: [fn.functionArn] }),
      writeDown(),
    );
    acknowledgeWildcards(policy, ["*"], "A stream of Transcribe has no name that a policy could hold.");
  }

  /**
   * The webhook finds the person of a chat in the bot's rows. The functions that send count their messages in the rows
   * of the bot's pace.
   */
  private hasBots({ agentTable, agentKey }: Data): void {
    const reach = (of: Lambda, sid: string, partitions: string[]) =>
      of.allow(sid, ["dynamodb:GetItem", "dynamodb:UpdateItem"], [agentTable.tableArn], leading(partitions));
    reach(this.telegram, "RowsOfBots", [PARTITION.bot("*"), PARTITION.pace("*")]);
    reach(this.delivery, "PaceOfBots", [PARTITION.pace("*")]);
    for (const { role } of [this.telegram, this.delivery])
      role.addToPolicy(throughDynamo("OpenBots", agentKey, "write"));
  }

  /**
   * Of the agent's functions only this one reads raw rows. What it computes is derived (R7). It also deletes expired
   * raw rows, or removes the expired parts from them (docs/decisions/0041).
   */
  private readsRawHealth(data: Data): void {
    const { healthTable, healthKey } = data;
    const table = [healthTable.tableArn];
    this.crs.allow("ReadRawHealth", ["dynamodb:Query"], table, leading([PARTITION.raw("*")]));
    const clears = ["dynamodb:UpdateItem", "dynamodb:DeleteItem"];
    this.crs.allow("ClearRawHealth", clears, table, leading([PARTITION.raw("*")]));
    const scores = ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:UpdateItem"];
    this.crs.allow("SeeWhoIsGone", ["dynamodb:GetItem"], table, leading([PARTITION.gone("*")]));
    this.crs.allow("KeepScores", scores, table, leading([PARTITION.derived("*")]));
    this.crs.allow("AskConsent", ["dynamodb:GetItem"], table, leading([PARTITION.consent("*")]));
    this.crs.role.addToPolicy(throughDynamo("OpenHealth", healthKey, "write"));
    usesDataKeys(this.crs, data, "find");
  }
}
