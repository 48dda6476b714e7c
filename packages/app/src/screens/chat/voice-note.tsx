/** A voice note: the recording becomes text in the field, so that the person reads it before it is sent. */
import { Mic, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useDoor, useRoute } from "../../api/api.tsx";
import { Button, Trouble } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";
import { canRecord, type Recorder, record } from "./recorder.ts";

const SECOND_MS = 1_000;

type State = "still" | "opens" | "records" | "writes";

/** Shown if the server can write recordings down and the browser can record. */
export function VoiceNote({ onText }: { onText: (text: string) => void }) {
  const most = useRoute("me").data?.voiceSeconds;
  if (most === undefined || !canRecord()) return null;
  return <Note most={most} onText={onText} />;
}

function Note({ most, onText }: { most: number; onText: (text: string) => void }) {
  const { call } = useDoor();
  const recorder = useRef<Recorder>(undefined);
  const isHere = useRef(false);
  const [state, setState] = useState<State>("still");
  const [seconds, setSeconds] = useState(0);
  const [error, setError] = useState<Error>();
  /** A recording that is not written down yet. */
  const [recorded, setRecorded] = useState<Blob>();
  const { voice } = words.chat;

  const begin = async () => {
    setState("opens");
    setError(undefined);
    setRecorded(undefined);
    try {
      const opened = await record();
      // The browser asked the person first, and the person may have left this screen in the meantime.
      if (!isHere.current) return opened.cancel();
      recorder.current = opened;
      setSeconds(0);
      setState("records");
    } catch {
      setError(new Error(voice.noMicrophone));
      setState("still");
    }
  };
  const write = async (recording: Blob) => {
    setState("writes");
    setError(undefined);
    try {
      const { text } = await call("writeDown", { body: recording });
      setRecorded(undefined);
      if (text) onText(text);
      else setError(new Error(voice.noWords));
    } catch (cause) {
      setRecorded(recording);
      setError(cause as Error);
    } finally {
      setState("still");
    }
  };
  const end = async () => {
    setState("writes");
    const recording = await recorder.current?.stop().catch(() => undefined);
    if (recording) return write(recording);
    // A recording of no length cannot be decoded.
    setError(new Error(voice.noWords));
    setState("still");
  };
  const isFull = seconds >= most;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock of one recording, and its end
  useEffect(() => {
    if (state !== "records") return;
    if (isFull) return void end();
    const timer = setInterval(() => setSeconds((before) => before + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, [state, isFull]);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      recorder.current?.cancel();
    };
  }, []);
  return (
    <>
      {error && (
        <div className="voice-says">
          <Trouble error={error} {...(recorded ? { retry: () => void write(recorded) } : {})} />
        </div>
      )}
      {/* The seconds are outside of the part that a screen reader speaks. It would speak each second. */}
      <span className="hidden" role="status">
        {state === "records" ? voice.begun(most) : state === "writes" ? voice.writes : ""}
      </span>
      <span className="quiet voice-says" aria-hidden="true">
        {state === "records" ? voice.records(seconds, most) : state === "writes" ? voice.writes : ""}
      </span>
      <Button
        busy={state === "opens" || state === "writes"}
        aria-label={state === "records" ? voice.stop : voice.begin}
        title={state === "records" ? voice.stop : voice.begin}
        onClick={() => void (state === "records" ? end() : begin())}
      >
        {state === "records" ? (
          <Square size={18} strokeWidth={1.5} aria-hidden="true" />
        ) : (
          <Mic size={18} strokeWidth={1.5} aria-hidden="true" />
        )}
      </Button>
    </>
  );
}
