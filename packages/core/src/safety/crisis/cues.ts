/**
 * Weak signs that count only together: words about wounds, blood, despair, loneliness. Each kind counts once in a
 * stretch of text about its writer.
 */
import { STOP, type Word } from "../words.ts";

/** `hurt` marks a cue about a body being hurt. */
type Cue = {
  readonly name: string;
  readonly weight: number;
  readonly hurt?: true;
  readonly words: readonly string[];
};

const words = (text: string): string[] => text.split(" ");

/** Each cue counts once. Together, in one stretch of text about the writer, they may reach the threshold. */
const CUES: readonly Cue[] = [
  { name: "sh", hurt: true, weight: 2, words: ["sh"] },
  {
    name: "wound",
    hurt: true,
    weight: 1,
    words: ["scar*", "cuts", "cutting", "cutter", "bruise*", "wound*", "bandage*"],
  },
  { name: "blood", hurt: true, weight: 1, words: ["blood", "bloody", "bleed", "bleeding", "bled"] },
  { name: "blade", hurt: true, weight: 1.5, words: ["blade", "blades", "razor", "razors", "scalpel"] },
  { name: "pain", weight: 1, words: ["pain", "painful", "hurt", "hurts", "hurting", "agony", "suffer*", "torment*"] },
  {
    name: "release",
    hurt: true,
    weight: 1,
    words: ["endorphins", "relief", "numb", "numbness", "punish", "punishment"],
  },
  { name: "habit", weight: 1, words: ["addict*", "relaps*", "urge", "urges", "coping", "cope", "triggered"] },
  { name: "hiding", weight: 0.5, words: ["hide", "hiding", "hid", "sleeves"] },
  { name: "crying", weight: 1, words: ["cry", "crying", "cried", "tears", "sob*"] },
  { name: "death", weight: 1, words: ["die", "dies", "dying", "died", "dead", "death", "grave", "funeral"] },
  { name: "hate", weight: 1, words: ["hate", "hated", "loathe", "disgusting", "disgusted"] },
  { name: "alone", weight: 1, words: ["alone", "lonely", "loneliness", "nobody", "noone", "isolated"] },
  {
    name: "worth",
    weight: 1.5,
    words: ["worthless", "useless", "burden", "failure", "hopeless*", "pathetic", "unlovable"],
  },
  {
    name: "care",
    weight: 0.5,
    words: ["therap*", "bpd", "depress*", "anxiety", "psych*", "meds", "antidepress*", "ptsd"],
  },
  { name: "means", weight: 1, words: ["pill", "pills", "overdos*", "poison", "alcohol", "noose", "rope"] },
  { name: "life", weight: 0.5, words: ["live", "living", "life", "alive", "exist", "existence"] },
  {
    name: "sadness",
    weight: 1,
    words: ["sad", "sadness", "misery", "miserable", "despair", "empty", "emptiness", "broken"],
  },
  { name: "self", weight: 0.5, words: ["myself"] },
  { name: "body", hurt: true, weight: 0.5, words: ["skin", "wrist*", "thigh*", "veins", "arms"] },
  { name: "regret", weight: 0.5, words: ["sorry", "ashamed", "shame", "guilt", "guilty", "regret"] },
  { name: "ward", weight: 0.5, words: ["mental", "mentally", "hospital*", "attempt", "attempts", "attempted"] },
  { name: "harm", hurt: true, weight: 2, words: ["suicid*", "selfharm*", "selfinjur*"] },
];
/** The same for a short message that asks for something. It need not speak of its writer. */
const REQUEST_CUES: readonly Cue[] = [
  {
    name: "ask",
    weight: 0.5,
    words: words(
      "how what which where why whats ways way best tips advice give tell write describe explain suggest list teach show help create convince plan guide instructions method* steps story poem idea* should",
    ),
  },
  {
    name: "self",
    weight: 0.75,
    words: words("myself yourself oneself themselves himself herself urself ourselves self"),
  },
  {
    name: "wound",
    weight: 1,
    words: words(
      "cut cuts cutting burn burns burning bleed bleeding blood harm harming hurt hurting injur* bruis* scar scars scarring wound* slit slice slash mutilat* stab* scratch* hit hitting punch* choke choking strangl* suffocat* pain painful",
    ),
  },
  {
    name: "death",
    weight: 1,
    words: words(
      "die dies dying died death dead deadly kill killing kills fatal lethal survive afterlife heaven grave funeral corpse ending forever gone",
    ),
  },
  {
    name: "suicide",
    weight: 2,
    words: words("suicid* selfharm* selfinjur* anorexi* bulimi* overdos* unalive* thinspo* noose"),
  },
  {
    name: "means",
    weight: 1,
    words: words(
      "pill pills tablets medication* meds sedative* xanax opioid* fentanyl insulin drug drugs poison* bleach chemical* gas rope gun bridge roof cliff train knife blade* razor* lighter needle* drown* hanging jump jumping fall height toxic dose dosage",
    ),
  },
  {
    name: "secret",
    weight: 0.75,
    words: words(
      "secret secretly hide hiding hidden unnoticed notice noticing noticed parents nobody cover covering conceal* lie lying excuse* suspicion suspicious detect* caught discreet* alone",
    ),
  },
  {
    name: "ease",
    weight: 0.75,
    words: words(
      "painless* quick quickly quickest fastest easiest peaceful* least gentle gently quietly instant* permanent*",
    ),
  },
  {
    name: "hunger",
    weight: 1,
    words: words(
      "starv* hunger hungry appetite calorie* kcal fasting laxative* diuretic* vomit* purg* puke puking eating malnutrition malnourish*",
    ),
  },
  {
    name: "thin",
    weight: 0.75,
    words: words(
      "thin thinner skinny skinnier slim weight kilos pounds kg lbs bones bony ribs underweight bmi lighter fat body waist extreme*",
    ),
  },
  {
    name: "despair",
    weight: 1,
    words: words(
      "sad sadness depress* lonely loneliness hopeless* worthless* miserable misery despair empty numb unbearable suffer* burden hate unloved useless pointless meaningless",
    ),
  },
  {
    name: "glory",
    weight: 0.75,
    words: words(
      "beautiful beauty brave noble heroic romantic* glamor* glorif* glamour* attractive aesthetic trendy freedom peace relief release escape solution",
    ),
  },
  {
    name: "farewell",
    weight: 0.75,
    words: words("goodbye farewell note notes letter letters last final obituary eulogy"),
  },
  {
    name: "fragile",
    weight: 0.5,
    words: words(
      "teen teens teenage* follower* friend girlfriend boyfriend sister brother child kids daughter son classmate* pact challenge game dare",
    ),
  },
  {
    name: "flesh",
    weight: 0.75,
    words: words(
      "skin wrist* arm arms thigh* vein* legs flesh throat neck oxygen breath breathing unconscious faint* asleep wake",
    ),
  },
];
const REQUEST_THRESHOLD = 2.75;

/** How many words one stretch has in which cues are added up. */
const CUE_WINDOW = 120;
/**
 * The weight that is enough: when a body is hurt, when there is only despair, and in a text that hardly speaks of its
 * writer.
 */
const CUE_THRESHOLD = { hurt: 3, despair: 3.5, others: 6 } as const;
/** From this share of first-person words on, a text speaks of its writer. */
const OWN_SHARE = 0.04;
const FIRST_PERSON: ReadonlySet<string> = new Set(["i", "im", "ive", "id", "ill", "me", "my", "mine", "myself"]);

const cueOf = reader(CUES);
const requestCueOf = reader(REQUEST_CUES);

/**
 * Returns how strong the weak signs are at their strongest stretch; from 1 on they are enough. The stretches overlap by
 * half, so any half of one is whole in another.
 */
export function weightOfCues(all: readonly Word[]): number {
  const words = all.filter((word) => word.text !== STOP).map((word) => word.text);
  let strongest = 0;
  for (let from = 0; from === 0 || from < words.length - CUE_WINDOW / 2; from += CUE_WINDOW / 2) {
    const stretch = words.slice(from, from + CUE_WINDOW);
    const own = stretch.filter((word) => FIRST_PERSON.has(word)).length / Math.max(stretch.length, 1);
    if (own === 0) continue;
    const found = [...new Set(stretch.flatMap((word) => cueOf(word) ?? []))];
    const weight = found.reduce((sum, cue) => sum + cue.weight, 0);
    const enough = CUE_THRESHOLD[own < OWN_SHARE ? "others" : found.some((cue) => cue.hurt) ? "hurt" : "despair"];
    strongest = Math.max(strongest, weight / enough);
  }
  return strongest;
}

/** Returns how strong the weak signs of a short request are; from 1 on they are enough. */
export function weightOfRequest(all: readonly Word[]): number {
  const found = [...new Set(all.flatMap(({ text }) => requestCueOf(text) ?? []))];
  return found.reduce((sum, cue) => sum + cue.weight, 0) / REQUEST_THRESHOLD;
}

function reader(cues: readonly Cue[]): (word: string) => Cue | undefined {
  const byWord = new Map(
    cues.flatMap((cue) => cue.words.filter((word) => !word.endsWith("*")).map((word) => [word, cue])),
  );
  const starts = cues.flatMap((cue) =>
    cue.words.filter((word) => word.endsWith("*")).map((word) => ({ start: word.slice(0, -1), cue })),
  );
  return (word) => byWord.get(word) ?? starts.find(({ start }) => word.startsWith(start))?.cue;
}
