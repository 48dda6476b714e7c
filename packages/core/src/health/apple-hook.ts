/** Answers the hook of a phone, the same on one machine and on AWS. The key is checked before anything is read. */
import { APPLE_POST_BYTES, ApplePost, type AppleTaken, DOOR_ERRORS, type DoorError } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { refusalOf } from "../refusal.ts";
import { type Nothing, personOfToken, takeApplePost } from "./take-apple.ts";
import type { SyncPorts } from "./take-sync.ts";

export type HookAnswer = {
  readonly status: (typeof DOOR_ERRORS)[keyof typeof DOOR_ERRORS] | 200;
  readonly body: AppleTaken | DoorError;
  /** In seconds. */
  readonly retryAfter?: number;
};

/** `token` is what the header holds, and `text` the body as it came. Every error of the work is an answer. */
export async function answerAppleHook(
  ports: SyncPorts & Pick<Ports, "log">,
  { token, text }: { readonly token: string; readonly text: string },
): Promise<HookAnswer> {
  const userId = await personOfToken(ports, token);
  if (userId === undefined) return refused({ error: "Forbidden", message: "this key counts no more: make another" });
  const bytes = Buffer.byteLength(text);
  if (bytes > APPLE_POST_BYTES)
    return refused({ error: "TooLarge", message: `the body is larger than ${APPLE_POST_BYTES} bytes` });
  const body = ApplePost.safeParse(json(text));
  if (!body.success) return refused({ error: "InvalidInput", message: "this is no post of Health Auto Export" });
  try {
    const taken = await takeApplePost(ports, { userId, bytes, body: body.data });
    if ("nothingOf" in taken) return refused({ error: "InvalidInput", message: nothingRead(taken) });
    if (!("full" in taken)) return { status: 200, body: taken };
    const message = "this phone has sent more today than a day holds: it can go on tomorrow";
    return { ...refused({ error: "TooMany", message }), retryAfter: taken.full };
  } catch (error) {
    const { body: refusal, retryAfter } = refusalOf(error, ports.log);
    return { ...refused(refusal), ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
}

function nothingRead({ nothingOf }: Nothing): string {
  return `nothing of this post could be read: the times, units or words of ${nothingOf.join(", ")} are not known here`;
}

function refused(body: DoorError): HookAnswer {
  return { status: DOOR_ERRORS[body.error], body };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
