/**
 * Shows the reminders that the person set, and what Waldo watches for in the person's health data. The person asked for
 * both in the chat.
 */
import type { Gets } from "@waldo/contracts";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Empty, Loaded, Panel, Trouble } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";

type Watch = Gets<"reminders">["items"][number];

function List({ items, none }: { items: readonly Watch[]; none: string }) {
  const cancel = useSend("cancelReminder", ["reminders"]);
  if (items.length === 0) return <Empty>{none}</Empty>;
  return (
    <>
      <ul className="items">
        {items.map(({ watchId, text, fires, fromOutside }) => (
          <li key={watchId}>
            <span className="grows">
              {text} {fromOutside && <span className="quiet">({words.today.fromOutside})</span>}
              <span className="quiet"> {fires}</span>
            </span>
            <Button
              busy={cancel.isPending}
              aria-label={`${words.tasks.cancel}: ${text}`}
              onClick={() => cancel.mutate({ params: { watchId } })}
            >
              {words.tasks.cancel}
            </Button>
          </li>
        ))}
      </ul>
      {cancel.error && <Trouble error={cancel.error} />}
    </>
  );
}

export function Watches() {
  const reminders = useRoute("reminders");
  return (
    <>
      <Panel title={words.tasks.reminders}>
        <Loaded of={reminders}>
          {({ items }) => <List items={items.filter(({ on }) => on !== "bodyZone")} none={words.tasks.noReminders} />}
        </Loaded>
      </Panel>
      <Panel title={words.tasks.watches}>
        <Loaded of={reminders}>
          {({ items }) => <List items={items.filter(({ on }) => on === "bodyZone")} none={words.tasks.noWatches} />}
        </Loaded>
      </Panel>
    </>
  );
}
