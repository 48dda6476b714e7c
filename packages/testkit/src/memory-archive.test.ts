import { archiveContract } from "./archive-contract.ts";
import { memoryArchive } from "./memory-archive.ts";

archiveContract("The archive of the tests", async () => ({ archive: memoryArchive(), close: () => {} }));
