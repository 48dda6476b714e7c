// Describes the faults of a subscribed calendar in words.
import type { CalendarFault } from "@waldo/contracts";

/** What Waldo tells the person about each fault: what happened, and what the person can do. */
export const FAULT_WORDS: Readonly<Record<CalendarFault, string>> = {
  address: "it leads to no plain https address: give one that begins with https:// and holds no name or password",
  port: "it leads to a port that is not read: only 443 and 8443 are",
  not_public: "it leads into a private network, and only addresses of the public internet are read",
  unreachable: "its server was not reached: check the address and the connection, then try again",
  certificate: "the certificate of its server is not trusted, so nothing was read",
  too_slow: "its server did not answer in 20 seconds: try again later",
  redirects: "it leads on to other addresses more than three times: take the last of them",
  too_large: "its answer is larger than 10 MB, which no calendar is",
  encoding: "its answer cannot be unpacked",
  denied: "its server wants a sign-in: take the secret or public address of the calendar (iCal format)",
  gone: "its server knows no calendar there: copy the address again from the calendar's settings",
  failing: "its server answered with an error: try again later",
  unread: "Waldo met an error of its own while reading it: what was read before stands, and it is tried again",
  no_calendar: "what it gives is no calendar that can be read: take the address in iCal format (.ics)",
};
