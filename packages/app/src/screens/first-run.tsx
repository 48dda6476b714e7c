/**
 * The first minutes with Waldo: the consents, the hours of the day, and the nights. The person can leave each step and
 * find it again.
 */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DEFAULT_HOURS } from "@waldo/contracts/budgets";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { isRefusal, useDoor, useRoute } from "../api/api.tsx";
import { useArrival } from "../design/focus.ts";
import { Button, Field, Notice, Trouble } from "../design/parts.tsx";
import { words } from "../words/words.ts";
import { BringFile, Brought, useHasBrought } from "./bring.tsx";
import { Subscribe } from "./calendars.tsx";
import { Consents } from "./consents.tsx";
import { Push, Telegram } from "./settings/channels.tsx";
import { Model } from "./settings/model.tsx";
import { Wearables } from "./wearables.tsx";

const STEPS = ["consent", "bring", "hours", "ready"] as const;
const LOOK_MS = 1_000;
/** A person who has imported no nights has no usual times, so the page asks only this often. */
const MOST_LOOKS = 60;

function Hours({ onDone }: { onDone: () => void }) {
  const { call } = useDoor();
  const client = useQueryClient();
  const me = useRoute("me", {}, { retry: false });
  // The imported nights give the usual times, as soon as the next wake has read them.
  const usual = useRoute(
    "usualTimes",
    {},
    {
      retry: false,
      refetchInterval: ({ state }) => (state.data || state.errorUpdateCount > MOST_LOOKS ? false : LOOK_MS),
    },
  );
  const [wakeTime, setWake] = useState<string>();
  const [sleepTime, setSleep] = useState<string>();
  const hours = {
    wakeTime: wakeTime ?? me.data?.wakeTime ?? usual.data?.wakeTime ?? DEFAULT_HOURS.wakeTime,
    sleepTime: sleepTime ?? me.data?.sleepTime ?? usual.data?.sleepTime ?? DEFAULT_HOURS.sleepTime,
  };
  const begin = useMutation({
    async mutationFn() {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      await call("zone", { body: { timeZone } });
      await call("saveMe", { body: { timeZone, ...hours } });
    },
    async onSuccess() {
      await client.invalidateQueries();
      onDone();
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate();
      }}
    >
      <p className="quiet">{usual.data && !me.data ? words.first.hoursKnown : words.first.hoursHelp}</p>
      <div className="row">
        <Field label={words.settings.wakes}>
          <input type="time" required value={hours.wakeTime} onChange={({ target }) => setWake(target.value)} />
        </Field>
        <Field label={words.settings.sleeps}>
          <input type="time" required value={hours.sleepTime} onChange={({ target }) => setSleep(target.value)} />
        </Field>
      </div>
      {begin.error && <Trouble error={begin.error} />}
      <div>
        <Button main type="submit" busy={begin.isPending}>
          {words.first.begin}
        </Button>
      </div>
    </form>
  );
}

/** Shows the parts that may be set up now or later. The person can skip each of them. */
function Optional() {
  const { first, settings } = words;
  const model = useRoute("model");
  const offers = [
    { name: settings.telegram, help: first.offers.telegram, part: <Telegram /> },
    { name: first.push, help: first.offers.push, part: <Push /> },
    { name: words.calendars.title, help: first.offers.calendar, part: <Subscribe /> },
    ...(model.data?.changeable ? [{ name: settings.model, help: first.offers.model, part: <Model /> }] : []),
  ];
  return (
    <section className="stack close" aria-label={first.optional}>
      <h2>{first.optional}</h2>
      {offers.map(({ name, help, part }) => (
        <details key={name} className="offer">
          <summary>
            {name} <span className="quiet">{help}</span>
          </summary>
          {part}
        </details>
      ))}
    </section>
  );
}

export function FirstRun() {
  const [query, setQuery] = useSearchParams();
  const [, go] = useLocation();
  const isNew = isRefusal(useRoute("me", {}, { retry: false }).error, "NoProfile");
  const isScored = useRoute("form", {}, { retry: false }).data?.form !== undefined;
  const hasNights = useHasBrought() || isScored;
  const wanted = STEPS.find((one) => one === query.get("step")) ?? "consent";
  // Nothing can be set before the person has a profile.
  const step = wanted === "ready" && isNew ? "hours" : wanted;
  const next = (to: (typeof STEPS)[number]) => setQuery({ step: to });
  const { first } = words;
  const part = useArrival<HTMLDivElement>(step, "h2");
  return (
    <div className="stack" ref={part}>
      <h1>{first.title}</h1>
      <p className="quiet">
        {first.intro} {first.step(STEPS.indexOf(step) + 1, STEPS.length)}
      </p>
      {step === "consent" && (
        <>
          <h2>{first.consent}</h2>
          <Consents only={["body", "memory"]} />
          <Button main onClick={() => next("bring")}>
            {first.consentNext}
          </Button>
        </>
      )}
      {step === "hours" && (
        <>
          <h2>{first.hours}</h2>
          <Brought />
          <Hours onDone={() => next("ready")} />
        </>
      )}
      {step === "bring" && (
        <>
          <h2>{first.bring}</h2>
          <BringFile onDone={() => next("hours")} />
          <Wearables />
          <Button onClick={() => next("hours")}>{first.skip}</Button>
        </>
      )}
      {step === "ready" && (
        <>
          <h2>{first.ready}</h2>
          <Notice>{hasNights ? first.readyHelp : first.readyBare}</Notice>
          <Optional />
          <Button main onClick={() => go("/")}>
            {first.goToday}
          </Button>
        </>
      )}
    </div>
  );
}
