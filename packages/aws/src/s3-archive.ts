/** The Archive port on S3. Errors of S3 become `StoreUnavailable` or `InvalidInput`. */

import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  NoSuchKey,
  type ObjectIdentifier,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { WaldoError } from "@waldo/contracts";
import type { Archive } from "@waldo/core/ports";
import { checkDeletePrefix, checkObjectName, checkObjectPrefix } from "@waldo/core/store/object-name";
import { compareUtf8 } from "@waldo/core/store/query-plan";
import { awsError } from "./aws-errors.ts";

type S3ArchiveOptions = { readonly client: S3Client; readonly bucket: string };

/**
 * Returns an Archive in one S3 bucket. The archive uses no conditional requests; the comment at the port says why races
 * do no harm.
 */
export function s3Archive({ client, bucket: Bucket }: S3ArchiveOptions): Archive {
  /** Yields the names under a prefix in pages of at most 1,000, which is what one DeleteObjects takes. */
  async function* pages(Prefix: string): AsyncGenerator<string[]> {
    let ContinuationToken: string | undefined;
    do {
      const request = { Bucket, Prefix, ...(ContinuationToken === undefined ? {} : { ContinuationToken }) };
      const page = await client.send(new ListObjectsV2Command(request)).catch(rethrow("S3 ListObjectsV2"));
      yield (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  /**
   * Yields all versions of the objects under a prefix, with the markers that deletions left, in pages of at most 1,000. A
   * bucket that was never versioned has one version of each, named `null`.
   */
  async function* versions(Prefix: string): AsyncGenerator<ObjectIdentifier[]> {
    let markers: { KeyMarker?: string; VersionIdMarker?: string } = {};
    for (;;) {
      const request: ListObjectVersionsCommand = new ListObjectVersionsCommand({ Bucket, Prefix, ...markers });
      const page: ListObjectVersionsCommandOutput = await client.send(request).catch(rethrow("S3 ListObjectVersions"));
      yield [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].flatMap(({ Key, VersionId }) =>
        Key === undefined || VersionId === undefined ? [] : [{ Key, VersionId }],
      );
      const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker }: ListObjectVersionsCommandOutput = page;
      if (page.IsTruncated !== true || KeyMarker === undefined) return;
      markers = { KeyMarker, ...(VersionIdMarker === undefined ? {} : { VersionIdMarker }) };
    }
  }

  async function remove(objects: readonly ObjectIdentifier[], deleted: Set<string>): Promise<void> {
    if (objects.length === 0) return;
    const Delete = { Objects: [...objects], Quiet: true };
    const answer = await client.send(new DeleteObjectsCommand({ Bucket, Delete })).catch(rethrow("S3 DeleteObjects"));
    const failed = answer.Errors?.length ?? 0;
    if (failed > 0)
      throw new WaldoError("StoreUnavailable", `S3 did not delete ${failed} of ${objects.length} objects: try again`);
    for (const { Key } of objects) if (Key !== undefined) deleted.add(Key);
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
      const deleted = new Set<string>();
      // If the versions stayed, an erased object could still be read.
      for await (const found of versions(prefix)) await remove(found, deleted);
      return deleted.size;
    },
  };
}

function rethrow(operation: string): (error: unknown) => never {
  return (error) => {
    throw awsError(error, operation);
  };
}
