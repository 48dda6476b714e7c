import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import type { Config } from "./config.ts";
import type { Functions } from "./functions.ts";

/**
 * The credentials of the channels: the tokens of the Telegram bots, the secret by which Telegram proves itself, and the
 * push endpoints.
 */
export class Delivery extends Construct {
  readonly telegramToken: Secret;

  constructor(
    scope: Construct,
    id: string,
    { config, functions: { delivery, telegram } }: { readonly config: Config; readonly functions: Functions },
  ) {
    super(scope, id);
    // The secret starts with a random value, which is not a token. Telegram is not linked until an operator puts in a
    // real one.
    this.telegramToken = new Secret(this, "TelegramToken", {
      description: "Waldo: the Telegram bot's token, or an object of tokens by the bots' names",
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.telegramToken).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "BotFather issues the token in a chat; there is nothing a rotation function could call.",
    });
    for (const one of [delivery, telegram]) {
      one.fn.addEnvironment("TELEGRAM_SECRET_ARN", this.telegramToken.secretArn);
      one.allow("ReadTelegramToken", ["secretsmanager:GetSecretValue"], [this.telegramToken.secretArn]);
    }
    const hook = new Secret(this, "TelegramHook", {
      description: "Waldo: what Telegram sends with each update to prove itself",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(hook).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "Telegram must be told the new value in the same moment: the runbook says how an operator does it.",
    });
    telegram.fn.addEnvironment("TELEGRAM_HOOK_SECRET_ARN", hook.secretArn);
    telegram.allow("ReadTelegramHook", ["secretsmanager:GetSecretValue"], [hook.secretArn]);

    const endpoints = config.pushApplications.map((arn) => `${arn.replace(":app/", ":endpoint/")}/*`);
    if (endpoints.length === 0) return;
    delivery.allow("Push", ["sns:Publish"], endpoints);
    acknowledgeWildcards(delivery.role, endpoints, "Endpoints are devices: they come and go below their application.");
  }
}
