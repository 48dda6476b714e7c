import type { Autonomy, Me } from "@waldo/contracts";
import { useState } from "react";
import { Link } from "wouter";
import { isRefusal, useRoute, useSend } from "../../api/api.tsx";
import { Button, Check, Empty, Field, Loaded, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { SettingsForm } from "./form.tsx";
import { AUTONOMY_LEVELS } from "./levels.ts";

const HOUR_MS = 3_600_000;
/** The lengths of quiet that a person can choose, in hours. */
const QUIET_HOURS = [1, 3, 8, 24, 72, 168] as const;

function ProfileForm({ me }: { me: Me }) {
  const { settings } = words;
  const before = {
    name: me.name ?? null,
    wakeTime: me.wakeTime,
    sleepTime: me.sleepTime,
    showsForm: me.showsForm === true,
    alwaysNoon: me.alwaysNoon === true,
    feelingsFirst: me.feelingsFirst === true,
    autonomy: me.autonomy,
  };
  const read = (text: (field: string) => string) => ({
    name: text("name") === "" ? null : text("name"),
    wakeTime: text("wakeTime"),
    sleepTime: text("sleepTime"),
    showsForm: text("showsForm") !== "",
    alwaysNoon: text("alwaysNoon") !== "",
    feelingsFirst: text("feelingsFirst") !== "",
    autonomy: text("autonomy") as Autonomy,
  });
  return (
    <SettingsForm before={before} read={read} button={settings.save} main>
      <Field label={settings.name}>
        <input name="name" maxLength={60} defaultValue={before.name ?? ""} autoComplete="given-name" />
      </Field>
      <div className="row">
        <Field label={settings.wakes}>
          <input name="wakeTime" type="time" required defaultValue={me.wakeTime} />
        </Field>
        <Field label={settings.sleeps}>
          <input name="sleepTime" type="time" required defaultValue={me.sleepTime} />
        </Field>
      </div>
      <p className="quiet">
        {settings.zone}: {me.timeZone}
      </p>
      <Check name="showsForm" label={settings.showsForm} defaultChecked={before.showsForm} />
      <Check name="alwaysNoon" label={settings.alwaysNoon} defaultChecked={before.alwaysNoon} />
      <Check name="feelingsFirst" label={settings.feelingsFirst} defaultChecked={before.feelingsFirst} />
      <fieldset className="stack close">
        <legend className="quiet">{settings.autonomy}</legend>
        {AUTONOMY_LEVELS.map((level) => (
          <label key={level} className="check">
            <input type="radio" name="autonomy" value={level} defaultChecked={me.autonomy === level} />
            <span>
              {settings.levels[level]}
              <span className="quiet example">{settings.levelExamples[level]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </SettingsForm>
  );
}

export function Profile() {
  const me = useRoute("me");
  if (isRefusal(me.error, "NoProfile"))
    return <Empty action={<Link href="/welcome">{words.first.title}</Link>}>{words.settings.noProfile}</Empty>;
  return <Loaded of={me}>{(value) => <ProfileForm me={value} />}</Loaded>;
}

/** Shows the quiet hours and the switch that stops everything. */
export function Quiet() {
  const { settings } = words;
  const me = useRoute("me");
  const save = useSend("saveMe", ["me"]);
  const pause = useSend("pause", ["me"]);
  const [hours, setHours] = useState<number>(QUIET_HOURS[1]);
  const error = save.error ?? pause.error;
  const until = me.data?.quietUntil;
  const isQuiet = until !== undefined && until > Date.now();
  const isPaused = me.data?.pausedSince !== undefined;
  return (
    <div className="stack close">
      {isQuiet && <p>{settings.quietUntil(shown(until, "both"))}</p>}
      {isPaused && <p>{settings.paused}</p>}
      {error && <Trouble error={error} />}
      <div className="row at-end">
        {!isQuiet && (
          <Field label={settings.quietLength}>
            <select value={hours} onChange={({ target }) => setHours(Number(target.value))}>
              {QUIET_HOURS.map((count) => (
                <option key={count} value={count}>
                  {settings.quietHoursCount(count)}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Button
          busy={save.isPending}
          onClick={() => save.mutate({ body: { quietUntil: isQuiet ? null : Date.now() + hours * HOUR_MS } })}
        >
          {isQuiet ? settings.endQuiet : settings.beQuiet}
        </Button>
        <Button busy={pause.isPending} onClick={() => pause.mutate({ body: { paused: !isPaused } })}>
          {isPaused ? settings.resume : settings.pause}
        </Button>
      </div>
    </div>
  );
}
