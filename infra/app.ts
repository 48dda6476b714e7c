/** The CDK app of the deployment: one stack, checked against the rules of cdk-nag. */
import { App, type AppProps, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { WaldoStack } from "./stack.ts";

/** Makes the app from the context and the environment that the CDK CLI gives. */
export function makeApp(props: AppProps = {}): App {
  const app = new App(props);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  // The CDK CLI gives the region of the account's settings. The models are chosen for this region.
  const { CDK_DEFAULT_REGION: region } = process.env;
  const env = region === undefined ? {} : { env: { region } };
  // CDK would protect the stack before it is complete, and nobody could remove a first deployment that failed. So
  // `waldo aws deploy` tells the app when the stack exists.
  const terminationProtection = app.node.tryGetContext("waldo:stands") === "yes";
  new WaldoStack(app, "Waldo", {
    ...env,
    description: "Waldo: one persistent agent per person",
    terminationProtection,
  });
  return app;
}
