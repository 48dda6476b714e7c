/**
 * A tab of a browser, as far as a page's script sees it: an address, a session storage, and a fetch that obeys the
 * content security policy and CORS. Navigation follows redirects over the network of the test.
 */

export type Network = (url: string, options?: RequestInit) => Promise<Response>;

/** Returns a network in which each origin is answered by a server on loopback. Nothing else can be reached. */
export function networkOf(endpoints: Readonly<Record<string, string>>): Network {
  return (url, options) => {
    const { origin } = new URL(url);
    const endpoint = endpoints[origin];
    if (endpoint === undefined) return Promise.reject(new TypeError(`${origin} cannot be reached`));
    return fetch(endpoint + url.slice(origin.length), { ...options, redirect: "manual" });
  };
}

const MOST_REDIRECTS = 10;

/** Opens a tab at an address. `now` is the clock of its machine, in milliseconds. */
export async function openTab(network: Network, address: string, now: () => number = Date.now) {
  const stored = new Map<string, string>();
  let url = new URL(address);
  let policy = "";
  let shown = "";
  let leaving: Promise<void> = Promise.resolve();

  async function visit(to: string): Promise<void> {
    let next = new URL(to, url);
    for (let step = 0; step < MOST_REDIRECTS; step += 1) {
      const answer = await network(next.href);
      const location = answer.headers.get("location");
      if (location === null) {
        [url, policy, shown] = [next, answer.headers.get("content-security-policy") ?? "", await answer.text()];
        return;
      }
      next = new URL(location, next);
    }
    throw new Error(`${to} redirects without end`);
  }

  const mayConnect = (origin: string) => {
    const [, sources] = /(?:^|;)\s*connect-src ([^;]*)/.exec(policy) ?? [];
    if (sources === undefined) return true;
    return sources.split(" ").some((source) => (source === "'self'" ? url.origin : source) === origin);
  };

  async function request(to: string, options?: RequestInit): Promise<Response> {
    const target = new URL(to, url);
    if (!mayConnect(target.origin)) throw new TypeError(`the policy of the page forbids ${target.origin}`);
    const answer = await network(target.href, options);
    if (target.origin !== url.origin && answer.headers.get("access-control-allow-origin") === null)
      throw new TypeError(`${target.origin} does not let other pages read its answer`);
    return answer;
  }

  await visit(address);
  return {
    visit,
    /** The address in the address bar. */
    address: () => url.href,
    /** The text of the page that is open. */
    text: () => shown,
    stored,
    /** Resolves when the navigation that the script started has ended. */
    arrived: () => leaving,
    /** The arguments of the script in the page. */
    browser: {
      fetch: request,
      storage: {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: string) => void stored.set(name, value),
        removeItem: (name: string) => void stored.delete(name),
      },
      crypto,
      location: {
        get origin() {
          return url.origin;
        },
        get pathname() {
          return url.pathname;
        },
        get search() {
          return url.search;
        },
        assign(to: string) {
          leaving = visit(to);
        },
      },
      history: {
        replaceState(_: null, __: string, to: string) {
          url = new URL(to, url);
        },
      },
      now,
    },
  };
}
