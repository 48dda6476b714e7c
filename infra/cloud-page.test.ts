/** The page in a real browser before the AWS side on loopback. */
import { afterAll, beforeAll } from "vitest";
import { thePage } from "./cloud/page.ts";
import { lower, raise } from "./cloud/stage.ts";
import { noWordIsLogged } from "./cloud/walls.ts";

beforeAll(raise);
afterAll(lower);

thePage();
noWordIsLogged();
