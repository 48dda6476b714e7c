/** The result of one check of a deployment. */
export type Finding = {
  readonly about: string;
  /** `missing`: Waldo does not work as it should. `optional`: Waldo works without it. */
  readonly state: "ready" | "missing" | "optional";
  /** Says what was found, and what to do about it. */
  readonly says: string;
};
