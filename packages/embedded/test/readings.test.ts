/** A person asks for their own readings over the door, and nobody else gets one. */
import { DataQuestion } from "@waldo/contracts";
import { expect, it } from "vitest";
import { house } from "./door-person.ts";

const HRV = DataQuestion.parse({
  of: { rows: "days", metric: "hrv" },
  range: { span: "last", count: 14, unit: "day" },
  filters: [],
  aggregate: "mean",
});
const PATH = "/readings/questions";

it("R7: the person in the session gets the number, with how many days it rests on", async () => {
  const { send } = await house();
  const { status, value } = await send("POST", PATH, { body: HRV });
  expect(status).toBe(200);
  const { answer, shown } = value;
  expect(answer).toMatchObject({ is: "number", unit: "ms", nOf: "days" });
  expect(answer.n).toBeGreaterThan(7);
  expect(shown).toMatchObject({
    title: "HRV, mean: the last 14 days",
    text: `${Math.round(answer.value * 10) / 10} ms`,
  });
  expect(shown.rests).toContain(`${answer.n} days`);
});

it("R7: somebody else gets nothing of them, and without a session there is no answer", async () => {
  const { send } = await house();
  const other = await send("POST", PATH, { body: HRV, as: "somebody-else" });
  expect(other).toMatchObject({ status: 400, value: { error: "InvalidInput" } });
  expect(other.value.message).toContain("nothing has been synced");
  expect((await send("POST", PATH, { body: HRV, as: "" })).status).toBe(401);
});

it("a time without days says so, and what is no question is refused by its field", async () => {
  const { send } = await house();
  const before = { ...HRV, range: { span: "dates", from: "2001-01-01", to: "2001-01-31" } };
  expect((await send("POST", PATH, { body: before })).value).toMatchObject({
    ...{ answer: { is: "none", why: "noDays" }, shown: { text: "There are no days of that time." } },
  });
  const refused = await send("POST", PATH, { body: { ...HRV, aggregate: "all of it" } });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.value)).toContain("aggregate");
});
