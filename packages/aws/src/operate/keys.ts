/** The keys of a deployment's connections, in their secret. */
import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { ConnectionKeys, type StackOutputs, WaldoError } from "@waldo/contracts";
import { secretReader } from "../secrets.ts";
import { type Account, asked } from "./deployment.ts";

/** The connections of a deployment, as the output of the stack names them. */
export function connectionsOf({ Connections }: StackOutputs): string[] {
  return Connections.split(",").filter((name) => name !== "none");
}

/** Returns the names of the connections that have no key. Some need none. */
export async function withoutKey(outputs: StackOutputs, account: Account): Promise<string[]> {
  const names = connectionsOf(outputs);
  if (names.length === 0) return [];
  const keys = await keysOf(outputs, new SecretsManagerClient(account));
  return names.filter((name) => !Object.hasOwn(keys, name));
}

/** Stores the key of a connection over the one before. Throws `InvalidInput` for a name that is none of them. */
export async function storeKey(
  outputs: StackOutputs,
  account: Account,
  { name, key }: { readonly name: string; readonly key: string },
): Promise<void> {
  const names = connectionsOf(outputs);
  if (!names.includes(name))
    throw new WaldoError(
      "InvalidInput",
      names.length === 0
        ? "this deployment is connected with nothing: put it into waldo.connections in cdk.json, and deploy"
        : `${name} is not among the connections of this deployment: ${names.join(", ")}`,
    );
  const client = new SecretsManagerClient(account);
  const SecretString = JSON.stringify({ ...(await keysOf(outputs, client)), [name]: key });
  await asked("storing the key", () =>
    client.send(new PutSecretValueCommand({ SecretId: outputs.ConnectionKeys, SecretString })),
  );
}

async function keysOf({ ConnectionKeys: arn }: StackOutputs, client: SecretsManagerClient) {
  const read = secretReader({ client, clock: { now: () => 0 } });
  return ConnectionKeys.parse(JSON.parse(await asked("reading the keys of the connections", () => read(arn))));
}
