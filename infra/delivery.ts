import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import type { Config } from "./config.ts";
import type { Functions } from "./functions.ts";
import type { Lambda } from "./lambda.ts";

/**
 * The credentials of the channels: the tokens of the Telegram bots, the secret by which Telegram proves itself, and the
 * keys for pushes. The door registers devices.
 */
export class Delivery extends Construct {
  readonly telegramToken: Secret;
  readonly telegramHook: Secret;

  constructor(
    scope: Construct,
    id: string,
    { config, functions: { delivery, door, telegram } }: { readonly config: Config; readonly functions: Functions },
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
    this.telegramHook = new Secret(this, "TelegramHook", {
      description: "Waldo: what Telegram sends with each update to prove itself",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.telegramHook).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "Telegram must be told the new value in the same moment: the runbook says how an operator does it.",
    });
    telegram.fn.addEnvironment("TELEGRAM_HOOK_SECRET_ARN", this.telegramHook.secretArn);
    telegram.allow("ReadTelegramHook", ["secretsmanager:GetSecretValue"], [this.telegramHook.secretArn]);

    this.browsers(config, delivery, door);
    this.phones(config, delivery, door);
  }

  /** The secret from which the keys of Web Push are derived. The door tells a browser the public key. */
  private browsers({ alarmEmail }: Config, delivery: Lambda, door: Lambda): void {
    const secret = new Secret(this, "PushSecret", {
      description: "Waldo: the secret behind the keys of Web Push",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "Every browser is subscribed with a key of it, so a new one would silence them all.",
    });
    delivery.fn.addEnvironment("PUSH_CONTACT", `mailto:${alarmEmail ?? "owner@example.com"}`);
    for (const reader of [delivery, door]) {
      reader.fn.addEnvironment("PUSH_SECRET_ARN", secret.secretArn);
      reader.allow("ReadPushSecret", ["secretsmanager:GetSecretValue"], [secret.secretArn]);
    }
  }

  /** The platform applications of SNS. Without one, no phone can be registered. */
  private phones({ pushApplications }: Config, delivery: Lambda, door: Lambda): void {
    door.fn.addEnvironment("PUSH_APPLICATIONS", pushApplications.join());
    const endpoints = pushApplications.map((arn) => `${arn.replace(":app/", ":endpoint/")}/*`);
    if (endpoints.length === 0) return;
    delivery.allow("Push", ["sns:Publish"], endpoints);
    door.allow("RegisterPhones", ["sns:CreatePlatformEndpoint"], pushApplications);
    door.allow("EnablePhones", ["sns:SetEndpointAttributes"], endpoints);
    const reason = "Endpoints are devices: they come and go below their application.";
    for (const { role } of [delivery, door]) acknowledgeWildcards(role, endpoints, reason);
  }
}
