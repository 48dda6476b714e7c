/** Shows the score of a day: the dial, what lowers or raises it and since when, and why. */
import type { CrsResult } from "@waldo/contracts";
import { useRoute } from "../../api/api.tsx";
import { Dial } from "../../design/dial.tsx";
import { daysBefore, words } from "../../words/words.ts";
import { Why } from "./why.tsx";
import "./scored.css";

/** The most days before this one that the page reads. */
const MOST_DAYS = 14;

/** Returns for how many days in a row Form has been in the zone of this day. A day without a score ends the count. */
function useDaysInZone({ date, bodyZone }: CrsResult): number {
  const from = daysBefore(date, MOST_DAYS - 1);
  const days = useRoute("formDays", { query: { from, to: date } }).data?.items ?? [];
  const zones = new Map(days.map((day) => [day.date, day.bodyZone]));
  let held = 1;
  while (bodyZone && zones.get(daysBefore(date, held)) === bodyZone) held++;
  return held;
}

/** Says what lowers or raises the score, since when, and whether the score may still change. */
function Cause({ score }: { score: CrsResult }) {
  const { dial } = words;
  const { bodyZone, form, drag, lift, reason, rescoredAt, status } = score;
  const held = useDaysInZone(score);
  const moved = lift ? dial.lift(words.pillar[lift]) : drag && dial.drag(words.pillar[drag]);
  const lines = [
    reason,
    moved,
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
export function Scored({ score }: { score: CrsResult | undefined }) {
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
