import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { WaldoError } from "@waldo/contracts";
import type { Archive } from "@waldo/core/ports";
import { s3Archive } from "./s3-archive.ts";

/** Returns the files of one person, reached with the person's credentials. */
export function userArchive({ bucket, ...config }: { readonly bucket: string } & S3ClientConfig): Archive {
  return honestAbout404(s3Archive({ client: new S3Client(config), bucket }));
}

/**
 * S3 answers 403 for a missing object unless the caller may list the bucket, and these credentials may list only the
 * person's own prefixes. So after a denied read the code lists. A list is allowed exactly where reading is allowed.
 */
function honestAbout404(archive: Archive): Archive {
  return {
    ...archive,
    async read(name) {
      try {
        return await archive.read(name);
      } catch (error) {
        if (!wasDenied(error) || (await archive.list(name)).includes(name)) throw error;
        return undefined;
      }
    },
  };
}

function wasDenied(error: unknown): boolean {
  return error instanceof WaldoError && error.cause instanceof Error && error.cause.name.startsWith("AccessDenied");
}
