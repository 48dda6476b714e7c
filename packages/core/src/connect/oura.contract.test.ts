/** Oura does what every vendor does. What only Oura has is in oura.test.ts. */
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { connectContract } from "@waldo/testkit/connect-contract";
import { startOuraCloud } from "@waldo/testkit/oura-cloud";
import { audited } from "../store/audited.ts";
import { readable } from "../store/readable.ts";

connectContract("Oura", {
  cloud: (now) => startOuraCloud({ now }),
  store: () => readable(audited(openSqliteStore(":memory:")), () => {}),
  every: 9,
});
