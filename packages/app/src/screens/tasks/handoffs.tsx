/**
 * Shows the tasks that the person handed over: in the person's words, with their state, their plan, and buttons that
 * answer or undo.
 */
import type { HandoffView } from "@waldo/contracts";
import type { FormEvent } from "react";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Empty, Field, Loaded, Trouble } from "../../design/parts.tsx";
import { typedIn } from "../../design/typed.ts";
import { shown, words } from "../../words/words.ts";
import { Actions, TapButtons } from "../tap-buttons.tsx";

/** How soon in milliseconds the page asks again for the plan of a task in work, if no event reports it. */
const LOOK_MS = 2_000;
const MOST_CHARS = 4000;
const AT_WORK: readonly HandoffView["state"][] = ["EXPLORE", "PLAN", "REPLAN", "ACT", "EXPIRE", "GIVE_UP"];

function HandOver() {
  const { tasks } = words;
  const hand = useSend("handOver", ["handoffs"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    hand.mutate({ body: { goal: typedIn(form)("goal") } }, { onSuccess: () => form.reset() });
  };
  return (
    <form className="stack close" onSubmit={submit}>
      <Field label={tasks.whatHandOver}>
        <textarea name="goal" required rows={2} maxLength={MOST_CHARS} />
      </Field>
      {hand.error && <Trouble error={hand.error} />}
      <div>
        <Button type="submit" busy={hand.isPending}>
          {tasks.handOver}
        </Button>
      </div>
    </form>
  );
}

function Handed({ handoff: { goal, state, createdAt, plan } }: { handoff: HandoffView }) {
  const { tasks } = words;
  return (
    <li>
      <div className="grows stack close">
        <p>
          {goal} <span className="quiet">{shown(createdAt, "both")}</span>
        </p>
        <p className="quiet">{tasks.stands[state]}</p>
        {plan && <Actions of={plan.actions} label={tasks.plan} />}
        <TapButtons buttons={plan?.buttons ?? []} />
      </div>
    </li>
  );
}

export function Handoffs() {
  const { tasks } = words;
  const handoffs = useRoute(
    "handoffs",
    { query: {} },
    {
      refetchInterval: ({ state }) => (state.data?.items.some((one) => AT_WORK.includes(one.state)) ? LOOK_MS : false),
    },
  );
  return (
    <>
      <Loaded of={handoffs}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{tasks.noHandoffs}</Empty>
          ) : (
            <ul className="items">
              {items.map((handoff) => (
                <Handed key={handoff.handoffId} handoff={handoff} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <HandOver />
    </>
  );
}
