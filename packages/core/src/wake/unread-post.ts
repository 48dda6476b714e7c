/** What a person is told, once, when their phone sends what nobody here can read. */
import type { SensedWake } from "@waldo/contracts";
import { announcement } from "../channels/announce.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { commitIf } from "../store/cas.ts";

const WORDS =
  "Your phone sends its health data, but some of it I could not read, so it does not count. The answer to its last post names what. The export of Health as a file works meanwhile.";

/** The post names what is said, so that it is said once however often this is called. */
export async function tellUnreadPost(ports: Ports, { userId, date, unread }: SensedWake): Promise<void> {
  const profile = unread === undefined ? undefined : await findProfile(ports.store, userId);
  if (unread === undefined || !profile) return;
  const said = { kind: "reply", text: WORDS, origin: "agent" } as const;
  const occasion = { by: "unread", name: `post-${unread}`, trigger: "patrol", date, now: ports.clock.now() } as const;
  await commitIf(ports.store, announcement(profile, occasion, said));
}
