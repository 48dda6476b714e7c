/**
 * Replaces in a bundle the SDK's search for credentials: 140 kB of files, processes and addresses that Lambda does not
 * have. Every client is given its credentials (packages/aws/src/compose), so no code calls this.
 */
export function defaultProvider(): () => Promise<never> {
  return () => Promise.reject(new Error("a client was made without credentials: give it those of the environment"));
}
