/** Shows the weekly review: one question at a time, the answers, and the results of the weeks before. */
import type { ReviewView } from "@waldo/contracts";
import type { FormEvent } from "react";
import { useRoute, useSend } from "../api/api.tsx";
import { Button, Empty, Field, Loaded, Panel, Trouble } from "../design/parts.tsx";
import { typedIn } from "../design/typed.ts";
import { noonOf, shown, words } from "../words/words.ts";
import { TapButtons } from "./tap-buttons.tsx";

const MOST_CHARS = 8000;
const LOOK_MS = 2_000;

function Answer() {
  const { review } = words;
  const say = useSend("say", ["review", "messages"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    say.mutate({ body: { text: typedIn(form)("answer") } }, { onSuccess: () => form.reset() });
  };
  return (
    <form className="stack close" onSubmit={submit}>
      <Field label={review.answer}>
        <textarea name="answer" required rows={3} maxLength={MOST_CHARS} />
      </Field>
      {say.error && <Trouble error={say.error} />}
      <div>
        <Button main type="submit" busy={say.isPending}>
          {review.send}
        </Button>
      </div>
    </form>
  );
}

function Begin({ label }: { label: string }) {
  const start = useSend("reviewStart", ["review", "messages"]);
  return (
    <div className="stack close">
      <div>
        <Button main busy={start.isPending} onClick={() => start.mutate({})}>
          {label}
        </Button>
      </div>
      {start.error && <Trouble error={start.error} />}
    </div>
  );
}

function Asked({ asked }: { asked: ReviewView["asked"] }) {
  return (
    <ul className="items">
      {asked.map(({ text, answer, skipped }) => (
        <li key={text}>
          <div className="grows stack close">
            <p className="quiet">{text}</p>
            {answer !== undefined && <p>{answer}</p>}
            {skipped && <p className="quiet">{words.review.skipped}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ view: { state, week, kept, takenBack, buttons } }: { view: ReviewView }) {
  const { review } = words;
  return (
    <div className="stack close">
      <p>{review.stands[state]}</p>
      {week && <p>{review.week(week.becomes, week.was)}</p>}
      {kept !== undefined && <p>{review.kept(kept)}</p>}
      {takenBack && <p className="quiet">{review.takenBack}</p>}
      <TapButtons buttons={buttons} />
    </div>
  );
}

function Open({ view }: { view: ReviewView }) {
  const { review } = words;
  const { asked, of, state, waits, buttons, resumeAt } = view;
  const current = state === "asking" && asked.length <= of ? asked.at(-1) : undefined;
  const before = current && current.answer === undefined && !current.skipped ? asked.slice(0, -1) : asked;
  return (
    <div className="stack">
      <p className="quiet">{review.progress(Math.min(asked.length, of), of)}</p>
      {state === "paused" ? (
        <>
          <p>{resumeAt === undefined ? review.rests : review.restsUntil(shown(resumeAt, "both"))}</p>
          <Begin label={review.goOn} />
        </>
      ) : (
        <>
          {current && <p className="text">{current.text}</p>}
          {waits === "question" ? <Answer /> : <p className="quiet">{review.waits[waits]}</p>}
          <TapButtons buttons={buttons} />
        </>
      )}
      {before.length > 0 && (
        <>
          <h3>{review.soFar}</h3>
          <Asked asked={before} />
        </>
      )}
    </div>
  );
}

const isOpen = ({ state }: ReviewView) => state === "asking" || state === "paused";

export function Review() {
  const { review } = words;
  const all = useRoute(
    "review",
    { query: {} },
    {
      // The server writes the end a moment after the last answer, and an offer after the answer to another question.
      refetchInterval: ({ state: { data } }) =>
        data?.latest && isOpen(data.latest) && data.latest.buttons.length === 0 ? LOOK_MS : false,
    },
  );
  return (
    <div className="stack">
      <h1>{review.title}</h1>
      <p className="quiet">{review.about}</p>
      <Loaded of={all}>
        {({ latest, past }) => (
          <>
            <Panel title={latest ? shown(noonOf(latest.date), "day") : review.none}>
              {latest && isOpen(latest) && <Open view={latest} />}
              {latest && !isOpen(latest) && (
                <div className="stack">
                  <Outcome view={latest} />
                  {latest.asked.length > 0 && <Asked asked={latest.asked} />}
                </div>
              )}
              {!(latest && isOpen(latest)) && <Begin label={review.begin} />}
            </Panel>
            <Panel title={review.past}>
              {past.length === 0 ? (
                <Empty>{review.noPast}</Empty>
              ) : (
                <ul className="items">
                  {past.map(({ reviewId, date, state, kept }) => (
                    <li key={reviewId}>
                      <div className="grows stack close">
                        <h3>{shown(noonOf(date), "date")}</h3>
                        <p className={kept === undefined ? "quiet" : undefined}>{kept ?? review.stands[state]}</p>
                      </div>
                    </li>
                  ))}
                </ul>
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </div>
  );
}
