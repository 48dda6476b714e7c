/**
 * What a person thinks of a message that was sent or would have been sent: a thumb up or down. A second tap on the same
 * thumb takes it back.
 */
import type { FetchLabel } from "@waldo/contracts";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { Button } from "./parts.tsx";

const THUMBS = [
  { label: "right", Icon: ThumbsUp },
  { label: "wrong", Icon: ThumbsDown },
] as const;

type RightOrWrongProps = {
  readonly label: FetchLabel | undefined;
  readonly names: Readonly<Record<FetchLabel, string>>;
  readonly busy: boolean;
  readonly say: (label: FetchLabel | null) => void;
};

export function RightOrWrong({ label, names, busy, say }: RightOrWrongProps) {
  return THUMBS.map(({ label: one, Icon }) => (
    <Button key={one} aria-pressed={label === one} busy={busy} onClick={() => say(label === one ? null : one)}>
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
      {names[one]}
    </Button>
  ));
}
