/** The function that reaches the web and MCP servers, and the keys that it uses. */

import type { RemoteConnections } from "@waldo/contracts";
import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Functions } from "./functions.ts";
import { Lambda, seconds } from "./lambda.ts";
import type { Logs } from "./logs.ts";

/** True when a deployment has at least one connection. */
export function isConnected({ search, mcp }: RemoteConnections): boolean {
  return search !== undefined || Object.keys(mcp).length > 0;
}

type ReachProps = {
  readonly connections: RemoteConnections;
  readonly functions: Functions;
  readonly logs: Logs;
};

/**
 * One function calls outside servers for all other functions. So the keys are in one place, and the code that talks
 * with those servers reaches no row of any person. The agent step asks it for tools. The functions that take taps ask
 * it for actions that were approved.
 */
export class Reach extends Construct {
  readonly keys: Secret;

  constructor(scope: Construct, id: string, { connections, functions, logs }: ReachProps) {
    super(scope, id);
    this.keys = new Secret(this, "Keys", {
      description: "Waldo: the keys of the search service and of MCP servers, by name",
      generateSecretString: { secretStringTemplate: "{}", generateStringKey: "unused" },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.keys).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "Other services issue these keys. There is nothing a rotation function could call.",
    });
    const CONNECTIONS = JSON.stringify(connections);
    const reach = new Lambda(this, "Reach", {
      folder: "reach",
      logs,
      // A page has at most 2 MB, and becomes text in memory.
      memoryMb: 512,
      // A function that takes a tap has 29 seconds for the whole tap.
      timeout: seconds(25),
      environment: { CONNECTIONS, CONNECTION_KEYS_ARN: this.keys.secretArn },
    });
    reach.allow("ReadConnectionKeys", ["secretsmanager:GetSecretValue"], [this.keys.secretArn]);
    for (const caller of [functions.agentStep, functions.door, functions.telegram]) {
      caller.fn.addEnvironment("CONNECTIONS", CONNECTIONS);
      caller.fn.addEnvironment("REACH_FUNCTION", reach.fn.functionName);
      caller.allow("ReachOut", ["lambda:InvokeFunction"], [reach.fn.functionArn]);
    }
  }
}
