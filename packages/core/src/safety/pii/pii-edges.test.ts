import { casesOf } from "@waldo/testkit/data";
/** The edges of each form of personal data: its length, its signs, its neighbours. */
import { describe, expect, it } from "vitest";
import { findPii, isIban, isLuhn } from "./pii.ts";

const found = (text: string) => findPii(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
const rows = (type: string, texts: readonly string[]) =>
  texts.map((text): [string, string] => [text, `${type} ${text}`]);

describe("a telephone number", () => {
  it.each([
    ...casesOf<[string, string]>("pii-edges", "a telephone number: is found in …"),
    ...rows("phone", casesOf<string>("pii-edges", "a telephone number: is found whole")),
  ])("is found in %j", (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  it.each(casesOf<string>("pii-edges", "a telephone number: is none in"))("is none in %j", (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("an e-mail address", () => {
  it.each([
    ...casesOf<[string, string]>("pii-edges", "an e-mail address: is found in …"),
    ...rows("email", ["a@b.de", "a.b-c_d%e+f'g@x-y.co.uk", "ü@ü.de", `${"a".repeat(64)}@b.de`]),
    [`x${"a".repeat(64)}@b.de`, `email ${"a".repeat(64)}@b.de`],
    [`a@${"b".repeat(252)}.de`, `email a@${"b".repeat(252)}.de`],
  ])("is found in %j", (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });
  it("is found each time", () => {
    expect(found("a@b.de,c@d.de a@b.de")).toEqual(["email a@b.de", "email c@d.de", "email a@b.de"]);
  });
  it.each([...casesOf<string>("pii-edges", "an e-mail address: is none in …"), `a@${"b".repeat(253)}.de`])(
    "is none in %j",
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );
});

describe("a card number", () => {
  it.each([
    ...rows("card", [
      "4111111111111111",
      "4111-1111-1111-1111",
      "4222222222222",
      "378282246310005",
      "501800000009",
      "4000000000000000006",
      "1711111111111111",
      "4155111111116",
    ]),
    ["(4111 1111  1111 1111)", "card 4111 1111  1111 1111"],
    ["4111.1111.1111.1111.", "card 4111.1111.1111.1111"],
    // In groups it is a card; in one piece it is an instant.
    ["1763 7228 00002", "card 1763 7228 00002"],
    ["3782.822463.10005", "card 3782.822463.10005"],
  ])("is found in %j", (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });
  it.each(casesOf<string>("pii-edges", "a card number: is none in"))("is none in %j", (text) => {
    expect(found(text).filter((one) => one.startsWith("card"))).toEqual([]);
  });
});

describe("a checksum", () => {
  it.each<[string, boolean]>([
    ["4111111111111111", true],
    ["4111111111111112", false],
    ["79927398713", true],
    ["79927398710", false],
    ["18", true],
    ["26", true],
    ["59", true],
    ["0", true],
  ])("of the card %s: %s", (digits, holds) => {
    expect(isLuhn(digits)).toBe(holds);
  });
  it.each(casesOf<[string, boolean]>("pii-edges", "a checksum: of the IBAN …: …"))(
    "of the IBAN %s: %s",
    (compact, holds) => {
      expect(isIban(compact)).toBe(holds);
    },
  );
});

describe("an IBAN", () => {
  it.each([
    ...rows("iban", [
      "NO93 8601 1117 947",
      "MT84MALT011000012345MTLCAST001S",
      "DE89-3704-0044-0532-0130-00",
      "de89370400440532013000",
    ]),
    ["to DE89370400440532013000 now", "iban DE89370400440532013000"],
    ["DE89 3704 0044 0532 0130 00 12 34", "iban DE89 3704 0044 0532 0130 00"],
  ])("is found in %j", (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });
  it.each([
    "xDE89370400440532013000",
    "1DE89370400440532013000",
    "DE8 9370400440532013000",
    "DE89  3704 0044 0532 0130 00",
    "DE89_370400440532013000",
    "DE89370400440532013000x",
  ])("is none in %j", (text) => {
    expect(found(text).filter((one) => one.startsWith("iban"))).toEqual([]);
  });
});

describe("a social security number", () => {
  it.each([
    ...rows("ssn", ["219-09-9999", "219 09 9999", "001-01-0001"]),
    ["SSN 219099999", "ssn 219099999"],
    ["social security: 219099999", "ssn 219099999"],
    ["Social Security Number is 219099999.", "ssn 219099999"],
    ["social security no 219099999", "ssn 219099999"],
  ])("is found in %j", (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });
  it.each(casesOf<string>("pii-edges", "a social security number: is none in"))("is none in %j", (text) => {
    expect(found(text).filter((one) => one.startsWith("ssn"))).toEqual([]);
  });
});

describe("an IP address", () => {
  it.each([
    ...rows("ip", [
      "0.0.0.0",
      "255.255.255.255",
      "2001:db8:0:0:0:8a2e:370:7334",
      "fe80::1:2",
      "2001:db8::",
      "1:2:3:4:5:6::8",
    ]),
    ["build 2, 10.0.0.1", "ip 10.0.0.1"],
    ["at 10.0.0.1.", "ip 10.0.0.1"],
  ])("is found in %j", (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });
  it.each(casesOf<string>("pii-edges", "an IP address: is none in"))("is none in %j", (text) => {
    expect(found(text).filter((one) => one.startsWith("ip"))).toEqual([]);
  });
});

it("finds come in their order, without overlaps", () => {
  expect(found("4111 1111 1111 1111, 212-555-0187.x@mail.de")).toEqual([
    "card 4111 1111 1111 1111",
    "email 212-555-0187.x@mail.de",
  ]);
  expect(found("+1 212 555 0187, a@b.de, 10.0.0.1, 219-09-9999 and a@b.de")).toEqual([
    "phone +1 212 555 0187",
    "email a@b.de",
    "ip 10.0.0.1",
    "ssn 219-09-9999",
    "email a@b.de",
  ]);
});
