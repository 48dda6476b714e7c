import { Link } from "wouter";
import { useRoute } from "../../api/api.tsx";
import { Dial } from "../../design/dial.tsx";
import { Loaded } from "../../design/parts.tsx";
import { noonOf, shown, words } from "../../words/words.ts";
import { Why } from "../today/why.tsx";
import "../today/today.css";

export function BodyDay({ date }: { date: string }) {
  const form = useRoute("form", { query: { date } }, { retry: false });
  const me = useRoute("me");
  return (
    <div className="stack">
      <h1>{words.body.day(shown(noonOf(date), "day"))}</h1>
      <Loaded of={form}>
        {(score) => (
          <div className="form-of-day">
            <Dial score={score} showsForm={me.data?.showsForm === true} />
            {score.rescoredAt && <p className="quiet">{words.dial.revised}</p>}
            {score.reason && <p>{score.reason}</p>}
            <Why score={score} />
          </div>
        )}
      </Loaded>
      <Link href="/body">{words.body.title}</Link>
    </div>
  );
}
