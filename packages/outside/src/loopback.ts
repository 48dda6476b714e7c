import { isIPv4 } from "node:net";

/** True for the address of a server on this machine. A name that only resembles such an address does not count. */
export function isLoopback({ hostname }: URL): boolean {
  // The URL parser has turned every form of an IPv4 address into four numbers.
  return hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."));
}
