/**
 * The machines over the functions: `run`, `handoff`, `review`, `dream` and `privacy` (Standard), `wake` (Express), and
 * the reaper of runs that died.
 */

import { Duration, Stack, Validations } from "aws-cdk-lib";
import { EventField, Rule, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import { definitionOf, type MachineName, machineName } from "./config.ts";
import type { Functions } from "./functions.ts";
import type { Lambda } from "./lambda.ts";
import type { Logs } from "./logs.ts";

type MachinesProps = {
  readonly functions: Functions;
  /** The function that reads the clouds of wearables, if wearables can be connected. */
  readonly fetcher: Lambda | undefined;
  readonly privacy: Lambda;
  readonly logs: Logs;
};

/** The machines that are deployed. Each calls exactly the functions that its file names. */
export class Machines extends Construct {
  readonly run: StateMachine;
  readonly wake: StateMachine;
  readonly dream: StateMachine;
  readonly handoff: StateMachine;
  readonly review: StateMachine;
  readonly privacy: StateMachine;

  constructor(scope: Construct, id: string, { functions, fetcher, privacy, logs }: MachinesProps) {
    super(scope, id);
    const { crs, agentStep, delivery, scribe, calendar } = functions;
    const over = {
      logs,
      functions: {
        ...{ Crs: crs, AgentStep: agentStep, Delivery: delivery, Scribe: scribe, Calendar: calendar },
        ...(fetcher ? { Fetcher: fetcher } : {}),
        Privacy: privacy,
      },
    };
    this.run = this.machine("Run", { ...over, name: "run", type: StateMachineType.STANDARD });
    this.wake = this.machine("Wake", {
      ...{ ...over, name: "wake", type: StateMachineType.EXPRESS },
      ...(fetcher ? {} : { without: "PULL" }),
    });
    this.dream = this.machine("Dream", { ...over, name: "dream", type: StateMachineType.STANDARD });
    this.handoff = this.machine("Handoff", { ...over, name: "handoff", type: StateMachineType.STANDARD });
    this.review = this.machine("Review", { ...over, name: "review", type: StateMachineType.STANDARD });
    this.privacy = this.machine("Privacy", { ...over, name: "privacy", type: StateMachineType.STANDARD });
    this.reaper(functions);
  }

  /** A state machine of `statemachines/`. It calls exactly the functions that its file names as `${…FunctionArn}`. */
  private machine(
    id: string,
    props: {
      readonly name: MachineName;
      readonly type: StateMachineType;
      readonly logs: Logs;
      readonly functions: Readonly<Record<string, Lambda>>;
      /** A state for which this stack has no function. */
      readonly without?: string;
    },
  ): StateMachine {
    const { type, logs, functions } = props;
    const definition = definitionOf(props.name, props.without);
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
        // Service logs whose names share a prefix share one resource policy. Other log groups would fill that policy
        // up.
        destination: logs.logGroup(this, `${id}Log`, `/aws/vendedlogs/states/${name}`),
        // Express keeps no history of its own. The console can show an execution only from a complete log.
        level: type === StateMachineType.EXPRESS ? LogLevel.ALL : LogLevel.ERROR,
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

  /**
   * Gives a run with a dead execution back to the agent step. The event holds only the ids with which the run was
   * started.
   */
  private reaper({ agentStep, deadLetters }: Functions): void {
    const rule = new Rule(this, "Reaper", {
      description: "Waldo: hands runs whose execution died to the agent step",
      eventPattern: {
        source: ["aws.states"],
        detailType: ["Step Functions Execution Status Change"],
        detail: {
          stateMachineArn: [this.run.stateMachineArn],
          status: ["FAILED", "TIMED_OUT", "ABORTED"],
        },
      },
    });
    rule.addTarget(
      new LambdaFunction(agentStep.fn, {
        event: RuleTargetInput.fromObject({ endedInput: EventField.fromPath("$.detail.input") }),
        deadLetterQueue: deadLetters,
        // The person's next wake does the same, so an event that is a day old is no longer needed.
        maxEventAge: Duration.hours(2),
      }),
    );
  }
}
