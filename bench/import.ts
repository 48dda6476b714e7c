/**
 * Measures how fast, and in how much memory, a large Apple Health export is read: `npm run bench:import -- [--mb 1024]
 * [--zip] [--json]`. The import runs in a process of its own, so that the peak is only the import's.
 */
import { execFile } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { importExport } from "@waldo/core/health/import/import-export";
import { fileSources } from "@waldo/embedded/file-source";
import yazl from "yazl";
import { writeAppleExport } from "./apple-export.ts";
import { optionsOf } from "./options.ts";

type Row = {
  readonly input: string;
  readonly bytes: number;
  readonly records: number;
  readonly days: number;
  readonly seconds: number;
  readonly peakRssMb: number;
};

const MB = 1024 * 1024;

const values = optionsOf(
  `Usage: npm run bench:import -- [--mb N] [--zip] [--json]

Measures how fast, and in how much memory, a large Apple Health export is read.

  --mb N  the size of the made-up export in megabytes (default 1024)
  --zip   the export is a zip, as the phone makes it
  --json  everything as JSON

Example: npm run bench:import -- --mb 100 --zip`,
  {
    mb: { type: "string", default: "1024" },
    zip: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    child: { type: "string" },
  },
);
if (values.child === undefined) await main(Number(values.mb), values.zip, values.json);
else console.log(JSON.stringify(await measure(values.child)));

async function main(megabytes: number, zip: boolean, json: boolean): Promise<void> {
  if (!(megabytes > 0)) throw new Error("--mb takes a number of megabytes");
  const folder = await mkdtemp(join(tmpdir(), "import-bench-"));
  try {
    const xml = join(folder, "export.xml");
    await writeAppleExport(xml, megabytes);
    const rows = [await inChild(xml)];
    if (zip) {
      const archive = join(folder, "export.zip");
      await zipInto(archive, xml);
      rows.push(await inChild(archive));
    }
    if (json) console.log(JSON.stringify(rows, undefined, 2));
    else print(rows, (await stat(xml)).size);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(path: string): Promise<Row> {
  const start = performance.now();
  const sources = await fileSources(path);
  const result = await importExport(sources, { timeZone: "Europe/Berlin" });
  return {
    input: path.endsWith(".zip") ? "export.zip" : "export.xml",
    bytes: sources.reduce((sum, source) => sum + source.size, 0),
    records: result.counts.records,
    days: result.counts.days,
    seconds: (performance.now() - start) / 1000,
    // The unit is kilobytes on Linux and on macOS.
    peakRssMb: process.resourceUsage().maxRSS / 1024,
  };
}

async function inChild(path: string): Promise<Row> {
  const script = process.argv[1] ?? "";
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--child", path]);
  return JSON.parse(stdout) as Row;
}

async function zipInto(archive: string, file: string): Promise<void> {
  const zip = new yazl.ZipFile();
  zip.addReadStreamLazy("apple_health_export/export.xml", { forceZip64Format: true }, (done) => {
    done(null, createReadStream(file));
  });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(archive));
}

function print(rows: readonly Row[], xmlBytes: number): void {
  console.log("input       size MB  seconds  XML MB/s  records/s     days  peak RSS MB");
  for (const row of rows) {
    const cells = [
      row.input.padEnd(10),
      (row.bytes / MB).toFixed(1).padStart(8),
      row.seconds.toFixed(1).padStart(8),
      (xmlBytes / MB / row.seconds).toFixed(1).padStart(9),
      Math.round(row.records / row.seconds)
        .toString()
        .padStart(10),
      row.days.toString().padStart(8),
      row.peakRssMb.toFixed(0).padStart(12),
    ];
    console.log(cells.join(" "));
  }
}
