/**
 * Keeps the exports that people send in S3, below `uploads/`, until they are read. Clients send a file directly to an
 * address that is signed for this file: its length and its CRC-32 are part of the signature, and S3 checks both.
 */
import { GetObjectCommand, ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import type { ImportJob, UserId } from "@waldo/contracts";
import type { UploadShelf } from "@waldo/core/health/import-job";
import type { Archive, ByteSource } from "@waldo/core/ports";
import { awsError } from "./aws-errors.ts";
import { presigned } from "./presigned.ts";

/** A file is read in parts of this length, so no more of it is in memory. */
const PART = 8 * 1024 ** 2;
const TRIES = 3;

const folderOf = (userId: UserId, id: string) => `uploads/${userId}/${id}/`;
const nameOf = (userId: UserId, id: string) => `${folderOf(userId, id)}export`;

type UploadShelfOptions = {
  readonly client: S3Client;
  readonly bucket: string;
  /** The same bucket. It removes an object with all its versions. */
  readonly archive: Pick<Archive, "deletePrefix">;
};

export function s3UploadShelf({ client, bucket, archive }: UploadShelfOptions): Omit<UploadShelf, "most"> {
  return {
    async address(userId, { id, bytes, crc32 }) {
      const headers = {
        "content-type": "application/octet-stream",
        "x-amz-checksum-crc32": Buffer.from(crc32, "hex").toString("base64"),
      };
      const signed = { ...headers, "content-length": String(bytes) };
      const name = nameOf(userId, id);
      const url = await presigned(client, { method: "PUT", bucket, name, headers: signed });
      // The client's transport sets the length itself, and a browser does not let a script set it.
      return { url, method: "PUT", headers };
    },
    async open(userId, job) {
      const name = nameOf(userId, job.id);
      // A role that may not list the whole bucket gets 403 for an object that is missing. A list below the folder is
      // allowed.
      const { Contents = [] } = await client
        .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: name }))
        .catch((error: unknown) => {
          throw awsError(error, "S3 ListObjectsV2");
        });
      return Contents.some(({ Key }) => Key === name) ? sourceOf(client, { bucket, name, job }) : undefined;
    },
    async remove(userId, id) {
      await archive.deletePrefix(folderOf(userId, id));
    },
  };
}

type Place = { readonly bucket: string; readonly name: string; readonly job: ImportJob };

/** Returns the object as a source for the importers. The object has the length that was signed. */
function sourceOf(client: S3Client, { bucket: Bucket, name: Key, job }: Place): ByteSource {
  const part = async (from: number, to: number, tries = TRIES): Promise<Uint8Array> => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${from}-${to - 1}` }));
      return (await Body?.transformToByteArray()) ?? new Uint8Array(0);
    } catch (error) {
      // The SDK repeats a failed request, but not an answer that breaks off in the middle.
      if (tries > 1) return part(from, to, tries - 1);
      throw awsError(error, "S3 GetObject");
    }
  };
  return {
    name: job.name,
    size: job.bytes,
    async *stream(start = 0, end = job.bytes) {
      for (let at = start; at < end; at += PART) yield await part(at, Math.min(end, at + PART));
    },
  };
}
