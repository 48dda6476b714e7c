/** The fetcher against servers on loopback, and against addresses that must never be connected to. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { casesOf } from "@waldo/testkit/data";
import type { LocalServer } from "@waldo/testkit/local-server";
import { serveLoopback } from "@waldo/testkit/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FetcherOptions, PUBLIC_INTERNET, publicFetcher } from "./fetcher.ts";
import { isPublicAddress } from "./public-address.ts";

const ICS = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";
const MIB = 1024 * 1024;

let answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
let asked: { readonly path: string; readonly headers: IncomingMessage["headers"] }[] = [];
let server: LocalServer;
beforeAll(async () => {
  server = await serveLoopback((incoming, outgoing) => {
    asked.push({ path: incoming.url ?? "", headers: incoming.headers });
    answer(incoming, outgoing);
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  asked = [];
  answer = (_incoming, outgoing) => outgoing.end(ICS);
});

/** Reaches 127.0.0.1 by http as well, and nothing else that is not public. */
const near = (options: FetcherOptions = {}) =>
  publicFetcher({
    reach: {
      schemes: ["http:", "https:"],
      mayUsePort: () => true,
      isPublic: (address) => address === "127.0.0.1" || isPublicAddress(address),
    },
    timeoutMs: 5_000,
    ...options,
  });
const refused = (why: string) => ({ outcome: "refused", why });
const redirect = (to: string) => (_incoming: IncomingMessage, outgoing: ServerResponse) => {
  outgoing.writeHead(302, { location: to }).end();
};

it("reaches only the hosts that are named, also where a redirect leads elsewhere", async () => {
  const { port } = new URL(server.endpoint);
  const elsewhere = `http://localhost:${port}/taken?words=secret`;
  answer = (incoming, outgoing) =>
    incoming.url === "/open" ? redirect(elsewhere)(incoming, outgoing) : outgoing.end("page");
  const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
  const only = near({ hosts: ["127.0.0.1"], lookup });
  expect(await only.fetch(`${server.endpoint}/open`)).toEqual(refused("redirects"));
  expect(await only.fetch(elsewhere)).toEqual(refused("redirects"));
  expect(asked.map(({ path }) => path)).toEqual(["/open"]);
  expect(await near({ hosts: ["127.0.0.1", "localhost"], lookup }).fetch(`${server.endpoint}/open`)).toMatchObject({
    outcome: "answered",
  });
});

describe("an address that is refused before anything is connected to", () => {
  const never = publicFetcher({ lookup: () => Promise.reject(new Error("no name may be resolved here")) });
  it.each(casesOf<string>("addresses", "no plain https address"))(
    "because it is no plain https address: %s",
    async (address) => {
      expect(await never.fetch(address)).toEqual(refused("address"));
    },
  );

  it.each(["https://1.1.1.1:80/", "https://1.1.1.1:22/", "https://1.1.1.1:6379/", "webcal://1.1.1.1:8080/"])(
    "because of its port: %s",
    async (address) => {
      expect(await never.fetch(address)).toEqual(refused("port"));
    },
  );

  it.each(casesOf<string>("addresses", "a host that is not public"))(
    "because it is not public, however it is spelt: %s",
    async (host) => {
      for (const scheme of ["https", "webcal"])
        expect(await never.fetch(`${scheme}://${host}/latest/meta-data`)).toEqual(refused("not_public"));
    },
  );

  it.each([
    ["127.0.0.1"],
    ["10.0.0.1"],
    ["::1"],
    ["::ffff:10.0.0.1"],
    ["fe80::1%lo"],
    ["1.1.1.1", "10.0.0.1"],
    ["2606:4700::1", "::1"],
  ])("because its name has an address that is not public: %j", async (...addresses) => {
    const hosts: string[] = [];
    const fetcher = publicFetcher({
      lookup: async (host) => {
        hosts.push(host);
        return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      },
    });
    for (const host of ["calendar.example", "calendar.example.", "xn--bcher-kva.example", "bücher.example"])
      expect(await fetcher.fetch(`https://${host}/x.ics`)).toEqual(refused("not_public"));
    expect(hosts).toEqual(["calendar.example", "calendar.example", "xn--bcher-kva.example", "xn--bcher-kva.example"]);
  });

  it("by the system's own resolver, for this machine's name", async () => {
    for (const host of ["localhost", "LOCALHOST", "localhost."])
      expect(await publicFetcher().fetch(`https://${host}/`)).toEqual(refused("not_public"));
  });

  it("when its name has no address", async () => {
    expect(await publicFetcher({ lookup: async () => [] }).fetch("https://nowhere.example/")).toEqual(
      refused("unreachable"),
    );
  });

  it("the default reaches no http, and no port but those of https", () => {
    expect(PUBLIC_INTERNET.schemes).toEqual(["https:"]);
    const open = Array.from({ length: 65_536 }, (_, port) => port).filter(PUBLIC_INTERNET.mayUsePort);
    expect(open).toEqual([443, 8443]);
  });
});

describe("an answer", () => {
  it("comes with its status, its validators and its bytes, and nothing is sent but what the request needs", async () => {
    answer = (_incoming, outgoing) =>
      outgoing
        .writeHead(200, { etag: '"v1"', "last-modified": "Fri, 30 Oct 2026 09:00:00 GMT", "set-cookie": "id=1" })
        .end(ICS);
    const fetcher = near();
    const first = await fetcher.fetch(`${server.endpoint}/a.ics?key=1#part`);
    expect(first).toEqual({
      outcome: "answered",
      status: 200,
      etag: '"v1"',
      lastModified: "Fri, 30 Oct 2026 09:00:00 GMT",
      bytes: Buffer.from(ICS),
    });
    await fetcher.fetch(`${server.endpoint}/a.ics`);
    const [one, two] = asked;
    expect(one?.path).toBe("/a.ics?key=1");
    expect(Object.keys(two?.headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
    expect(two?.headers.connection).toBe("close");
  });

  it("is 304 when the server still knows what was read", async () => {
    answer = (incoming, outgoing) => {
      const isKnown = incoming.headers["if-none-match"] === '"v1"' && incoming.headers["if-modified-since"] === "then";
      outgoing.writeHead(isKnown ? 304 : 200, { etag: '"v1"' }).end(isKnown ? undefined : ICS);
    };
    expect(await near().fetch(server.endpoint, { etag: '"v1"', lastModified: "then" })).toMatchObject({ status: 304 });
    expect(await near().fetch(server.endpoint, { etag: '"v0"' })).toMatchObject({ status: 200 });
  });

  it.each([401, 404, 410, 429, 500, 503])("of status %i has no bytes", async (status) => {
    answer = (_incoming, outgoing) => outgoing.writeHead(status).end("<html>".repeat(1000));
    expect(await near().fetch(server.endpoint)).toEqual({ outcome: "answered", status, bytes: new Uint8Array() });
  });

  it("is unpacked, and refused when it cannot be", async () => {
    const packed = gzipSync(ICS);
    const as = (encoding: string, body: Uint8Array | string) => {
      answer = (_incoming, outgoing) => outgoing.writeHead(200, { "content-encoding": encoding }).end(body);
      return near().fetch(server.endpoint);
    };
    expect(await as("gzip", packed)).toMatchObject({ bytes: Buffer.from(ICS) });
    expect(await as("X-GZIP", packed)).toMatchObject({ bytes: Buffer.from(ICS) });
    expect(await as("gzip", ICS)).toEqual(refused("encoding"));
    expect(await as("gzip", packed.subarray(0, packed.length - 9))).toEqual(refused("encoding"));
    expect(await as("br", packed)).toEqual(refused("encoding"));
    expect(await as("gzip, gzip", gzipSync(packed))).toEqual(refused("encoding"));
  });

  it("may have 10 MB and no byte more", async () => {
    answer = (_incoming, outgoing) => outgoing.end(Buffer.alloc(10 * MIB));
    const most = await near().fetch(server.endpoint);
    expect(most.outcome === "answered" && most.bytes.length).toBe(10 * MIB);
    answer = (_incoming, outgoing) => outgoing.end(Buffer.alloc(10 * MIB + 1));
    expect(await near().fetch(server.endpoint)).toEqual(refused("too_large"));
  });

  it("without an end is cut off at 10 MB, and the connection closed", async () => {
    let sent = 0;
    const closed = new Promise<void>((resolve) => {
      answer = (_incoming, outgoing) => {
        const piece = Buffer.alloc(64 * 1024);
        const more = () => {
          while (!outgoing.destroyed && outgoing.write(piece)) sent += piece.length;
        };
        outgoing.on("drain", more);
        outgoing.on("close", resolve);
        more();
      };
    });
    expect(await near().fetch(server.endpoint)).toEqual(refused("too_large"));
    await closed;
    expect(sent).toBeLessThan(40 * MIB);
  });

  it("that grows when it is unpacked is cut off at 10 MB", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MIB));
    expect(bomb.length).toBeLessThan(MIB);
    answer = (_incoming, outgoing) => outgoing.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    expect(await near().fetch(server.endpoint)).toEqual(refused("too_large"));
  });

  it("that stays away, stops or trickles is given up in time", async () => {
    const within = near({ timeoutMs: 300 });
    answer = () => {};
    expect(await within.fetch(server.endpoint)).toEqual(refused("too_slow"));
    answer = (_incoming, outgoing) => void outgoing.write("BEGIN:");
    expect(await within.fetch(server.endpoint)).toEqual(refused("too_slow"));
    answer = (_incoming, outgoing) => {
      const drop = setInterval(() => outgoing.write(" "), 20);
      outgoing.on("close", () => clearInterval(drop));
    };
    expect(await within.fetch(server.endpoint)).toEqual(refused("too_slow"));
    const forever = near({ timeoutMs: 300, lookup: () => new Promise(() => {}) });
    expect(await forever.fetch("http://slow.example/")).toEqual(refused("too_slow"));
  });

  it("that breaks off is no answer", async () => {
    answer = (incoming) => incoming.socket.destroy();
    expect(await near().fetch(server.endpoint)).toEqual(refused("unreachable"));
    answer = (incoming, outgoing) => {
      outgoing.writeHead(200, { "content-length": 100 });
      outgoing.write("BEGIN", () => incoming.socket.destroy());
    };
    expect(await near().fetch(server.endpoint)).toEqual(refused("unreachable"));
  });

  it("by https from a server that does not speak it is no answer", async () => {
    const address = server.endpoint.replace("http:", "https:");
    expect(await near().fetch(address)).toEqual(refused("unreachable"));
  });
});

describe("a redirect", () => {
  it("is followed three times, and not a fourth", async () => {
    answer = (incoming, outgoing) => {
      const hop = Number(incoming.url?.slice(1));
      if (hop === 0) outgoing.end(ICS);
      else outgoing.writeHead(301, { location: `/${hop - 1}` }).end();
    };
    expect(await near().fetch(`${server.endpoint}/3`)).toMatchObject({ status: 200 });
    asked = [];
    expect(await near().fetch(`${server.endpoint}/4`)).toEqual(refused("redirects"));
    expect(asked).toHaveLength(4);
  });

  it("in a circle ends", async () => {
    answer = redirect("/again");
    expect(await near().fetch(server.endpoint)).toEqual(refused("redirects"));
    expect(asked).toHaveLength(4);
  });

  it.each(casesOf<[to: string, why: string]>("addresses", "a redirect that is refused"))(
    "to %s is refused",
    async (to, why) => {
      answer = redirect(to);
      const fetcher = near({
        lookup: async (host) => [{ address: host === "localhost" ? "127.0.0.2" : "10.0.0.1", family: 4 }],
      });
      expect(await fetcher.fetch(server.endpoint)).toEqual(refused(why));
      expect(asked).toHaveLength(1);
    },
  );

  it("to http is refused when only https may be read, and so is one to another port", async () => {
    const reach = { ...PUBLIC_INTERNET, schemes: ["http:"], isPublic: () => true, mayUsePort: () => true };
    answer = redirect(server.endpoint.replace("http:", "https:"));
    expect(await publicFetcher({ reach }).fetch(server.endpoint)).toEqual(refused("address"));
    const { port } = new URL(server.endpoint);
    answer = redirect("http://127.0.0.1:22/");
    const onePort = { ...reach, mayUsePort: (asked: number) => asked === Number(port) };
    expect(await publicFetcher({ reach: onePort }).fetch(server.endpoint)).toEqual(refused("port"));
  });
});

describe("a name that changes its address (DNS rebinding)", () => {
  it("is resolved once for each request, and the connection goes to the address that was checked", async () => {
    const { port } = new URL(server.endpoint);
    let lookups = 0;
    const fetcher = near({
      // A second question would get an address where no server of this test is.
      lookup: async () => [{ address: ++lookups === 1 ? "127.0.0.1" : "127.0.0.9", family: 4 }],
    });
    expect(await fetcher.fetch(`http://rebind.example:${port}/`)).toMatchObject({ status: 200 });
    expect(lookups).toBe(1);
    expect(asked[0]?.headers.host).toBe(`rebind.example:${port}`);
    expect(await fetcher.fetch(`http://rebind.example:${port}/`)).toEqual(refused("not_public"));
    expect(asked).toHaveLength(1);
  });

  it("is checked again when a redirect leads to the same name", async () => {
    const { port } = new URL(server.endpoint);
    let lookups = 0;
    const fetcher = near({ lookup: async () => [{ address: ++lookups === 1 ? "127.0.0.1" : "127.0.0.9", family: 4 }] });
    answer = redirect("/next");
    expect(await fetcher.fetch(`http://rebind.example:${port}/`)).toEqual(refused("not_public"));
    expect(asked).toHaveLength(1);
  });
});
