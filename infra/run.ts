import { PARTITION } from "@waldo/contracts";
import { Duration, Stack, Validations } from "aws-cdk-lib";
import { EventField, Rule, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import { type Config, definitionOf, type MachineName } from "./config.ts";
import type { Data } from "./data.ts";
import { throughDynamo } from "./keys-through.ts";
import { Lambda, seconds } from "./lambda.ts";
import { mayCallModels } from "./models.ts";
import type { Operations } from "./operations.ts";
import { UserScope } from "./user-scope.ts";

export type RunProps = { readonly config: Config; readonly data: Data; readonly operations: Operations };

/**
 * The agent at work: the run and dream machines (Standard) and the patrol machine (Express) over their four functions,
 * and the reaper, which hands a run whose execution died back to the agent step.
 */
export class Run extends Construct {
  readonly agentStep: Lambda;
  readonly delivery: Lambda;
  readonly scribe: Lambda;
  readonly crs: Lambda;
  readonly userScope: UserScope;
  readonly runMachine: StateMachine;
  readonly patrolMachine: StateMachine;
  readonly dreamMachine: StateMachine;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { config, data, operations }: RunProps) {
    super(scope, id);
    const stack = Stack.of(this);
    // The functions start the machine that calls them, so its ARN is made from its name: a reference would be a circle.
    const arnOf = (machine: MachineName) =>
      stack.formatArn({ service: "states", resource: `stateMachine:${machineName(stack, machine)}` });
    const runMachineArn = arnOf("run");
    const dreamMachineArn = arnOf("dream");

    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const people = {
      AGENT_TABLE: data.agentTable.tableName,
      HEALTH_TABLE: data.healthTable.tableName,
      ARCHIVE_BUCKET: data.archive.bucketName,
    };
    this.agentStep = new Lambda(this, "AgentStep", {
      folder: "agent-step",
      operations,
      // The vocabulary for counting tokens makes 130 MB resident before the first event; loading it wants CPU, which
      // comes with memory.
      memoryMb: 1024,
      // The task's own limit in run.asl.json; half the lease (10 minutes), so a step never outlives its fence unseen.
      timeout: seconds(300),
      environment: {
        ...people,
        RUN_MACHINE_ARN: runMachineArn,
        DREAM_MACHINE_ARN: dreamMachineArn,
        PATROL_MACHINE_ARN: arnOf("patrol"),
        MODEL_PRIMARY: config.models.primary,
        MODEL_ESCALATION: config.models.escalation,
        MODEL_CHEAP: config.models.cheap,
        ...(config.embeddings === undefined ? {} : { MODEL_EMBEDDING: config.embeddings }),
      },
      carries: ["skills"],
      deadLetterQueue: this.deadLetters,
    });
    this.delivery = new Lambda(this, "Delivery", {
      folder: "delivery",
      operations,
      // Waits for providers; 512 MB is where the SDK's start-up stops being slow.
      memoryMb: 512,
      // The task's limit. A send is given up after 10 seconds, and a run has a handful of rows.
      timeout: seconds(120),
      environment: people,
    });
    this.scribe = new Lambda(this, "Scribe", {
      folder: "scribe",
      operations,
      // By night it holds a person's whole index, twice: the generation that was and the one that will be.
      memoryMb: 1024,
      timeout: seconds(120),
      environment: { ...people, RUN_MACHINE_ARN: runMachineArn },
    });
    this.crs = new Lambda(this, "Crs", {
      folder: "crs",
      operations,
      // Pure arithmetic over 75 days of rows: CPU is what it waits for, and CPU comes with memory.
      memoryMb: 1024,
      // The task's limit in patrol.asl.json.
      timeout: seconds(60),
      environment: { HEALTH_TABLE: data.healthTable.tableName },
    });

    this.userScope = new UserScope(this, "UserScope", {
      data,
      functions: [this.agentStep, this.delivery, this.scribe],
    });
    for (const statement of mayCallModels(this, config)) this.agentStep.role.addToPolicy(statement);
    for (const starter of [this.agentStep, this.scribe])
      starter.allow("StartRuns", ["states:StartExecution"], [runMachineArn]);
    this.agentStep.allow("StartDreams", ["states:StartExecution"], [dreamMachineArn]);
    this.readsRawHealth(data);

    const machine = {
      operations,
      functions: { Crs: this.crs, AgentStep: this.agentStep, Delivery: this.delivery, Scribe: this.scribe },
    };
    this.runMachine = this.machine("RunMachine", { ...machine, name: "run", type: StateMachineType.STANDARD });
    this.patrolMachine = this.machine("PatrolMachine", { ...machine, name: "patrol", type: StateMachineType.EXPRESS });
    this.dreamMachine = this.machine("DreamMachine", { ...machine, name: "dream", type: StateMachineType.STANDARD });
    this.reaper();
  }

  /** Raw rows are read here and nowhere else; what is written is derived (R7). */
  private readsRawHealth({ healthTable, healthKey }: Data): void {
    const partitions = (prefix: string) => ({
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [prefix] },
      Null: { "dynamodb:LeadingKeys": "false" },
    });
    const table = [healthTable.tableArn];
    this.crs.allow("ReadRawHealth", ["dynamodb:Query"], table, partitions(PARTITION.raw("*")));
    const scores = ["dynamodb:GetItem", "dynamodb:UpdateItem"];
    this.crs.allow("KeepScores", scores, table, partitions(PARTITION.derived("*")));
    this.crs.role.addToPolicy(throughDynamo("OpenHealth", healthKey, "write"));
  }

  /** A machine of `statemachines/`, over the functions that its file names as `${…FunctionArn}`, and no others. */
  private machine(
    id: string,
    props: {
      readonly name: MachineName;
      readonly type: StateMachineType;
      readonly operations: Operations;
      readonly functions: Readonly<Record<string, Lambda>>;
    },
  ): StateMachine {
    const { type, operations, functions } = props;
    const definition = definitionOf(props.name);
    const name = machineName(Stack.of(this), props.name);
    const role = new Role(this, `${id}Role`, {
      assumedBy: new ServicePrincipal("states.amazonaws.com"),
      description: `Waldo: the ${props.name} machine`,
    });
    const arns = Object.entries(functions)
      .map(([key, { fn }]) => [`${key}FunctionArn`, fn.functionArn] as const)
      .filter(([placeholder]) => definition.includes(`{${placeholder}}`));
    role.addToPolicy(
      new PolicyStatement({
        sid: "CallItsFunctions",
        actions: ["lambda:InvokeFunction"],
        resources: arns.map(([, arn]) => arn),
      }),
    );
    const machine = new StateMachine(this, id, {
      stateMachineName: name,
      stateMachineType: type,
      definitionBody: DefinitionBody.fromString(definition),
      definitionSubstitutions: Object.fromEntries(arns),
      role,
      tracingEnabled: true,
      logs: {
        // Service logs with a fixed prefix share one resource policy; others fill it up.
        destination: operations.logGroup(this, `${id}Log`, `/aws/vendedlogs/states/${name}`),
        level: LogLevel.ERROR,
        includeExecutionData: false,
      },
    });
    acknowledgeWildcards(
      role,
      ["*"],
      "Log delivery and X-Ray actions name no resource; Step Functions demands them for its logs and traces.",
    );
    Validations.of(machine).acknowledge({
      id: "AwsSolutions-SF1",
      reason: "The run journal in DynamoDB has every transition; the log is for what went wrong.",
    });
    return machine;
  }

  /** A run whose execution died goes back to the agent step, with the ids it was started with and nothing else. */
  private reaper(): void {
    const rule = new Rule(this, "Reaper", {
      description: "Waldo: hands runs whose execution died to the agent step",
      eventPattern: {
        source: ["aws.states"],
        detailType: ["Step Functions Execution Status Change"],
        detail: {
          stateMachineArn: [this.runMachine.stateMachineArn],
          status: ["FAILED", "TIMED_OUT", "ABORTED"],
        },
      },
    });
    rule.addTarget(
      new LambdaFunction(this.agentStep.fn, {
        event: RuleTargetInput.fromObject({ endedInput: EventField.fromPath("$.detail.input") }),
        deadLetterQueue: this.deadLetters,
        // The sweep at the person's next wake does the same, so a day-old event has nothing left to do.
        maxEventAge: Duration.hours(2),
      }),
    );
  }
}

function machineName({ stackName }: Stack, machine: MachineName): string {
  return `${stackName}-${machine}`;
}
