/**
 * Imports point one way: lambdas → aws|embedded → outside|contexts|eval → core → contracts; infra → contracts;
 * app → contracts. Inside core a folder imports only what stands below it or beside it (the floors in house.json), and
 * never in a circle.
 * The files beside the folders (ports, time, digest) stand below all of them. Tests may reach for testkit and embedded.
 */
const TEST = "\\.test\\.ts$";
const CORE = "^packages/core/src";
const { floors: FLOORS } = require("./house.json");
const upward = FLOORS.flatMap((floor, i) => {
  const above = FLOORS.slice(0, i).flat();
  return above.length === 0
    ? []
    : [
        {
          name: `core-floor-${i}`,
          comment: `${floor.join(", ")} must not import ${above.join(", ")}`,
          severity: "error",
          from: { path: `${CORE}/(${floor.join("|")})/`, pathNot: TEST },
          to: { path: `${CORE}/(${above.join("|")})/` },
        },
      ];
});

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "contracts-alone",
      severity: "error",
      from: { path: "^packages/contracts/src", pathNot: TEST },
      to: { pathNot: "^packages/contracts/src|^zod$|node_modules/zod" },
    },
    {
      name: "core-is-pure",
      comment: "core imports contracts, a few pure libraries, and of Node only hashing, streams and zlib's inflate",
      severity: "error",
      from: { path: CORE, pathNot: TEST },
      to: {
        pathNot: `${CORE}|^packages/contracts|node_modules/(zod|csv-parse|saxes|yauzl|yazl|ical.js|temporal-polyfill|@orama|chrono-node|yaml|hono)/|^(node:)?(crypto|stream|zlib|buffer|string_decoder)`,
      },
    },
    {
      name: "http-at-the-door",
      severity: "error",
      from: { path: CORE, pathNot: `${TEST}|${CORE}/door/` },
      to: { path: "node_modules/hono/" },
    },
    {
      name: "contexts-down",
      comment: "an opt-in feature stands on core, and core does not know it",
      severity: "error",
      from: { path: "^packages/(contexts|eval)", pathNot: TEST },
      to: { path: "^(packages/(aws|embedded|outside|testkit|app)|lambdas|infra)" },
    },
    ...upward,
    {
      name: "core-ground",
      comment: "the files beside the folders stand below every floor",
      severity: "error",
      from: { path: `${CORE}/[^/]+$`, pathNot: TEST },
      to: { path: `${CORE}/(${FLOORS.flat().join("|")})/` },
    },
    {
      name: "app-contracts-only",
      severity: "error",
      from: { path: "^packages/app", pathNot: TEST },
      to: { path: "^packages/(?!app|contracts)|^(lambdas|infra)|node_modules/(zod|@aws-sdk|@smithy)/" },
    },
    {
      name: "page-carries-no-schema",
      comment: "the schemas stay on the server: the page takes types, how a request is made, and plain numbers",
      severity: "error",
      from: { path: "^packages/app/src" },
      to: { path: "^packages/contracts/src/(?!request|budgets)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "outside-down",
      severity: "error",
      from: { path: "^packages/outside", pathNot: TEST },
      to: { path: "^(packages/(?!outside|core|contracts)|lambdas|infra)" },
    },
    {
      name: "aws-down",
      severity: "error",
      from: { path: "^packages/aws", pathNot: TEST },
      to: { path: "^(packages/(embedded|testkit)|lambdas|infra)" },
    },
    {
      name: "embedded-down",
      severity: "error",
      from: { path: "^packages/embedded/src", pathNot: TEST },
      to: { path: "^(packages/testkit|lambdas|infra)" },
    },
    {
      name: "a-day-without-aws-and-page",
      comment: "what a day does not install is loaded when it is first asked for: docs/decisions/0004",
      severity: "error",
      from: { path: "^packages/embedded/src", pathNot: `${TEST}|^packages/embedded/src/aws/(operate|cdk)` },
      to: { path: "^packages/(aws|app)", dependencyTypesNot: ["type-only", "dynamic-import"] },
    },
    {
      name: "testkit-down",
      severity: "error",
      from: { path: "^packages/testkit" },
      to: { path: "^(packages/(aws|embedded|outside)|lambdas|infra)" },
    },
    {
      name: "infra-contracts-only",
      comment: "what is learned from the intents is made where the code is bundled, by the file that reads it",
      severity: "error",
      from: { path: "^infra", pathNot: `${TEST}|^infra/(test|cloud)/` },
      to: { path: "^(packages/(?!contracts|outside/src/bundled-intents)|lambdas)" },
    },
    {
      name: "only-aws-imports-the-sdk",
      severity: "error",
      from: { pathNot: "^packages/aws|^infra|^lambdas|\\.test\\.ts$|^packages/testkit" },
      to: { path: "node_modules/(@aws-sdk|@smithy)/" },
    },
    {
      name: "only-outside-imports-grammy",
      severity: "error",
      from: { pathNot: "^packages/outside|\\.test\\.ts$" },
      to: { path: "node_modules/grammy/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^packages/app/dist" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".js", ".mjs", ".json"],
    },
  },
};
