/** A claim in a list: its words, and below them how sure it is, whose words it is and since when it holds. */
import type { ClaimView, WaitingView } from "@waldo/contracts";
import { Link } from "wouter";
import { useSend } from "../../api/api.tsx";
import { OF_MEMORY } from "../../api/changes.ts";
import { Button, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";

export function saidOf({ claim, conditions }: Pick<ClaimView, "claim" | "conditions">): string {
  return conditions === "" ? claim : `${claim} (${conditions})`;
}

/** Says in words what is known of a claim. */
export function standing(claim: ClaimView): string {
  const { memory } = words;
  const since = shown(claim.validFrom, "date");
  const held =
    claim.state === "holds"
      ? memory.since(since)
      : claim.state === "takenBack"
        ? memory.takenBack
        : memory.heldTo(since, shown(claim.validTo ?? claim.validFrom, "date"));
  const about = claim.topic === undefined ? [] : [memory.topic(claim.topic)];
  return [memory.origins[claim.origin], memory.certainty[claim.certainty], held, ...about].join(" · ");
}

export function ClaimLine({ claim, showsHall }: { claim: ClaimView; showsHall: boolean }) {
  return (
    <li>
      <span className="grows">
        <Link href={`/memory/${claim.patternId}`} className="claim-words" data-state={claim.state}>
          {saidOf(claim)}
        </Link>
        <span className="quiet about-claim">
          {showsHall && `${words.memory.halls[claim.hall]} · `}
          {standing(claim)}
        </span>
      </span>
    </li>
  );
}

/** Shows a note of today. The person can have it forgotten before the night settles it. */
export function WaitingLine({ waiting }: { waiting: WaitingView }) {
  const { memory } = words;
  const decide = useSend("decideClaim", OF_MEMORY);
  const { patternId, hall } = waiting;
  const forget = () => decide.mutate({ params: { patternId }, body: { action: "forget", revision: 0 } });
  return (
    <li>
      <span className="grows">
        {waiting.kind === "note" ? (
          saidOf(waiting)
        ) : (
          <Link href={`/memory/${patternId}`}>{memory.verdict[waiting.says]}</Link>
        )}
        <span className="quiet about-claim">
          {memory.halls[hall]} · {memory.waits}
          {waiting.kind === "note" && waiting.fromOutside && ` · ${words.today.fromOutside}`}
        </span>
      </span>
      {waiting.kind === "note" && (
        <Button busy={decide.isPending} onClick={forget}>
          {memory.forget}
        </Button>
      )}
      {decide.error && <Trouble error={decide.error} />}
    </li>
  );
}
