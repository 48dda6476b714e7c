/**
 * Shows when Waldo speaks without being asked: the weekly review, how long a Brief is, the stress alerts, and how often
 * a device may ring.
 */
import type { FetchMode, Me } from "@waldo/contracts";
import { BRIEF_SENTENCES, PUSH_BUDGET_PER_DAY } from "@waldo/contracts/budgets";
import { useRoute } from "../../api/api.tsx";
import { Field, Loaded } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";
import { SettingsForm } from "./form.tsx";

/** 1 is Monday, 7 is Sunday. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** The day of the review of a person who has chosen none. */
const FRIDAY = 5;
/** The choices for the length of a Brief, the longest first. */
const SENTENCES = Array.from({ length: BRIEF_SENTENCES }, (_, i) => BRIEF_SENTENCES - i);
const PUSHES = Array.from({ length: PUSH_BUDGET_PER_DAY + 1 }, (_, count) => count);
/** The choices for the daily cost of the better models, in US cents, the highest first. */
const CENTS = [20, 10, 5, 2, 0] as const;
const MODES: readonly FetchMode[] = ["shadow", "live"];

function RhythmForm({ me }: { me: Me }) {
  const { settings } = words;
  const before = {
    weeklyReview: me.weeklyReview ?? FRIDAY,
    briefSentences: me.briefSentences ?? BRIEF_SENTENCES,
    pushesADay: me.pushesADay ?? PUSH_BUDGET_PER_DAY,
    modelCentsADay: me.modelCentsADay ?? CENTS[0],
    fetch: me.fetch,
  };
  const read = (text: (field: string) => string) => ({
    weeklyReview: Number(text("weeklyReview")),
    briefSentences: Number(text("briefSentences")),
    pushesADay: Number(text("pushesADay")),
    modelCentsADay: Number(text("modelCentsADay")),
    fetch: text("fetch") as FetchMode,
  });
  return (
    <SettingsForm before={before} read={read} button={settings.saveRhythm}>
      <p className="quiet">{settings.quietHours(me.sleepTime, me.wakeTime)}</p>
      <Field label={settings.review}>
        <select name="weeklyReview" defaultValue={before.weeklyReview}>
          {WEEKDAYS.map((day) => (
            <option key={day} value={day}>
              {settings.weekdays[day]}
            </option>
          ))}
        </select>
      </Field>
      <p className="quiet">{settings.reviewHelp}</p>
      <Field label={settings.briefLength}>
        <select name="briefSentences" defaultValue={before.briefSentences}>
          {SENTENCES.map((count) => (
            <option key={count} value={count}>
              {settings.briefSentences(count)}
            </option>
          ))}
        </select>
      </Field>
      <p className="quiet">{settings.briefLengthHelp}</p>
      <Field label={settings.pushes}>
        <select name="pushesADay" defaultValue={before.pushesADay}>
          {PUSHES.map((count) => (
            <option key={count} value={count}>
              {settings.pushCount(count)}
            </option>
          ))}
        </select>
      </Field>
      <p className="quiet">{settings.pushesHelp}</p>
      <Field label={settings.budget}>
        <select name="modelCentsADay" defaultValue={before.modelCentsADay}>
          {CENTS.map((count) => (
            <option key={count} value={count}>
              {settings.budgetCents(count)}
            </option>
          ))}
        </select>
      </Field>
      <p className="quiet">{settings.budgetHelp}</p>
      <fieldset className="stack close">
        <legend className="quiet">{settings.fetch}</legend>
        {MODES.map((mode) => (
          <label key={mode} className="check">
            <input type="radio" name="fetch" value={mode} defaultChecked={me.fetch === mode} />
            <span>{settings.fetchModes[mode]}</span>
          </label>
        ))}
      </fieldset>
    </SettingsForm>
  );
}

export function Rhythm() {
  const me = useRoute("me");
  return <Loaded of={me}>{(value) => <RhythmForm me={value} />}</Loaded>;
}
