/** The number that a message names: the page asks for it with the person's session, and no agent sees it. */
import type { DataQuestion } from "@waldo/contracts";
import { useRoute } from "../../api/api.tsx";
import { words } from "../../words/words.ts";

export function ReadingCard({ question }: { question: DataQuestion }) {
  const { data, isError } = useRoute("askReadings", { body: question }, { retry: false });
  if (isError) return <p className="quiet">{words.chat.reading.failed}</p>;
  if (data === undefined) return <p className="quiet">{words.chat.reading.loading}</p>;
  const { title, text, rests } = data.shown;
  return (
    <figure className="reading">
      <figcaption className="quiet">{title}</figcaption>
      <p>
        <strong>{text}</strong>
      </p>
      {rests && <p className="quiet">{rests}</p>}
    </figure>
  );
}
