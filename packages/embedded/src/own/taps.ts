/** `waldo taps`: what waits for the person's tap, and the tap. */
import { WaldoError } from "@waldo/contracts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { type OwnDoor, withDoor } from "./own-door.ts";

export function listTaps(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call, now) => {
    const { items } = await call("proposals");
    if (options.json) return terminal.print(JSON.stringify(items, null, 2));
    for (const [i, { actions, expiresAt }] of items.entries()) {
      const left = Math.ceil((expiresAt - now) / 60_000);
      const titles = actions.map(({ title, fromOutside }) => `${title}${fromOutside ? " (words from outside)" : ""}`);
      terminal.print(
        `${terminal.c.dim(String(i + 1).padStart(3))}  ${titles.join("; ")} ${terminal.c.dim(`· ${left} min left`)}`,
      );
    }
    if (items.length === 0) terminal.print("Nothing waits for your tap.");
  });
}

export type TapOptions = MemoryOptions & { readonly yes: boolean };

/** Does what a card proposes. Without `--yes` it shows exactly what would be done, and does nothing. */
export function doTap(number: number, options: TapOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const screen = await call("tap", { body: { data: await buttonOf(call, number, "Do it") } });
    const confirm = screen.buttons.find(({ label }) => label === "Confirm");
    if (!options.yes || confirm === undefined) {
      terminal.print(screen.text);
      if (confirm !== undefined) terminal.print(terminal.c.dim(`Confirm with: waldo taps do ${number} --yes`));
      return;
    }
    terminal.print((await call("tap", { body: { data: confirm.data } })).text);
  });
}

export function declineTap(number: number, options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    terminal.print((await call("tap", { body: { data: await buttonOf(call, number, "Not now") } })).text);
  });
}

async function buttonOf(call: OwnDoor, number: number, label: string): Promise<string> {
  const { items } = await call("proposals");
  const button = items[number - 1]?.buttons.find((one) => one.label === label);
  if (!button) throw new WaldoError("InvalidInput", `there is no card ${number}: waldo taps shows them`);
  return button.data;
}
