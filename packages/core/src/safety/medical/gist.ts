/**
 * Reads a whole sentence when no phrase matches, by the kinds of words in it. "Your heart", "never" and "heal" together
 * are a prognosis, in any order. A sentence claims nothing if it sends the person to a doctor, or repeats what they
 * said or did.
 */
import { words } from "./lexicon.ts";
import { START, type Token } from "./tokens.ts";

type Gist = {
  readonly fault: "medication" | "prognosis" | "diagnosis";
  /** The sentence must contain a word of each of these lists. */
  readonly needs: readonly ReadonlySet<string>[];
};

const MEDICINE = words("xdrug xsupp xmeds xdose");
const ILLNESS = words("xillness xsigned");
const PERSON = words("you your yours xkin");
const HERE = words("you your yours xkin this that these those here it");
/** Words for changing a medicine, or for a statement about one. */
export const CHANGE = words(
  "half halve halving double doubling twice less extra skip skipping stop stopping drop dropping off reduce reducing increase increasing lower lowering raise raising switch switching swap replace taper wean pause quit leave forget bump cut ditch discard bin stronger weaker longer without unnecessary optional overkill instead crush mix mixing combine combining together delay postpone spare",
);
const ADDRESSED = words(
  "you your yours i try let lets tonight today tomorrow now morning evening week weekend fine okay ok safe harmless",
);
const WILL = words("will going expect expected shall should always bound");
const BODY = words(
  "heart lung lungs kidney kidneys liver brain knee knees hip shoulder joints spine eyes eyesight vision hearing memory skin stomach gut immune body pain cough rash fever symptoms symptom swelling numbness tremor headaches wound bruise dizziness nausea condition illness disease",
);
const OUTCOME = words(
  "recover recovered recovery heal heals healed healing cure cured worsen worsens deteriorate decline fail failing fails survive survives survival die dies relapse relapses remission subside linger lingers permanent permanently incurable terminal irreversible fatal lethal chronic",
);
const VERDICT = words(
  "xhedge looks look looking sounds sound suggests suggest explains explain behind cause causes causing culprit clearly must surely doubt certain obvious obviously guess bet suspect spells case verdict consistent typical classic diagnosis diagnose unmistakable undeniable evident convinced confident given reveals reveal confirms proof proves evidence hallmark",
);

const SUFFERING = new Set([...BODY, ...ILLNESS]);
const PASSING = words(
  "gone better worse pass passes clear clears settle settles ease easing over vanish fade return returns back spread spreads",
);
const TIME = words(
  "day days week weeks month months year years weekend monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter christmas soon eventually forever fortnight hours gradually life",
);
const ODDS = words("chance chances odds percent probability likelihood statistically prospects outlook prognosis risk");
const ENDS = new Set([...OUTCOME, ...words("survival dying death dead die live living lifespan beat beating")]);

const GISTS: readonly Gist[] = [
  { fault: "medication", needs: [MEDICINE, CHANGE, ADDRESSED] },
  { fault: "prognosis", needs: [PERSON, WILL, OUTCOME] },
  { fault: "prognosis", needs: [BODY, WILL, OUTCOME] },
  { fault: "prognosis", needs: [SUFFERING, WILL, PASSING, TIME] },
  { fault: "prognosis", needs: [PERSON, ODDS, ENDS] },
  { fault: "diagnosis", needs: [ILLNESS, VERDICT, HERE] },
];

/** A sentence with one of these words sends the person to someone, asks, tells a fact about them, or is about plans. */
const OTHERWISE = words(
  "doctor doctors pharmacist pharmacy leaflet label gp nurse clinician professional specialist physician prescribed prescriber medical list lists reminder remind reminders note notes calendar task tasks bag pack bring question whether if before judge people many some patients not said told asked wrote mentioned planned took taken logged missed skipped refill due recorded entered general generally often usually commonly common prevent preventing film movie book novel story article talk ask call phone laptop screen battery charger refills study studies research season vaccine appointment meeting hard sorry file files asking never dangerous risky unsafe harmful careful caution",
);
const QUESTION = words("do did have has are were is does what when how who where why");

/** Returns the faults of the word kinds in a sentence. */
export function gistsOf(tokens: readonly Token[]): Gist["fault"][] {
  return sentences(tokens).flatMap((sentence) => {
    const said = sentence.map(({ text }) => text);
    if (said.some((word) => OTHERWISE.has(word)) || QUESTION.has(sentence[1]?.text ?? "")) return [];
    return GISTS.filter(({ needs }) => needs.every((list) => said.some((word) => list.has(word)))).map(
      ({ fault }) => fault,
    );
  });
}

function sentences(tokens: readonly Token[]): Token[][] {
  const all: Token[][] = [];
  for (const token of tokens) {
    if (token.text === START) all.push([]);
    all.at(-1)?.push(token);
  }
  return all;
}
