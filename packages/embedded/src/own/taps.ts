/** `waldo taps`: shows proposals that wait for the person, and approves, changes or undoes them. */
import { randomUUID } from "node:crypto";

import { WaldoError } from "@waldo/contracts";
import { HOUR_MS } from "@waldo/core/time";
import { UNDO_HOURS } from "@waldo/core/tools/undo";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { type OwnDoor, type OwnOptions, withDoor } from "./own-door.ts";
import { byShortId, shortId } from "./short-id.ts";

export function listTaps(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call, now) => {
    const { items } = await call("proposals");
    if (options.json) return terminal.print(JSON.stringify(items, null, 2));
    for (const { proposalId, actions, expiresAt, isHeld } of items) {
      const left = `${Math.ceil((expiresAt - now) / 60_000)} min left`;
      const waits = isHeld ? `${left}, waits for what you want changed: waldo say …` : left;
      const titles = actions.map(({ title, fromOutside }) => `${title}${fromOutside ? " (words from outside)" : ""}`);
      terminal.print(`${terminal.c.dim(shortId(proposalId))}  ${titles.join("; ")} ${terminal.c.dim(`· ${waits}`)}`);
    }
    if (items.length === 0) terminal.print("Nothing waits for your tap.");
  });
}

export type TapOptions = OwnOptions & { readonly yes: boolean };

/** Carries out a proposal. Without `--yes` it only shows exactly what would be done. */
export function doTap(id: string, options: TapOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call, _now, rest) => {
    const screen = await call("tap", { body: { data: await buttonOf(call, id, "Do it") } });
    const confirm = screen.buttons.find(({ label }) => label === "Confirm");
    if (!options.yes || confirm === undefined) {
      terminal.print(screen.text);
      if (confirm !== undefined) terminal.print(terminal.c.dim(`Confirm with: waldo taps do ${id} --yes`));
      return;
    }
    const { kind, text } = await call("tap", { body: { data: confirm.data } });
    // A handoff works now, so its messages are printed after that work.
    const said = kind === "notice" ? await rest() : [];
    for (const line of said.length > 0 ? said : [text]) terminal.print(line);
  });
}

export function declineTap(id: string, options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    terminal.print((await call("tap", { body: { data: await buttonOf(call, id, "Not now") } })).text);
  });
}

/** Holds a proposal until the person has said what to change. If words are given, it sends them and prints the result. */
export function modifyTap(
  id: string,
  words: readonly string[],
  options: OwnOptions,
  terminal: Terminal,
): Promise<void> {
  return withDoor(options, terminal, async (call, _now, rest) => {
    const { text } = await call("tap", { body: { data: await buttonOf(call, id, "Modify") } });
    if (words.length === 0) {
      terminal.print(text);
      return terminal.print(terminal.c.dim("Say it with: waldo say make it 4 pm"));
    }
    await call("say", { body: { text: words.join(" ") }, key: randomUUID() });
    for (const line of await rest()) terminal.print(line);
  });
}

/** Undoes an action. `waldo log` shows the ids. */
export function undoTap(id: string, options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call, now) => {
    const { items } = await call("log", { query: { from: now - UNDO_HOURS * HOUR_MS, to: now + 1 } });
    const buttons = items.flatMap(({ undo }) => undo);
    const { data } = byShortId(buttons, effectOf, id, "waldo log");
    terminal.print((await call("tap", { body: { data } })).text);
  });
}

const effectOf = ({ data }: { readonly data: string }) => data.slice(data.indexOf(":") + 1);

async function buttonOf(call: OwnDoor, id: string, label: string): Promise<string> {
  const { items } = await call("proposals");
  const { buttons, isHeld } = byShortId(items, ({ proposalId }) => proposalId, id, "waldo taps");
  const button = buttons.find((one) => one.label === label);
  if (button !== undefined) return button.data;
  const why = isHeld ? "waits for what you want changed: say it, or “waldo say never mind”" : `has no “${label}”`;
  throw new WaldoError("InvalidInput", `the card ${id} ${why}`);
}
