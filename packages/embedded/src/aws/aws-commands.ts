/** `waldo aws …`: the commands of a deployment's operator. Each reads the outputs of the stack. */
import { UserId } from "@waldo/contracts";
import { personDigest } from "@waldo/core/digest";
import { type Command, Option } from "commander";
import { need, type Part } from "../need.ts";
import { settingsFrom } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import type { AwsOptions } from "./operate.ts";

async function operating(part: Part = "aws") {
  await need(part);
  return import("./operate.ts");
}

export function addAwsCommands(program: Command, env: NodeJS.ProcessEnv, terminal: Terminal): void {
  const aws = program
    .command("aws")
    .description("For the operator of a deployment: accounts, the pause switch, and what is still missing.")
    .addHelpText(
      "after",
      `
It uses the AWS credentials and the region of this machine (AWS_PROFILE, AWS_REGION).

Examples:
  waldo aws deploy
  waldo aws check
  waldo aws invite ana@example.com
  waldo aws people`,
    );
  const shared = (command: Command) =>
    command
      .addOption(new Option("--stack <name>", "the stack in CloudFormation").default("Waldo"))
      .addOption(new Option("--json", "for programs").default(false));

  shared(aws.command("check"))
    .description("Say what is still missing: model access, forms, alarms, the bot, people. It changes nothing.")
    .addHelpText("after", "\nIt ends with 1 while something is missing.")
    .action(async (options: AwsOptions) => (await operating()).check(options, terminal));
  shared(aws.command("deploy"))
    .description("Deploy this release with the CDK CLI. Once it stands it is protected against deletion.")
    .addOption(new Option("--yes", "do not ask about permissions that become wider").default(false))
    .addHelpText("after", "\nA first deployment that failed is repeated with the same command.")
    .action(async (options: AwsOptions & { yes: boolean }) =>
      (await operating("deploy")).deploy(options, env, terminal),
    );
  shared(aws.command("undeploy"))
    .description("Remove the stack. Tables, keys, files and accounts stay, and are listed.")
    .addOption(new Option("--yes", "do it").default(false))
    .action(async (options: AwsOptions & { yes: boolean }) =>
      (await operating("deploy")).undeploy(options, env, terminal),
    );
  shared(aws.command("people"))
    .description("Who has an account.")
    .action(async (options: AwsOptions) => (await operating()).listPeople(options, terminal));
  shared(aws.command("invite").argument("<mail>", "where the invitation goes"))
    .description("Make an account. Cognito mails the first password, which holds three days.")
    .addHelpText("after", "\nExamples:\n  waldo aws invite ana@example.com")
    .action(async (mail: string, options: AwsOptions) => (await operating()).invitePerson(mail, options, terminal));
  aws
    .command("hash")
    .argument("<user-id>", "as waldo aws people shows it")
    .description("The digest that stands for a person in log lines, in a tombstone and on a receipt.")
    .addHelpText("after", "\nExamples:\n  waldo aws hash 0f8fad5b-d9cb-469f-a165-70867728950e")
    .action(async (userId: string) => terminal.print(personDigest(typed(UserId, userId, "the user id"))));
  shared(aws.command("telegram"))
    .description("Store the token of a bot (WALDO_TELEGRAM_TOKEN), and tell Telegram where its updates go.")
    .addHelpText("after", "\nThe bot's username must be in waldo.telegramBots of cdk.json, and deployed.")
    .action(async (options: AwsOptions) => (await operating()).setUpTelegram(options, settingsFrom(env), terminal));
  shared(aws.command("key").argument("<name>", "web.search, the name of an MCP server, or wearable.<vendor>"))
    .description("Store the key of a connection in its secret, over the one before.")
    .requiredOption("--key-env <variable>", "the variable of this machine that holds the key")
    .addHelpText("after", "\nExamples:\n  waldo aws key web.search --key-env BRAVE_KEY")
    .action(async (name: string, options: AwsOptions & { keyEnv: string }) =>
      (await operating()).storeKeyOf(name, options, env, terminal),
    );
  for (const [name, does] of [
    ["pause", "Stop everything for a person, until resume. Nothing is lost."],
    ["resume", "Go on for a person. What came in meanwhile is answered now."],
  ] as const)
    shared(aws.command(name).argument("<mail>", "as waldo aws people shows it"))
      .description(does)
      .action(async (mail: string, options: AwsOptions) =>
        (await operating()).operatePerson(name, mail, options, terminal),
      );
  shared(aws.command("remove").argument("<mail>", "as waldo aws people shows it"))
    .description("End a person's sessions, stop everything for them and delete the account. Their rows stay.")
    .addOption(new Option("--yes", "do it").default(false))
    .action(async (mail: string, options: AwsOptions & { yes: boolean }) =>
      (await operating()).remove(mail, options, terminal),
    );
}
