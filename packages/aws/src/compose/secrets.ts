import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { once } from "../once.ts";
import { secretReader } from "../secrets.ts";
import { clientConfig, clock } from "./environment.ts";

/** Reads the secrets of a function. The values are kept for some minutes. */
export const secrets = once(() => secretReader({ client: new SecretsManagerClient(clientConfig()), clock }));
