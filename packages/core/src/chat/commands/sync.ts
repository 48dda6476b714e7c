/** Brings the folder of the workspace up to date, where there is one. */
import type { Obey } from "./ports.ts";

export const sync: Obey = async ({ workspaceSync }, { profile: { userId } }) => ({
  text: workspaceSync
    ? await workspaceSync(userId)
    : "There is no folder to sync here: your files are kept in the service. Change them in the app.",
});
