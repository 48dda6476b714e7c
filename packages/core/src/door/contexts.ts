/** The contexts that agents keep, as the person sees them, and what the person forgets of them. */
import type { Handlers } from "./handlers.ts";

/** What most requests do not need is loaded when one comes. */
const kept = () => import("./contexts-kept.ts");

export const contextHandlers: Handlers<"contextProjects" | "contexts" | "context" | "forgetContext"> = {
  contextProjects: async (call) => (await kept()).showProjects(call),
  contexts: async (call) => (await kept()).showContexts(call),
  context: async (call) => (await kept()).showContext(call),
  forgetContext: async (call) => (await kept()).forget(call),
};
