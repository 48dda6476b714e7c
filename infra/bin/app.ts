import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { WaldoStack } from "../stack.ts";

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
// The CDK CLI names the region of the account's settings. The models follow it.
const { CDK_DEFAULT_REGION: region } = process.env;
const env = region === undefined ? {} : { env: { region } };
new WaldoStack(app, "Waldo", {
  ...env,
  description: "Waldo: one persistent agent per person",
  terminationProtection: true,
});
