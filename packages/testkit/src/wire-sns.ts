/** Answers of SNS, in the XML of its query protocol. */
import { type Answer, type Asked, ok } from "./scripted-server.ts";

const NAMESPACE = "http://sns.amazonaws.com/doc/2010-03-31/";

export function snsAnswer(action: string, result: Readonly<Record<string, string>> = {}): Answer {
  const members = Object.entries(result).map(([name, value]) => `<${name}>${xml(value)}</${name}>`);
  return ok(
    `<${action}Response xmlns="${NAMESPACE}"><${action}Result>${members.join("")}</${action}Result>` +
      `<ResponseMetadata><RequestId>request-1</RequestId></ResponseMetadata></${action}Response>`,
  );
}

export function snsError(status: number, code: string, message: string): Answer {
  const body =
    `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>${status < 500 ? "Sender" : "Receiver"}</Type>` +
    `<Code>${code}</Code><Message>${xml(message)}</Message></Error><RequestId>request-1</RequestId></ErrorResponse>`;
  return { kind: "reply", status, body, headers: { "content-type": "text/xml" } };
}

/** The parameters of a request, by name. */
export function snsParameters(asked: Asked | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(asked?.body));
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
