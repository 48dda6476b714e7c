/** Joining a Telegram chat, and leaving it. */
import { newLink, unlink } from "../telegram/link.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";
import { meOf } from "./me.ts";

export const telegramHandlers: Handlers<"linkTelegram" | "unlinkTelegram"> = {
  async linkTelegram(call) {
    const { ports, userId } = call;
    await profileOf(call);
    const link = ports.bots && (await newLink(ports, ports.bots, userId));
    if (!link) throw new DoorRefusal("NotFound", "no Telegram bot is set up here");
    return link;
  },

  async unlinkTelegram(call) {
    await profileOf(call);
    return meOf(call.ports, await unlink(call.ports, call.userId));
  },
};
