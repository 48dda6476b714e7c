/** Sends a test message to one channel and shows the result. */
import type { TestedChannel } from "@waldo/contracts";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Notice, Trouble } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";

const LOOK_MS = 1_000;

export function TestButton({ channel }: { channel: TestedChannel }) {
  const { settings } = words;
  // Each press has its own key, so a press that is sent twice makes one test.
  const press = useSend("testChannel");
  const testId = press.data?.testId ?? "";
  const test = useRoute(
    "channelTest",
    { params: { channel, testId } },
    {
      enabled: testId !== "",
      refetchInterval: ({ state }) => (state.data && state.data.state !== "waiting" ? false : LOOK_MS),
    },
  );
  const now = test.data ?? press.data;
  const error = press.error ?? test.error;
  return (
    <>
      <Button busy={press.isPending} onClick={() => press.mutate({ params: { channel } })}>
        {settings.sendTest}
      </Button>
      {now && <Notice>{settings.tests[now.state](now.why)}</Notice>}
      {error && <Trouble error={error} />}
    </>
  );
}
