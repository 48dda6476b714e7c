/** `waldo wearable`: the key of a phone that posts Apple Health. */
import { API_ROOT, ROUTES } from "@waldo/contracts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { withDoor } from "../own/own-door.ts";
import type { Terminal } from "../terminal.ts";

export function newToken(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { header, token } = await call("appleToken");
    const path = `${API_ROOT}${ROUTES.appleHook.path}`;
    if (options.json) return terminal.print(JSON.stringify({ method: "POST", path, header, token }));
    terminal.print(`POST ${path}`);
    terminal.print(`${header}: ${token}`);
    terminal.note("It is shown once. Whoever has it can send data as yours; waldo wearable forget takes it back.");
  });
}

export function forgetToken(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    await call("forgetAppleToken");
    terminal.print("The key of your phone counts no more.");
  });
}
