import { BedrockRuntimeClient, type BedrockRuntimeClientConfig } from "@aws-sdk/client-bedrock-runtime";

/**
 * A client for `bedrockGateway`. Two attempts: one repeat covers a dropped connection; a throttled or failing model is
 * for the failure ladder to deal with, which has a smaller prompt and a template to fall back on.
 */
export function bedrockClient(config: BedrockRuntimeClientConfig = {}): BedrockRuntimeClient {
  return new BedrockRuntimeClient({ maxAttempts: 2, ...config });
}
