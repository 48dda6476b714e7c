import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { findPii, type PiiType } from "./pii.ts";

const found = (text: string) => findPii(text).map(({ type, start, end }) => [type, text.slice(start, end)]);

describe("is found whole, and nothing more is", () => {
  it.each<[PiiType, string, string]>([
    ["email", "anna.b+x@mail.example.co.uk", "write to anna.b+x@mail.example.co.uk."],
    ["email", "jörg@müller.de", "(jörg@müller.de)"],
    ["card", "4111 1111 1111 1111", "card 4111 1111 1111 1111, exp 12/29"],
    ["card", "5500-0000-0000-0004", "5500-0000-0000-0004"],
    ["card", "378282246310005", "378282246310005"],
    ["iban", "GB29 NWBK 6016 1331 9268 19", "IBAN GB29 NWBK 6016 1331 9268 19 at NatWest"],
    ["iban", "DE89370400440532013000", "DE89370400440532013000."],
    ["ssn", "219-09-9999", "SSN 219-09-9999"],
    ["ip", "192.168.12.4", "from 192.168.12.4."],
    ["ip", "2001:db8::8a2e:370:7334", "host 2001:db8::8a2e:370:7334"],
    ["phone", "+49 30 901820", "ring +49 30 901820 tomorrow"],
    ["phone", "(212) 555-0187", "(212) 555-0187"],
    ["phone", "212-555-0187 x12", "212-555-0187 x12"],
    ["phone", "0044 20 7946 0958", "0044 20 7946 0958"],
    ["phone", "9876543210", "my number is 9876543210"],
    ["card", "4111.1111.1111.1111", "pay 4111.1111.1111.1111."],
    ["card", "3782.822463.10005", "3782.822463.10005"],
    ["card", "4111\u00a01111\u202f1111\u00a01111", "card 4111\u00a01111\u202f1111\u00a01111"],
    ["card", "4111\u20111111\u20111111\u20111111", "4111\u20111111\u20111111\u20111111"],
    ["iban", "DE89-3704-0044-0532-0130-00", "to DE89-3704-0044-0532-0130-00."],
    [
      "iban",
      "GB29\u00a0NWBK\u00a06016\u00a01331\u00a09268\u00a019",
      "GB29\u00a0NWBK\u00a06016\u00a01331\u00a09268\u00a019",
    ],
    ["phone", "07700900123", "I am 07700900123"],
    ["phone", "+447700900123", "+447700900123"],
    ["phone", "00447700900123", "00447700900123"],
    ["phone", "0612345678", "0612345678 for the flat"],
    ["phone", "1-212-555-0187", "1-212-555-0187"],
    ["phone", "+49\u00a030\u00a0901820", "+49\u00a030\u00a0901820"],
    ["ssn", "219\u201109\u20119999", "SSN 219\u201109\u20119999"],
    ["phone", "＋１ 212 555 0187", "＋１ 212 555 0187"],
  ])("%s %j", (type, expected, text) => {
    expect(found(text)).toEqual([[type, expected]]);
  });
});

it.each(casesOf<string>("pii", "is not personal data"))("is not personal data: %j", (text) => {
  expect(found(text)).toEqual([]);
});

it("a longer form is not read as a shorter one inside it", () => {
  expect(found("4111111111111111 and a@b.example, +1 212 555 0187")).toEqual([
    ["card", "4111111111111111"],
    ["email", "a@b.example"],
    ["phone", "+1 212 555 0187"],
  ]);
});
