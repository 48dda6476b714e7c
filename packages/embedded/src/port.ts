/** The port on which a browser reaches this machine. */
import { InvalidArgumentError, Option } from "commander";

/** The port of `waldo serve`, and so of the address that the owner registers with a vendor of wearables. */
export const USUAL_PORT = 8230;

export const portOption = (about: string): Option => anyPortOption(about).default(USUAL_PORT);

/** The same option for a command that can find the port itself. */
export const anyPortOption = (about: string): Option => new Option("--port <n>", about).argParser(portOf);

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw new InvalidArgumentError("It must be a port, 0 to 65535.");
}
