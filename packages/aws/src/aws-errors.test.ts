import { WaldoError } from "@waldo/contracts";
import { expect, test } from "vitest";
import { awsError } from "./aws-errors.ts";

const sdkError = (name: string, httpStatusCode: number) =>
  Object.assign(new Error("secret key USER#maria"), { name, $metadata: { httpStatusCode, requestId: "REQ1" } });

test.each([
  ["ValidationException", 400, "InvalidInput"],
  ["AccessDeniedException", 400, "InvalidInput"],
  ["AccessDenied", 403, "InvalidInput"],
  ["ThrottlingException", 400, "StoreUnavailable"],
  ["SlowDown", 503, "StoreUnavailable"],
  ["InternalServerError", 500, "StoreUnavailable"],
  ["ResourceNotFoundException", 400, "StoreUnavailable"],
  ["ExpiredTokenException", 400, "StoreUnavailable"],
  ["CredentialsProviderError", 0, "StoreUnavailable"],
])("%s (%i) is %s, with the request id, the cause, and nothing the service said", (name, status, ours) => {
  const cause = sdkError(name, status);
  const error = awsError(cause, "DynamoDB GetItem");
  expect(error).toMatchObject({ name: ours, cause });
  expect(error.message).toContain(name);
  expect(error.message).toContain("request REQ1");
  expect(error.message).not.toMatch(/secret|maria/);
});

test("an error that is ours already stays as it is, and any other error becomes one of ours", () => {
  const ours = new WaldoError("NoSpace", "full");
  expect(awsError(ours, "S3 PutObject")).toBe(ours);
  expect(awsError("text", "S3 PutObject")).toMatchObject({ name: "StoreUnavailable", cause: "text" });
});
