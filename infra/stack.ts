import { connectionNames, type StackOutputs } from "@waldo/contracts";
import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Api } from "./api.ts";
import { readConfig } from "./config.ts";
import { Data } from "./data.ts";
import { Delivery } from "./delivery.ts";
import { Front } from "./front.ts";
import { Functions } from "./functions.ts";
import { Imports } from "./imports.ts";
import { Logs } from "./logs.ts";
import { Machines } from "./machines.ts";
import { forRegion } from "./models.ts";
import { Monitoring } from "./monitoring.ts";
import { Privacy } from "./privacy.ts";
import { isConnected, Reach } from "./reach.ts";
import { Readings } from "./readings.ts";
import { Schedules } from "./schedules.ts";
import { canConnect, Wearables } from "./wearables.ts";

/** All of Waldo in one account and region. */
export class WaldoStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, props);
    const config = forRegion(this, readConfig(this.node));
    const logs = new Logs(this, "Logs");
    const data = new Data(this, "Data", config);
    const functions = new Functions(this, "Functions", { config, data, logs });
    const front = new Front(this, "Front", { ...config, uploads: data.archive });
    const app = front.address;
    const wearables = canConnect(config) ? new Wearables(this, "Wearables", { config, data, logs, app }) : undefined;
    const privacy = new Privacy(this, "Privacy", { config, data, logs });
    const machines = new Machines(this, "Machines", {
      ...{ functions, fetcher: wearables?.fetcher, logs },
      privacy: privacy.lambda,
    });
    const { door, calendar, telegram, voice, mcp } = functions;
    const { connect, hook } = wearables ?? {};
    const imports = new Imports(this, "Imports", { data, logs, machines });
    const readings = new Readings(this, "Readings", { data, logs });
    const api = new Api(this, "Api", {
      ...{ data, door, calendar, telegram, voice, connect, hook, logs, machines, app },
      ...{ privacy: privacy.lambda, imports: imports.lambda, readings: readings.lambda, mcp, agents: config.agents },
    });
    privacy.endsAccounts(api.userPool);
    wearables?.endsFor(privacy.lambda);
    front.serve(api.api, api.client.userPoolClientId, logs);
    const delivery = new Delivery(this, "Delivery", { config, functions });
    const reach = isConnected(config.connections)
      ? new Reach(this, "Reach", { connections: config.connections, functions, logs })
      : undefined;
    const schedules = new Schedules(this, "Schedules", {
      wakeMachine: machines.wake,
      agentStep: functions.agentStep,
    });
    privacy.endsSchedules(schedules);
    const monitoring = new Monitoring(this, "Monitoring", {
      ...{ config, data, logs, functions, machines, api, schedules },
      ...(wearables ? { wearables } : {}),
    });
    const { primary, escalation, cheap } = config.models;
    this.outputs({
      App: front.address,
      FrontHost: front.distribution.distributionDomainName,
      Url: api.api.apiEndpoint,
      UserPoolId: api.userPool.userPoolId,
      UserPoolClientId: api.client.userPoolClientId,
      AgentStep: functions.agentStep.fn.functionName,
      AlarmTopic: monitoring.topic.topicArn,
      TelegramToken: delivery.telegramToken.secretArn,
      TelegramHook: delivery.telegramHook.secretArn,
      TelegramBots: config.telegramBots.join() || "none",
      Connections: reach ? connectionNames(config.connections).join() : "none",
      ConnectionKeys: reach?.keys.secretArn ?? "none",
      WearableVendors: Object.keys(config.wearables).join() || "none",
      WearableKeys: wearables?.keys.secretArn ?? "none",
      Models: [...new Set([primary, escalation, cheap])].join(),
    });
  }

  /** The outputs that the operator's commands read from the stack. */
  private outputs(outputs: StackOutputs): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
