import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Api } from "./api.ts";
import { readConfig } from "./config.ts";
import { Data } from "./data.ts";
import { Delivery } from "./delivery.ts";
import { Monitoring } from "./monitoring.ts";
import { Operations } from "./operations.ts";
import { Run } from "./run.ts";
import { Schedules } from "./schedules.ts";

/** All of Waldo in one account and region. */
export class WaldoStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, props);
    const config = readConfig(this.node);
    const operations = new Operations(this, "Operations");
    const data = new Data(this, "Data");
    const run = new Run(this, "Run", { config, data, operations });
    const api = new Api(this, "Api", { data, operations, run });
    new Delivery(this, "Delivery", { config, delivery: run.delivery });
    const schedules = new Schedules(this, "Schedules", {
      patrolMachine: run.patrolMachine,
      agentStep: run.agentStep,
    });
    new Monitoring(this, "Monitoring", { config, data, operations, run, api, schedules });
  }
}
