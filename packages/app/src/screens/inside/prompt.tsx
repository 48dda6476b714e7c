/** The prompt of a run by its layers: how many tokens each had, and its words where they can be shown. */
import type { InsidePrompt } from "@waldo/contracts";
import { Plain } from "../../design/copy.tsx";
import { words } from "../../words/words.ts";

type PartOfPrompt = InsidePrompt["parts"][number];

function Layer({ part: { name, tokens, text }, most }: { part: PartOfPrompt; most: number }) {
  const { inside } = words;
  return (
    <li id={`layer-${name}`}>
      <details>
        <summary>
          <code>{name}</code>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <line x1="0" x2="100" y1="2" y2="2" className="bar-track" />
            <line x1="0" x2={most === 0 ? 0 : (100 * tokens) / most} y1="2" y2="2" className="bar-value" />
          </svg>
          <span className="quiet">{inside.tokens(tokens)}</span>
        </summary>
        {text === undefined ? (
          <p className="quiet">{inside.notShown}</p>
        ) : (
          <Plain label={name}>{text === "" ? inside.empty : text}</Plain>
        )}
      </details>
    </li>
  );
}

export function PromptLayers({ prompt, isReduced }: { prompt: InsidePrompt; isReduced: boolean }) {
  const { inside } = words;
  const most = Math.max(...prompt.parts.map(({ tokens }) => tokens));
  return (
    <>
      <p>{inside.promptOf(prompt.tokens)}</p>
      <p className="quiet">
        {prompt.shape === undefined ? inside.otherWords : inside.sameWords(prompt.shape)} {inside.firstPrompt}{" "}
        {isReduced && inside.reduced}
      </p>
      <ul className="layers">
        {prompt.parts.map((part) => (
          <Layer key={part.name} part={part} most={most} />
        ))}
      </ul>
    </>
  );
}
