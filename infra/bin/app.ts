import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { WaldoStack } from "../stack.ts";

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
new WaldoStack(app, "Waldo", { description: "Waldo: one persistent agent per person", terminationProtection: true });
