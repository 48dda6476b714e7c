/** Shows the recipes that Waldo uses: the purpose of each, its text, and its switch. */
import type { RecipeView } from "@waldo/contracts";
import { useState } from "react";
import { useRoute, useSend } from "../api/api.tsx";
import { Button, Check, Empty, Loaded, Panel, Trouble } from "../design/parts.tsx";
import { words } from "../words/words.ts";

/** "prep-for-event" as a person reads it. */
const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

function Text({ name }: { name: string }) {
  const recipe = useRoute("recipe", { params: { name } });
  return (
    <Loaded of={recipe}>
      {({ recipe: text, triggers }) => (
        <div className="stack close">
          <p className="quiet">{words.recipes.usedOn(triggers.map((one) => words.recipes.occasion(one)).join(", "))}</p>
          <blockquote className="notice">{text}</blockquote>
        </div>
      )}
    </Loaded>
  );
}

function Recipe({ recipe: { name, about, on, switchable, state, provenance } }: { recipe: RecipeView }) {
  const { recipes } = words;
  const [isOpen, setOpen] = useState(false);
  const change = useSend("switchRecipe", ["recipes", "recipe"]);
  const turn = (to: boolean) => change.mutate({ params: { name }, body: { on: to } });
  return (
    <li>
      <div className="grows stack close">
        <h3>{titleOf(name)}</h3>
        <p>{about}</p>
        {provenance !== "system" && <p className="quiet">{recipes.from[provenance]}</p>}
        {state !== "usual" && switchable && <p className="quiet">{recipes.states[state]}</p>}
        <div className="row">
          {switchable && (
            <Check
              label={recipes.use(titleOf(name))}
              checked={change.isPending ? change.variables.body?.on : on}
              aria-disabled={change.isPending || undefined}
              onChange={({ target }) => turn(target.checked)}
            />
          )}
          {state === "review" && on && switchable && (
            <Button busy={change.isPending} onClick={() => turn(true)}>
              {recipes.keep}
            </Button>
          )}
          <Button
            aria-expanded={isOpen}
            aria-label={`${isOpen ? recipes.hide : recipes.read}: ${titleOf(name)}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? recipes.hide : recipes.read}
          </Button>
        </div>
        {isOpen && <Text name={name} />}
        {change.error && <Trouble error={change.error} />}
      </div>
    </li>
  );
}

function List({ items }: { items: readonly RecipeView[] }) {
  return (
    <ul className="items">
      {items.map((recipe) => (
        <Recipe key={recipe.name} recipe={recipe} />
      ))}
    </ul>
  );
}

export function Recipes() {
  const { recipes } = words;
  const all = useRoute("recipes");
  return (
    <div className="stack">
      <h1>{recipes.title}</h1>
      <p className="quiet">{recipes.help}</p>
      <Loaded of={all}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{recipes.none}</Empty>
          ) : (
            <>
              <Panel title={recipes.yours}>
                <List items={items.filter(({ switchable }) => switchable)} />
              </Panel>
              <Panel title={recipes.daily}>
                <p className="quiet">{recipes.dailyHelp}</p>
                <List items={items.filter(({ switchable }) => !switchable)} />
              </Panel>
            </>
          )
        }
      </Loaded>
    </div>
  );
}
