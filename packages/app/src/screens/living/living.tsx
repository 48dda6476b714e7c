/** What Waldo thinks at this moment, its concerns, how it speaks, and what the person may change about it. */
import type { ConcernView, LivingView } from "@waldo/contracts";
import { useState } from "react";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Check, Empty, Field, Loaded, Panel, Trouble } from "../../design/parts.tsx";
import { RightOrWrong } from "../../design/right-or-wrong.tsx";
import { shown, words } from "../../words/words.ts";
import { Manner } from "./manner.tsx";

const { living: said } = words;

function Now({ view: { now, waiting } }: { view: LivingView }) {
  return (
    <Panel title={said.now}>
      {now === undefined ? (
        <Empty>{said.notYet}</Empty>
      ) : (
        <div className="stack close">
          <p>
            {said.states[now.state]} · {said.hours[now.hour]}
          </p>
          <p>{now.why}</p>
          <p className="quiet">
            {said.dispositions[now.disposition]} {said.by[now.by]}
          </p>
        </div>
      )}
      {waiting.length > 0 && (
        <>
          <h3>{said.waits}</h3>
          <ul className="items">
            {waiting.map(({ topic, text }) => (
              <li key={topic}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Thoughts({ view: { thoughts, themes } }: { view: LivingView }) {
  return (
    <Panel title={said.thoughts}>
      <p className="quiet">{said.thoughtsHelp}</p>
      {themes.slice(0, 3).map(({ date, title }) => (
        <p key={`${date}-${title}`}>{said.theme(title)}</p>
      ))}
      {thoughts.length === 0 ? (
        <Empty>{said.noThoughts}</Empty>
      ) : (
        <ol className="items">
          {thoughts.map(({ at, topic, kind, text, saw }) => (
            <li key={`${at}-${topic}`}>
              <div className="grows stack close">
                <p>{text}</p>
                <p className="quiet">
                  {shown(at, "both")} · {said.kinds[kind]} ·{" "}
                  {said.sawIn(saw.map((one) => said.saw[one.kind]).join(", "))}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Concern({ concern }: { concern: ConcernView }) {
  const { id, summary, salience, kind, muted, touchedAt } = concern;
  const [text, setText] = useState<string>();
  const change = useSend("changeConcern", ["living"]);
  const save = () =>
    change.mutate({ params: { id }, body: { summary: text ?? summary } }, { onSuccess: () => setText(undefined) });
  return (
    <li>
      <div className="grows stack close">
        {text === undefined ? (
          <p>{summary}</p>
        ) : (
          <Field label={said.reword}>
            <input value={text} maxLength={200} onChange={({ target }) => setText(target.value)} />
          </Field>
        )}
        <p className="quiet">
          {said.saliences[salience]} · {said.concernKinds[kind]} · {said.touched(shown(touchedAt, "date"))}
        </p>
        <div className="row">
          {text === undefined ? (
            <Button aria-label={`${said.reword}: ${summary}`} onClick={() => setText(summary)}>
              {said.reword}
            </Button>
          ) : (
            <Button busy={change.isPending} onClick={save}>
              {said.save}
            </Button>
          )}
          <Check
            label={said.mute}
            checked={muted}
            onChange={({ target }) => change.mutate({ params: { id }, body: { muted: target.checked } })}
          />
        </div>
        {change.error && <Trouble error={change.error} />}
      </div>
    </li>
  );
}

function Concerns({ view: { concerns } }: { view: LivingView }) {
  return (
    <Panel title={said.concerns}>
      <p className="quiet">{said.concernsHelp}</p>
      {concerns.length === 0 ? (
        <Empty>{said.noConcerns}</Empty>
      ) : (
        <ul className="items">
          {concerns.map((concern) => (
            <Concern key={concern.id} concern={concern} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Intentions({ view: { intentions } }: { view: LivingView }) {
  const drop = useSend("dropIntention", ["living"]);
  if (intentions.length === 0) return null;
  return (
    <Panel title={said.intentions}>
      <ul className="items">
        {intentions.map(({ id, text, dueAt }) => (
          <li key={id}>
            <span className="grows">{said.willLook(text, shown(dueAt, "both"))}</span>
            <Button
              aria-label={`${said.drop}: ${text}`}
              busy={drop.isPending}
              onClick={() => drop.mutate({ params: { id } })}
            >
              {said.drop}
            </Button>
          </li>
        ))}
      </ul>
      {drop.error && <Trouble error={drop.error} />}
    </Panel>
  );
}

function Interruptions({ view: { interruptions, mayInterrupt, choice } }: { view: LivingView }) {
  const send = useSend("labelInterruption", ["living"]);
  const set = useSend("saveLiving", ["living"]);
  const error = send.error ?? set.error;
  return (
    <Panel title={said.interruptions}>
      <p className="quiet">{said.interruptionsHelp}</p>
      {interruptions.length === 0 ? (
        <Empty>{said.noInterruptions}</Empty>
      ) : (
        <ol className="items">
          {interruptions.map(({ at, text, mode, label }) => (
            <li key={at}>
              <div className="grows stack close">
                <p>
                  <span className="quiet">{mode === "live" ? said.told : said.wouldHave}</span> {text}
                </p>
                <div className="row">
                  <span className="quiet">{shown(at, "both")}</span>
                  <RightOrWrong
                    label={label}
                    names={said.labels}
                    busy={send.isPending}
                    say={(to) => send.mutate({ params: { at }, body: { label: to } })}
                  />
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
      {mayInterrupt && (
        <Check
          label={said.interruptLive}
          checked={choice.interrupt === "live"}
          onChange={({ target }) => set.mutate({ body: { interrupt: target.checked ? "live" : "shadow" } })}
        />
      )}
      {error && <Trouble error={error} />}
    </Panel>
  );
}

function Choices({ view: { choice } }: { view: LivingView }) {
  const set = useSend("saveLiving", ["living"]);
  return (
    <Panel title={said.choices}>
      <Check
        label={said.on}
        checked={choice.on}
        onChange={({ target }) => set.mutate({ body: { on: target.checked } })}
      />
      <Check
        label={said.machine}
        checked={choice.machine}
        onChange={({ target }) => set.mutate({ body: { machine: target.checked } })}
      />
      <p className="quiet">{said.machineHelp}</p>
      {set.error && <Trouble error={set.error} />}
    </Panel>
  );
}

export function Living() {
  const living = useRoute("living");
  return (
    <div className="stack">
      <h1>{said.title}</h1>
      <p className="quiet">{said.about}</p>
      <Loaded of={living}>
        {(view) => (
          <>
            <Now view={view} />
            <Thoughts view={view} />
            <Concerns view={view} />
            <Intentions view={view} />
            <Interruptions view={view} />
            <Manner persona={view.persona} />
            <Choices view={view} />
          </>
        )}
      </Loaded>
    </div>
  );
}
