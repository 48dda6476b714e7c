import { keys } from "@waldo/contracts";
import { it } from "vitest";
import { readFileSync } from "node:fs";
import { house, THINKING } from "./door-person.ts";
it("x", async () => {
  let home = await house(THINKING);
  let n = 0;
  for (const t of readFileSync("/work/tmp/subj/try.txt", "utf8").split("\n").filter(Boolean)) {
    if (n % 12 === 0) home = await house(THINKING);
    n++;
    home.world.clock.set(home.world.clock.now() + 60000);
    const before = home.world.telegram.length;
    const was = JSON.stringify((await home.world.store.get(keys.profile("me")))?.body);
    await home.say(t, `message-${2000 + n}`);
    const is = JSON.stringify((await home.world.store.get(keys.profile("me")))?.body);
    console.log(`> ${t}\n< ${home.world.telegram.slice(before).map((m) => m.text).join(" | ").slice(0, 110)}${was === is ? "" : `\n  CHANGED ${is.slice(60)}`}`);
  }
}, 90000);
