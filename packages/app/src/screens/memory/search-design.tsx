/**
 * Shows the numbers that the memory search uses, what the nights tried, and the way to go back one step. The page asks
 * for this only when the person opens the part.
 */
import type { DesignNumber, DesignView } from "@waldo/contracts";
import { useState } from "react";
import { useRoute, useSend } from "../../api/api.tsx";
import { OF_MEMORY } from "../../api/changes.ts";
import { Button, Empty, Loaded, Notice, Trouble } from "../../design/parts.tsx";
import { noonOf, shown, words } from "../../words/words.ts";
import "./memory.css";

const { design: said } = words.memory;

function Numbers({ numbers }: { numbers: readonly DesignNumber[] }) {
  if (numbers.length === 0) return <p>{said.standard}</p>;
  return (
    <ul>
      {numbers.map(({ name, about, value, standard }) => (
        <li key={name} title={name}>
          {said.number(about, value, standard)}
        </li>
      ))}
    </ul>
  );
}

function Nights({ nights, results }: DesignView) {
  if (results.length === 0) return <Empty>{said.noResults}</Empty>;
  return (
    <>
      {nights.length > 0 && (
        <details>
          <summary>{said.nights}</summary>
          <ol className="items">
            {nights.map(({ date, what, mean, traces, worse, numbers }) => (
              <li key={`${date} ${what}`}>
                <span className="quiet">{shown(noonOf(date), "date")}</span>
                <span className="grows">
                  {[said.verdicts[what], said.found(mean, traces), ...worse.map((one) => said.worse[one])].join(" · ")}
                  <Numbers numbers={numbers} />
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
      <details>
        <summary>{said.results}</summary>
        <ol className="items">
          {results.map(({ date, score, traces, numbers }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={i}>
              <span className="quiet">{shown(noonOf(date), "date")}</span>
              <span className="grows">
                {said.result(score, traces)}
                <Numbers numbers={numbers} />
              </span>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

/** The button is there only while a step back is possible. The result of a press stays on the page. */
function StepBack({ step }: Pick<DesignView, "step">) {
  const [done, setDone] = useState<keyof typeof said.done>();
  const back = useSend("stepBackDesign", OF_MEMORY);
  const press = ({ name, does }: NonNullable<DesignView["step"]>) =>
    back.mutate({ body: { step: name } }, { onSuccess: () => setDone(does) });
  return (
    <section aria-label={said.back}>
      {done && (
        <Notice>
          {said.done[done]} {said.goesOn}
        </Notice>
      )}
      {back.error && <Trouble error={back.error} />}
      {step && (
        <div className="row">
          <Button busy={back.isPending} onClick={() => press(step)}>
            {said.back}
          </Button>
          <span className="quiet">{said.does[step.does]}</span>
        </div>
      )}
    </section>
  );
}

export function SearchDesign() {
  const [isOpen, setOpen] = useState(false);
  const design = useRoute("memoryDesign", {}, { enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{said.title}</summary>
      {isOpen && (
        <Loaded of={design}>
          {(view) => (
            <div className="stack close">
              <p className="quiet">{said.about}</p>
              <h2>{said.inForce}</h2>
              {view.inForce.since !== undefined && (
                <p className="quiet">{said.since(shown(view.inForce.since, "date"))}</p>
              )}
              <Numbers numbers={view.inForce.numbers} />
              {view.inForce.before && (
                <>
                  <h2>{said.before}</h2>
                  <Numbers numbers={view.inForce.before} />
                </>
              )}
              {view.shadow && (
                <>
                  <h2>{said.shadow}</h2>
                  <p className="quiet">{said.nightsOf(view.shadow.nights.length, view.shadow.wanted)}</p>
                  <Numbers numbers={view.shadow.numbers} />
                  <ol>
                    {view.shadow.nights.map(({ date, mean, traces }) => (
                      <li key={date}>
                        {shown(noonOf(date), "date")}: {said.found(mean, traces)}
                      </li>
                    ))}
                  </ol>
                </>
              )}
              <StepBack {...(view.step ? { step: view.step } : {})} />
              <Nights {...view} />
            </div>
          )}
        </Loaded>
      )}
    </details>
  );
}
