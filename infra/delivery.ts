import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import type { Config } from "./config.ts";
import type { Lambda } from "./lambda.ts";

/** The credentials that only delivery sends with: the token of the Telegram bot and the push endpoints. */
export class Delivery extends Construct {
  readonly telegramToken: Secret;

  constructor(
    scope: Construct,
    id: string,
    { config, delivery }: { readonly config: Config; readonly delivery: Lambda },
  ) {
    super(scope, id);
    // The secret starts with a random value, which is not a token. Telegram is not linked until an operator puts in a
    // real one.
    this.telegramToken = new Secret(this, "TelegramToken", {
      description: "Waldo: the Telegram bot's token, as BotFather gives it out",
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.telegramToken).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "BotFather issues the token in a chat; there is nothing a rotation function could call.",
    });
    delivery.fn.addEnvironment("TELEGRAM_SECRET_ARN", this.telegramToken.secretArn);
    delivery.allow("ReadTelegramToken", ["secretsmanager:GetSecretValue"], [this.telegramToken.secretArn]);

    const endpoints = config.pushApplications.map((arn) => `${arn.replace(":app/", ":endpoint/")}/*`);
    if (endpoints.length === 0) return;
    delivery.allow("Push", ["sns:Publish"], endpoints);
    acknowledgeWildcards(delivery.role, endpoints, "Endpoints are devices: they come and go below their application.");
  }
}
