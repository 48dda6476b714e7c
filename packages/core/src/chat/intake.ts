/**
 * The only entry for words of a person, from every channel, command, page or card.
 *     message    is answered by a command (chat/commands), by an open review or by a run (review/hear.ts).
 *                All three check it for danger.
 *     kept       is stored elsewhere: a task, a goal, a note, a name. It is checked too. If it is grave, the written
 *                answer is in the thread before the words are stored.
 *     passed on  are another person's words. Waldo does nothing with them, but answers what is grave in them.
 *
 * The request gives every row its name, so the same request again adds nothing (R3).
 */
import { announcementId, type MessageRequest, type Profile, type RunId } from "@waldo/contracts";
import { announcement } from "../channels/announce.ts";
import { flushRun } from "../channels/outbox.ts";
import { digest } from "../digest.ts";
import { livedDate } from "../health/ledger.ts";
import { careWrites, findCare, isCareDay } from "../person/care.ts";
import type { Ports } from "../ports.ts";
import { hearMessage, reviewStanding } from "../review/hear.ts";
import { dangerAnswer, helpLine, kindWords } from "../safety/crisis/answers/answer.ts";
import { type Danger, detectDanger, isAnsweredByHand, isDanger } from "../safety/crisis/danger.ts";
import { careLanguage, languageOf } from "../safety/crisis/language.ts";
import { commitIf } from "../store/cas.ts";
import type { CommandPorts, Via } from "./command.ts";

type Words =
  | { readonly as: "message"; readonly message: MessageRequest; readonly via: Via }
  /** `name` is unique for the request that brought the words. */
  | { readonly as: "kept" | "passedOn"; readonly name: string; readonly texts: readonly string[] };

/**
 * Handles words. Returns the run or the announcement that answers them. Returns undefined for words that are only kept
 * and hold nothing grave. Throws the errors of the store and the machines; the caller may then try again.
 */
export async function intake(
  ports: CommandPorts,
  profile: Profile,
  words: Words & { readonly as: "message" },
): Promise<RunId>;
export async function intake(ports: CommandPorts, profile: Profile, words: Words): Promise<RunId | undefined>;
export async function intake(ports: CommandPorts, profile: Profile, words: Words): Promise<RunId | undefined> {
  if (words.as === "message") return hearPerson(ports, profile, words.message, words.via);
  const grave = words.texts
    .map((text) => ({ text, danger: detectDanger(text) }))
    // A task such as "ask about the dose" is not a question to Waldo.
    .filter(({ danger }) => isDanger(danger));
  const [first] = grave.toSorted((a, b) => rank(b.danger) - rank(a.danger));
  if (!first?.danger) return undefined;
  const danger: Danger = words.as === "passedOn" ? { ...first.danger, tier: "possible", kind: "other" } : first.danger;
  return answer(ports, profile, { name: words.name, text: first.text, danger });
}

const TIERS: readonly Danger["tier"][] = ["medicine", "possible", "certain", "physical"];
const rank = (danger: Danger | undefined) => (danger ? TIERS.indexOf(danger.tier) : -1);

type Grave = { readonly name: string; readonly text: string; readonly danger: Danger };

/**
 * Handles what a person says now. Returns the run or the announcement that answers them. The door, Telegram and `waldo
 * say` call it. The commands are loaded only for a message that begins like one.
 */
export async function hearPerson(
  ports: CommandPorts,
  profile: Profile,
  message: MessageRequest,
  via: Via,
): Promise<RunId> {
  const command = message.text.trimStart().startsWith("/") && (await import("./commands.ts"));
  const answered = command ? await command.obeyed({ reviewStanding, ...ports }, profile, message, via) : undefined;
  return answered ?? hearMessage(ports, profile, message);
}

/** Sends the written answer to grave words that no run answers. */
async function answer(ports: Ports, profile: Profile, { name, text, danger }: Grave): Promise<RunId> {
  const { store, clock } = ports;
  const { userId } = profile;
  const now = clock.now();
  const care = await findCare(store, userId, now);
  const language = languageOf(text) ?? careLanguage(care?.language, profile.language);
  const to = { ...profile, language, again: await isCareDay(store, userId, now) };
  const said = isAnsweredByHand(danger)
    ? dangerAnswer(danger, to)
    : { text: `${kindWords(danger, language)}\n\n${helpLine(danger, to)}` };
  const date = await livedDate(store, profile, now);
  const occasion = { by: "care", name: digest(userId, "words", name).slice(0, 24), trigger: "user_message" } as const;
  await commitIf(store, [
    ...announcement(profile, { ...occasion, date, now }, { kind: "emergency", ...said }),
    ...careWrites(userId, danger, language, now),
  ]);
  const runId = announcementId(occasion.by, occasion.name);
  await flushRun(ports, userId, runId);
  return runId;
}
