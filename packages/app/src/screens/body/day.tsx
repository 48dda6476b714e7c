/** One day of the body, shown as the screen Today shows the present day. */
import { Link } from "wouter";
import { useRoute } from "../../api/api.tsx";
import { Loaded } from "../../design/parts.tsx";
import { noonOf, shown, words } from "../../words/words.ts";
import { Scored } from "../today/scored.tsx";

export function BodyDay({ date }: { date: string }) {
  const form = useRoute("form", { query: { date } }, { retry: false });
  return (
    <div className="stack">
      <h1>{shown(noonOf(date), "day")}</h1>
      <Loaded of={form}>
        {(score) => (
          <div className="form-of-day">
            <Scored score={score} />
          </div>
        )}
      </Loaded>
      <Link href="/body">{words.body.all}</Link>
    </div>
  );
}
