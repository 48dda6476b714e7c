/** When Waldo speaks of its own accord: the weekly review, the stress alerts, and how often a device may ring. */
import type { FetchMode, Me } from "@waldo/contracts";
import type { FormEvent } from "react";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Field, Loaded, Notice, Trouble } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";

/** 1 is Monday, 7 is Sunday. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** The review is on Friday where nobody has chosen. */
const FRIDAY = 5;
const PUSHES = [0, 1, 2, 3] as const;
/** US cents a day for the better models, the most first. */
const CENTS = [20, 10, 5, 2, 0] as const;
const MODES: readonly FetchMode[] = ["shadow", "live"];

function RhythmForm({ me }: { me: Me }) {
  const { settings } = words;
  const save = useSend("saveMe", ["me"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    save.mutate({
      body: {
        weeklyReview: Number(sent.get("weeklyReview")),
        pushesADay: Number(sent.get("pushesADay")),
        modelCentsADay: Number(sent.get("modelCentsADay")),
        fetch: String(sent.get("fetch")) as FetchMode,
      },
    });
  };
  return (
    <form className="stack close" onSubmit={submit}>
      <p className="quiet">{settings.quietHours(me.sleepTime, me.wakeTime)}</p>
      <Field label={settings.review}>
        <select name="weeklyReview" defaultValue={me.weeklyReview ?? FRIDAY}>
          {WEEKDAYS.map((day) => (
            <option key={day} value={day}>
              {settings.weekdays[day]}
            </option>
          ))}
        </select>
      </Field>
      <p className="quiet">{settings.reviewHelp}</p>
      <Field label={settings.pushes}>
        <select name="pushesADay" defaultValue={me.pushesADay ?? PUSHES.at(-1)}>
          {PUSHES.map((count) => (
            <option key={count} value={count}>
              {settings.pushCount(count)}
            </option>
          ))}
        </select>
      </Field>
      <p className="quiet">{settings.pushesHelp}</p>
      <Field label={settings.budget}>
        <select name="modelCentsADay" defaultValue={me.modelCentsADay ?? CENTS[0]}>
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
      {save.error && <Trouble error={save.error} />}
      {save.isSuccess && <Notice>{settings.saved}</Notice>}
      <div>
        <Button type="submit" busy={save.isPending}>
          {settings.saveRhythm}
        </Button>
      </div>
    </form>
  );
}

export function Rhythm() {
  const me = useRoute("me");
  return <Loaded of={me}>{(value) => <RhythmForm key={value.userId} me={value} />}</Loaded>;
}
