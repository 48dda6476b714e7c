/** How many days a night can replay what a run was reminded of. The diary keeps its words longer. */
export const REPLAY_DAYS = 62;
