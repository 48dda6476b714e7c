import type { Autonomy, Me } from "@waldo/contracts";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { isRefusal, useRoute, useSend } from "../../api/api.tsx";
import { Button, Check, Empty, Field, Loaded, Notice, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { AUTONOMY_LEVELS } from "./levels.ts";

const HOUR_MS = 3_600_000;
/** For how long a person may want to be left alone, in hours. */
const QUIET_HOURS = [1, 3, 8, 24, 72, 168] as const;

function ProfileForm({ me }: { me: Me }) {
  const { settings } = words;
  const save = useSend("saveMe", ["me"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const text = (name: string) => String(sent.get(name) ?? "").trim();
    save.mutate({
      body: {
        name: text("name") === "" ? null : text("name"),
        wakeTime: text("wakeTime"),
        sleepTime: text("sleepTime"),
        showsForm: sent.get("showsForm") !== null,
        autonomy: text("autonomy") as Autonomy,
      },
    });
  };
  return (
    <form className="stack close" onSubmit={submit}>
      <Field label={settings.name}>
        <input name="name" maxLength={60} defaultValue={me.name ?? ""} autoComplete="given-name" />
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
      <Check name="showsForm" label={settings.showsForm} defaultChecked={me.showsForm === true} />
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
      {save.error && <Trouble error={save.error} />}
      {save.isSuccess && <Notice>{settings.saved}</Notice>}
      <div>
        <Button main type="submit" busy={save.isPending}>
          {settings.save}
        </Button>
      </div>
    </form>
  );
}

export function Profile() {
  const me = useRoute("me");
  if (isRefusal(me.error, "NoProfile"))
    return <Empty action={<Link href="/welcome">{words.first.title}</Link>}>{words.settings.noProfile}</Empty>;
  return <Loaded of={me}>{(value) => <ProfileForm key={value.userId} me={value} />}</Loaded>;
}

/** Being left alone for a while, and the switch that stops everything. */
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
