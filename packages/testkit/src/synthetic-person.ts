/** Made-up health days of one person, the same for the same seed. */

import type { Profile, SourceDay } from "@waldo/contracts";
import { seeded } from "@waldo/core/digest";
import { addDays, instantAt, MINUTE_MS, offsetMinutes } from "@waldo/core/time";

export { seeded };

export const PERSON: Profile = {
  userId: "me",
  timeZone: "Europe/London",
  wakeTime: "07:00",
  sleepTime: "23:00",
  autonomy: "L2",
  channels: { telegramChatId: "sink" },
};

/** Returns `count` ordinary days up to and including `last`. Each night ends shortly before the wake time. */
export function syntheticDays(last: string, count: number, seed = 1): SourceDay[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, i) => {
    const date = addDays(last, i - count + 1);
    const end = instantAt(date, "06:40", PERSON.timeZone) + Math.round(random() * 15) * MINUTE_MS;
    const inBed = 440 + Math.round(random() * 80);
    const awake = 20 + Math.round(random() * 30);
    return {
      date,
      source: "whoop",
      metrics: {
        hrvRmssdMs: 55 + random() * 20,
        restingHrBpm: 52 + random() * 5,
        respiratoryRateRpm: 14 + random(),
        strain: 8 + random() * 6,
      },
      sleeps: [
        {
          start: end - inBed * MINUTE_MS,
          end,
          offsetMinutes: offsetMinutes(end, PERSON.timeZone),
          asleepMinutes: inBed - awake,
          awakeMinutes: awake,
          efficiency: (inBed - awake) / inBed,
          nap: false,
        },
      ],
    };
  });
}
