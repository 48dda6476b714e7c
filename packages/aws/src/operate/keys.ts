/**
 * The keys of a deployment's connections, and the secrets of its clients at the vendors of wearables. Each kind has its
 * own secret.
 */
import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { ConnectionKeys, type StackOutputs, WaldoError } from "@waldo/contracts";
import { secretReader } from "../secrets.ts";
import { type Account, asked } from "./deployment.ts";

/** Returns the connections of a deployment, as the output of the stack names them. */
export function connectionsOf({ Connections }: StackOutputs): string[] {
  return Connections.split(",").filter((name) => name !== "none");
}

/** Returns the names of the connections that have no key. Some connections need no key. */
export async function withoutKey(outputs: StackOutputs, account: Account): Promise<string[]> {
  const names = connectionsOf(outputs);
  if (names.length === 0) return [];
  const keys = await keysIn(outputs.ConnectionKeys, new SecretsManagerClient(account));
  return names.filter((name) => !Object.hasOwn(keys, name));
}

/** Returns the vendors whose wearables can be connected, as the output of the stack names them. */
export function vendorsOf({ WearableVendors }: StackOutputs): string[] {
  return WearableVendors.split(",").filter((name) => name !== "none");
}

/** Returns the vendors for which no client secret is stored. People cannot connect to these vendors. */
export async function withoutSecret(outputs: StackOutputs, account: Account): Promise<string[]> {
  const names = vendorsOf(outputs);
  if (names.length === 0) return [];
  const known = await keysIn(outputs.WearableKeys, new SecretsManagerClient(account));
  return names.filter((name) => !Object.hasOwn(known, name));
}

/** `waldo aws key` takes names of connections and of vendors. The name of a vendor begins with this prefix. */
const WEARABLE = "wearable.";

/**
 * Stores the key of a connection or of a vendor, and replaces the key before. Throws `InvalidInput` for any other name.
 */
export async function storeKey(
  outputs: StackOutputs,
  account: Account,
  { name, key }: { readonly name: string; readonly key: string },
): Promise<void> {
  const isWearable = name.startsWith(WEARABLE);
  const own = isWearable ? name.slice(WEARABLE.length) : name;
  const [names, arn, place] = isWearable
    ? [vendorsOf(outputs), outputs.WearableKeys, "waldo.wearables"]
    : [connectionsOf(outputs), outputs.ConnectionKeys, "waldo.connections"];
  if (!names.includes(own))
    throw new WaldoError(
      "InvalidInput",
      names.length === 0
        ? `this deployment is connected with nothing of that kind: put it into ${place} in cdk.json, and deploy`
        : `${name} is not among the connections of this deployment: ${names.join(", ")}`,
    );
  const client = new SecretsManagerClient(account);
  const SecretString = JSON.stringify({ ...(await keysIn(arn, client)), [own]: key });
  await asked("storing the key", () => client.send(new PutSecretValueCommand({ SecretId: arn, SecretString })));
}

async function keysIn(arn: string, client: SecretsManagerClient) {
  const read = secretReader({ client, clock: { now: () => 0 } });
  return ConnectionKeys.parse(JSON.parse(await asked("reading the stored keys", () => read(arn))));
}
