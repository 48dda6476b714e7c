import { BedrockRuntimeClient, type BedrockRuntimeClientConfig } from "@aws-sdk/client-bedrock-runtime";

/**
 * Returns a client for `bedrockGateway`. It makes two attempts, which is enough for a dropped connection. The failure
 * ladder handles a throttled or failing model with a smaller prompt or a template.
 */
export function bedrockClient(config: BedrockRuntimeClientConfig = {}): BedrockRuntimeClient {
  return new BedrockRuntimeClient({ maxAttempts: 2, ...config });
}
