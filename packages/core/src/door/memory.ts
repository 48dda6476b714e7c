/** Routes for the person's memory: what is remembered, where it comes from, and what the person decides about it. */
import { DoorRefusal, type Handlers } from "./handlers.ts";

/** Loads code on its first request, because most requests do not need it. */
const remembered = () => import("./remembered.ts");
async function designs() {
  const [view, inForce] = await Promise.all([
    import("../memory/design/view.ts"),
    import("../memory/design/in-force.ts"),
  ]);
  return { ...view, ...inForce };
}

/** Routes with a fixed path come before routes that end with an id. */
export const memoryHandlers: Handlers<
  | "memory"
  | "searchMemory"
  | "memoryNight"
  | "memoryDesign"
  | "stepBackDesign"
  | "claim"
  | "decideClaim"
  | "wiki"
  | "wikiPage"
> = {
  memory: async (call) => (await remembered()).listClaims(call),
  searchMemory: async (call) => (await remembered()).searchClaims(call),
  memoryNight: async (call) => (await remembered()).lastNight(call),
  memoryDesign: async ({ ports, userId }) => (await designs()).designView(ports.store, userId),
  async stepBackDesign({ ports, userId, body: { step } }) {
    const { designView, rollBack } = await designs();
    if (!(await rollBack(ports.store, userId, step)))
      throw new DoorRefusal("Conflict", "the design has changed meanwhile: look at it again");
    return designView(ports.store, userId);
  },
  claim: async (call) => (await remembered()).showClaim(call),
  decideClaim: async (call) => (await remembered()).decideClaim(call),
  wiki: async (call) => (await remembered()).listPages(call),
  wikiPage: async (call) => (await remembered()).showPage(call),
};
