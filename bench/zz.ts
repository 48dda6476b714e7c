import { learnFrom, matcherOf } from "@waldo/core/language/match";
import { understandingOf } from "@waldo/core/language/understand";
import { repositoryIntents } from "@waldo/embedded/bundled-intents";

const I = repositoryIntents();
const l = learnFrom(I);
const m = matcherOf(l);
const u = understandingOf(I, l);
for (const t of process.argv.slice(2)) {
  const a = u.understand(t, { date: "2026-03-04", time: "10:20" } as never);
  console.log(
    t,
    "|",
    m
      .rank(t)
      .slice(0, 3)
      .map((r) => r.name + " " + r.share.toFixed(2))
      .join(", "),
    "|",
    a.is,
    a.is === "clear" ? a.intent.name + JSON.stringify(a.slots) : "",
  );
}
