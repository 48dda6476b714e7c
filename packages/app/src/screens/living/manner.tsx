/**
 * How Waldo's manner of speaking has changed: each axis with its line over the nights, and buttons to freeze it or set
 * it back.
 */
import type { Axis, MannerChange, PersonaView } from "@waldo/contracts";
import { useSend } from "../../api/api.tsx";
import { Button, Empty, Panel, Trouble } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";
import "./living.css";

const { living: said } = words;
const [WIDTH, HEIGHT] = [160, 32];

/** The line of one axis, from -1 below to 1 above. A line of one night is drawn flat. */
function Line({ axis, line }: { axis: Axis; line: PersonaView["line"] }) {
  const values = line.map(({ axes }) => axes[axis] ?? 0);
  const all = values.length === 1 ? [...values, ...values] : values;
  const points = all.map((value, i) => `${(WIDTH * i) / (all.length - 1)},${(HEIGHT * (1 - value)) / 2}`).join(" ");
  return (
    <svg className="axis-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} className="axis-middle" />
      <polyline points={points} fill="none" />
    </svg>
  );
}

export function Manner({ persona: { axes, frozenAt, line } }: { persona: PersonaView }) {
  const send = useSend("manner", ["living"]);
  const change = (to: MannerChange) => send.mutate({ body: { change: to } });
  const moved = (Object.keys(axes) as Axis[]).filter((axis) => axes[axis] !== 0);
  return (
    <Panel title={said.manner}>
      <p className="quiet">{said.mannerHelp}</p>
      {moved.length === 0 ? (
        <Empty>{said.noManner}</Empty>
      ) : (
        <ul className="items">
          {moved.map((axis) => (
            <li key={axis}>
              <span className="grows">{said.axis(axis, axes[axis] ?? 0)}</span>
              <Line axis={axis} line={line} />
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <Button busy={send.isPending} onClick={() => change(frozenAt === undefined ? "freeze" : "thaw")}>
          {frozenAt === undefined ? said.freeze : said.thaw}
        </Button>
        {moved.length > 0 && (
          <Button busy={send.isPending} onClick={() => change("reset")}>
            {said.reset}
          </Button>
        )}
      </div>
      {send.error && <Trouble error={send.error} />}
    </Panel>
  );
}
