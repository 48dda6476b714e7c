/** Tests what a caller of the routes gets when the door or API Gateway answers with an error. */
import { expect, it } from "vitest";
import { callRoute } from "./client.ts";
import { DoorFailure } from "./request.ts";

const refusedWith = (given: Response) =>
  callRoute(() => given, "http://waldo.test", "me").then(
    () => expect.unreachable(),
    (error: unknown) => (error instanceof DoorFailure ? [error.error, error.message] : error),
  );

it("a refusal of the door is told with its reason", async () => {
  const given = Response.json({ error: "NoProfile", message: "make one" }, { status: 409 });
  expect(await refusedWith(given)).toEqual(["NoProfile", "make one"]);
});

it.each([
  [401, "NotSignedIn", '{"message":"Unauthorized"}'],
  [429, "TooMany", '{"message":"Too Many Requests"}'],
  [503, "Unavailable", '{"message":"Service Unavailable"}'],
  [502, "Unexpected", "<html>"],
])("an answer of API Gateway with status %i is a %s", async (status, error, body) => {
  expect(await refusedWith(new Response(body, { status }))).toEqual([error, expect.stringContaining(String(status))]);
});
