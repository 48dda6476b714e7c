import type { Zone } from "@waldo/contracts";

/** How much of the mark is filled, so that people can tell the zones apart without colour. */
const FILL: Readonly<Record<Zone, number>> = { depleted: 0.15, flagging: 0.4, steady: 0.7, energized: 1 };

/** The mark of a zone. Its word is beside it, so a screen reader skips the mark. */
export function ZoneMark({ zone, size = 14 }: { zone: Zone; size?: number }) {
  const y = 14 - 12 * FILL[zone];
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" className={`zone-${zone}`}>
      <clipPath id={`fill-${zone}`}>
        <rect x="0" y={y} width="16" height="16" />
      </clipPath>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="8" cy="8" r="6" fill="currentColor" clipPath={`url(#fill-${zone})`} />
    </svg>
  );
}
