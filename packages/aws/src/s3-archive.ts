import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { WaldoError } from "@waldo/contracts";
import type { Archive } from "@waldo/core";
import { checkDeletePrefix, checkObjectName, checkObjectPrefix } from "@waldo/core/store/object-name";
import { compareUtf8 } from "@waldo/core/store/utf8-order";
import { awsError } from "./aws-errors.ts";

export type S3ArchiveOptions = { readonly client: S3Client; readonly bucket: string };

/** An Archive in one S3 bucket. Nothing here rests on conditional requests: see the port on races. */
export function s3Archive({ client, bucket: Bucket }: S3ArchiveOptions): Archive {
  /** Names under a prefix, a page (at most 1,000, as many as one DeleteObjects takes) at a time. */
  async function* pages(Prefix: string): AsyncGenerator<string[]> {
    let ContinuationToken: string | undefined;
    do {
      const request = { Bucket, Prefix, ...(ContinuationToken === undefined ? {} : { ContinuationToken }) };
      const page = await client.send(new ListObjectsV2Command(request)).catch(rethrow("S3 ListObjectsV2"));
      yield (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  return {
    async read(name) {
      checkObjectName(name);
      try {
        const { Body: body } = await client.send(new GetObjectCommand({ Bucket, Key: name }));
        return body === undefined ? new Uint8Array(0) : await body.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw awsError(error, "S3 GetObject");
      }
    },

    async write(name, bytes) {
      checkObjectName(name);
      await client.send(new PutObjectCommand({ Bucket, Key: name, Body: bytes })).catch(rethrow("S3 PutObject"));
    },

    async list(prefix) {
      checkObjectPrefix(prefix);
      const names: string[] = [];
      for await (const page of pages(prefix)) names.push(...page);
      return names.sort(compareUtf8);
    },

    async deletePrefix(prefix) {
      checkDeletePrefix(prefix);
      let deleted = 0;
      for await (const names of pages(prefix)) {
        if (names.length === 0) continue;
        const Delete = { Objects: names.map((Key) => ({ Key })), Quiet: true };
        const answer = await client
          .send(new DeleteObjectsCommand({ Bucket, Delete }))
          .catch(rethrow("S3 DeleteObjects"));
        const failed = answer.Errors?.length ?? 0;
        if (failed > 0) {
          throw new WaldoError("StoreUnavailable", `S3 did not delete ${failed} of ${names.length} objects: try again`);
        }
        deleted += names.length;
      }
      return deleted;
    },
  };
}

function rethrow(operation: string): (error: unknown) => never {
  return (error) => {
    throw awsError(error, operation);
  };
}
