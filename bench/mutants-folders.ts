/** The folders whose behaviour is measured, and the tests that judge each: those beside it, and the quick ones of its neighbours. */

const CORE = "packages/core/src/";

type Folder = {
  /** Subfolders that are left out. */
  readonly without?: readonly string[];
  /**
   * Tests are paths below core's source, or whole paths. They run in this order, so the quick ones come first. Slow ones
   * (a year, every kill) are left out; with them a run would last for hours.
   */
  readonly tests: readonly string[];
};

export const FOLDERS: Readonly<Record<string, Folder>> = {
  approve: { tests: ["approve/*", "tools/{outgoing,taint,outside-effects}", "handoff/handoff"] },
  wake: { tests: ["wake/{morning-hold,decide,jobs,load,in-cadence}", "wake/{patrol-tick,watches}"] },
  cadence: { tests: ["cadence/{due,moments,schedule,patrol-rules}"] },
  channels: { tests: ["channels/*"] },
  agent: { tests: ["agent/**/*", "run/{run,chat,call-limits}", "packages/embedded/src/bundled-skills.test.ts"] },
  run: { tests: ["run/{lease,journal,close,silent}", "run/pause", "run/run.danger", "run/run", "run/chat"] },
  tools: {
    tests: ["tools/{asked,dispatch,gates,outgoing,outside-effects,provenance,registry,small-parts,taint}", "approve/*"],
  },
  safety: { without: ["crisis", "medical"], tests: ["safety/*", "safety/{body,injection,pii}/*", "agent/judge"] },
};

/** Returns the patterns of the sources that are changed. `only` names files below core's source. */
export function sourcesOf(folder: string, only: readonly string[] = []): string[] {
  const files = only.length > 0 ? only.map((file) => `${CORE}${file}`) : [`${CORE}${folder}/**/*.ts`];
  const without = FOLDERS[folder]?.without?.map((name) => `!${CORE}${folder}/${name}/**`) ?? [];
  return [...files, `!${CORE}**/*.test.ts`, ...without];
}

export function testsOf(folder: string): string[] {
  return (FOLDERS[folder]?.tests ?? []).map((test) => (test.endsWith(".ts") ? test : `${CORE}${test}.test.ts`));
}
