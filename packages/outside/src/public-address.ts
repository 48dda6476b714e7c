/** Distinguishes addresses of the public internet from all others. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Public IPv6 addresses are only in this range. ipaddr.js calls a few addresses outside it unicast, such as
 * `::127.0.0.1`.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for an address that IANA lists as public unicast. False for every special range of both families, for IPv4
 * written as IPv6 (mapped, translated, NAT64, 6to4, Teredo), for an address with a zone, and for text that is not an
 * address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return parsed.range() === "unicast";
}
