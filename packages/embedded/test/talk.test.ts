/** A conversation without a language model goes on: what was said before completes what is said next. */
import { listGoals } from "./goals-of.ts";
