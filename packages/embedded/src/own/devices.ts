/** `waldo devices`: the browsers and phones that receive pushes. */
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { withDoor } from "./own-door.ts";
import { byShortId, shortId } from "./short-id.ts";

export function listDevices(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { items } = await call("devices");
    if (options.json) return terminal.print(JSON.stringify(items, null, 2));
    for (const { deviceId, name, at } of items)
      terminal.print(`${terminal.c.dim(shortId(deviceId))}  ${name}, since ${new Date(at).toLocaleDateString()}`);
    if (items.length === 0)
      terminal.print("No device takes pushes. Run waldo serve, open its page, and choose “Let this browser ring”.");
  });
}

export function forgetDevice(id: string, options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { items } = await call("devices");
    const { deviceId, name } = byShortId(items, (one) => one.deviceId, id, "waldo devices");
    await call("forgetDevice", { params: { deviceId } });
    terminal.print(options.json ? JSON.stringify({ deviceId }) : `${name} gets no more pushes.`);
  });
}
