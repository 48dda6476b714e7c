/**
 * The door on AWS: it answers with the person's own rows, through the role of that person. It calls no model and no
 * channel, and reads no raw health (R7, R8).
 */

import { apiDoor } from "@waldo/aws/api-door";
import { doorPorts } from "@waldo/aws/compose/door";
import { contextRoutes } from "@waldo/contexts/routes";
import { door } from "@waldo/core/door/door";

export const handler = apiDoor((who, log, host) =>
  door({ optIn: contextRoutes, who, ports: (userId) => doorPorts(userId, log, host), log, only: "door" }),
);
