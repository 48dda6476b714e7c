import { BedrockRuntimeClient, type BedrockRuntimeClientConfig } from "@aws-sdk/client-bedrock-runtime";

/**
 * Returns a client for `bedrockGateway`. The client makes two attempts, because one repeat covers a dropped connection.
 * A throttled or failing model is left to the failure ladder, which has a smaller prompt and a template.
 */
export function bedrockClient(config: BedrockRuntimeClientConfig = {}): BedrockRuntimeClient {
  return new BedrockRuntimeClient({ maxAttempts: 2, ...config });
}
