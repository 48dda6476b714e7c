/**
 * A person's own readings on AWS: a typed question of the signed-in person gets its number. The function reads the
 * caller's rows of health and nothing else. It has no model, no channel, no secret and no row of the agent (R7, R8).
 */
import { apiDoor } from "@waldo/aws/api-door";
import { readingPorts } from "@waldo/aws/compose/readings";
import { application } from "@waldo/core/door/application";
import { readingHandlers } from "@waldo/core/door/readings";

export const handler = apiDoor((who, log) =>
  application(readingHandlers, { who, ports: (userId) => readingPorts(userId, log), log }),
);
