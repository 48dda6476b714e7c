// Loads one function's code as the Lambda runtime does, and prints when its handler can be called.
import { pathToFileURL } from "node:url";

const [entry, ...more] = process.argv.slice(2);
const { handler } = await import(pathToFileURL(entry).href);
if (typeof handler !== "function") throw new Error(`${entry} exports no handler`);
await Promise.all(more.map((file) => import(pathToFileURL(file).href)));
process.stdout.write("ready");
