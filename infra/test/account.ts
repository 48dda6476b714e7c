/** Knows which principal signs with which key, and what IAM answers to their requests. */
import { isAllowed, mayAssume, type Principal, type Role } from "./iam.ts";
import type { WireRequest } from "./wire.ts";

export type Account = {
  /** Requests that IAM refused, as `role action resource context`. */
  readonly refused: string[];
  /** Asks IAM on behalf of the signer of the request. A refusal is noted. */
  allowed(request: WireRequest, action: string, resource: string, context?: Context): Promise<boolean>;
  signerOf(request: WireRequest): string;
  /** Returns a new access key of a session of `target` under tags, if the signer may have one. */
  assume(request: WireRequest, target: string, tags: Record<string, string>): Promise<string | undefined>;
  /** Lets a key sign as a role. */
  register(accessKeyId: string, roleArn: string): void;
};

type Context = Readonly<Record<string, string | string[]>>;

export function createAccount(roles: readonly Role[]): Account {
  const principals = new Map<string, Principal>();
  const refused: string[] = [];
  const signerOf = ({ accessKeyId }: WireRequest) => principals.get(accessKeyId)?.role.id ?? "nobody";
  let sessions = 0;
  return {
    refused,
    signerOf,
    register(accessKeyId, roleArn) {
      const role = roles.find(({ arn }) => arn === roleArn);
      if (role === undefined) throw new Error(`there is no role ${roleArn}`);
      principals.set(accessKeyId, { role });
    },
    async allowed(request, action, resource, context = {}) {
      const principal = principals.get(request.accessKeyId);
      const yes = principal !== undefined && (await isAllowed(principal, action, resource, context));
      if (!yes) refused.push(`${signerOf(request)} ${action} ${resource} ${JSON.stringify(context)}`);
      return yes;
    },
    async assume(request, targetArn, tags) {
      const target = roles.find(({ arn }) => arn === targetArn);
      const from = principals.get(request.accessKeyId);
      if (target === undefined || from === undefined || !(await mayAssume(from, target, tags))) {
        refused.push(`${signerOf(request)} sts:AssumeRole ${targetArn} ${JSON.stringify(tags)}`);
        return undefined;
      }
      sessions += 1;
      const accessKeyId = `ASIA${sessions}`;
      principals.set(accessKeyId, { role: target, tags });
      return accessKeyId;
    },
  };
}
