/**
 * Agents of other makers on AWS: the MCP server behind API Gateway, through the role of the person who signed in. It reads
 * no raw health and starts nothing; a language model is not here, so plain code sums up what is saved (R7, R8).
 */
import { apiMcp } from "@waldo/aws/api-mcp";
import { mcpPorts } from "@waldo/aws/compose/mcp";

export const handler = apiMcp(mcpPorts);
