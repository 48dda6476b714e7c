/** One thing that was looked at in a deployment. */
export type Finding = {
  readonly about: string;
  /** `missing`: Waldo does not work as it should. `optional`: it works without. */
  readonly state: "ready" | "missing" | "optional";
  /** Says what was found, and what to do about it. */
  readonly says: string;
};
