/** How the row that an action concerns is shown to the person who is asked. The message and the tap screen share it. */

const SHOWN_CHARS = 300;

export function clippedConcern(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

/** Said when no argument is from outside but the idea may be. */
export const AFTER_OUTSIDE = "I had read other people's text before I came to this.";
