import type { AgentRight } from "@waldo/contracts";
import { words } from "../../words/words.ts";

/** All rights. The first is the right that every new agent has. */
const RIGHTS = Object.keys(words.agents.right) as AgentRight[];

/** Returns the names of rights as a person reads them. */
export function namesOf(rights: readonly AgentRight[]): string {
  return RIGHTS.filter((right) => rights.includes(right))
    .map((right) => words.agents.right[right].name)
    .join(", ");
}

type RightsProps = {
  readonly legend: string;
  readonly held: readonly AgentRight[];
  readonly onChange: (rights: AgentRight[]) => void;
};

/** Shows what an agent may do, each right with its meaning. */
export function Rights({ legend, held, onChange }: RightsProps) {
  return (
    <fieldset className="stack close">
      <legend className="quiet">{legend}</legend>
      {RIGHTS.map((right) => {
        const { name, means } = words.agents.right[right];
        return (
          <label key={right} className="check">
            <input
              type="checkbox"
              checked={held.includes(right)}
              onChange={({ target }) =>
                onChange(RIGHTS.filter((one) => (one === right ? target.checked : held.includes(one))))
              }
            />
            <span>
              {name}
              <span className="quiet example">{means}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
