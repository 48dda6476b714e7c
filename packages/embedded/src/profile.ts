import { keys, Profile, type SourceDay, type UserId } from "@waldo/contracts";
import type { Store } from "@waldo/core/ports";
import { offsetMinutes } from "@waldo/core/time";

export async function loadProfile(store: Store, userId: UserId): Promise<Profile | undefined> {
  const row = await store.get(keys.profile(userId));
  return row && Profile.parse(row.body);
}

/**
 * The zone the person was in on the last of these days, going by the offset their wearable recorded: this machine's
 * own zone if it had that offset then, else the bare offset. This machine's zone where no night says.
 */
export function zoneOfNights(days: readonly SourceDay[], machineZone: string): string {
  const night = days
    .flatMap((day) => day.sleeps)
    .sort((a, b) => a.end - b.end)
    .at(-1);
  if (!night || offsetMinutes(night.end, machineZone) === night.offsetMinutes) return machineZone;
  const minutes = Math.abs(night.offsetMinutes);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${night.offsetMinutes < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
