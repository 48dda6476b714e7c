/**
 * Tells Waldo that the person sees the page, still sees it, or has left it. If the loop is off, the server keeps
 * nothing.
 */
import { useEffect } from "react";
import { useDoor } from "../api/api.tsx";

/** After a longer silence Waldo assumes that the person has left. */
const STILL_MS = 4 * 60_000;

export function usePresence(isIn: boolean): void {
  const { call } = useDoor();
  useEffect(() => {
    if (!isIn) return;
    // A lost signal does no harm, because the next signal says the same.
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
