/** Keeps finished exports in S3 below `exports/`. S3 deletes them after a day. */
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { UserId } from "@waldo/contracts";
import type { ExportShelf } from "@waldo/core/privacy/export-job";
import { awsError } from "./aws-errors.ts";
import { presigned } from "./presigned.ts";

const exportObject = (userId: UserId) => `exports/${userId}/waldo.zip`;

export function s3ExportShelf(client: S3Client, Bucket: string): ExportShelf {
  return {
    // S3 needs the length first, so the zip is written to the disk.
    async keep(userId, zip) {
      const folder = await mkdtemp(join(tmpdir(), "export-"));
      const path = join(folder, "waldo.zip");
      try {
        const file = await open(path, "w", 0o600);
        let ContentLength = 0;
        try {
          for await (const chunk of zip) {
            await file.writeFile(chunk);
            ContentLength += chunk.length;
          }
        } finally {
          await file.close();
        }
        const request = {
          ...{ Bucket, ContentLength, Key: exportObject(userId), Body: createReadStream(path) },
          ContentType: "application/zip",
        };
        await client.send(new PutObjectCommand(request)).catch((error: unknown) => {
          throw awsError(error, "S3 PutObject");
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/**
 * Returns an address from which anybody who has it can read the export, for five minutes. The link that the person gets
 * is valid for longer.
 */
export function exportAddress(client: S3Client, bucket: string, userId: UserId, name: string): Promise<string> {
  const query = { "response-content-disposition": `attachment; filename="${name}"` };
  return presigned(client, { method: "GET", bucket, name: exportObject(userId), query });
}
