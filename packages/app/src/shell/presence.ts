/**
 * Tells Waldo that the page came in front of the person, is still there, or left. Where the loop is off, nothing is
 * kept.
 */
import { useEffect } from "react";
import { useDoor } from "../api/api.tsx";

/** Waldo takes a longer silence for a person who has left. */
const STILL_MS = 4 * 60_000;

export function usePresence(isIn: boolean): void {
  const { call } = useDoor();
  useEffect(() => {
    if (!isIn) return;
    // A sign that does not arrive is no trouble: the next one says the same.
    const tell = () => void call("presence", { body: { app: document.visibilityState } }).catch(() => {});
    const still = () => document.visibilityState === "visible" && tell();
    tell();
    document.addEventListener("visibilitychange", tell);
    const timer = setInterval(still, STILL_MS);
    return () => {
      document.removeEventListener("visibilitychange", tell);
      clearInterval(timer);
    };
  }, [call, isIn]);
}
