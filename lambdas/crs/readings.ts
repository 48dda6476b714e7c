/**
 * Questions of a person about their own days on AWS. The function reads the raw health of the caller and nothing else: it
 * has no model, no channel and no row of the agent (R7, R8).
 */
import { apiDoor } from "@waldo/aws/api-door";
import { readingsPorts } from "@waldo/aws/compose/readings";
import { application } from "@waldo/core/door/application";
import { readingsHandlers } from "@waldo/core/door/readings";

export const handler = apiDoor((who, log) =>
  application(readingsHandlers, { who, ports: (userId) => readingsPorts(userId, log), log }),
);
