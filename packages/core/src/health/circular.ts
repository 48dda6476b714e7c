/** Clock times are on a circle: the mean of 23:00 and 01:00 is midnight, not noon (Mardia & Jupp 2000). */

export const DAY_MINUTES = 1440;

/** Returns `minutes` moved into 0 ≤ x < 1440. */
export function clockMinute(minutes: number): number {
  return ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
}

/** Returns the shorter way round the clock from `from` to `to`, in minutes, −720 < x ≤ 720. */
export function clockDifference(to: number, from: number): number {
  const forward = clockMinute(to - from);
  return forward > DAY_MINUTES / 2 ? forward - DAY_MINUTES : forward;
}

/**
 * Returns the mean direction and the circular standard deviation √(−2 ln R) of clock times, both in minutes. Undefined
 * for an empty list, and when the times cancel each other so that no direction is left.
 */
export function circularStatistics(minutes: readonly number[]): { mean: number; deviation: number } | undefined {
  if (minutes.length === 0) return undefined;
  let east = 0;
  let north = 0;
  for (const minute of minutes) {
    const angle = (2 * Math.PI * minute) / DAY_MINUTES;
    east += Math.cos(angle);
    north += Math.sin(angle);
  }
  const resultant = Math.min(1, Math.hypot(east, north) / minutes.length);
  if (resultant < 1e-9) return undefined;
  const perRadian = DAY_MINUTES / (2 * Math.PI);
  return {
    mean: clockMinute(Math.atan2(north, east) * perRadian),
    deviation: Math.sqrt(-2 * Math.log(resultant)) * perRadian,
  };
}
