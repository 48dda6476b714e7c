/** WHOOP does what every vendor does. What only WHOOP has is in whoop.test.ts. */
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { connectContract } from "@waldo/testkit/connect-contract";
import { startWhoopCloud } from "@waldo/testkit/whoop-cloud";
import { audited } from "../store/audited.ts";
import { readable } from "../store/readable.ts";

connectContract("WHOOP", {
  cloud: (now) => startWhoopCloud({ now }),
  every: 4,
  store: () => readable(audited(openSqliteStore(":memory:")), () => {}),
});
