/**
 * A made-up person's memory with questions, the same for everyone. It is a guard: no design comes into force for a
 * person that finds less here. It has everyday topics, other words for the same thing, dates, old and fresh claims, and
 * corrections: the diary still says what was said before. All of it was written for this file.
 */
import { DEFAULT_DESIGN, type Design, type Hall } from "@waldo/contracts";
import { notedByOwner } from "@waldo/core/memory/claims/claim";
import { claimDoc, episodeDoc } from "@waldo/core/memory/search/documents";
import type { MemoryView } from "@waldo/core/memory/search/index-files";
import { buildSegment } from "@waldo/core/memory/search/ranking/segment";
import { DAY_MS } from "@waldo/core/time";
import type { Outcome } from "./explore.ts";
import { type ReplayTrace, replay } from "./replay.ts";

/** When all questions are asked: a Monday. */
const PUBLIC_NOW = Date.UTC(2026, 5, 1, 9);

/**
 * What is remembered, how many days ago it was said, and the questions that it answers. A question of several lines is
 * answered by all of them. A diary entry answers none.
 */
type Line = readonly [kind: Hall | "diary", daysAgo: number, text: string, ...questions: string[]];

export const PUBLIC_SET: readonly Line[] = [
  // Teeth.
  ["events", 48, "Cracked a tooth on a cherry stone and was seen the same day", "What happened to my tooth in April?"],
  ["facts", 20, "The dentist is now on the second floor above the pharmacy", "Which floor is the dentist on?"],
  ["diary", 24, "They said: I see the dentist on the 4th of June at three.\nWaldo: Noted."],
  ["events", 3, "The appointment with the dentist was put off to the 18th of June", "When is my dentist appointment?"],
  ["preferences", 200, "Wants dentist appointments before nine", "How early do I like to go to the dentist?"],
  [
    "facts",
    300,
    "Is afraid of needles and asks for the numbing gel first",
    "What should the doctor know about needles?",
  ],
  // A sister abroad.
  ["diary", 150, "They said: My sister lives in Lisbon and works in a hotel.\nWaldo: A long way."],
  ["facts", 40, "Their sister moved from Lisbon to Porto", "Where does my sister live now?", "Who lives in Porto?"],
  ["facts", 280, "Their sister restores old tiles for a museum", "What is my sibling's job?"],
  ["events", 68, "Their sister visited for a week in March and slept on the sofa", "Who stayed with us in March?"],
  ["events", 5, "Their sister is expecting a baby in November", "When is the newborn due?"],
  ["preferences", 120, "Calls their sister on Sunday evenings", "On which day do I phone my sister?"],
  // The car.
  ["facts", 400, "The car is a grey estate from 2014", "How old is my vehicle?"],
  ["events", 90, "The car failed its inspection because of the rear brakes", "Why did the car fail its inspection?"],
  ["events", 74, "New rear brakes were fitted and the car passed", "Did the brakes get fixed?"],
  ["diary", 75, "They said: The garage wants to look at the car again.\nWaldo: Shall I find a day?"],
  ["facts", 15, "The spare key of the car hangs behind the kitchen door", "Where is the spare car key?"],
  [
    "advice",
    60,
    "Was told to change to summer tyres once nights stay above seven degrees",
    "When do I change the tires?",
  ],
  // Running.
  ["discoveries", 35, "Runs better two hours after lunch than before breakfast", "When do I run best?"],
  ["events", 29, "Ran ten kilometers in 52 minutes in May", "How fast was my ten kilometer run in May?"],
  ["events", 240, "Ran ten kilometers in 58 minutes in October", "How long did I need for ten kilometers in October?"],
  ["diary", 2, "They said: I skipped the run, the rain was too strong.\nWaldo: Tomorrow looks dry."],
  ["facts", 110, "The left knee hurts after running downhill", "What gives me knee pain?"],
  [
    "advice",
    100,
    "The physiotherapist said to strengthen the hips before adding distance",
    "What helps my knee, by the physiotherapist?",
  ],
  // Food.
  ["preferences", 310, "Does not eat mushrooms", "What do I not eat?"],
  [
    "facts",
    180,
    "Walnuts make the mouth itch, so they do not eat them",
    "What do I not eat?",
    "Do walnuts agree with me?",
  ],
  ["discoveries", 55, "Coffee after two costs an hour of sleep", "How late may I drink coffee?"],
  ["diary", 9, "They said: I had coffee at five and slept badly.\nWaldo: That happened before."],
  ["preferences", 12, "Now takes oat milk in coffee and no sugar", "How do I take my coffee?"],
  ["diary", 210, "They said: Coffee with sugar and cream, please.\nWaldo: Noted."],
  ["events", 1, "Baked a rhubarb cake for the neighbors", "What did I bake yesterday?"],
  // Work.
  ["facts", 260, "Works four days a week and has Fridays off", "Which day is free of work?"],
  ["diary", 330, "They said: I work five days a week at the library.\nWaldo: A full week."],
  ["events", 26, "Handed in the report about the reading rooms", "Which report did I finish in May?"],
  ["events", 4, "The budget meeting was moved to Wednesday at eleven", "When is the budget meeting?"],
  ["diary", 11, "They said: The budget meeting is on Monday at ten.\nWaldo: It is in your calendar."],
  ["preferences", 95, "Wants no meetings on Monday mornings", "Which mornings should stay without meetings?"],
  [
    "advice",
    140,
    "Their manager suggested to delegate the opening hours of the branch",
    "What did my boss tell me to delegate?",
  ],
  // The garden.
  ["events", 33, "Planted twelve tomato seedlings along the south wall", "Where did I plant the tomatoes?"],
  ["events", 395, "Lost all tomatoes to blight in a wet summer", "What ruined last year's tomatoes?"],
  [
    "advice",
    30,
    "A neighbor said to water tomatoes at the root and never from above",
    "How should I water the tomatoes?",
  ],
  ["facts", 170, "The pear tree is older than the house", "What is older than the house?"],
  ["discoveries", 22, "Copper tape kept the snails away from the lettuce", "What stops the snails?"],
  ["diary", 6, "They said: The snails have found the beans.\nWaldo: The tape helped the lettuce."],
  // A dog.
  ["facts", 500, "Has a brown dog that came from a shelter", "Where did my puppy come from?"],
  ["events", 17, "The veterinarian pulled a thorn out of the dog's paw", "Why was the dog at the vet?"],
  ["facts", 8, "The dog now weighs eighteen kilograms", "How heavy is the dog?"],
  ["diary", 130, "They said: The dog weighs sixteen kilos.\nWaldo: Noted."],
  ["preferences", 85, "Walks the dog by the river before work", "Where do I walk my pet in the morning?"],
  ["discoveries", 64, "The dog is calmer after a walk without the leash", "What calms the dog?"],
  // Piano.
  ["events", 125, "Began piano lessons in January", "What did I start in January?"],
  ["facts", 118, "The piano teacher comes on Thursdays at six", "When is the piano lesson?"],
  ["diary", 13, "They said: The piano teacher is ill on Thursday.\nWaldo: The evening is free then."],
  ["discoveries", 42, "Practices more when the piano stands open", "What makes me practice the piano?"],
  ["events", 10, "Played a slow waltz to the end without a mistake", "Which music can I play without a mistake?"],
  ["preferences", 52, "Wants a reminder to practice after dinner", "When should I be reminded to practice?"],
  // Travel.
  ["events", 230, "Took the night train to Vienna in October", "Which trip did I make in October?"],
  ["events", 14, "Booked a cabin by a lake for the second week of August", "What did I book for the vacation?"],
  ["diary", 45, "They said: We go to the mountains in August.\nWaldo: How long?"],
  ["preferences", 220, "Takes the train for anything under eight hours", "Plane or railway for a short journey?"],
  ["facts", 37, "The passport runs out in September", "How long is my passport valid?"],
  ["advice", 225, "Was told to reserve the night train three months ahead", "How early should I book a sleeper train?"],
  // The home.
  ["facts", 160, "The boiler is serviced every February", "When is the heating serviced?"],
  ["events", 100, "The boiler was serviced and a valve was replaced", "What was replaced in the boiler in February?"],
  ["events", 7, "The bathroom tap started to drip", "What is broken in the bathroom?"],
  ["facts", 90, "The water is shut off under the kitchen sink", "Where do I shut off the water?"],
  ["diary", 19, "They said: The kitchen sink was blocked.\nWaldo: Did the plumber come?"],
  ["facts", 2, "The new code of the garden gate is kept in the blue notebook", "Where is the gate code?"],
  ["diary", 190, "They said: The gate code is on a note at the fridge.\nWaldo: I will not repeat it."],
  // Sleep.
  ["discoveries", 28, "Sleeps deepest when the window is open", "What helps me sleep deeply?"],
  ["discoveries", 77, "Wakes at four after wine in the evening", "Why do I wake at four?"],
  ["preferences", 18, "Wants the light dimmed from ten on", "From when should the lights be low?"],
  ["events", 1, "Slept five hours because of a storm", "Why was last night short?"],
  [
    "advice",
    250,
    "The doctor said to get up at the same time also on weekends",
    "What did the physician say about weekends?",
  ],
  // Children.
  ["facts", 210, "Their son is in the third grade and plays handball", "Which sport does my kid play?"],
  ["events", 16, "Their son scored four goals in the final of the tournament", "How did my son's competition end?"],
  ["events", 6, "The school trip of their son was moved to the 12th of June", "When is the class trip?"],
  ["diary", 34, "They said: The school trip is on the 5th of June.\nWaldo: Two weeks to go."],
  ["preferences", 70, "Picks their son up on Tuesdays and Thursdays", "On which days do I collect my child?"],
  ["facts", 12, "Their son is allergic to cats since this spring", "Why can we have no kitten?"],
  // Money.
  ["facts", 155, "Pays the rent on the third of each month", "When is the rent due?"],
  ["events", 58, "The rent went up by forty in April", "How much did the rent rise in April?"],
  ["preferences", 145, "Wants to put a tenth of the salary aside", "How much of my pay do I save?"],
  ["events", 21, "Sold the old bicycle for ninety", "What did I get for the bike?"],
  ["diary", 23, "They said: Somebody wants the old bicycle for sixty.\nWaldo: Will you wait?"],
  // Books.
  ["events", 11, "Finished the novel about the lighthouse keepers", "Which book did I read to the end?"],
  ["events", 205, "Gave up a novel about whales after a hundred pages", "Which book did I not finish?"],
  ["preferences", 320, "Reads on paper and never on a screen before bed", "How do I like to read before bed?"],
  ["facts", 31, "The reading group meets on the last Tuesday of the month", "When does the reading group meet?"],
  ["diary", 3, "They said: The group wants to read poems next.\nWaldo: Shall I note the title?"],
  // Parents.
  ["facts", 270, "Their father had a cataract operation on the right eye", "Which eye of my dad was operated on?"],
  ["events", 9, "Their mother broke her wrist on the stairs", "How did mom get hurt?"],
  ["events", 265, "Their mother broke an ankle on the ice", "Which injury did mom have on the ice?"],
  ["facts", 50, "Their parents sold the farm and live in a flat in town", "Where do my parents live?"],
  ["diary", 340, "They said: My parents live on the farm with two horses.\nWaldo: Do you visit often?"],
  ["preferences", 27, "Visits their parents on the first weekend of a month", "When do I visit my parents?"],
];

/** Asks the questions of the public set with a design. It reads nothing of a person. */

type Public = { readonly view: MemoryView; readonly traces: readonly ReplayTrace[] };
let made: Public | undefined;

/** Returns what a design gives on the public set. */
export function replayPublicly(design: Design): Outcome {
  made ??= madeOf();
  return replay(made.view, made.traces, design);
}

function madeOf(): Public {
  const cited = new Map<string, Set<string>>();
  const docs = PUBLIC_SET.map(([kind, daysAgo, text, ...questions], i) => {
    const at = PUBLIC_NOW - daysAgo * DAY_MS;
    if (kind === "diary") {
      const runId = `public-${i}`;
      return episodeDoc({ runId, at, trigger: "user_message", summary: text, origin: "agent" }, at);
    }
    const { after } = notedByOwner({ hall: kind, claim: text, conditions: "" }, {}, at);
    for (const words of questions) cited.set(words, (cited.get(words) ?? new Set()).add(after.patternId));
    // It was used since, so no event has faded: whether one has is not a matter of ranking.
    return claimDoc({ ...after, uses: [at, Math.max(at, PUBLIC_NOW - 7 * DAY_MS)] });
  });
  const view: MemoryView = {
    head: { generation: 0, indexedTo: PUBLIC_NOW, live: docs.length, forgotten: [] },
    design: DEFAULT_DESIGN,
    segments: [buildSegment(docs)],
    // Nothing is loaded every time, so all that comes into a prompt was found.
    ...{ stale: new Set(), standing: [], pending: [] },
  };
  return { view, traces: [...cited].map(([words, ids]) => ({ at: PUBLIC_NOW, words, cited: ids })) };
}
