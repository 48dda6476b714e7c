/** One thing that was looked at in a deployment. */
export type Finding = {
  readonly about: string;
  /** `missing`: Waldo does not work as it should. `optional`: it works without. */
  readonly state: "ready" | "missing" | "optional";
  /** What is so, and what to do. */
  readonly says: string;
};
