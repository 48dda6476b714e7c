/** What the `waldo wearable` commands do and print. They never print a token or a secret. */
import {
  type EpochMs,
  UserId,
  VENDORS,
  VendorName,
  type VendorReturn,
  WaldoError,
  type WearableView,
} from "@waldo/contracts";
import {
  AUTHORISE_MINUTES,
  beginConnection,
  finishConnection,
  listConnections,
  removeConnection,
} from "@waldo/core/connect/connect";
import type { ConnectPorts } from "@waldo/core/connect/ports";
import { pull } from "@waldo/core/connect/pull";
import { TROUBLE_WORDS, VendorTrouble } from "@waldo/core/connect/vendor";
import { VENDOR } from "@waldo/core/connect/vendors";
import { backfillScores, findTimeZone } from "@waldo/core/health/ledger";
import { localDate, localTime, MINUTE_MS } from "@waldo/core/time";
import { askConsents } from "../consent/ask.ts";
import { type Home, openHome, openOwn } from "../home.ts";
import { machineClock } from "../home-clock.ts";
import { POLL_MS } from "../live/wearable-pulls.ts";
import { count } from "../plural.ts";
import { USUAL_PORT } from "../port.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { returnIn, waitForBrowser } from "./come-back.ts";
import { connectPortsOf, returnAddress } from "./ports.ts";
import { knownVendors, readWearables, saveWearables } from "./saved.ts";

export type WearableOptions = { readonly user: string; readonly home: string; readonly json: boolean };
export type ConnectOptions = WearableOptions & {
  readonly port: number;
  readonly clientId?: string;
  readonly secretEnv?: string;
  readonly back?: string;
  readonly consent?: string;
  readonly tunnel?: string;
};

export async function listWearables(options: WearableOptions, terminal: Terminal): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const home = openOwn(options.home);
  try {
    const offered = knownVendors(readWearables(home.paths.root));
    const items = await listConnections({ store: home.store, offered }, userId);
    if (options.json) return terminal.print(JSON.stringify(items));
    if (items.length === 0)
      return terminal.print(`No vendor knows this home yet. Begin with: waldo wearable connect ${VENDORS[0]} --help`);
    for (const item of items) for (const line of linesOf(item, terminal.timeZone)) terminal.print(line);
  } finally {
    home.store.close();
  }
}

const STATES: Readonly<Record<WearableView["state"], string>> = {
  none: "not connected",
  active: "connected",
  reconnect: "must be connected again",
  ending: "taken back; the vendor is still to be told",
};

function* linesOf({ name, vendor, state, readAt, isFilling, troubleWords, notBefore }: WearableView, timeZone: string) {
  const when = (at: EpochMs) => `${localDate(at, timeZone)} ${localTime(at, timeZone)}`;
  yield `${name}: ${STATES[state]}${readAt === undefined ? "" : `, read ${when(readAt)}`}`;
  if (isFilling) yield "  the past is still being read, while waldo live runs";
  if (troubleWords !== undefined) yield `  ${troubleWords}`;
  if (notBefore !== undefined && state === "active") yield `  not before ${when(notBefore)}`;
  if (state === "reconnect") yield `  waldo wearable connect ${vendor}`;
}

/**
 * Connects a wearable at the vendor, and reads the past. Throws `InvalidInput` when something is missing, when the
 * person does not come back, and when the vendor refuses.
 */
export async function connectWearable(
  given: string,
  options: ConnectOptions,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const vendor = vendorOf(given);
  const userId = typed(UserId, options.user, "--user");
  const home = openHome(options.home);
  try {
    await saveClient(home.paths.root, vendor, options, env);
    const ports = portsOf(home, options.port, env);
    if (!ports.offered.includes(vendor))
      throw new WaldoError(
        "InvalidInput",
        `${VENDOR[vendor].title} does not know this home: register an application in its dashboard with the return address ${returnAddress(USUAL_PORT)}/${vendor}, then add --client-id and --secret-env`,
      );
    const person = { store: home.store, clock: machineClock, userId };
    await askConsents(person, { wanted: ["body"], named: options.consent }, terminal);
    const back =
      options.back === undefined
        ? await throughTheBrowser(ports, userId, vendor, { ...options, terminal })
        : returnIn(URL.parse(options.back) ?? new URL("http://127.0.0.1/"));
    if (back === undefined)
      throw new WaldoError("InvalidInput", "nothing came back from the vendor: begin again, or give --back <address>");
    const view = await plainly(() => finishConnection(ports, userId, vendor, back));
    terminal.note(`${view.name} is connected. Reading the past 90 days …`);
    const { changed, outcome } = await readPast(home, ports, userId, vendor);
    if (options.json) {
      const now = (await listConnections(ports, userId)).find((one) => one.vendor === vendor);
      return terminal.print(JSON.stringify({ ...view, ...now, days: changed }));
    }
    terminal.print(
      outcome === "read"
        ? `${view.name} is connected: ${count(changed, "day")} of the past are here.`
        : `${view.name} is connected, but its past could not be read yet: waldo live tries again.`,
    );
    terminal.print("waldo live reads what is new, each quarter of an hour; waldo wearable remove takes it back.");
  } finally {
    home.store.close();
  }
}

/** Reads the available data now. No wake is needed: waldo live and waldo day read the stored data. */
async function readPast(home: Home, ports: ConnectPorts, userId: UserId, vendor: VendorName) {
  const own = { ...ports, startWake: async () => {}, log: () => {}, pollMs: POLL_MS };
  const pulled = await pull(own, { userId, vendor });
  const zone = await findTimeZone(home.store, userId);
  if (zone !== undefined) await backfillScores(own, userId, localDate(machineClock.now(), zone));
  return pulled;
}

async function saveClient(
  root: string,
  vendor: VendorName,
  { clientId, secretEnv, tunnel }: Pick<ConnectOptions, "clientId" | "secretEnv" | "tunnel">,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (tunnel !== undefined) {
    if (URL.parse(tunnel)?.protocol !== "https:")
      throw new WaldoError("InvalidInput", "--tunnel takes an https address, as your tunnel shows it");
    await saveWearables(root, { ...readWearables(root), tunnel });
  }
  if (clientId === undefined && secretEnv === undefined) return;
  const secret = env[secretEnv ?? ""]?.trim();
  if (clientId === undefined || !secret)
    throw new WaldoError(
      "InvalidInput",
      "--client-id and --secret-env go together, and --secret-env takes the name of a variable that is set, never the secret itself",
    );
  const before = readWearables(root);
  await saveWearables(root, { ...before, clients: { ...before.clients, [vendor]: { id: clientId, secret } } });
}

async function throughTheBrowser(
  ports: ConnectPorts,
  userId: UserId,
  vendor: VendorName,
  { port, json, terminal }: ConnectOptions & { readonly terminal: Terminal },
): Promise<VendorReturn | undefined> {
  const waiting = await waitForBrowser(vendor, port, AUTHORISE_MINUTES * MINUTE_MS);
  try {
    const { url } = await beginConnection(ports, userId, vendor);
    const say = json ? terminal.note : terminal.print;
    say(`Open this address, and agree there:\n\n${url}\n`);
    if (waiting === undefined)
      throw new WaldoError(
        "InvalidInput",
        `port ${port} is taken. If waldo serve runs there and your browser is signed in, its page finishes this; else run waldo wearable connect ${vendor} --back <the address you were sent to>`,
      );
    return await waiting.back;
  } finally {
    await waiting?.stop();
  }
}

export async function removeWearable(
  given: string,
  options: WearableOptions,
  env: NodeJS.ProcessEnv,
  { print }: Terminal,
): Promise<void> {
  const vendor = vendorOf(given);
  const userId = typed(UserId, options.user, "--user");
  const home = openOwn(options.home);
  try {
    const view = await plainly(() => removeConnection(portsOf(home, USUAL_PORT, env), userId, vendor));
    if (options.json) return print(JSON.stringify(view));
    print(
      view.state === "none"
        ? `${view.name} is not connected any more, and its tokens are forgotten. The days that came stay.`
        : `${view.name} did not answer. Nothing is read from it any more, and waldo live tells it as soon as it answers.`,
    );
  } finally {
    home.store.close();
  }
}

function portsOf(home: Home, port: number, env: NodeJS.ProcessEnv): ConnectPorts {
  const here = { root: home.paths.root, env };
  return connectPortsOf(here, { store: home.store, clock: machineClock }, { port, soon: async () => {} });
}

function vendorOf(given: string): VendorName {
  const vendor = VendorName.safeParse(given.toLowerCase()).data;
  if (vendor) return vendor;
  throw new WaldoError("InvalidInput", `${given} is no vendor that can be connected: ${VENDORS.join(", ")}`);
}

/** Turns a failure of the vendor into one line. */
async function plainly<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (!(cause instanceof VendorTrouble)) throw cause;
    throw new WaldoError("InvalidInput", `the vendor did not agree: ${TROUBLE_WORDS[cause.trouble]}`, { cause });
  }
}
