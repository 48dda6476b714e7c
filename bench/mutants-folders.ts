/** The folders whose behaviour is measured, and the tests that judge each: those beside it, and the quick ones of its neighbours. */

const CORE = "packages/core/src/";

type Folder = {
  /** Subfolders and files that are left out, as lists of words are: a word more or less is no fault of the code. */
  readonly without?: readonly string[];
  /**
   * Tests are paths below core's source, or whole paths. They run in this order, so the quick ones come first. Slow ones
   * (a year, every kill, thousands of texts) are left out; with them a run would last for hours.
   */
  readonly tests: readonly string[];
};

export const FOLDERS: Readonly<Record<string, Folder>> = {
  approve: { tests: ["approve/*", "tools/{outgoing,taint,outside-effects}", "handoff/handoff"] },
  wake: { tests: ["wake/{morning-hold,decide,jobs,load,in-cadence}", "wake/{patrol-tick,watches}"] },
  cadence: { tests: ["cadence/{due,moments,schedule,patrol-rules}", "wake/watches", "run/pause.long"] },
  channels: { tests: ["channels/*"] },
  agent: {
    without: ["writers", "claims"],
    tests: [
      "agent/writers/{brief-cause,brief-later,brief-morning,recipes,recipes-chat}",
      "agent/!(judge*)",
      "agent/{judge-claims,judge}",
      "agent/writers/write-skill",
      "run/{call-limits,repair,thread}",
    ],
  },
  "agent/writers": {
    without: ["brief-words.ts", "brief-words-later.ts", "chat"],
    tests: [
      "agent/writers/{brief-cause,brief-later,brief-morning,recipes,recipes-chat}",
      "agent/fallback",
      "agent/writers/{write-skill,brief-agenda,brief-writer}",
    ],
  },
  "agent/writers/chat": { tests: ["agent/writers/chat/*"] },
  "agent/claims": { tests: ["agent/claims/*", "agent/judge-claims"] },
  run: { tests: ["run/{lease,journal,close,silent,answer}", "run/pause", "run/run.danger", "run/run", "run/chat"] },
  intents: { without: ["kindred-words.ts"], tests: ["intents/*"] },
  tools: {
    without: ["catalogue"],
    tests: [
      "tools/{result-size,asked,dispatch,gates,outgoing,outside-effects,provenance,registry,small-parts,taint}",
      "approve/*",
    ],
  },
  "tools/catalogue": {
    tests: ["tools/catalogue/!(memory-tools)", "tools/{agenda,registry}", "tools/catalogue/memory-tools"],
  },
  safety: {
    without: ["body", "crisis", "injection", "medical", "pii"],
    tests: [
      "safety/{words,wording,phrases}",
      "safety/injection/{canary,instructions}",
      "safety/{sanitise,sanitise.properties}",
    ],
  },
  "safety/body": { tests: ["safety/body/*"] },
  "safety/pii": { tests: ["safety/pii/*"] },
  // Words, rules over words, and telephone numbers are left out. `npm run bench:safety` judges them by thousands of sentences.
  "safety/injection": { without: ["instruction-phrases.ts"], tests: ["safety/injection/*"] },
  "safety/crisis": { without: ["lexicon", "cues.ts", "rules.ts", "hotlines.ts"], tests: ["safety/crisis/*"] },
  "safety/medical": {
    without: ["lexicon.ts", "english.ts", "other-languages.ts"],
    tests: ["safety/medical/*"],
  },
};

/** Returns the patterns of the sources that are changed. `only` names files below core's source. */
export function sourcesOf(folder: string, only: readonly string[] = []): string[] {
  const files = only.length > 0 ? only.map((file) => `${CORE}${file}`) : [`${CORE}${folder}/**/*.ts`];
  const without =
    FOLDERS[folder]?.without?.map((name) => `!${CORE}${folder}/${name}${name.endsWith(".ts") ? "" : "/**"}`) ?? [];
  return [...files, `!${CORE}**/*.test.ts`, ...without];
}

export function testsOf(folder: string): string[] {
  return (FOLDERS[folder]?.tests ?? []).map((test) => (test.endsWith(".ts") ? test : `${CORE}${test}.test.ts`));
}
