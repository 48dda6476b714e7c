/** `waldo serve`: the agent of `waldo live`, with the door and a page. `waldo link`: a new link to the page. */
import { MCP_PATH, MOST_VOICE_SECONDS, UserId, WaldoError } from "@waldo/contracts";
import { programLine } from "../agents/program-line.ts";
import { openExisting } from "../home.ts";
import { machineClock } from "../home-clock.ts";
import { type LiveOptions, live, type Running } from "../live/command.ts";
import { modelChoice } from "../model/choice.ts";
import { need } from "../need.ts";
import { USUAL_PORT } from "../port.ts";
import { localPrivacy } from "../privacy/serve-privacy.ts";
import { approvalKey } from "../secret-file.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { transcriberOf } from "../voice.ts";
import { connectPortsOf } from "../wearables/ports.ts";
import { localImports } from "./imports.ts";
import { notePort, servedPort } from "./served-port.ts";
import { linkTo, startServer } from "./server.ts";
import { LINK_MINUTES, newCode } from "./session.ts";

export type ServeOptions = LiveOptions & { readonly port: number };

/** Serves until `signal` is aborted. */
export async function serve(
  options: ServeOptions,
  settings: Settings,
  terminal: Terminal,
  { env, ...running }: Omit<Running, "beside">,
): Promise<void> {
  await need("page");
  const { builtPage } = await import("@waldo/app/build");
  const pageFolder = await builtPage(() => terminal.note("Building the page, once. This takes some seconds."));
  await live(options, settings, terminal, {
    ...{ ...running, env },
    async beside({ world, userId, home, live: agent, rereadModel, push, bots, soon }) {
      const imports = localImports(home, { clock: world.clock, log: world.log, startWake: agent.wake });
      const { stop: finishPrivacy, ...privacy } = await localPrivacy(home, world, imports.uploads);
      const closing = new AbortController();
      const ports = {
        ...world,
        approvalKey: approvalKey(home.paths.root),
        startWake: agent.wake,
        models: modelChoice(home.paths.root, env, { onSaved: rereadModel }),
        push,
        wearables: connectPortsOf({ root: home.paths.root, env }, world, { port: options.port, soon }),
        ...privacy,
        imports,
        pageFolder,
        agents: {
          connect: {
            url: `http://127.0.0.1:${options.port}${MCP_PATH}`,
            command: programLine({ root: home.paths.root, userId }),
            keys: true,
          },
        },
        summarises: settings.models !== undefined,
        ...(settings.voice
          ? { transcriber: transcriberOf(settings.voice, closing.signal), voiceSeconds: MOST_VOICE_SECONDS }
          : {}),
        ...(bots ? { bots } : {}),
      };
      const { origin, link, stop } = await startServer(ports, userId, options.port, home.store);
      const forgetPort = notePort(home.paths.root, Number(new URL(origin).port));
      const opened = await link();
      const { c } = terminal;
      const lines = [
        `${c.bold("Open")} ${opened}`,
        c.dim(`The link works once, for ${LINK_MINUTES} minutes. waldo link prints a new one.`),
      ];
      return {
        lines,
        said: { origin, link: opened },
        stop: () =>
          Promise.all([forgetPort(), stop(), imports.stop(), finishPrivacy(), closing.abort()]).then(() => {}),
      };
    },
  });
}

export type LinkOptions = Pick<ServeOptions, "user" | "home" | "json"> & { readonly port?: number };

/** Prints a new link to a running server. */
export async function printLink(options: LinkOptions, terminal: Terminal): Promise<void> {
  const origin = `http://127.0.0.1:${options.port ?? servedPort(options.home) ?? USUAL_PORT}`;
  const isOpen = await fetch(`${origin}/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isOpen)
    throw new WaldoError(
      "InvalidInput",
      `nothing answers at ${origin}: run waldo serve, or name the port of one that runs, such as waldo link --port 9000`,
    );
  const home = openExisting(options.home, terminal);
  try {
    const link = linkTo(
      origin,
      await newCode({ store: home.store, clock: machineClock }, typed(UserId, options.user, "--user")),
    );
    terminal.print(options.json ? JSON.stringify({ link }) : link);
  } finally {
    home.store.close();
  }
}
