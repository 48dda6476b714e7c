/** What a server tells the page: how a person signs in, and what the browser may do. */
import * as z from "zod";

/** The answer of `/app.json`. All of it is public. */
export const AppConfig = z.discriminatedUnion("session", [
  /** One machine: the browser has a cookie, which a link gave it. */
  z.strictObject({ session: z.literal("cookie") }),
  /** On AWS the page signs in at Cognito, and sends a token with each request. */
  z.strictObject({ session: z.literal("token"), signIn: z.url(), clientId: z.string().min(1) }),
]);
export type AppConfig = z.infer<typeof AppConfig>;

/**
 * Returns the content security policy of the page. It loads files only from its own address. Its script may contact
 * that address and the given ones: the sign-in, and the address for uploads.
 */
export function contentSecurityPolicy(...others: readonly string[]): string {
  return [
    "default-src 'none'",
    ...["script", "style", "img", "worker", "manifest"].map((kind) => `${kind}-src 'self'`),
    `connect-src ${["'self'", ...others].join(" ")}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
