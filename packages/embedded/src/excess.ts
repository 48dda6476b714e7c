/** Writes the error for words that a command does not accept. */
import type { Command } from "commander";

/**
 * Answers an unknown command of a group, such as "waldo goals x", with the names of its commands. A bare `waldo goals`
 * is a hidden `waldo goals show`, which commander's own message would name.
 */
export function namingCommands(program: Command): Command {
  for (const command of everyCommand(program)) if (command.parent !== program) command.allowExcessArguments();
  return program.hook("preAction", (_, command) => {
    const { args, parent, registeredArguments: taken } = command;
    const [word] = args.slice(taken.length);
    if (word === undefined || taken.at(-1)?.variadic || !parent || parent === program) return;
    const group = `waldo ${parent.name()}`;
    const names = parent.commands.map((one) => one.name()).join(", ");
    const refused =
      parent.args[0] === command.name()
        ? `${group} ${command.name()} takes no “${word}”`
        : `${group} has no command “${word}”: there is ${names}`;
    command.error(`error: ${refused}`, { code: "commander.excessArguments", exitCode: 1 });
  });
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...everyCommand(one)]);
}
