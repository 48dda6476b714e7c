/** `waldo wearable …`: connects the clouds of wearables, from which the nights are read automatically. */
import { VENDORS } from "@waldo/contracts";
import type { Command } from "commander";
import { portOption, USUAL_PORT } from "../port.ts";
import type { Terminal } from "../terminal.ts";
import type { ConnectOptions, WearableOptions } from "./wearables.ts";

type Shared = (command: Command) => Command;

export function addWearableCommands(
  program: Command,
  shared: Shared,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): void {
  const wearable = program
    .command("wearable")
    .description("What sends your body's data by itself: a wearable's cloud, or your phone.")
    .addHelpText(
      "after",
      `
Examples:
  waldo wearable connect whoop --client-id <id> --secret-env WHOOP_SECRET     the first time
  waldo wearable connect whoop
  waldo wearable list
  waldo wearable remove whoop
  waldo wearable token                       the key with which your phone posts Apple Health`,
    );
  shared(wearable.command("list", { isDefault: true }))
    .description("Which wearables are connected, when they were read, and what was wrong.")
    .action(async (options: WearableOptions) => (await import("./wearables.ts")).listWearables(options, terminal));
  const vendor = `one of ${VENDORS.join(", ")}`;
  shared(wearable.command("connect").argument("<vendor>", vendor))
    .description("Connect a wearable: open the printed address, and agree there. The past 90 days follow.")
    .option("--client-id <id>", "your client at the vendor, from its developer dashboard; kept in the home")
    .option("--secret-env <variable>", "the variable that holds that client's secret")
    .option("--consent <purposes>", "agree without being asked: body")
    .option("--back <address>", "the address that the vendor sent your browser to, when it did not come back by itself")
    .option("--tunnel <address>", "where a tunnel leads to waldo serve, so that hooks can come; kept in the home")
    .addOption(portOption("where this machine waits for your browser"))
    .addHelpText(
      "after",
      `
Register an application in the vendor's dashboard once, with this address to come back to:
  http://127.0.0.1:${USUAL_PORT}/connected/<vendor>

Example:
  waldo wearable connect whoop --back "http://127.0.0.1:${USUAL_PORT}/connected/whoop?code=…&state=…"`,
    )
    .action(async (name: string, options: ConnectOptions) =>
      (await import("./wearables.ts")).connectWearable(name, options, env, terminal),
    );
  shared(wearable.command("remove").argument("<vendor>", vendor))
    .description("Take a connection back. The vendor is told, the tokens are forgotten, and the days that came stay.")
    .action(async (name: string, options: WearableOptions) =>
      (await import("./wearables.ts")).removeWearable(name, options, env, terminal),
    );
  shared(wearable.command("token"))
    .description("The key with which your phone posts Apple Health. It is shown once; the one before counts no more.")
    .addHelpText("after", "\nThe guide says how the app Health Auto Export, or a shortcut of the phone, sends it.")
    .action(async (options: WearableOptions) => (await import("./phone.ts")).newToken(options, terminal));
  shared(wearable.command("forget"))
    .description("Take the key of your phone back.")
    .action(async (options: WearableOptions) => (await import("./phone.ts")).forgetToken(options, terminal));
}
