/** The key with which a person's phone posts Apple Health. The posts themselves come by a hook (health/take-apple.ts). */
import { APPLE_TOKEN } from "@waldo/contracts";
import { forgetAppleToken, newAppleToken } from "../health/take-apple.ts";
import type { Handlers } from "./handlers.ts";

export const phoneHandlers: Handlers<"appleToken" | "forgetAppleToken"> = {
  async appleToken({ ports, userId }) {
    return { header: APPLE_TOKEN, token: await newAppleToken(ports, ports.approvalKey, userId) };
  },
  async forgetAppleToken({ ports, userId }) {
    await forgetAppleToken(ports, userId);
    return {};
  },
};
