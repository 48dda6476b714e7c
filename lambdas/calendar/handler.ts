/**
 * Calendars on AWS. A person adds an address or a file through the API, and a wake starts the reading of the addresses
 * that are due. This is the only function that calls servers which a person named, so it has no secret, no model and no
 * channel, and reads no raw health (R7, R8).
 */
import { type ApiEvent, apiDoor } from "@waldo/aws/api-door";
import { calendarPorts } from "@waldo/aws/compose/calendar";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { WakeOutcome } from "@waldo/contracts";
import { refreshDue } from "@waldo/core/calendar/refresh";
import { application } from "@waldo/core/door/application";
import { calendarHandlers } from "@waldo/core/door/calendars";

/**
 * No reading begins after this time. The longest reading takes 20 seconds, and READ of wake.asl.json takes at most 120.
 */
const READS_FOR_MS = 75_000;

const answer = apiDoor((who, log) =>
  application(calendarHandlers, { who, ports: (userId) => calendarPorts(userId, log), log }),
);

const read = lambdaPipeline({
  input: WakeOutcome,
  about: ({ userId }) => ({ userId, correlationId: "calendars" }),
  async handle({ calendars: _, ...outcome }, log) {
    const { userId } = outcome;
    const ports = calendarPorts(userId, log);
    const now = ports.clock.now();
    await refreshDue({ ...ports, log }, userId, now, () => ports.clock.now() - now < READS_FOR_MS);
    return outcome;
  },
});

type Asked = ApiEvent | WakeOutcome;
type Context = Parameters<typeof read>[1];
const isRequest = (event: Asked): event is ApiEvent => "requestContext" in event;

/** Handles a request of API Gateway, or the input of the state READ of the wake machine. */
export const handler = (event: Asked, context: Context) =>
  isRequest(event) ? answer(event, context) : read(event, context);
