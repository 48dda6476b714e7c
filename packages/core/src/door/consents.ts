/** What a person agrees to: shown with the words to ask with, given, and taken back. */
import { CONSENT_TEXTS } from "@waldo/contracts";
import { consentView, consentViews, decideConsent } from "../person/consents.ts";
import { DoorRefusal, type Handlers } from "./handlers.ts";

export const consentHandlers: Handlers<"consents" | "decideConsent"> = {
  consents: async ({ ports, userId }) => ({ items: await consentViews(ports.store, userId) }),

  async decideConsent({ ports, userId, body: { purpose, given, version } }) {
    const now = CONSENT_TEXTS[purpose].version;
    // Nobody agrees to words that they were not shown. To take a consent back needs no words.
    if (given && version !== now)
      throw new DoorRefusal(
        "InvalidInput",
        `the words of ${purpose} are version ${now}: read them with GET /me/consents`,
      );
    await decideConsent(ports, userId, { purpose, given });
    return consentView(ports.store, userId, purpose);
  },
};
