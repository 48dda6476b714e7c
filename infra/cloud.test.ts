/**
 * The whole AWS side on loopback. Each subject has a file in `cloud/`; they share one stack, and go in this order. The
 * page has a stack of its own (cloud-page.test.ts), so that another core takes it.
 */
import { afterAll, beforeAll } from "vitest";
import { agentsOfOthers } from "./cloud/agents.ts";
import { bundles } from "./cloud/bundles.ts";
import { handoffs, ownReadings, theApi, theDoor } from "./cloud/door.ts";
import { aBrowser } from "./cloud/front.ts";
import { exportsOfWearables } from "./cloud/imports.ts";
import { calendars, theWeb, voices } from "./cloud/outside.ts";
import { aPhone } from "./cloud/phone.ts";
import { privacy } from "./cloud/privacy.ts";
import { reviews } from "./cloud/review.ts";
import { lower, raise } from "./cloud/stage.ts";
import { telegramChats } from "./cloud/telegram.ts";
import { fromSyncToBrief, reminders, whenThingsBreak } from "./cloud/wakes.ts";
import { sessions, whatIsLeft } from "./cloud/walls.ts";
import { wearables } from "./cloud/wearables.ts";

beforeAll(raise);
afterAll(lower);

bundles();
fromSyncToBrief();
whenThingsBreak();
theApi();
theDoor();
ownReadings();
aBrowser();
telegramChats();
handoffs();
reviews();
calendars();
voices();
agentsOfOthers();
wearables();
aPhone();
exportsOfWearables();
theWeb();
reminders();
sessions();
privacy();
// This looks at the logs of all the others.
whatIsLeft();
