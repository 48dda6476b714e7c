/**
 * Makes packages/core/src/safety/gravity/learned.json from data/gravity: `npm run fit:gravity`. It holds the word lists in
 * their plain form and the learned weights in one byte each. The same data gives the same file.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { matchersOf, plainLexicons } from "@waldo/core/safety/gravity/concepts";
import { learn } from "@waldo/core/safety/gravity/learn";
import { digestOf, everydayRows, exampleRows, examplesOfRounds, lexicons } from "./gravity-data.ts";

const lists = plainLexicons(lexicons());
// Everyday questions count twice, so that they are almost never taken for grave.
const examples = [...exampleRows(), ...examplesOfRounds(), ...everydayRows(false), ...everydayRows(false)];
const model = learn(examples, matchersOf(lists));
const most = model.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0);
/**
 * `STEPS`: how many steps a weight has in each direction. A weight smaller than `LEAST` is left out. Neither changes
 * what is found.
 */
const [STEPS, LEAST] = [15, 0.3];
const unit = most / STEPS;
const packed = Int8Array.from(model, (weight) => (Math.abs(weight) < LEAST ? 0 : Math.round(weight / unit)));
const weights = deflateRawSync(new Uint8Array(packed.buffer), { level: 9 }).toString("base64");
const target = fileURLToPath(new URL("../packages/core/src/safety/gravity/learned.json", import.meta.url));
writeFileSync(target, `${JSON.stringify({ of: digestOf(), unit, lexicons: lists, weights })}\n`);
console.log(`${examples.length} examples, ${Math.round(weights.length / 1024)} kB of weights`);
