/** Shows the score of a day: the dial, what leads the story of the day, since when, and why. */
import type { ToldScore } from "@waldo/contracts";
import { useRoute } from "../../api/api.tsx";
import { Dial } from "../../design/dial.tsx";
import { daysBefore, words } from "../../words/words.ts";
import { Why } from "./why.tsx";
import "./scored.css";

/** The most days before this one that the page reads. */
const MOST_DAYS = 14;

/** Returns for how many days in a row Form has been in the zone of this day. A day without a score ends the count. */
function useDaysInZone({ date, bodyZone }: ToldScore): number {
  const from = daysBefore(date, MOST_DAYS - 1);
  const days = useRoute("formDays", { query: { from, to: date } }).data?.items ?? [];
  const zones = new Map(days.map((day) => [day.date, day.bodyZone]));
  let held = 1;
  while (bodyZone && zones.get(daysBefore(date, held)) === bodyZone) held++;
  return held;
}

/**
 * Says the fact that leads the story of the day and one that points the other way, since when the zone holds, and
 * whether the score may still change.
 */
function Cause({ score }: { score: ToldScore }) {
  const { dial } = words;
  const { bodyZone, form, reason, rescoredAt, status, story } = score;
  const factOf = (wanted: string | undefined) => story.facts.find(({ id }) => id === wanted);
  const [lead, other] = [factOf(story.lead), factOf(story.other)];
  const held = useDaysInZone(score);
  const lines = [
    reason,
    story.felt && dial.felt(story.felt),
    story.felt?.against && story.felt.tone === "bad" && dial.goByFeeling,
    form !== undefined && lead && dial.lead(lead),
    form !== undefined && other && dial.other(other),
    bodyZone && held > 1 && dial.inZone(words.zone[bodyZone], held, held >= MOST_DAYS),
    form !== undefined && (rescoredAt ? dial.revised : status === "provisional" && dial.provisional),
  ].filter((line) => typeof line === "string");
  return lines.map((line) => (
    <p key={line} className="quiet">
      {line}
    </p>
  ));
}

/** Shows a day without a score as an empty dial. */
export function Scored({ score }: { score: ToldScore | undefined }) {
  const me = useRoute("me");
  return (
    <>
      <Dial score={score} showsForm={me.data?.showsForm === true} />
      {score && (
        <>
          <Cause score={score} />
          <Why score={score} />
        </>
      )}
    </>
  );
}
