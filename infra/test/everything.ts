/** A deployment with everything that `cdk.json` can name, and of each as much as it takes. */
import { VendorName } from "@waldo/contracts";
import { type Config, MOST } from "../config.ts";
import { ACCOUNT, REGION } from "./template.ts";

const arn = (service: string, rest: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** The longest name that Telegram gives a bot. */
const bot = (i: number) => `waldo_of_a_house_number_${String(i).padStart(4, "0")}_bot`;
const callback = (i: number) => `https://agent-of-another-maker.example/oauth/callback/${i}`;
/** Returns as many agents, with two addresses each, as the limit allows. */
const agents = () => {
  const found: Record<string, string[]> = {};
  for (let i = 0; JSON.stringify(found).length < MOST.agentChars - 160; i += 1)
    found[`agent-${i}`] = [callback(0), callback(1)];
  return found;
};

export const EVERYTHING: Partial<Config> = {
  wearables: Object.fromEntries(VendorName.options.map((vendor) => [vendor, { clientId: "c".repeat(200) }])),
  voiceLanguages: ["en-GB", "de-DE", "fr-FR", "it-IT", "es-ES", "pt-BR", "nl-NL", "ja-JP", "ko-KR", "hi-IN"],
  connections: {
    pages: ["pages.example"],
    search: { api: "searxng", url: "https://search.invalid/search" },
    mcp: { notes: { url: "https://notes.test/mcp", tools: many(56, (i) => `tool-${String(i).padStart(10, "0")}`) } },
  },
  embeddings: "amazon.titan-embed-text-v2:0",
  pushApplications: many(2, (i) => arn("sns", `app/APNS/waldo-of-our-house-${i}`)),
  telegramBots: many(15, bot),
  alarmEmail: "ops@example.com",
  domain: { name: "waldo.example.com", certificateArn: arn("acm", "certificate/a1b2") },
  webAcl: arn("wafv2", "global/webacl/waldo/a1b2"),
  agents: agents(),
};
