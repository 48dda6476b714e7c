/** The app of the deployment: one stack, held against the rules of cdk-nag. */
import { App, type AppProps, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { WaldoStack } from "./stack.ts";

/** Makes the app from the context and the environment that the CDK CLI gives. */
export function makeApp(props: AppProps = {}): App {
  const app = new App(props);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  // The CDK CLI names the region of the account's settings. The models are taken for this region.
  const { CDK_DEFAULT_REGION: region } = process.env;
  const env = region === undefined ? {} : { env: { region } };
  // CDK would protect the stack before it is complete, and nobody could remove a first deployment that failed. So
  // `waldo aws deploy` says when the stack stands.
  const terminationProtection = app.node.tryGetContext("waldo:stands") === "yes";
  new WaldoStack(app, "Waldo", {
    ...env,
    description: "Waldo: one persistent agent per person",
    terminationProtection,
  });
  return app;
}
