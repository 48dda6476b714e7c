/** Form as a dial: an arc of 270°, the usual range as a soft band on it, the mark of today, and the zone in words. */
import type { CrsResult } from "@waldo/contracts";
import { words } from "../words/words.ts";
import { ZoneMark } from "./zone-mark.tsx";

const [CENTER, RADIUS] = [100, 82];
const [START, SWEEP] = [135, 270];

const angleOf = (score: number) => ((START + (SWEEP * Math.min(100, Math.max(0, score))) / 100) * Math.PI) / 180;
const pointAt = (score: number, radius = RADIUS) => {
  const angle = angleOf(score);
  return `${(CENTER + radius * Math.cos(angle)).toFixed(2)} ${(CENTER + radius * Math.sin(angle)).toFixed(2)}`;
};
const arc = (from: number, to: number) =>
  `M ${pointAt(from)} A ${RADIUS} ${RADIUS} 0 ${((to - from) / 100) * SWEEP > 180 ? 1 : 0} 1 ${pointAt(to)}`;

/** Returns the middle half of the scores of the days before, or undefined while there are too few days. */
function usualOf({ findings }: CrsResult): readonly [number, number] | undefined {
  const scores = (findings?.before ?? []).map(({ form }) => form).sort((a, b) => a - b);
  if (scores.length < 7) return undefined;
  const at = (part: number) => scores[Math.round((scores.length - 1) * part)] ?? 0;
  return [at(0.25), at(0.75)];
}

export function Dial({ score, showsForm }: { score: CrsResult | undefined; showsForm: boolean }) {
  const { form, bodyZone } = score ?? {};
  const usual = score && usualOf(score);
  const word = bodyZone === undefined ? words.dial.none : words.zone[bodyZone];
  return (
    <figure className="dial">
      <svg viewBox="0 0 200 180" role="img" aria-label={words.dial.label(word)}>
        <path d={arc(0, 100)} className="dial-track" />
        {usual && <path d={arc(usual[0], Math.max(usual[1], usual[0] + 1))} className="dial-usual" />}
        {form !== undefined && (
          <path d={`M ${pointAt(form, RADIUS - 11)} L ${pointAt(form, RADIUS + 11)}`} className="dial-mark" />
        )}
      </svg>
      <figcaption>
        <span className="dial-word">
          {bodyZone && <ZoneMark zone={bodyZone} size={16} />} {word}
        </span>
        {showsForm && form !== undefined && <span className="quiet">{Math.round(form)}</span>}
      </figcaption>
    </figure>
  );
}
