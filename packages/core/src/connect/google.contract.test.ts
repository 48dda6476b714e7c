/** Google does what every vendor does, without hooks. What only Google has is in google.test.ts. */
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { connectContract } from "@waldo/testkit/connect-contract";
import { startGoogleCloud } from "@waldo/testkit/google-cloud";
import { audited } from "../store/audited.ts";
import { readable } from "../store/readable.ts";

connectContract("Google Health", {
  cloud: (now) => startGoogleCloud({ now }),
  store: () => readable(audited(openSqliteStore(":memory:")), () => {}),
  every: 9,
  rotates: false,
  hooks: false,
});
