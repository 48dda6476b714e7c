/** Each part that screens are made of, in each of its states, for people who change the page. */
import { useQuery } from "@tanstack/react-query";
import type { CrsResult, Zone } from "@waldo/contracts";
import { DEFAULT_HOURS } from "@waldo/contracts/budgets";
import { Dial } from "../design/dial.tsx";
import { Button, Check, Empty, Field, Loaded, Notice, Panel, Sheet, Trouble } from "../design/parts.tsx";
import { ZoneMark } from "../design/zone-mark.tsx";
import { words } from "../words/words.ts";
import "./today/scored.css";

const FORM: Readonly<Record<Zone, number>> = { depleted: 38, flagging: 57, steady: 72, energized: 88 };
const ZONES = Object.keys(FORM) as Zone[];
const COLOURS = ["paper", "paper-2", "ink", "ink-2", "line", ...ZONES.map((zone) => `zone-${zone}`)];
const SIZES = [12, 14, 16, 20, 28, 44];
const USUAL = [61, 64, 66, 68, 70, 72, 75, 77];

/** A made-up score: enough of one for the dial. */
function scoreOf(zone: Zone): CrsResult {
  const before = USUAL.map((form, i) => ({ date: `2026-10-${10 + i}`, form }));
  const findings = { signs: [], nightsKnown: USUAL.length, knowsHrv: true, daysWithout: 0, before };
  const score = { date: "2026-10-30", version: 1, status: "final", computedAt: 0, confidence: 1 } as const;
  return { ...score, pillars: {}, missing: [], sources: [], form: FORM[zone], bodyZone: zone, findings };
}

function Dials() {
  return (
    <Panel title={words.design.dial}>
      <div className="row">
        {[...ZONES.map(scoreOf), undefined].map((score) => (
          <Dial key={score?.bodyZone ?? "none"} score={score} showsForm={score?.bodyZone === "steady"} />
        ))}
      </div>
      <p className="row">
        {ZONES.map((zone) => (
          <span key={zone} className="row">
            <ZoneMark zone={zone} /> {words.zone[zone]}
          </span>
        ))}
      </p>
    </Panel>
  );
}

function Tokens() {
  return (
    <Panel title={words.design.tokens}>
      <ul className="row">
        {COLOURS.map((name) => (
          <li key={name}>
            <svg viewBox="0 0 48 32" width="48" height="32" aria-hidden="true">
              <rect width="48" height="32" rx="6" fill={`var(--${name})`} stroke="var(--line)" />
            </svg>
            <p className="quiet">{name}</p>
          </li>
        ))}
      </ul>
      {SIZES.map((size) => (
        <p key={size} style={{ fontSize: `var(--size-${size})` }}>
          {size}
        </p>
      ))}
    </Panel>
  );
}

function Buttons() {
  const { design } = words;
  return (
    <Panel title={design.buttons}>
      <p className="row">
        <Button>{design.usual}</Button>
        <Button main>{design.main}</Button>
        <Button busy>{design.busy}</Button>
        <Button main busy>
          {design.busy}
        </Button>
        <Button disabled>{design.off}</Button>
        <Button aria-pressed="true">{design.pressed}</Button>
        <Sheet title={design.sheet} opener={design.sheet}>
          <p>{design.text}</p>
        </Sheet>
      </p>
    </Panel>
  );
}

function Fields() {
  const { design } = words;
  return (
    <Panel title={design.fields}>
      <div className="stack close">
        <Field label={design.usual}>
          <input defaultValue={design.text} />
        </Field>
        <Field label={design.choice}>
          <select defaultValue="steady">
            {ZONES.map((zone) => (
              <option key={zone}>{words.zone[zone]}</option>
            ))}
          </select>
        </Field>
        <Field label={design.long}>
          <textarea rows={2} defaultValue={design.text} />
        </Field>
        <Field label={design.time}>
          <input type="time" defaultValue={DEFAULT_HOURS.wakeTime} />
        </Field>
        <Field label={design.off}>
          <input disabled defaultValue={design.text} />
        </Field>
        <Check label={design.usual} />
        <Check label={design.pressed} defaultChecked />
      </div>
    </Panel>
  );
}

/** Shows a panel while it waits, when nothing answers, when there is nothing, and when there is something. */
function States() {
  const { design, trouble } = words;
  const fails = useQuery<string>({
    queryKey: ["design", "fails"],
    queryFn: () => Promise.reject(new Error(trouble.offline)),
    retry: false,
  });
  const has = useQuery({ queryKey: ["design", "has"], queryFn: async () => design.text });
  return (
    <>
      <Panel title={design.loading}>
        <div className="skeleton" />
      </Panel>
      <Panel title={design.failed}>
        <Loaded of={fails}>{(text) => <p>{text}</p>}</Loaded>
      </Panel>
      <Panel title={design.nothing}>
        <Empty action={<Button main>{design.next}</Button>}>{design.text}</Empty>
      </Panel>
      <Panel title={design.said}>
        <Notice>{design.text}</Notice>
        <Trouble error={new Error(trouble.status(500))} />
        <Loaded of={has}>{(text) => <p className="brief">{text}</p>}</Loaded>
      </Panel>
    </>
  );
}

export function Design() {
  return (
    <div className="stack">
      <h1>{words.design.title}</h1>
      <Dials />
      <Tokens />
      <Buttons />
      <Fields />
      <States />
    </div>
  );
}
