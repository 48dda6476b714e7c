/** The tool calls of a run: the request, the answer, and the refusals of the gates with their reason. */
import type { InsideCall } from "@waldo/contracts";
import { words } from "../../words/words.ts";
import { Id, Value } from "./parts.tsx";

const PLAIN = "{}";

export function Calls({ calls }: { calls: readonly InsideCall[] }) {
  const { inside } = words;
  if (calls.length === 0) return <p className="quiet">{inside.noCalls}</p>;
  return (
    <ol className="stack close">
      {calls.map(({ callId, tool, outcome, args, result, error, message, fromOutside }) => (
        <li key={callId} id={`call-${callId}`} className="call" data-outcome={outcome}>
          <p className="row">
            <code>{tool}</code>
            <span className="outcome">{inside.callOutcomes[outcome]}</span>
            <Id value={callId} />
          </p>
          {error !== undefined && <p>{inside.because(error, message ?? "")}</p>}
          {fromOutside && <p className="quiet">{inside.fromOutside}</p>}
          {args !== undefined && JSON.stringify(args) !== PLAIN && <Value title={inside.args} value={args} />}
          {result !== undefined && <Value title={inside.result} value={result} />}
        </li>
      ))}
    </ol>
  );
}
