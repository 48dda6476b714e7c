export const PRICES_OF = { date: "2026-11-22", region: "us-east-1" } as const;

const MILLION = 1e6;

export const PRICES = {
  /** DynamoDB on demand, standard class, since 2024-11-01. page: aws.amazon.com/dynamodb/pricing/on-demand */
  writeUnit: 0.625 / MILLION,
  readUnit: 0.125 / MILLION,
  /** GB-month. Point-in-time recovery adds 0.20. page: the same */
  storeGbMonth: 0.25 + 0.2,
  /** S3 Standard: PUT, LIST; GET; GB-month. page: aws.amazon.com/s3/pricing */
  archiveWrite: 5 / MILLION,
  archiveRead: 0.4 / MILLION,
  archiveGbMonth: 0.023,
  /** Step Functions Standard, per state transition. page: aws.amazon.com/step-functions/pricing */
  transition: 25 / MILLION,
  /** Step Functions Express: per request, and per GB-second with memory in chunks of 64 MB. page: the same */
  expressRun: 1 / MILLION,
  expressGbSecond: 0.00001667,
  /** Lambda on arm64. page: aws.amazon.com/lambda/pricing */
  invocation: 0.2 / MILLION,
  gbSecond: 0.0000133334,
  /** EventBridge Scheduler, per invocation. page: aws.amazon.com/eventbridge/pricing */
  schedule: 1 / MILLION,
  /** SNS mobile push, per notification. Telegram is free. page: aws.amazon.com/sns/pricing */
  push: 0.5 / MILLION,
  /** API Gateway, HTTP API, per request. page: aws.amazon.com/api-gateway/pricing */
  apiRequest: 1 / MILLION,
  /** KMS: per request, and per customer key and month. page: aws.amazon.com/kms/pricing */
  keyRequest: 3 / MILLION,
  keyMonth: 1,
  /** CloudWatch Logs, per GB taken in (standard class). page: aws.amazon.com/cloudwatch/pricing */
  logGb: 0.5,
  /** X-Ray, per recorded trace. page: aws.amazon.com/xray/pricing */
  trace: 5 / MILLION,
  /** CloudWatch per alarm and month, Secrets Manager per secret and month. page: their own */
  alarmMonth: 0.1,
  secretMonth: 0.4,
} as const;

export type TokenPrice = {
  /** Dollars per token. `cacheWrite` includes the price of the token itself. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
};

const perMillion = (input: number, output: number, cacheRead: number, cacheWrite: number): TokenPrice => ({
  input: input / MILLION,
  output: output / MILLION,
  cacheRead: cacheRead / MILLION,
  cacheWrite: cacheWrite / MILLION,
});

/**
 * Bedrock on demand, standard tier, by model id without its geography. Source of all: `copy`. For the newer models a
 * profile of one geography (`us.`, `eu.`) costs a tenth more than the global one (see `GEOGRAPHY`).
 */
export const MODEL_PRICES: readonly { readonly id: string; readonly price: TokenPrice; readonly regional: number }[] = [
  { id: "anthropic.claude-opus-4-5", price: perMillion(5, 25, 0.5, 6.25), regional: 1.1 },
  { id: "anthropic.claude-sonnet-4-5", price: perMillion(3, 15, 0.3, 3.75), regional: 1.1 },
  { id: "anthropic.claude-sonnet-4-6", price: perMillion(3, 15, 0.3, 3.75), regional: 1.1 },
  { id: "anthropic.claude-haiku-4-5", price: perMillion(1, 5, 0.1, 1.25), regional: 1.1 },
  { id: "amazon.nova-2-lite", price: perMillion(0.3, 2.5, 0.075, 0.3), regional: 1.1 },
  { id: "amazon.nova-pro", price: perMillion(0.8, 3.2, 0.2, 0.8), regional: 1 },
  // LiteLLM has no cache price for Nova Lite and Micro. For Nova's other models it is a quarter of the input price, so
  // the same is used here.
  { id: "amazon.nova-lite", price: perMillion(0.06, 0.24, 0.015, 0.06), regional: 1 },
  { id: "amazon.nova-micro", price: perMillion(0.035, 0.14, 0.00875, 0.035), regional: 1 },
];

/** A profile id begins with its geography. `global.` and an id without geography cost the base price. */
const GEOGRAPHY = /^(us|eu|apac|jp|au|ca|us-gov)\./;

/**
 * Returns the prices per token of a model by its Bedrock id, or by the name of a Claude model at Anthropic's own API,
 * whose list prices are Bedrock's base prices (platform.claude.com, Pricing). Undefined for a model that is not on the
 * list, such as a local one.
 */
export function tokenPrice(model: string): TokenPrice | undefined {
  const bare = model.replace(/^(global|us|eu|apac|jp|au|ca|us-gov)\./, "");
  const found = MODEL_PRICES.find(({ id }) => bare.startsWith(id) || `anthropic.${bare}`.startsWith(id));
  if (!found) return undefined;
  const factor = GEOGRAPHY.test(model) ? found.regional : 1;
  const { input, output, cacheRead, cacheWrite } = found.price;
  return {
    input: input * factor,
    output: output * factor,
    cacheRead: cacheRead * factor,
    cacheWrite: cacheWrite * factor,
  };
}

/**
 * The default models of a deployment in a US region (`cdk.json`, and a test holds them equal). Offline work is priced
 * as if these models had answered. The reasons are in docs/decisions/0007-models.md.
 */
export const DEFAULT_MODELS = {
  primary: "us.amazon.nova-2-lite-v1:0",
  escalation: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
  cheap: "us.amazon.nova-lite-v1:0",
} as const;
