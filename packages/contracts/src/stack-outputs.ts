/** The outputs of the stack, which the operator's commands read. */
import * as z from "zod";

export const StackOutputs = z.object({
  /** The address at which people open the page. */
  App: z.url(),
  /** The host name from CloudFront. An own domain must point to it. */
  FrontHost: z.string(),
  /** The address of the API. */
  Url: z.url(),
  UserPoolId: z.string(),
  UserPoolClientId: z.string(),
  /** The name of the function. */
  AgentStep: z.string(),
  /** The ARN of the topic. */
  AlarmTopic: z.string(),
  /** The ARN of the secret. */
  TelegramToken: z.string(),
  /** The ARN of the secret that Telegram sends with each update. */
  TelegramHook: z.string(),
  /** The usernames of the bots, with commas between, or `none`. */
  TelegramBots: z.string(),
  /** The names of the connections, with commas between, or `none`. */
  Connections: z.string(),
  /** The ARN of the secret with their keys, or `none`. */
  ConnectionKeys: z.string(),
  /** The vendors whose wearables can be connected, with commas between, or `none`. */
  WearableVendors: z.string(),
  /** The ARN of the secret with the secrets of the clients at the vendors, or `none`. */
  WearableKeys: z.string(),
  /** The ids of the models, with commas between. */
  Models: z.string(),
});
export type StackOutputs = z.infer<typeof StackOutputs>;
