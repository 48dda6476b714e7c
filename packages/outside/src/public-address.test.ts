/**
 * The table restates IANA's registries of special-purpose addresses (IPv4 and IPv6, RFC 6890), of multicast addresses
 * and of the IPv6 address space. Nothing in it may count as public, also where IANA calls a range globally reachable:
 * no calendar stands there.
 */

import { isIP } from "node:net";
import { casesOf } from "@waldo/testkit/data";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";

const V4 = `
0.0.0.0/8 0.0.0.0/32 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.0/29
192.0.0.8/32 192.0.0.9/32 192.0.0.10/32 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24
192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
255.255.255.255/32`
  .trim()
  .split(/\s+/);

const V6 = `
::/128 ::1/128 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32
2001:1::1/128 2001:1::2/128 2001:1::3/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28
2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8 ::/8 100::/8 200::/7
400::/6 800::/5 1000::/4 4000::/3 6000::/3 8000::/3 a000::/3 c000::/3 e000::/4 f000::/5 f800::/6 fe00::/9`
  .trim()
  .split(/\s+/);

/** An address of a range, from the bits that the range leaves open. */
function within(range: string, open: (byte: number) => number): string {
  const [base, bits] = ipaddr.parseCIDR(range);
  const bytes = base.toByteArray().map((byte, i) => {
    const fixed = Math.max(0, Math.min(8, bits - 8 * i));
    const mask = 0xff >> fixed;
    return (byte & ~mask) | (open(i) & mask);
  });
  return ipaddr.fromByteArray(bytes).toString();
}

describe.each([...V4, ...V6])("%s", (range) => {
  it("is not public, from its first address to its last", () => {
    expect(isPublicAddress(within(range, () => 0x00))).toBe(false);
    expect(isPublicAddress(within(range, () => 0xff))).toBe(false);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        expect(isPublicAddress(within(range, (i) => bytes[i] ?? 0))).toBe(false);
      }),
      { numRuns: 30 },
    );
  });
});

describe("an address", () => {
  it.each(casesOf<string>("addresses", "a public address beside a range"))(
    "just outside of every range is public: %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it("in IPv4 is public in no notation of IPv6 that holds it", () => {
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        const [a = 0, b = 0, c = 0, d = 0] = v4.split(".").map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const v6 of [
          `::${v4}`,
          `::ffff:${v4}`,
          `::ffff:0:${v4}`,
          `64:ff9b::${v4}`,
          `64:ff9b:1::${v4}`,
          `2002:${hex}::`,
        ])
          expect([v6, isIP(v6), isPublicAddress(v6)]).toEqual([v6, 6, false]);
      }),
    );
  });

  it.each(casesOf<string>("addresses", "written in another way, or no address"))(
    "that is written in another way, or is none, is not public: %s",
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});
