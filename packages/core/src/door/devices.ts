/** The devices that take pushes. */
import type { Device } from "@waldo/contracts";
import { addDevice, devicesOf, forgetDevice } from "../channels/devices.ts";
import { type Call, DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

export const deviceHandlers: Handlers<"devices" | "addDevice" | "forgetDevice"> = {
  async devices({ ports: { store, push }, userId }) {
    return {
      items: (await devicesOf(store, userId)).map(viewOf),
      webKey: (await push.web?.key()) ?? null,
      platforms: [...(push.phone?.platforms ?? [])],
    };
  },

  async addDevice(call) {
    const { ports, userId, body } = call;
    await profileOf(call);
    return viewOf(await addDevice(ports, userId, body, await addressOf(call)));
  },

  async forgetDevice(call) {
    await profileOf(call);
    await forgetDevice(call.ports.store, call.userId, call.params.deviceId);
    return {};
  },
};

function viewOf({ address: _, ...view }: Device): Omit<Device, "address"> {
  return view;
}

/** Returns where to send. A phone is registered with its platform first. */
async function addressOf({ ports: { push }, userId, body }: Call<"addDevice">): Promise<string> {
  if (body.kind === "web") {
    if (push.web?.mayReach(body.subscription.endpoint)) return JSON.stringify(body.subscription);
    throw new DoorRefusal("InvalidInput", "body.subscription.endpoint: it is of no push service that is known here");
  }
  if (push.phone?.platforms.includes(body.platform)) return push.phone.register(userId, body.platform, body.token);
  throw new DoorRefusal("Forbidden", `no application of ${body.platform} is set up here`);
}
